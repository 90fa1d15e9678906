import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'

/** A private PostgreSQL server on 127.0.0.1. It ends with the test process, also when that is killed. */
export interface PostgresHere {
  readonly port: number
  readonly folder: string
  /** The address of a login. Without a login, that of the superuser. */
  address(database: string, login?: string, password?: string): string
  /** A new database owned by a new login that may create roles. Gives the owner's address. */
  createDatabase(): Promise<string>
  /** Runs one statement as superuser, in the database or in `postgres`. */
  run<Row extends QueryResultRow>(sql: string, database?: string): Promise<Row[]>
  /** Writes a file that only the server can read into `folder`. */
  addFile(name: string, content: Buffer): void
  /** Changes settings that a running server reads again. Resolves when new connections use them. */
  changeSettings(settings: Readonly<Record<string, string>>): Promise<void>
  /** Runs a program of PostgreSQL, such as pg_dump. Gives what it wrote. */
  runProgram(name: string, words: readonly string[]): string
  /** Kills all processes of the server at once, like a power cut. */
  kill(): Promise<void>
  /** Starts it again after `kill`, without a limit of its files. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Where Debian has the programs of the newest version. */
function programFolder(): string {
  const versions = '/usr/lib/postgresql'
  const newest = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))[0] : undefined
  return newest === undefined ? '' : join(versions, newest, 'bin')
}

/** PostgreSQL refuses to run as root, so root runs it as the user of Debian's package. */
function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (option: string): number => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Ends the server when its standard input ends: with `stop`, and with the test process. */
const supervise =
  '"$@" </dev/null 2>>"$0/log" & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$0"'

/** Between two looks at a server that starts or ends. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))

/** The processes that ps selects, without those that have ended. */
function processIds(selection: readonly string[]): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,stat=', ...selection], { encoding: 'utf8' })
  const rows = stdout.split('\n').map((row) => row.trim().split(/\s+/))
  return rows.filter(([pid, state]) => pid !== '' && !state?.startsWith('Z')).map(([pid]) => Number(pid))
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const superuser = 'forecourt_test'
const password = 'test'

const refusesToAnswer = new Set(['ECONNREFUSED', '57P03', 'ECONNRESET'])

export interface PostgresOptions {
  /** Settings of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>
  /** No file of the server can grow beyond this, as on a full disk: the system refuses to write. */
  readonly largestFileBytes?: number
}

/** Runs a program of PostgreSQL as the user of the server. Gives what it wrote. */
function runProgramIn(folder: string, name: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(join(programFolder(), name), words, {
    ...serverUser(),
    env: { ...process.env, PGPASSWORD: password, LC_ALL: 'C' },
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`)
  return stdout
}

/** A new folder that the user of the server owns. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-postgres-'))
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

/**
 * A new cluster, copied from one that the first test made: `initdb` takes ten times as long. Another process can make the same one
 * meanwhile; a name is given only to a complete one.
 */
function createCluster(folder: string): string {
  const version = basename(dirname(programFolder()))
  const made = join(tmpdir(), `forecourt-postgres-cluster-${version}-${process.getuid?.() ?? 0}`)
  if (!existsSync(made)) {
    const making = newFolder()
    const passwordFile = join(making, 'password')
    writeFileSync(passwordFile, password)
    chmodSync(passwordFile, 0o644)
    runProgramIn(making, 'initdb', [
      `--pgdata=${join(making, 'data')}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--wal-segsize=1',
    ])
    try {
      renameSync(join(making, 'data'), made)
    } catch (error) {
      if (!existsSync(made)) throw error
    }
    rmSync(making, { recursive: true, force: true })
  }
  const data = join(folder, 'data')
  const { status, stderr } = spawnSync('cp', ['-Rp', made, data], { ...serverUser(), encoding: 'utf8' })
  if (status !== 0) throw new Error(`The cluster could not be copied: ${stderr}`)
  return data
}

export async function startPostgres({ settings = {}, largestFileBytes }: PostgresOptions = {}): Promise<PostgresHere> {
  const user = serverUser()
  const folder = newFolder()
  const data = createCluster(folder)
  const programs = programFolder()

  const port = await freePort()
  const used: Readonly<Record<string, string>> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '30',
    shared_buffers: '16MB',
    // A killed process loses nothing that it has written: only a power cut would.
    fsync: 'off',
    min_wal_size: '2MB',
    max_wal_size: '8MB',
    ...settings,
  }
  let supervisor: ChildProcess | null = null

  const run = async <Row extends QueryResultRow>(sql: string, database = 'postgres'): Promise<Row[]> => {
    const client = new Client({ host: '127.0.0.1', port, user: superuser, password, database })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  const whenAnswering = async (): Promise<void> => {
    for (;;) {
      try {
        await run('SELECT 1')
        return
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        if (!refusesToAnswer.has(code)) throw error
        await pause()
      }
    }
  }

  const start = async (limit: string): Promise<void> => {
    const options = Object.entries(used).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const words = ['-c', `${limit}${supervise}`, folder, join(programs, 'postgres'), '-D', data, ...options]
    supervisor = spawn('sh', words, { ...user, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] })
    await whenAnswering()
  }

  const ended = (child: ChildProcess): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve()
      else child.once('exit', () => resolve())
    })

  // In blocks of 512 bytes (POSIX).
  await start(largestFileBytes === undefined ? '' : `ulimit -f ${Math.ceil(largestFileBytes / 512)}; `)
  let databases = 0
  const address = (database: string, login = superuser, loginPassword = password): string =>
    `postgres://${login}:${loginPassword}@127.0.0.1:${port}/${database}`

  return {
    port,
    folder,
    address,
    run,
    runProgram: (name, words) => runProgramIn(folder, name, words),
    addFile(name, content) {
      const path = join(folder, name)
      writeFileSync(path, content, { mode: 0o600 })
      if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
    },
    async changeSettings(changed) {
      const entries = Object.entries(changed)
      for (const [name, value] of entries) await run(`ALTER SYSTEM SET ${name} = '${value}'`)
      await run('SELECT pg_reload_conf()')
      for (const [name, value] of entries) {
        while ((await run<Record<string, string>>(`SHOW ${name}`))[0]?.[name] !== value) await pause()
      }
    },
    async createDatabase() {
      databases += 1
      const name = `team_${databases}`
      await run(`CREATE ROLE owner_${databases} LOGIN CREATEROLE PASSWORD 'secret'`)
      await run(`CREATE DATABASE ${name} OWNER owner_${databases}`)
      return address(name, `owner_${databases}`, 'secret')
    },
    async kill() {
      const main = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      const children = processIds(['--ppid', String(main)])
      const killed = supervisor && ended(supervisor)
      // The supervisor first: it would remove the folder.
      supervisor?.kill('SIGKILL')
      for (const pid of [main, ...children]) killOne(pid)
      await killed
      supervisor = null
      // Their shared memory must be free. Without an init process, ended ones stay in the list as Z.
      const all = [main, ...children].join(',')
      while (processIds(['-p', all]).length > 0) await pause()
      rmSync(join(data, 'postmaster.pid'), { force: true })
    },
    restart: () => start(''),
    async stop() {
      if (supervisor) {
        const gone = ended(supervisor)
        supervisor.stdin?.end()
        await gone
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
