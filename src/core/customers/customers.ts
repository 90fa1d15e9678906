import type { Customer, CustomersStatus } from '../../contract/customers.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import { inUse } from '../connection-in-use.ts'
import { fail, FailureError } from '../failure.ts'
import { notYet } from '../not-yet.ts'
import { localDate } from '../ports/clock.ts'
import type { CustomerPatch, RemoteCustomer, ServiceClient, ServiceFailure } from '../service/service-client.ts'
import type { Session } from '../session.ts'
import { createThrottledAnnouncer } from '../throttled-announcer.ts'
import { createCustomerCopy, toCustomer, type CopyOf } from './customer-copy.ts'
import { createCustomerSync, defaultSyncTiming, type SyncTiming } from './customer-sync.ts'
import { patchFor } from './field-value.ts'

export type Customers = DomainHandlers<'customers', AbortSignal> & {
  /** Begins to keep the copy of the connection in use up to date. */
  start(): void
  close(): Promise<void>
  /** Keys (`vehicleKeys` of core/import) of the vehicles in the copy of a connection and region. */
  knownKeys(connectionId: string, region: Region): ReadonlySet<string>
  /** Reads one customer again, in use or not, and gives it; null when the service does not give it now. */
  readAgain(connectionId: string, region: Region, id: string): Promise<Customer | null>
  /** Empties the copies and the bin of a connection. */
  forgetConnection(connectionId: string): void
  /** When a copy was last brought up to date; null: never yet. ISO 8601. */
  syncedAt(connectionId: string, region: Region): string | null
  /** Brings a copy up to date in the background, in use or not. */
  requestSync(connectionId: string, region: Region): void
}

const announceEveryMs = 250

