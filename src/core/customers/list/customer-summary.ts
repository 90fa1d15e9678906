import { activeFilter, type CustomerFilter, noCustomerFilter } from '../../../contract/customer-filter.ts'
import type { CustomerFacts } from '../../../contract/customer-facts.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { uploadsJoinedBy } from '../../uploads/joined-uploads.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'
import { type CarName, mergeCars } from '../vehicles/car-names.ts'
import type { CustomerList } from './customer-list.ts'
import type { CustomerLists } from './customer-lists.ts'
import {
  type ChoicePart,
  type FilterSources,
  forbiddenTest,
  namesOfFields,
  outcomeReader,
  rowFilter,
  type RowFilter,
} from './row-filter.ts'

/**
 * Counts the values that the list can be filtered by: of each value, the customers that the other parts of the filter leave. Without a
 * filter: of all customers. `today`: YYYY-MM-DD on this PC.
 */
export type SummariseCustomers = (
  scope: ConnectionRegion,
  filter: CustomerFilter | undefined,
  today: string,
) => Promise<CustomerFacts>

/** How many customers have each value. */
type Counts<T> = Map<T, number>
const addTo = <T>(counts: Counts<T>, value: T): void => void counts.set(value, (counts.get(value) ?? 0) + 1)

export function createCustomerSummary({
  list,
  lists,
  ...sources
}: FilterSources & {
  readonly list: Pick<CustomerList, 'find'>
  readonly lists: Pick<CustomerLists, 'ready'>
}): SummariseCustomers {
  return async (scope, wholeFilter = noCustomerFilter, today) => {
    const { fields, ...filter } = activeFilter(wholeFilter)
    // Texts of fields may have to be read in the records themselves.
    const withFields =
      fields.length === 0 ? null : new Set(await list.find(scope, { ...noCustomerFilter, fields }, null, today))
    const rows = (await lists.ready(scope)).rows()
    const { others, choices } = rowFilter(sources, scope, { ...filter, fields: [] }, today)
    const tests = withFields ? [(row: ListedCustomer) => withFields.has(row), ...others] : others
    return factsOf(sources, scope, rows, { others: tests, choices })
  }
}

function factsOf(
  sources: FilterSources,
  scope: ConnectionRegion,
  rows: readonly ListedCustomer[],
  filter: RowFilter,
): CustomerFacts {
  const { database } = sources
  const isForbidden = forbiddenTest(sources, scope)
  const outcomeOf = outcomeReader(database, scope)
  const uploadsWithoutReference = readUploadsWithoutReference(database, scope)
  const joined = new Map<string, readonly string[]>()
  const withThoseItJoined = (id: string): readonly string[] => {
    const all = joined.get(id) ?? [id, ...uploadsJoinedBy(database, id)]
    joined.set(id, all)
    return all
  }
  const states: Counts<string> = new Map()
  const uploads: Counts<string> = new Map()
  const fields: Counts<string> = new Map()
  const cars: Counts<string> = new Map()
  const outcomes: Counts<NonNullable<ReturnType<typeof outcomeOf>>> = new Map()
  const missing = { mobileNumber: 0, clientName: 0, rego: 0, saleDate: 0 }
  let [missingVin, doNotContact] = [0, 0]
  for (const row of rows) {
    if (isForbidden(row)) doNotContact += 1
    if (!filter.others.every((passes) => passes(row))) continue
    const failed = filter.choices.filter(({ passes }) => !passes(row))
    if (failed.length > 1) continue
    // Of a customer that does not meet one part, only the values of that part are counted.
    const counts = (part: ChoicePart): boolean => failed.every((each) => each.part === part)
    if (row.state !== null && counts('states')) addTo(states, row.state)
    if (counts('upload')) {
      const own = [...(row.uploadId === null ? [] : [row.uploadId]), ...(uploadsWithoutReference.get(row.id) ?? [])]
      for (const id of new Set(own.flatMap(withThoseItJoined))) addTo(uploads, id)
    }
    if (row.car !== null && counts('cars')) addTo(cars, row.car)
    const outcome = counts('outcomes') ? outcomeOf(row) : null
    if (outcome !== null) addTo(outcomes, outcome)
    if (failed.length > 0) continue
    if (row.fields !== null) addTo(fields, row.fields)
    if (!row.vin) missingVin += 1
    for (const field of missingFields) if (!row[field]) missing[field] += 1
  }
  return {
    states: byCount(
      [...states].map(([state, count]) => ({ state, count })),
      ({ state }) => state,
    ),
    uploads: namedUploads(database, uploads),
    fields: byCount(countsOfNames(fields), ({ name }) => name),
    missingVin,
    missing,
    doNotContact,
    outcomes: [...outcomes].map(([outcome, count]) => ({ outcome, count })),
    makes: makesOf(mergeCars([...cars].map(([value, count]) => ({ value, count })))),
  }
}

const missingFields = ['mobileNumber', 'clientName', 'rego', 'saleDate'] as const

/** The uploads that were sent without references, by the customers that the service made of them. */
function readUploadsWithoutReference(database: Database, { connectionId }: ConnectionRegion): Map<string, string[]> {
  const uploads = new Map<string, string[]>()
  const rows = database.all<{ id: string; customerId: string }>(
    `SELECT DISTINCT u.id, r.customer_id AS customerId FROM upload u JOIN upload_customer r ON r.upload_id = u.id
     WHERE u.connection_id = ? AND u.reference_key IS NULL`,
    [connectionId],
  )
  for (const { id, customerId } of rows) {
    const known = uploads.get(customerId)
    if (known) known.push(id)
    else uploads.set(customerId, [id])
  }
  return uploads
}

function namedUploads(database: Database, counts: Counts<string>): CustomerFacts['uploads'] {
  return database
    .all<{ id: string; name: string }>(
      'SELECT id, name FROM upload WHERE id IN (SELECT value FROM json_each(?)) ORDER BY created_at DESC, id',
      [JSON.stringify([...counts.keys()])],
    )
    .map((upload) => ({ ...upload, count: counts.get(upload.id) ?? 0 }))
}

/** How many customers have each name, of the counts of `ListedCustomer.fields`. */
function countsOfNames(counts: Counts<string>): { name: string; count: number }[] {
  const names = new Map<string, number>()
  for (const [fields, count] of counts) {
    for (const name of namesOfFields(fields)) names.set(name, (names.get(name) ?? 0) + count)
  }
  return [...names].map(([name, count]) => ({ name, count }))
}

/** The most frequent first. */
const byCount = <T extends { readonly count: number }>(values: readonly T[], nameOf: (value: T) => string): T[] =>
  values.toSorted((a, b) => b.count - a.count || nameOf(a).localeCompare(nameOf(b), 'en-AU'))

/** The makes with their models, most frequent first. */
function makesOf(cars: readonly (CarName & { readonly count: number })[]): CustomerFacts['makes'] {
  const makes = new Map<string, CustomerFacts['makes'][number]>()
  for (const { make, model, count } of cars) {
    const known = makes.get(make) ?? { make, count: 0, models: [] }
    known.count += count
    known.models.push({ model, count })
    makes.set(make, known)
  }
  const sorted = [...makes.values()].map((make) => ({ ...make, models: byCount(make.models, ({ model }) => model) }))
  return byCount(sorted, ({ make }) => make)
}
