import { activeFilter, filterParts, withoutPart, type CustomerFilter } from '../../../contract/customer-filter.ts'
import type { CustomerFacts } from '../../../contract/customer-facts.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { OutcomeCode } from '../../../contract/call-note.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import type { CarName } from '../vehicles/car-names.ts'
import { lastOutcomes } from './last-outcomes.ts'
import { type FilterSources, forbiddenPeople } from './slot-filter.ts'
import { compareAsUtf8 } from '../packed/text-bytes.ts'
import type { PackedList } from '../packed/packed-list.ts'
import type { CustomerList } from './customer-list.ts'

/** Counts the values that the list can be filtered by. */
export interface CustomerSummary {
  /** Of all customers: the packed list has counted them with each change. `today`: YYYY-MM-DD on this PC. */
  summarise(scope: ConnectionRegion, today: string): Promise<CustomerFacts>
  /** Of each value, the customers that the other parts of the filter leave. */
  summariseFound(scope: ConnectionRegion, filter: CustomerFilter, today: string): Promise<CustomerFacts>
}

/** Rows of an upload that are compared with the list at once: about 3 ms. */
const rowsPerPiece = 2_000

/** The marks of the customers whose values of a part are counted; undefined: all customers. */
interface CountedMarks {
  readonly all?: Uint8Array
  readonly states?: Uint8Array
  readonly upload?: Uint8Array
  readonly cars?: Uint8Array
  readonly outcomes?: Uint8Array
}
/** Parts of which a customer has any value: the others leave the same customers for each of their values. */
const choiceParts = ['states', 'upload', 'cars', 'outcomes'] as const

export function createCustomerSummary({
  list: customers,
  ...sources
}: FilterSources & { readonly list: Pick<CustomerList, 'readFound'> }): CustomerSummary {
  const { database } = sources

  /** How many customers each upload has that was sent without references. */
  function* countsWithoutReference(
    { connectionId }: ConnectionRegion,
    list: PackedList,
    marks: Uint8Array | undefined,
  ): Steps<Map<string, number>> {
    const counts = new Map<string, number>()
    const uploads = database.all<{ id: string }>(
      'SELECT id FROM upload WHERE connection_id = ? AND reference_key IS NULL',
      [connectionId],
    )
    for (const { id } of uploads) {
      for (let after = 0; ;) {
        const rows = database.all<{ row: number; customerId: string }>(
          `SELECT row, customer_id AS customerId FROM upload_customer WHERE upload_id = ? AND row > ? ORDER BY row LIMIT ${rowsPerPiece}`,
          [id, after],
        )
        const last = rows.at(-1)
        if (!last) break
        after = last.row
        const found = rows.filter(({ customerId }) => list.has(customerId, marks)).length
        if (found > 0) counts.set(id, (counts.get(id) ?? 0) + found)
        yield
      }
    }
    return counts
  }

  function* countOutcomes(
    scope: ConnectionRegion,
    list: PackedList,
    marks: Uint8Array | undefined,
  ): Steps<CustomerFacts['outcomes']> {
    const counts = new Map<OutcomeCode, number>()
    let calledAndSighted = 0
    for (const notes of lastOutcomes(database, scope)) {
      for (const { customerId, outcome } of notes) {
        if (!list.has(customerId, marks)) continue
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
        if (list.isSighted(customerId)) calledAndSighted += 1
      }
      yield
    }
    const fresh = list.counts(marks).withSightings - calledAndSighted
    if (fresh > 0) counts.set('new', (counts.get('new') ?? 0) + fresh)
    return [...counts].map(([outcome, count]) => ({ outcome, count }))
  }

  function* countValues(scope: ConnectionRegion, list: PackedList, marks: CountedMarks): Steps<CustomerFacts> {
    const withoutReference = yield* countsWithoutReference(scope, list, marks.upload)
    const outcomes = yield* countOutcomes(scope, list, marks.outcomes)
    const uploadCounts = new Map([...list.countsBy('uploadId', marks.upload), ...withoutReference])
    const uploads = database.all<{ id: string; name: string }>(
      'SELECT id, name FROM upload WHERE id IN (SELECT value FROM json_each(?)) ORDER BY created_at DESC, id',
      [JSON.stringify([...uploadCounts.keys()])],
    )
    yield
    const { missingVin, missing } = list.counts(marks.all)
    return {
      states: [...list.countsBy('state', marks.states)]
        .map(([state, count]) => ({ state, count }))
        .toSorted((a, b) => b.count - a.count || compareAsUtf8(a.state, b.state)),
      uploads: uploads.map((upload) => ({ ...upload, count: uploadCounts.get(upload.id) ?? 0 })),
      fields: [...list.countsBy('field', marks.all)]
        .map(([name, count]) => ({ name, count }))
        .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en-AU')),
      missingVin,
      missing: { ...missing },
      doNotContact: yield* list.countPeople(forbiddenPeople(sources, scope)),
      outcomes,
      makes: makesOf(list.cars(marks.cars)),
    }
  }

  return {
    summarise: (scope, today) => customers.readFound(scope, [], today, (_, list) => countValues(scope, list, {})),
    summariseFound(scope, wholeFilter, today) {
      const filter = activeFilter(wholeFilter)
      const set = choiceParts.filter((part) => filterParts(filter).includes(part))
      const filters = [filter, ...set.map((part) => withoutPart(filter, part))]
      return customers.readFound(scope, filters, today, ([all, ...others], list) => {
        const marksOf = (part: (typeof choiceParts)[number]): Uint8Array | undefined =>
          (others[set.indexOf(part)] ?? all)?.marks
        return countValues(scope, list, {
          ...(all && { all: all.marks }),
          ...Object.fromEntries(choiceParts.map((part) => [part, marksOf(part)])),
        })
      })
    },
  }
}

const byCountThenName = (a: { readonly count: number }, b: { readonly count: number }, compared: number): number =>
  b.count - a.count || compared

/** The makes with their models, most frequent first. */
function makesOf(cars: readonly (CarName & { readonly count: number })[]): CustomerFacts['makes'] {
  const makes = new Map<string, CustomerFacts['makes'][number]>()
  for (const { make, model, count } of cars) {
    const known = makes.get(make) ?? { make, count: 0, models: [] }
    known.count += count
    known.models.push({ model, count })
    makes.set(make, known)
  }
  for (const { models } of makes.values())
    models.sort((a, b) => byCountThenName(a, b, a.model.localeCompare(b.model, 'en-AU')))
  return [...makes.values()].toSorted((a, b) => byCountThenName(a, b, a.make.localeCompare(b.make, 'en-AU')))
}