/** The service's customers: a local copy that opens at once, and changes that go to the service first. */
export function createCustomers(session: Session, timing: Partial<SyncTiming> = {}): Customers {
  const copy = createCustomerCopy(session.database)
  const closing = new AbortController()
  const ended = AbortSignal.any([session.ended, closing.signal])
  const announce = createThrottledAnnouncer(
    session.announcer,
    session.clock,
    'customers.changed',
    announceEveryMs,
    ended,
  )
  const keys = new Map<string, ReadonlySet<string>>()
  const changed = (of: CopyOf): void => {
    keys.delete(`${of.region} ${of.connectionId}`)
    announce(null)
  }
  const sync = createCustomerSync(session, copy, { ...defaultSyncTiming, ...timing }, changed)

  const active = (): CopyOf => {
    const { id, region } = session.connections.active()
    return { connectionId: id, region }
  }
  const nothingElse = {
    vanished: null,
    edits: { pending: 0, failed: 0, conflicts: 0 },
    deletions: { pending: 0, failed: 0 },
    inBin: 0,
  }
  const status = (of: CopyOf): CustomersStatus => {
    const { syncing, problem } = sync.state(of)
    return {
      ...nothingElse,
      ...copy.counts(of),
      syncedAt: copy.syncedAt(of),
      syncing: syncing && { ...syncing, of: null },
      problem,
    }
  }
  const known = (of: CopyOf, id: string): Customer =>
    copy.get(of, id) ?? fail('not-found', 'This customer is not in your list any more.')

  const clientOf = async (of: CopyOf): Promise<ServiceClient> => {
    const answer = await session.connections.client(of.connectionId, of.region)
    return answer.ok ? answer.value : giveUp(answer.error, nothingChanged)
  }

  /** The service does not know the customer: neither does the copy from here on. */
  const leave = (of: CopyOf, id: string): never => {
    sync.forget(id)
    copy.remove(of, [id])
    changed(of)
    return fail('not-found', 'This customer was deleted elsewhere, so it has left your list.', {
      next: 'Nothing more is to be done.',
    })
  }

  const keep = (of: CopyOf, record: RemoteCustomer): Customer => {
    copy.take(of, [record])
    changed(of)
    return copy.get(of, record.id) ?? toCustomer(record)
  }

  /** A PATCH whose answer was lost: the record itself says whether it was saved. */
  const settlePatch = async (
    of: CopyOf,
    client: ServiceClient,
    id: string,
    patch: CustomerPatch,
    error: ServiceFailure,
  ): Promise<Customer> => {
    const answer = await client.getCustomer(id)
    if (!answer.ok)
      return giveUp(error, 'It is not known whether the change was saved. The list shows it once the service answers.')
    const customer = keep(of, answer.value)
    return holds(answer.value, patch) ? customer : giveUp(error, nothingChanged)
  }

  const settleDelete = async (
    of: CopyOf,
    client: ServiceClient,
    before: Customer,
    error: ServiceFailure,
  ): Promise<Customer> => {
    const answer = await client.getCustomer(before.id)
    if (answer.ok) {
      copy.unbin(of, before.id)
      return giveUp(error, 'The customer was not deleted.')
    }
    if (answer.error.failure.kind === 'not-found') return before
    return giveUp(
      error,
      'It is not known whether the customer was deleted. The list shows it once the service answers.',
    )
  }

  return {
    ...notYet('customers'),
    async status() {
      const of = inUse(session)
      if (of) return status(of)
      return { ...nothingElse, total: 0, withSightings: 0, syncedAt: null, syncing: null, problem: null }
    },

    async list(query) {
      const of = inUse(session)
      return of ? copy.list(of, { ...query, onlySighted: query.sighting === 'seen' }) : { total: 0, customers: [] }
    },

    get: async ({ id }) => known(active(), id),

    async sync() {
      const of = active()
      sync.request(of)
      return status(of)
    },

    async edit({ id, field, value, lastUpdated }) {
      const of = active()
      const { advanced } = session.connections.active()
      known(of, id)
      const patch = patchFor(field, value, {
        region: of.region,
        mobileForm: advanced.mobileForm,
        today: localDate(session.clock.now()),
      })
      const client = await clientOf(of)
      const current = await client.getCustomer(id, { attempts: 1 })
      if (!current.ok)
        return current.error.failure.kind === 'not-found' ? leave(of, id) : giveUp(current.error, nothingChanged)
      if (current.value.lastUpdated !== lastUpdated) {
        keep(of, current.value)
        fail('conflict', 'This customer was changed elsewhere in the meantime.', {
          kept: 'Nothing was overwritten. The newer record is shown now.',
          next: 'Look at it, and make your change again if it is still needed.',
        })
      }
      const saved = await client.patchCustomer(id, patch)
      if (saved.ok) return keep(of, saved.value)
      if (saved.error.failure.kind === 'not-found') return leave(of, id)
      if (saved.error.certainty === 'unknown') return settlePatch(of, client, id, patch, saved.error)
      return giveUp(saved.error, nothingChanged)
    },

    async delete({ selection }) {
      const of = active()
      const [id = ''] = selection.by === 'ids' ? selection.ids : []
      const before = known(of, id)
      const client = await clientOf(of)
      copy.binPending(of, before, session.clock.now().toISOString())
      const answer = await client.deleteCustomer(id)
      if (!answer.ok && answer.error.failure.kind === 'not-found') {
        copy.unbin(of, id)
        return leave(of, id)
      }
      if (!answer.ok && answer.error.certainty !== 'unknown') {
        copy.unbin(of, id)
        return giveUp(answer.error, 'The customer was not deleted.')
      }
      const customer = answer.ok ? toCustomer(answer.value) : await settleDelete(of, client, before, answer.error)
      sync.forget(id)
      copy.binDeleted(of, { ...customer, id }, session.clock.now().toISOString())
      changed(of)
      return { deleting: 1 }
    },

    knownKeys(connectionId, region) {
      const key = `${region} ${connectionId}`
      const ready = keys.get(key) ?? copy.vehicleKeys({ connectionId, region })
      keys.set(key, ready)
      return ready
    },

    async readAgain(connectionId, region, id) {
      const of: CopyOf = { connectionId, region }
      const client = await session.connections.client(connectionId, region)
      const answer = client.ok ? await client.value.getCustomer(id, { attempts: 1 }) : client
      return answer.ok ? keep(of, answer.value) : null
    },

    forgetConnection(connectionId) {
      sync.forgetConnection(connectionId)
      copy.forgetConnection(connectionId)
      keys.clear()
      announce(null)
    },

    syncedAt: (connectionId, region) => copy.syncedAt({ connectionId, region }),

    requestSync: (connectionId, region) => sync.request({ connectionId, region }),

    start: () => sync.start(),

    async close() {
      closing.abort()
      await sync.close()
    },
  }
}

const nothingChanged = 'Nothing was changed.'

function giveUp(error: ServiceFailure, kept: string): never {
  throw new FailureError({ ...error.failure, kept: error.failure.kept ?? kept })
}

function holds(record: RemoteCustomer, patch: CustomerPatch): boolean {
  const saved = {
    client_name: record.clientName,
    mobile_number: record.mobileNumber,
    sale_date: record.saleDate,
    expiry_date: record.expiryDate,
  }
  return (Object.keys(patch) as (keyof CustomerPatch)[]).every((key) => (saved[key] ?? '') === patch[key])
}
