/**
 * One life of the program that changes customers, from its start to the moment at which nothing waits any more, or to its kill. Told what to do
 * by its arguments (JSON); says on stdout which change is in the journal, a line each, and at its end what it holds.
 */
import { CustomerFilter, type Customer, type EditableField } from '../../src/contract/customers.ts'
import { createCustomers } from '../../src/core/customers/customers.ts'
import { openDatabase } from '../../src/core/database/database.ts'
import type { OpenStorage } from '../../src/core/open-storage.ts'
import { openTestStorage } from './upload-parts.ts'

export type Change =
  | { readonly do: 'edit'; readonly rego: string; readonly field: EditableField; readonly value: string }
  | { readonly do: 'delete'; readonly rego: string }

export interface ChangingLife {
  readonly path: string
  readonly key: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly customers: number
  readonly changes: readonly Change[]
  /** The first change that is not known to be in the journal. */
  readonly from: number
}

/** What a life tells at its end. */
export interface HeldAtEnd {
  readonly copy: readonly Customer[]
  readonly bin: readonly Customer[]
  readonly unsettled: readonly string[]
}

const life = JSON.parse(process.argv[2] ?? '') as ChangingLife
const opened = openDatabase(life.path, life.key)
if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
const storage = openTestStorage({
  database: opened.database,
  baseUrl: life.baseUrl,
  apiKey: () => life.apiKey,
  batchSize: 50,
  ended: new AbortController().signal,
})
/** Reads are not tried again within a call, which takes seconds, but by the look after it. */
const hurriedStorage: OpenStorage = {
  ...storage,
  connections: {
    ...storage.connections,
    async client(connectionId, region) {
      const made = await storage.connections.client(connectionId, region)
      if (!made.ok) return made
      const { value } = made
      return {
        ok: true,
        value: { ...value, listCustomers: (page, options) => value.listCustomers(page, { ...options, attempts: 1 }) },
      }
    },
  },
}
const customers = createCustomers(hurriedStorage, {
  syncTiming: { everyMs: 800, firstRetryMs: 50, longestRetryMs: 200 },
  sendTiming: { firstBackoffMs: 10, longestBackoffMs: 60, blockedMs: 100 },
})
const { signal } = new AbortController()
const everything = { ...CustomerFilter.parse({}), sort: 'rego', descending: false } as const

/** Resolves at the first announcement after which it is so. */
function when(isSo: () => Promise<boolean>): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      isSo().then((so) => {
        if (!so) return
        stop()
        resolve()
      }, reject)
    }
    const stop = storage.announcer.listen(({ name }) => {
      if (name === 'customers.changed') look()
    })
    look()
  })
}
const synced = async (after: string): Promise<void> => {
  customers.requestSync('connection-1', 'au')
  await when(async () => {
    const { syncedAt, syncing } = await customers.status({}, signal)
    return syncing === null && syncedAt !== null && syncedAt > after
  })
}
const list = async (): Promise<Customer[]> =>
  (await customers.list({ ...everything, offset: 0, limit: 500 }, signal)).customers

customers.start()
if (life.from === 0) await when(async () => (await customers.status({}, signal)).total === life.customers)
const idOf = new Map((await list()).map(({ rego, id }) => [rego, id]))

for (const [index, change] of life.changes.entries()) {
  if (index < life.from) continue
  const id = idOf.get(change.rego)
  const customer = id === undefined ? null : customers.find({ connectionId: 'connection-1', region: 'au' }, id)
  // In the journal already, and done, when a kill came between that and its line.
  if (customer && customer.deleting === null) {
    if (change.do === 'delete') await customers.delete({ selection: { by: 'ids', ids: [customer.id] } }, signal)
    else {
      const { id: scope, lastUpdated } = customer
      await customers.edit({ id: scope, field: change.field, value: change.value, lastUpdated }, signal)
    }
  }
  process.stdout.write(`done ${index}\n`)
  // A person’s pace, hurried: some of it is sent while the rest is being made.
  await new Promise((resolve) => setTimeout(resolve, 5))
}

const nothingWaits = async (): Promise<boolean> => {
  const { edits, deletions } = await customers.status({}, signal)
  return edits.pending + deletions.pending === 0
}
process.stdout.write('entered\n')
// A straggler is noticed by a full look, and mended: until a look finds nothing to mend.
for (let quiet = 0; quiet < 2;) {
  await when(nothingWaits)
  await synced(new Date().toISOString())
  quiet = (await nothingWaits()) ? quiet + 1 : 0
}
const unsettled = (await customers.edits({}, signal)).edits.map(
  ({ field, state, value, elsewhere }) => `${state} ${field} ${value} ${elsewhere}`,
)
const { records } = await customers.bin({ search: '', offset: 0, limit: 500 }, signal)
const held: HeldAtEnd = { copy: await list(), bin: records.map(({ customer }) => customer), unsettled }
process.stdout.write(`held ${JSON.stringify(held)}\n`)
await customers.close()
opened.database.close()
