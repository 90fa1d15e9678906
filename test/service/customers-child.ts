/**
 * Runs the program and changes customers until every change is sent, or until it is killed. Reads what to do from its argument (JSON).
 * Writes a line to stdout for each change that is in the journal, and the final state at its end.
 */
import { CustomerFilter } from '../../src/contract/customer-filter.ts'
import type { Customer, EditableField } from '../../src/contract/customer-record.ts'
import { createCustomers } from '../../src/core/customers/customers.ts'
import { openDatabase } from '../../src/core/database/database.ts'
import type { OpenStorage } from '../../src/core/open-storage.ts'
import { openTestStorage } from './upload-parts.ts'

export type Change =
  | { readonly do: 'edit'; readonly rego: string; readonly field: EditableField; readonly value: string }
  | { readonly do: 'delete'; readonly rego: string }
  | {
      readonly do: 'paste'
      readonly rows: readonly {
        readonly rego: string
        readonly texts: Readonly<Partial<Record<EditableField, string>>>
      }[]
    }

export interface ProgramRun {
  readonly path: string
  readonly key: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly customers: number
  readonly changes: readonly Change[]
  /** The first change that may not be in the journal yet. */
  readonly from: number
}

/** The state that a run reports at its end. */
export interface FinalState {
  readonly cache: readonly Customer[]
  readonly bin: readonly Customer[]
  readonly unsettled: readonly string[]
  /** How many edits the history of each customer has, by rego. */
  readonly edited: Readonly<Record<string, number>>
}

const run = JSON.parse(process.argv[2] ?? '') as ProgramRun
const opened = openDatabase(run.path, run.key)
if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
const storage = openTestStorage({
  database: opened.database,
  baseUrl: run.baseUrl,
  apiKey: () => run.apiKey,
  batchSize: 50,
  ended: new AbortController().signal,
})
/** Calls are not retried, which takes seconds. The next sync reads the list again. */
const storageWithoutRetries: OpenStorage = {
  ...storage,
  connections: {
    ...storage.connections,
    async client(connectionId, region) {
      const made = await storage.connections.client(connectionId, region)
      if (!made.ok) return made
      const { value } = made
      return {
        ok: true,
        value: {
          ...value,
          listCustomers: (page, options, recognise) =>
            value.listCustomers(page, { ...options, attempts: 1 }, recognise),
        },
      }
    },
  },
}
const customers = createCustomers(storageWithoutRetries, {
  syncTiming: { everyMs: 800, firstRetryMs: 50, longestRetryMs: 200 },
  sendTiming: { firstBackoffMs: 10, longestBackoffMs: 60, blockedMs: 100 },
})
const { signal } = new AbortController()
const everything = { ...CustomerFilter.parse({}), sort: 'rego', descending: false } as const

/** Resolves at the first announcement after which the condition is met. */
function when(condition: () => Promise<boolean>): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      condition().then((isMet) => {
        if (!isMet) return
        stop()
        resolve()
      }, reject)
    }
    const stop = storage.announcer.listen(({ name }) => {
      if (name === 'customers.changed') check()
    })
    check()
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
if (run.from === 0) await when(async () => (await customers.status({}, signal)).total === run.customers)
const idOf = new Map((await list()).map(({ rego, id }) => [rego, id]))

for (const [index, change] of run.changes.entries()) {
  if (index < run.from) continue
  if (change.do === 'paste') {
    const listed = new Map((await list()).map((customer) => [customer.rego, customer]))
    const rows = change.rows.flatMap(({ rego, texts }) => {
      const customer = listed.get(rego)
      return customer ? [{ id: customer.id, lastUpdated: customer.lastUpdated, texts }] : []
    })
    await customers.changeCells({ kind: 'paste', rows }, signal)
    process.stdout.write(`done ${index}\n`)
    continue
  }
  const id = idOf.get(change.rego)
  const customer = id === undefined ? null : customers.find({ connectionId: 'connection-1', region: 'au' }, id)
  // Missing or being deleted: the change was recorded, and the program was killed before it wrote the line.
  if (customer && customer.deleting === null) {
    if (change.do === 'delete')
      await customers.delete({ selection: { by: 'ids', ids: [customer.id] }, holdMs: 300 }, signal)
    else {
      const { id: scope, lastUpdated } = customer
      await customers.edit({ id: scope, field: change.field, value: change.value, lastUpdated }, signal)
    }
  }
  process.stdout.write(`done ${index}\n`)
  // A pause between changes, isMet that some are sent while others are still being made.
  await new Promise((resolve) => setTimeout(resolve, 5))
}

const isEverythingSent = async (): Promise<boolean> => {
  const { edits, deletions } = await customers.status({}, signal)
  return edits.pending + deletions.pending === 0
}
process.stdout.write('entered\n')
// A sync notices values that late calls overwrote, and they are sent again. Repeat until two syncs find none.
for (let quiet = 0; quiet < 2;) {
  await when(isEverythingSent)
  await synced(new Date().toISOString())
  quiet = (await isEverythingSent()) ? quiet + 1 : 0
}
const unsettled = (await customers.edits({}, signal)).edits.map(
  ({ field, state, value, elsewhere }) => `${state} ${field} ${value} ${elsewhere}`,
)
const { records } = await customers.bin({ search: '', offset: 0, limit: 500 }, signal)
const cache = await list()
const edited: Record<string, number> = {}
for (const { id, rego } of cache) {
  const { changes } = await customers.history({ id }, signal)
  edited[rego ?? ''] = changes.filter(({ kind }) => kind === 'edited').length
}
const state: FinalState = { cache, bin: records.map(({ customer }) => customer), unsettled, edited }
process.stdout.write(`state ${JSON.stringify(state)}\n`)
await customers.close()
opened.database.close()
