import { z } from 'zod'
import { fieldOfKey } from '../../../contract/customer-columns.ts'
import { OutcomeCode } from '../../../contract/call-note.ts'
import { addDays, dayOf } from '../../../contract/calendar-date.ts'
import { daysOfRange, uploadsOf, type CustomerFilter } from '../../../contract/customer-filter.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { withJoinedUploads } from '../../uploads/joined-uploads.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'
import { type DoNotContact, personDigits } from '../contact/do-not-contact.ts'
import { normaliseForSearch, searchLines, searchTerms } from '../record/search-text.ts'
import { carKey, keyOfCarText, makeKey } from '../vehicles/car-names.ts'

/** What only this PC knows about customers, for a filter. */
export interface FilterSources {
  readonly database: Database
  readonly doNotContact: Pick<DoNotContact, 'people'>
}

export type RowTest = (row: ListedCustomer) => boolean

/** Parts of a filter of which a customer has any value: each of their values is counted as the other parts leave it. */
export type ChoicePart = 'states' | 'upload' | 'cars' | 'outcomes'

/** A filter as tests of a customer, which must all pass. */
export interface RowFilter {
  readonly others: readonly RowTest[]
  readonly choices: readonly { readonly part: ChoicePart; readonly passes: RowTest }[]
}

/** The whole filter as one test. */
export function rowTest({ others, choices }: RowFilter): RowTest {
  const tests = [...choices.map(({ passes }) => passes), ...others]
  return (row) => {
    // The fastest loop: it runs for each of 100,000 customers.
    for (const passes of tests) if (!passes(row)) return false
    return true
  }
}

/** A filter without the parts that are switched off. `today` is YYYY-MM-DD on this PC. */
export function rowFilter(
  sources: FilterSources,
  scope: ConnectionRegion,
  filter: CustomerFilter,
  today: string,
): RowFilter {
  const { database } = sources
  const { states, expiresWithinDays, cars, outcomes, sighting } = filter
  const uploads = uploadsOf(filter)
  const others: RowTest[] = filter.missing.map(missingTest)
  const choices: { part: ChoicePart; passes: RowTest }[] = []
  if (filter.missingVin) others.push(({ vin }) => !vin)
  if (sighting !== 'any') others.push(({ lastSighting }) => (lastSighting !== null) === (sighting === 'seen'))
  if (expiresWithinDays !== null) {
    const until = addDays(today, expiresWithinDays)
    others.push(({ expiryDate }) => expiryDate !== null && expiryDate <= until)
  }
  for (const { date, range } of filter.dates) {
    const isIn = dayTest(daysOfRange(range, today))
    others.push(({ [date]: value }) => value !== null && isIn(value))
  }
  if (filter.unsettled) {
    const ids = unsettledIds(database, scope)
    others.push(({ id }) => ids.has(id))
  }
  if (filter.contact !== 'any') {
    const isForbidden = forbiddenTest(sources, scope)
    others.push((row) => isForbidden(row) === (filter.contact === 'forbidden'))
  }
  for (const term of searchTerms(filter.search)) others.push(({ search }) => search.includes(term))
  for (const { name, contains } of filter.fields) others.push(fieldTest(name, normaliseForSearch(contains)))
  if (states.length > 0)
    choices.push({ part: 'states', passes: ({ state }) => state !== null && states.includes(state) })
  if (uploads.length > 0) choices.push({ part: 'upload', passes: uploadTest(database, uploads) })
  if (cars.length > 0) choices.push({ part: 'cars', passes: carTest(cars) })
  if (outcomes.length > 0) {
    const outcomeOf = outcomeReader(database, scope)
    const wanted = new Set<string>(outcomes)
    choices.push({ part: 'outcomes', passes: (row) => wanted.has(outcomeOf(row) ?? '') })
  }
  return { others, choices }
}

/** Remembers what a function gives for each text: many customers share a date or a car. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const result = read(text)
    known.set(text, result)
    return result
  }
}

const dayTest = ({ from, to }: ReturnType<typeof daysOfRange>): ((text: string) => boolean) =>
  remembered((text) => {
    const day = dayOf(text)
    return day !== null && (from === null || day >= from) && (to === null || day <= to)
  })

/** Whether a customer lacks a field, or an additional field (`field:<name>`) or its text. */
function missingTest(field: CustomerFilter['missing'][number]): RowTest {
  const name = fieldOfKey(field)
  if (name === null) return (row) => !row[field as 'mobileNumber']
  const textOf = fieldTextReader(name)
  return (row) => !textOf(row)
}

function fieldTest(name: string, contains: string): RowTest {
  const textOf = fieldTextReader(name)
  return (row) => textOf(row)?.includes(contains) ?? false
}

/** The names in `ListedCustomer.fields`. */
export const namesOfFields = (fields: string): readonly string[] => JSON.parse(fields) as string[]

