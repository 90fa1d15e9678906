/**
 * One run of a program that looks up its list until it is over, and then writes its items to stdout; or it kills itself
 * at a counted moment: before or after a statement of the database, before a request is sent or after its answer arrived.
 * Its arguments are JSON.
 */
import { openDatabase } from '../../src/core/database/database.ts'
import { isOver, openBulkParts, plateAt } from './bulk-parts.ts'
import { openTestStorage, withMoments } from './upload-parts.ts'

export interface BulkLife {
  readonly path: string
  readonly key: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly plates: number
  /** The moment at which it kills itself; null: it runs to the end. */
  readonly dieAt: number | null
}

const life = JSON.parse(process.argv[2] ?? '') as BulkLife
const { signal } = new AbortController()
let moments = 0

function moment(): void {
  moments += 1
  if (moments === life.dieAt) process.kill(process.pid, 'SIGKILL')
}

const opened = openDatabase(life.path, life.key)
if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
const storage = openTestStorage({
  database: withMoments(opened.database, moment),
  baseUrl: life.baseUrl,
  apiKey: () => life.apiKey,
  batchSize: 10,
  async fetch(url, init) {
    moment()
    const response = await globalThis.fetch(url, init)
    moment()
    return response
  },
  ended: new AbortController().signal,
})
const { bulk } = openBulkParts(storage, { mostAtOnce: 2, mostLost: 1_000 })
const { jobs } = await bulk.list({}, signal)
const text = Array.from({ length: life.plates }, (_, at) => `${plateAt(at)} VIC`).join('\n')
const id = jobs[0]?.id ?? (await bulk.create({ source: { from: 'text', text } }, signal)).id
const { state } = await bulk.get({ id }, signal)
await new Promise<void>((resolve, reject) => {
  const look = (): void => {
    bulk.get({ id }, signal).then((job) => isOver(job) && resolve(), reject)
  }
  storage.announcer.listen(look)
  bulk.life.start()
  if (state === 'review') bulk.start({ id, expectedToAsk: life.plates }, signal).catch(reject)
  look()
})
const { rows } = await bulk.items({ id, statuses: [], offset: 0, limit: 500 }, signal)
process.stdout.write(JSON.stringify(rows))
await bulk.life.close()
opened.database.close()
