import type { NumberedRecord } from '../../../../../src/core/customers/cache/record-changes.ts'
import {
  additionalFieldText,
  normaliseForSearch,
  searchText,
} from '../../../../../src/core/customers/record/search-text.ts'
import { findReference, parseReference } from '../../../../../src/core/service/row-reference.ts'
import { dayOf } from '../../../../../src/contract/calendar-date.ts'
import { personDigits } from '../../../../../src/core/customers/contact/do-not-contact.ts'
import type { People, SlotFilter } from '../../../../../src/core/customers/packed/slot-filter.ts'
import {
  createPackedList,
  type ListOrder,
  type PackedList,
} from '../../../../../src/core/customers/packed/packed-list.ts'
import { createRecordPacker } from '../../../../../src/core/customers/packed/packed-record.ts'
import { plateKey } from '../../../../../src/core/fields/plate-rules.ts'
import { vehicleKeys } from '../../../../../src/core/fields/vehicle-key.ts'
import { runAtOnce } from '../../../../../src/core/scheduling/in-slices.ts'

type Record = NumberedRecord['record']

const lastSighting = ({ sightings }: Record): string | null =>
  sightings
    .map(({ at }) => at)
    .toSorted()
    .at(-1) ?? null

/** The columns as the database sorted them: NOCASE for names and titles, which is ASCII only. */
const sortedBy = (record: Record, sort: ListOrder['sort']): string | null => {
  const value = sort === 'lastSighting' ? lastSighting(record) : record[sort]
  return sort === 'clientName' || sort === 'vehicleTitle'
    ? (value?.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) ?? null)
    : value
}

const people: People = { ids: ['c5', '00000000-0000-4000-8000-000000000002'], numbers: new Set([61491570156]) }

