import { noCustomerFilter } from '../../../../src/contract/customer-filter.ts'
import type { Customer } from '../../../../src/contract/customer-record.ts'
import type { Failure } from '../../../../src/contract/result.ts'
import { createCustomerCache, type CustomerCache } from '../../../../src/core/customers/cache/customer-cache.ts'
import { createCustomers, type Customers } from '../../../../src/core/customers/customers.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import type { RemoteCustomer } from '../../../../src/core/service/service-client.ts'
import type { CallName, Fault } from '../../../twins/service-twin.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { connectionId, draftOf, makeBench, type Bench } from '../uploads/upload-bench.ts'

export const signal = new AbortController().signal
export const scope = { connectionId, region: 'au' } as const
export const noFilter = noCustomerFilter

export const remote = (id: string, more: Partial<RemoteCustomer> = {}): RemoteCustomer => ({
  id,
  lastUpdated: '2026-11-01T00:00:00.000Z',
  rego: null,
  state: null,
  vin: null,
  clientName: null,
  mobileNumber: null,
  saleDate: null,
  expiryDate: null,
  vehicleTitle: null,
  sightings: [],
  additionalFields: {},
  ...more,
})

/** The cache alone, as a start of the program opens it. */
export const openCache = (database: Database): CustomerCache => createCustomerCache(database)

/** Empties the cache, as when practice begins again. */
export function emptyCache(database: Database, cache: CustomerCache): void {
  database.run('DELETE FROM customer')
  cache.forgetConnection(connectionId)
}

type ListInput = Parameters<Customers['list']>[0]

/** Customers with a database in memory, a clock that the test advances, and the in-memory service. */
export interface CustomersBench {
  readonly bench: Bench
  readonly service: Bench['service']
  readonly customers: () => Customers
  /** Syncs once. */
  synced(): Promise<void>
  /** Resolves when all pending changes are sent. */
  sent(): Promise<void>
  list(query?: Partial<ListInput>): Promise<{ total: number; customers: Customer[] }>
  ids(query?: Partial<ListInput>): Promise<string[]>
  get(id: string): Promise<Customer>
  /** Closes the customers and creates them again on the same database, as after a restart. */
  restart(): Promise<void>
  close(): Promise<void>
}

export function makeCustomersBench(): CustomersBench {
  const bench = makeBench(draftOf(1))
  const make = (): Customers =>
    createCustomers(bench.storage, {
      sendTiming: { random: () => 0.5 },
      createUpload: (records) => bench.uploads().createFromRecords(records),
    })
  let customers = make()
  const status = () => customers.status({}, signal)
  const list = (query: Partial<ListInput> = {}) =>
    customers.list({ ...noFilter, sort: 'clientName', descending: false, offset: 0, limit: 50, ...query }, signal)
  return {
    bench,
    service: bench.service,
    customers: () => customers,
    async synced() {
      await bench.clock.advance(1)
      const requestedAt = bench.clock.now().toISOString()
      customers.requestSync(connectionId, 'au')
      await bench.until(async () => {
        const { syncing, syncedAt } = await status()
        return syncing === null && syncedAt !== null && syncedAt >= requestedAt
      })
    },
    sent: () =>
      bench.until(async () => {
        const { edits, deletions } = await status()
        return edits.pending + deletions.pending === 0
      }),
    list,
    ids: async (query = {}) => (await list(query)).customers.map(({ id }) => id),
    get: (id) => customers.get({ id }, signal),
    async restart() {
      await customers.close()
      customers = make()
      customers.start()
    },
    async close() {
      await customers.close()
      await bench.close()
    },
  }
}

export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof FailureError)) throw new Error('The call did not fail with a FailureError')
  return error.failure
}

export const fault =
  (name: CallName, what: Fault) =>
  (call: CallName): Fault =>
    call === name ? what : { kind: 'none' }