/** Reads the normalised text of an additional field; null: the customer has no such field. */
function fieldTextReader(name: string): (row: ListedCustomer) => string | null {
  const placeOf = remembered((fields) => namesOfFields(fields).indexOf(name))
  return ({ fields, search }) => {
    const place = fields === null ? -1 : placeOf(fields)
    return place < 0 ? null : (search.split('\n')[searchLines.firstField + place] ?? '')
  }
}

/** Customers of these uploads, with those that joined them: by the reference of their record, or by the ids that the service gave to an upload without references. */
export function uploadTest(database: Database, uploadIds: readonly string[]): RowTest {
  const uploads = new Set(withJoinedUploads(database, uploadIds))
  const ids = new Set([...uploads].flatMap((id) => customersWithoutReference(database, id)))
  return ({ id, uploadId }) => (uploadId !== null && uploads.has(uploadId)) || ids.has(id)
}

function carTest(cars: CustomerFilter['cars']): RowTest {
  const anyModel = new Set(cars.filter(({ model }) => model === null).map(({ make }) => makeKey(make)))
  const wanted = new Set(cars.flatMap(({ make, model }) => (model === null ? [] : [carKey({ make, model })])))
  const isWanted = remembered((text) => {
    const key = keyOfCarText(text)
    return wanted.has(key) || anyModel.has(key.slice(0, key.indexOf('\n')))
  })
  return ({ car }) => car !== null && isWanted(car)
}

/**
 * Finds customers whose person is marked Do Not Contact. A mobile number that is not saved yet counts as well, as in
 * `DoNotContact.has`.
 */
export function forbiddenTest({ database, doNotContact }: FilterSources, scope: ConnectionRegion): RowTest {
  const { ids, numbers } = doNotContact.people(scope)
  if (ids.size === 0 && numbers.size === 0) return () => false
  const pending = database
    .all<{ id: string; value: string | null }>(
      `SELECT customer_id AS id, after AS value FROM customer_change INDEXED BY customer_change_state
       WHERE ${inScope} AND state = 'pending' AND edit IS NOT NULL AND field = 'mobileNumber'`,
      scopeParams(scope),
    )
    .filter(({ value }) => value !== null && numbers.has(personDigits(value, scope.region) ?? ''))
  const forbidden = new Set([...ids, ...pending.map(({ id }) => id)])
  return ({ id, mobileNumber }) =>
    forbidden.has(id) || (mobileNumber !== null && numbers.has(personDigits(mobileNumber, scope.region) ?? ''))
}

const Outcome = z.object({ customerId: z.string(), outcome: OutcomeCode, number: z.number() })

/** The outcome of the last call of each customer who has one, by customer id. Undone notes do not count. */
function lastOutcomes(database: Database, scope: ConnectionRegion): ReadonlyMap<string, OutcomeCode> {
  // SQLite takes the other columns of a group from the row with the maximum.
  const rows = database.all(
    `SELECT customer_id AS customerId, outcome, max(number) AS number FROM sighting_entry
     WHERE ${inScope} AND undone_at IS NULL GROUP BY customer_id`,
    scopeParams(scope),
  )
  return new Map(
    rows.map((row) => {
      const { customerId, outcome } = Outcome.parse(row)
      return [customerId, outcome]
    }),
  )
}

/** The outcome of a customer's last call; `new`: seen for sale, without an outcome yet; null: neither. */
export function outcomeReader(database: Database, scope: ConnectionRegion) {
  const outcomes = lastOutcomes(database, scope)
  return ({ id, lastSighting }: ListedCustomer) => outcomes.get(id) ?? (lastSighting === null ? null : ('new' as const))
}

/** Fields that must contain a text of which nothing is left for a search, such as "-". Search texts do not have such characters. */
export function fieldsWithoutLetters({
  fields,
}: CustomerFilter): { readonly name: string; readonly contains: string }[] {
  return fields
    .map(({ name, contains }) => ({ name, contains: contains.trim() }))
    .filter(({ contains }) => contains !== '' && normaliseForSearch(contains) === '')
}

/** The customers of an upload that was sent without references: by the ids that the service gave them. */
function customersWithoutReference(database: Database, uploadId: string): string[] {
  return database.values<string>(
    `SELECT r.customer_id FROM upload u JOIN upload_customer r ON r.upload_id = u.id
       WHERE u.id = ? AND u.reference_key IS NULL`,
    [uploadId],
  )
}

/** The customers with an edit or a deletion that the service has not confirmed. */
function unsettledIds(database: Database, scope: ConnectionRegion): ReadonlySet<string> {
  const params = scopeParams(scope)
  const ids = database.values<string>(
    `SELECT customer_id FROM customer_change INDEXED BY customer_change_open WHERE ${inScope} AND edit IS NOT NULL
     UNION SELECT customer_id FROM bin INDEXED BY bin_open WHERE ${inScope} AND pending = 1
     UNION SELECT customer_id FROM bin INDEXED BY bin_failed WHERE ${inScope} AND pending = 2`,
    [...params, ...params, ...params],
  )
  return new Set(ids)
}
