import type { DomainHandlers } from '../../contract/methods.ts'
import type { SightedCar } from '../../contract/sightings.ts'
import { rowKey } from '../../contract/source-key.ts'
import { requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CallListQuery } from './call-list-query.ts'
import type { CallLog } from './call-log.ts'
import type { createCallRecorder } from './call-recorder.ts'
import type { ListedCars } from './listed-cars.ts'

export interface RecordHandlerParts extends Pick<OpenStorage, 'connections'> {
  readonly recorder: ReturnType<typeof createCallRecorder>
  readonly log: Pick<CallLog, 'scopesOfGroup'>
  readonly cars: Pick<CallListQuery, 'get'>
  readonly listed: ListedCars
  announce(customerId: string | null): void
}

/** The methods that record the outcomes of calls, and undo them. */
export function createRecordHandlers({ connections, recorder, log, cars, listed, announce }: RecordHandlerParts) {
  const announceChange = async (scope: ConnectionRegion, customerId: string): Promise<SightedCar> => {
    announce(customerId)
    // Every record of the list may have changed: a person was marked Do Not Contact.
    await listed.ready(scope)
    return listed.shown(scope, customerId)
  }
  return {
    async record({ customerId, source, ...input }) {
      const scope = await listed.scopeOf(source)
      recorder.record(scope, listed.require(scope, customerId).customer, input)
      return announceChange(scope, customerId)
    },

    async recordMany({ customerIds, cars: ofSources = [], ...input }) {
      if (customerIds.length > 0) requireScope({ connections })
      const found = new Set(await listed.present(customerIds, ofSources))
      const wanted = new Set([...customerIds, ...ofSources.map(({ customerId, source }) => rowKey(customerId, source))])
      const result = recorder.recordMany([...found], input)
      announce(null)
      return { ...result, missing: wanted.size - found.size }
    },

    async undoMany({ groupId }) {
      const scopes = log.scopesOfGroup(groupId)
      for (const scope of scopes) await listed.ready(scope)
      const undone = await recorder.undoMany(scopes, groupId, (scope, id) => cars.get(scope, id)?.customer ?? null)
      if (undone > 0) announce(null)
      return { undone }
    },

    async undoRecord({ customerId, source }) {
      const scope = await listed.scopeOf(source)
      recorder.undoLatest(scope, listed.require(scope, customerId).customer)
      return announceChange(scope, customerId)
    },

    async allowContact({ customerId, source }) {
      const scope = await listed.scopeOf(source)
      const { customer } = listed.require(scope, customerId)
      if (recorder.allowContact(scope, customer)) announce(customerId)
      return listed.shown(scope, customerId)
    },
  } satisfies Partial<DomainHandlers<'sightings', AbortSignal>>
}
