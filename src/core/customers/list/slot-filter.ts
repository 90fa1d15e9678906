import { addDays } from '../../../contract/calendar-date.ts'
import { daysOfRange, uploadsOf, type CustomerFilter } from '../../../contract/customer-filter.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import { normaliseForSearch, searchTerms } from '../record/search-text.ts'
import { type DoNotContact, personNumber } from '../contact/do-not-contact.ts'
import type { People, SlotFilter } from '../packed/slot-filter.ts'
import { lastOutcomes } from './last-outcomes.ts'

/** What only this PC knows about customers, for a filter. */
export interface FilterSources {
  readonly database: Database
  readonly doNotContact: Pick<DoNotContact, 'people'>
}

/** A filter as the packed list takes it, without the parts that are switched off. `today` is YYYY-MM-DD on this PC. */
export function* slotFilter(
  sources: FilterSources,
  scope: ConnectionRegion,
  filter: CustomerFilter,
  today: string,
): Steps<SlotFilter> {
  const { database } = sources
  const { search, states, sighting, expiresWithinDays, missingVin, fields, unsettled, contact, cars } = filter
  const uploads = uploadsOf(filter)
  const missing = filter.missing.map((field) => ({ field, name: additionalFieldOf(field) }))
  return {
    terms: searchTerms(search),
    states,
    sighting,
    expiresUntil: expiresWithinDays === null ? null : addDays(today, expiresWithinDays),
    missingVin,
    upload:
      uploads.length === 0
        ? null
        : { ids: new Set(uploads), customerIds: uploads.flatMap((id) => customersWithoutReference(database, id)) },
    fields: fields.map(({ name, contains }) => ({ name, contains: normaliseForSearch(contains) })),
    ids: unsettled ? unsettledIds(database, scope) : null,
    dates: filter.dates.map(({ date, range }) => ({ date, ...daysOfRange(range, today) })),
    missing: missing.flatMap(({ field, name }) => (name === null ? [field as SlotFilter['missing'][number]] : [])),
    missingFields: missing.flatMap(({ name }) => name ?? []),
    contact: contact === 'any' ? null : { wanted: contact, people: forbiddenPeople(sources, scope) },
    outcomes: yield* outcomeIds(database, scope, filter.outcomes),
    cars,
  }
}

const fieldPrefix = 'field:'
const additionalFieldOf = (field: string): string | null =>
  field.startsWith(fieldPrefix) ? field.slice(fieldPrefix.length) : null

/** The people marked Do Not Contact. A mobile number that is not saved yet counts as well, as in `DoNotContact.has`. */
export function forbiddenPeople({ database, doNotContact }: FilterSources, scope: ConnectionRegion): People {
  const { ids, numbers } = doNotContact.people(scope)
  if (ids.length === 0 && numbers.size === 0) return { ids, numbers }
  const pending = database
    .all<{ id: string; value: string | null }>(
      `SELECT customer_id AS id, value FROM customer_edit WHERE ${inScope} AND field = 'mobileNumber' AND state = 'pending'`,
      scopeParams(scope),
    )
    .filter(({ value }) => numbers.has(personNumber(value, scope.region)))
  return { ids: [...ids, ...pending.map(({ id }) => id)], numbers }
}

/** The customers whose last call had one of these outcomes. */
function* outcomeIds(
  database: Database,
  scope: ConnectionRegion,
  outcomes: CustomerFilter['outcomes'],
): Steps<SlotFilter['outcomes']> {
  if (outcomes.length === 0) return null
  const wanted = new Set<string>(outcomes)
  const [ids, withOutcome]: [string[], string[]] = [[], []]
  for (const notes of lastOutcomes(database, scope)) {
    for (const { customerId, outcome } of notes) {
      withOutcome.push(customerId)
      if (wanted.has(outcome)) ids.push(customerId)
    }
    yield
  }
  return { ids, withOutcome: wanted.has('new') ? withOutcome : null }
}

/** Fields that must contain a text of which nothing is left for a search, such as "-". The packed list does not have such characters. */
export function fieldsWithoutLetters({
  fields,
}: CustomerFilter): { readonly name: string; readonly contains: string }[] {
  return fields
    .map(({ name, contains }) => ({ name, contains: contains.trim() }))
    .filter(({ contains }) => contains !== '' && normaliseForSearch(contains) === '')
}

/** The customers of an upload that was sent without references: by the ids that the service gave them. */
export function customersWithoutReference(database: Database, uploadId: string): string[] {
  return database
    .all<{ id: string }>(
      `SELECT r.customer_id AS id FROM upload u JOIN upload_customer r ON r.upload_id = u.id
       WHERE u.id = ? AND u.reference_key IS NULL`,
      [uploadId],
    )
    .map(({ id }) => id)
}

/** The customers with an edit or a deletion that the service has not confirmed. */
function unsettledIds(database: Database, scope: ConnectionRegion): string[] {
  const params = scopeParams(scope)
  return database
    .all<{ id: string }>(
      `SELECT customer_id AS id FROM customer_edit WHERE ${inScope}
       UNION SELECT customer_id FROM bin INDEXED BY bin_open WHERE ${inScope} AND pending = 1
       UNION SELECT customer_id FROM bin INDEXED BY bin_failed WHERE ${inScope} AND pending = 2`,
      [...params, ...params, ...params],
    )
    .map(({ id }) => id)
}
