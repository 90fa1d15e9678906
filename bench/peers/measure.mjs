/**
 * Reads a CSV with another program and prints { totalMs, cpuMs }. Usage: node measure.mjs duckdb|polars|duckdb-file PATH FOLDER
 */
import { join } from 'node:path'

const [peer, path, folder] = process.argv.slice(2)

const peers = {
  /** A table in memory, types guessed. */
  async duckdb() {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    return async () => {
      const connection = await (await DuckDBInstance.create(':memory:')).connect()
      await connection.run(`CREATE TABLE list AS SELECT * FROM read_csv('${path.replaceAll("'", "''")}')`)
      return Number((await connection.runAndReadAll('SELECT count(*) FROM list')).getRows()[0][0])
    }
  },
  /** The same in a file, not encrypted. */
  async 'duckdb-file'() {
    const { DuckDBInstance } = await import('@duckdb/node-api')
    return async () => {
      const instance = await DuckDBInstance.create(join(folder, `peer-${process.pid}.duckdb`))
      const connection = await instance.connect()
      await connection.run(`CREATE TABLE list AS SELECT * FROM read_csv('${path.replaceAll("'", "''")}')`)
      await connection.run('CHECKPOINT')
      return Number((await connection.runAndReadAll('SELECT count(*) FROM list')).getRows()[0][0])
    }
  },
  /** A frame in memory, types guessed. */
  async polars() {
    const { default: polars } = await import('nodejs-polars')
    return async () => polars.readCSV(path, { inferSchemaLength: 1_000 }).height
  },
}

const read = await peers[peer]()
const cpu = process.cpuUsage()
const startedMs = performance.now()
const rows = await read()
const totalMs = performance.now() - startedMs
const { user, system } = process.cpuUsage(cpu)
process.stdout.write(`${JSON.stringify({ totalMs, cpuMs: (user + system) / 1_000, rows })}\n`)
// Threads of the library may go on.
process.exit()
