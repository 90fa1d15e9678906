import type { CallNote } from '../../../../../src/contract/call-note.ts'
import { addDays, dayOf } from '../../../../../src/contract/calendar-date.ts'
import type { CustomerFacts } from '../../../../../src/contract/customer-facts.ts'
import {
  activeFilter,
  type CustomerFilter,
  daysOfRange,
  uploadsOf,
  withoutPart,
} from '../../../../../src/contract/customer-filter.ts'
import { personDigits } from '../../../../../src/core/customers/contact/do-not-contact.ts'
import type { ListOrder } from '../../../../../src/core/customers/list/listed-customers.ts'
import {
  additionalFieldText,
  normaliseForSearch,
  searchTerms,
  searchText,
} from '../../../../../src/core/customers/record/search-text.ts'
import { plateKey } from '../../../../../src/core/fields/plate-rules.ts'
import { vehicleKeys } from '../../../../../src/core/fields/vehicle-key.ts'
import { findReference, parseReference } from '../../../../../src/core/service/row-reference.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'

type Outcome = CallNote['outcome']

/** What this PC knows beside the records. */
export interface KnownHere {
  readonly today: string
  /** Marked Do Not Contact, by id and by `personDigits`. */
  readonly people: ReadonlySet<string>
  /** The outcome of the last call. */
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** The customers of the uploads that were sent without references. */
  readonly uploads: ReadonlyMap<string, readonly string[]>
}

const lastSighting = ({ sightings }: RemoteCustomer): string | null =>
  sightings
    .map(({ at }) => at)
    .toSorted()
    .at(-1) ?? null

const sortedBy = (record: RemoteCustomer, sort: ListOrder['sort']): string | null => {
  const value = sort === 'lastSighting' ? lastSighting(record) : record[sort]
  return sort === 'clientName' || sort === 'vehicleTitle' ? (value?.toLowerCase() ?? null) : value
}

/** As the service and the spreadsheet name it: only the forms of the test. */
function carOf({ vehicleTitle, sightings, additionalFields }: RemoteCustomer): { make: string; model: string } | null {
  const [make, model] = [additionalFields['Make'] ?? additionalFields['Vehicle make'], additionalFields['Model']]
  const title = vehicleTitle || sightings.map(({ listingTitle }) => listingTitle).find((each) => each !== '')
  if (title) {
    const words = title
      .trim()
      .split(/\s+/)
      .filter((word) => !/^(19|20)\d\d$/.test(word))
    return words[0] ? { make: words[0], model: words[1] ?? '' } : null
  }
  return make ? { make: String(make), model: String(model).split(' ')[0] ?? '' } : null
}
const sameName = (one: string, other: string): boolean => plainName(one) === plainName(other)
const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The names of a record's additional fields, without references. */
const additionalFieldNames = ({ additionalFields }: RemoteCustomer): string[] =>
  Object.keys(additionalFields).filter((name) => parseReference(additionalFields[name]) === null)

