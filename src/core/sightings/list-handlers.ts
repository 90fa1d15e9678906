import { localDate } from '../../contract/calendar-date.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import { tableFile } from '../export/table-file.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CallListQuery } from './call-list-query.ts'
import type { CallLog } from './call-log.ts'
import type { ContactAttempts } from './contact-attempts.ts'
import type { ListedCars } from './listed-cars.ts'

export interface ListHandlerParts extends Pick<OpenStorage, 'connections' | 'clock' | 'dateFormat'> {
  readonly cars: CallListQuery
  readonly listed: ListedCars
  readonly log: Pick<CallLog, 'notes'>
  readonly attempts: Pick<ContactAttempts, 'ofCustomer'>
}

/** The methods that read the cars of the call list. */
export function createListHandlers({ connections, clock, dateFormat, cars, listed, log, attempts }: ListHandlerParts) {
  const historyOf = (scope: ConnectionRegion, id: string) => {
    return { entries: log.notes(scope, id), attempts: attempts.ofCustomer(scope, id) }
  }
  return {
    async list({ offset, limit, ...filter }) {
      const sources = await listed.updatedSources()
      const { cars: found, groups } = cars.find(sources, filter)
      return { total: found.length, groups, cars: cars.toSightedCars(found.slice(offset, offset + limit)) }
    },

    cars: async ({ customerIds, cars: ofSources }) => ({
      cars: cars.toSightedCars(await listed.present(customerIds, ofSources)),
    }),

    async get({ customerId, source }) {
      const scope = await listed.scopeOf(source)
      return { car: listed.shown(scope, customerId), ...historyOf(scope, customerId) }
    },

    history: async ({ customerId }) => historyOf(requireScope({ connections }), customerId),

    async exportSheet({ format, customerIds, cars: ofSources, ...filter }) {
      const { region } = requireScope({ connections })
      const sources = await listed.updatedSources()
      const found =
        customerIds === null && !ofSources
          ? cars.find(sources, filter).cars
          : await listed.present(customerIds ?? [], ofSources)
      const form = { today: localDate(clock.now()), region, dateFormat: dateFormat() }
      const { callSheet } = await import('./call-sheet.ts')
      return tableFile(callSheet(cars.toSightedCars(found), filter.sort, form), format)
    },
  } satisfies Partial<DomainHandlers<'sightings', AbortSignal>>
}