/** As the service and the spreadsheet name it: only the forms of the test. */
function carOf({ vehicleTitle, sightings, additionalFields }: Record): { make: string; model: string } | null {
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

/** The sorted names of a record's additional fields, without references. */
const additionalFieldNames = (fields: { readonly [name: string]: unknown }): string[] =>
  Object.keys(fields)
    .filter((name) => parseReference(fields[name]) === null)
    .sort()

const ownFields = ({ additionalFields }: Record): { readonly [name: string]: unknown } =>
  Object.fromEntries(additionalFieldNames(additionalFields).map((name) => [name, additionalFields[name]]))

export const plainAnswers = (list: ReadonlyMap<number, Record>, region: 'au' | 'nz') => {
  const numbered = [...list].toSorted(([one], [other]) => one - other)
  const isPerson = ({ id, mobileNumber }: Record, { ids, numbers }: People): boolean =>
    [...ids].includes(id) || numbers.has(Number(personDigits(mobileNumber ?? '', region) ?? 0))
  const meets = (record: Record, filter: SlotFilter): boolean => {
    const text = searchText(record, region)
    const { upload } = filter
    return (
      filter.terms.every((term) => text.includes(term)) &&
      (filter.states.length === 0 || (record.state !== null && filter.states.includes(record.state))) &&
      (filter.sighting === 'any' || (filter.sighting === 'seen') === record.sightings.length > 0) &&
      (filter.expiresUntil === null || (record.expiryDate !== null && record.expiryDate <= filter.expiresUntil)) &&
      (!filter.missingVin || record.vin === null || record.vin === '') &&
      (upload === null ||
        upload.ids.has(findReference(record)?.uploadId ?? '') ||
        [...upload.customerIds].includes(record.id)) &&
      (filter.ids === null || [...filter.ids].includes(record.id)) &&
      filter.fields.every(
        ({ name, contains }) =>
          additionalFieldNames(record.additionalFields).includes(name) &&
          normaliseForSearch(additionalFieldText(record.additionalFields[name])).includes(contains),
      ) &&
      filter.dates.every(({ date, from, to }) => {
        const day = dayOf((date === 'lastSighting' ? lastSighting(record) : record[date]) ?? '')
        return day !== null && (from === null || day >= from) && (to === null || day <= to)
      }) &&
      filter.missing.every((field) => !record[field]) &&
      filter.missingFields.every(
        (name) => normaliseForSearch(additionalFieldText(ownFields(record)[name] ?? null)) === '',
      ) &&
      (filter.contact === null ||
        isPerson(record, filter.contact.people) === (filter.contact.wanted === 'forbidden')) &&
      (filter.outcomes === null ||
        [...filter.outcomes.ids].includes(record.id) ||
        (filter.outcomes.withOutcome !== null &&
          record.sightings.length > 0 &&
          ![...filter.outcomes.withOutcome].includes(record.id))) &&
      (filter.cars.length === 0 ||
        filter.cars.some(({ make, model }) => {
          const car = carOf(record)
          return car !== null && sameName(car.make, make) && (model === null || sameName(car.model, model))
        }))
    )
  }
  const inOrder = ({ sort, descending }: ListOrder): number[] => {
    const all = numbered.map(([number, record]) => ({ number, value: sortedBy(record, sort) }))
    const valued = all.filter(({ value }) => value !== null)
    valued.sort((a, b) => Buffer.compare(Buffer.from(a.value ?? ''), Buffer.from(b.value ?? '')) || a.number - b.number)
    const empty = all.filter(({ value }) => value === null)
    return [...(descending ? valued.toReversed() : valued), ...(descending ? empty.toReversed() : empty)].map(
      ({ number }) => number,
    )
  }
  const counted = (values: readonly (string | null)[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  }
  const all = numbered.map(([, record]) => record)
  const keysOf = ({ rego, state, vin }: Record): string[] =>
    vehicleKeys({ rego: rego === null ? null : plateKey(rego), state: region === 'au' ? state : null, vin })
  return {
    found: (filter: SlotFilter, order: ListOrder) =>
      inOrder(order).filter((number) => meets(list.get(number)!, filter)),
    inOrder,
    ids: () => all.map(({ id }) => id),
    counts: () => ({
      total: all.length,
      withSightings: all.filter(({ sightings }) => sightings.length > 0).length,
      missingVin: all.filter(({ vin }) => vin === null || vin === '').length,
      missing: {
        mobileNumber: all.filter(({ mobileNumber }) => !mobileNumber).length,
        clientName: all.filter(({ clientName }) => !clientName).length,
        rego: all.filter(({ rego }) => !rego).length,
        saleDate: all.filter(({ saleDate }) => !saleDate).length,
      },
    }),
    countFound: (filter: SlotFilter) => {
      const found = all.filter((record) => meets(record, filter))
      return {
        found: found.length,
        withSightings: found.filter(({ sightings }) => sightings.length > 0).length,
        missingMobile: found.filter(({ mobileNumber }) => !mobileNumber).length,
        missingVin: found.filter(({ vin }) => !vin).length,
        doNotContact: found.filter((record) => isPerson(record, people)).length,
      }
    },
    cars: () => counted(all.map((record) => carText(carOf(record)))),
    countsBy: () => ({
      state: counted(all.map(({ state }) => state)),
      uploadId: counted(all.map((record) => findReference(record)?.uploadId ?? null)),
      field: counted(all.flatMap(({ additionalFields }) => additionalFieldNames(additionalFields))),
    }),
    keys: () => all.flatMap(keysOf),
    withKey: (key: string) => all.filter((record) => keysOf(record).includes(key)).map(({ id }) => id),
  }
}

const carText = (car: { readonly make: string; readonly model: string } | null): string | null =>
  car && `${plainName(car.make)} ${plainName(car.model)}`

export const packedAnswers = (list: PackedList) => ({
  countFound: (filter: SlotFilter) => runAtOnce(list.countFound(runAtOnce(list.find(filter)), people)),
  cars: () => new Map(list.cars().map(({ count, ...car }) => [carText(car), count])),
  found: (filter: SlotFilter, order: ListOrder): number[] => {
    const found = runAtOnce(list.find(filter))
    return [...runAtOnce(list.inOrder(order)).numbersOf(found)]
  },
  inOrder: (order: ListOrder): number[] => {
    const ordered = runAtOnce(list.inOrder(order))
    return ordered.page(0, ordered.total)
  },
  ids: () => [...list.ids()],
  counts: () => list.counts(),
  countsBy: () => ({
    state: list.countsBy('state'),
    uploadId: list.countsBy('uploadId'),
    field: list.countsBy('field'),
  }),
  keys: () => [...list.vehicleKeys()],
  withKey: (key: string) => {
    runAtOnce(list.indexVehicles())
    return list.vehiclesOf(key).map(({ id }) => id)
  },
})

/** A packed list of records, with their ids beside it as the cache has them. */
export function createListOfRecords(region: 'au' | 'nz' = 'au') {
  const ids = new Map<number, string>()
  const pack = createRecordPacker(region)
  const list = createPackedList(region, {
    numberOf: (id) => [...ids].find(([, each]) => each === id)?.[0] ?? -1,
    idOf: (number) => ids.get(number) ?? '',
  })
  return {
    list,
    change(saved: readonly NumberedRecord[], removed: readonly number[]): boolean {
      for (const { number, record } of saved) ids.set(number, record.id)
      return list.apply(
        saved.map(({ number, record }) => ({ number, packed: pack(record) })),
        removed,
      )
    },
  }
}

export function packedListOf(records: readonly NumberedRecord[], region: 'au' | 'nz' = 'au'): PackedList {
  const { list, change } = createListOfRecords(region)
  if (!change(records, [])) throw new Error('The numbers are not in order')
  return list
}