/** The same answers as those of the list, worked out record by record. `records` in the order of their arrival. */
export function referenceAnswers(records: readonly RemoteCustomer[], region: 'au' | 'nz', here: KnownHere) {
  const isForbidden = ({ id, mobileNumber }: RemoteCustomer): boolean =>
    here.people.has(id) || here.people.has(personDigits(mobileNumber ?? '', region) ?? '')
  const outcomeOf = ({ id, sightings }: RemoteCustomer): Outcome | null =>
    here.outcomes.get(id) ?? (sightings.length > 0 ? 'new' : null)
  const uploadsOfRecord = (record: RemoteCustomer): string[] => [
    ...new Set([
      ...[findReference({ additionalFields: record.additionalFields })?.uploadId ?? []].flat(),
      ...[...here.uploads].flatMap(([id, ids]) => (ids.includes(record.id) ? id : [])),
    ]),
  ]
  const textOf = (record: RemoteCustomer, name: string): string | null =>
    additionalFieldNames(record).includes(name) ? additionalFieldText(record.additionalFields[name]) : null
  const hasText = (text: string, contains: string): boolean => {
    const wanted = normaliseForSearch(contains)
    return wanted === '' ? text.includes(contains.trim()) : normaliseForSearch(text).includes(wanted)
  }
  const meets = (record: RemoteCustomer, filter: CustomerFilter): boolean => {
    const text = searchText(record, region)
    const until = filter.expiresWithinDays === null ? null : addDays(here.today, filter.expiresWithinDays)
    const uploads = uploadsOf(filter)
    const car = carOf(record)
    const outcome = outcomeOf(record)
    return (
      searchTerms(filter.search).every((term) => text.includes(term)) &&
      (filter.states.length === 0 || (record.state !== null && filter.states.includes(record.state))) &&
      (filter.sighting === 'any' || (filter.sighting === 'seen') === record.sightings.length > 0) &&
      (until === null || (record.expiryDate !== null && record.expiryDate <= until)) &&
      (!filter.missingVin || !record.vin) &&
      (uploads.length === 0 || uploadsOfRecord(record).some((id) => uploads.includes(id))) &&
      filter.fields.every(({ name, contains }) => {
        const own = textOf(record, name)
        return own !== null && hasText(own, contains)
      }) &&
      filter.dates.every(({ date, range }) => {
        const { from, to } = daysOfRange(range, here.today)
        const day = dayOf((date === 'lastSighting' ? lastSighting(record) : record[date]) ?? '')
        return day !== null && (from === null || day >= from) && (to === null || day <= to)
      }) &&
      filter.missing.every((field) =>
        field.startsWith('field:')
          ? normaliseForSearch(textOf(record, field.slice('field:'.length)) ?? '') === ''
          : !record[field as 'rego'],
      ) &&
      (filter.contact === 'any' || isForbidden(record) === (filter.contact === 'forbidden')) &&
      (filter.outcomes.length === 0 || (outcome !== null && filter.outcomes.includes(outcome))) &&
      (filter.cars.length === 0 ||
        filter.cars.some(
          ({ make, model }) =>
            car !== null && sameName(car.make, make) && (model === null || sameName(car.model, model)),
        ))
    )
  }
  const find = (filter: CustomerFilter): RemoteCustomer[] =>
    records.filter((record) => meets(record, activeFilter(filter)))
  const inOrder = (found: readonly RemoteCustomer[], { sort, descending }: ListOrder): string[] => {
    const all = found.map((record, at) => ({ id: record.id, value: sortedBy(record, sort), at }))
    const valued = all.flatMap(({ value, ...each }) => (value === null ? [] : [{ ...each, value }]))
    valued.sort((a, b) => (a.value === b.value ? a.at - b.at : a.value < b.value ? -1 : 1))
    const empty = all.filter(({ value }) => value === null)
    return [...(descending ? valued.toReversed() : valued), ...(descending ? empty.toReversed() : empty)].map(
      ({ id }) => id,
    )
  }
  const counted = <T>(values: readonly T[]): Map<T, number> => {
    const counts = new Map<T, number>()
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  }
  const keysOf = ({ rego, state, vin }: RemoteCustomer): string[] =>
    vehicleKeys({ rego: rego === null ? null : plateKey(rego), state: region === 'au' ? state : null, vin })
  return {
    find: (filter: CustomerFilter, order: ListOrder) => inOrder(find(filter), order),
    counts: (filter: CustomerFilter) => {
      const found = find(filter)
      return {
        found: found.length,
        withSightings: found.filter(({ sightings }) => sightings.length > 0).length,
        missingMobile: found.filter(({ mobileNumber }) => !mobileNumber).length,
        missingVin: found.filter(({ vin }) => !vin).length,
        doNotContact: found.filter(isForbidden).length,
      }
    },
    /** Counts by value, of each choice without its own part of the filter. */
    facts: (wholeFilter: CustomerFilter) => {
      const filter = activeFilter(wholeFilter)
      const without = (part: string): RemoteCustomer[] => find(withoutPart(filter, part))
      const found = find(filter)
      return {
        states: counted(without('states').flatMap(({ state }) => state ?? [])),
        uploads: counted(without('upload').flatMap(uploadsOfRecord)),
        fields: counted(found.flatMap(additionalFieldNames)),
        missingVin: found.filter(({ vin }) => !vin).length,
        missing: {
          mobileNumber: found.filter(({ mobileNumber }) => !mobileNumber).length,
          clientName: found.filter(({ clientName }) => !clientName).length,
          rego: found.filter(({ rego }) => !rego).length,
          saleDate: found.filter(({ saleDate }) => !saleDate).length,
        },
        doNotContact: records.filter(isForbidden).length,
        outcomes: counted(without('outcomes').flatMap((record) => outcomeOf(record) ?? [])),
        cars: counted(without('cars').flatMap((record) => carText(carOf(record)) ?? [])),
      }
    },
    keys: () => records.flatMap(keysOf),
    withKey: (key: string) => records.filter((record) => keysOf(record).includes(key)).map(({ id }) => id),
  }
}

const carText = (car: { readonly make: string; readonly model: string } | null): string | null =>
  car && `${plainName(car.make)} ${plainName(car.model)}`

/** Facts of the list as `referenceAnswers` gives them. Only uploads of the database are in it. */
export const factsAsMaps = ({ states, uploads, fields, outcomes, makes, ...counts }: CustomerFacts) => ({
  ...counts,
  states: new Map(states.map(({ state, count }) => [state, count])),
  uploads: new Map(uploads.map(({ id, count }) => [id, count])),
  fields: new Map(fields.map(({ name, count }) => [name, count])),
  outcomes: new Map(outcomes.map(({ outcome, count }) => [outcome, count])),
  cars: new Map(
    makes.flatMap(({ make, models }) => models.map(({ model, count }) => [carText({ make, model }), count] as const)),
  ),
})
