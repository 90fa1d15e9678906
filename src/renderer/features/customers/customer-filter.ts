import { customerColumns, fieldOfKey, isRecordColumn } from '../../../contract/customer-columns.ts'
import {
  activeFilter,
  type DateRange,
  type FilterDate,
  fieldPart,
  filterParts,
  missingPart,
  datePart,
  noCustomerFilter,
  uploadsOf,
  withoutPart,
  type CustomerFilter,
} from '../../../contract/customer-filter.ts'
import type { CustomerFacts } from '../../../contract/customer-facts.ts'
import { type OutcomeCode, outcomeKind } from '../../../contract/call-note.ts'
import { toggled } from '../../ui/toggled.ts'
import { filterText } from './customer-filter-text.ts'

export const noFilter = noCustomerFilter

export interface FilterChip {
  readonly id: string
  readonly label: string
  readonly isOn: boolean
  /** The filter without the part. */
  readonly without: CustomerFilter
  /** The filter with the part switched off or on again. */
  readonly toggled: CustomerFilter
}

/** One chip for each part of the filter except the search. */
export function filterChips(filter: CustomerFilter, uploads: CustomerFacts['uploads']): FilterChip[] {
  const labels = new Map<string, string>([
    ['states', filterText.anyOf(filter.states.map((state) => state || filterText.noState))],
    ['sighting', filter.sighting === 'seen' ? filterText.seen : filterText.neverChip],
    ['cars', filterText.anyOf(filter.cars.map(carLabel))],
    ['outcomes', filterText.anyOf(filter.outcomes.map(outcomeLabel))],
    ['contact', filter.contact === 'forbidden' ? filterText.contact.forbidden : filterText.contact.allowed],
    ['expiry', filterText.expiryChip(filter.expiresWithinDays ?? 0)],
    ...filter.dates.map(({ date, range }) => [datePart(date), filterText.dates.chip(date, range)] as const),
    ['upload', filterText.uploadChip(uploadsOf(filter).map((id) => uploads.find((upload) => upload.id === id)?.name))],
    ['vin', filterText.missingVin],
    ...filter.missing.map((field) => [missingPart(field), missingLabel(field)] as const),
    ...filter.fields.map((field) => [fieldPart(field), filterText.fieldChip(field.name, field.contains)] as const),
    ['unsettled', filterText.unsaved],
  ])
  return filterParts(filter).map((part) => ({
    id: part,
    label: labels.get(part) ?? part,
    isOn: !filter.off.includes(part),
    without: withoutPart(filter, part),
    toggled: { ...filter, off: toggled(filter.off, part) },
  }))
}

export const outcomeLabel = (code: OutcomeCode): string =>
  code === 'new' ? filterText.outcomes.new : outcomeKind(code).label

const carLabel = ({ make, model }: CustomerFilter['cars'][number]): string => {
  const { noMake, noModel } = filterText.cars
  return model === null ? make || noMake : `${make || noMake} ${model || noModel}`
}

/** A field of the record, or the key of the column of an additional field. */
export type MissingField = CustomerFilter['missing'][number]

export function missingLabel(field: MissingField): string {
  return filterText.missing.field(
    fieldOfKey(field) ?? (isRecordColumn(field) ? customerColumns[field].title.toLowerCase() : field),
  )
}

/** The range of a date; null: any. */
export const rangeOf = (filter: CustomerFilter, date: FilterDate): DateRange | null =>
  filter.dates.find((each) => each.date === date)?.range ?? null

/** The dates of a filter with another range of one of them. */
export const withRange = (
  filter: CustomerFilter,
  date: FilterDate,
  range: DateRange | null,
): CustomerFilter['dates'] => {
  const others = filter.dates.filter((each) => each.date !== date)
  return range === null ? others : [...others, { date, range }]
}

/** Whether the search or a part that is switched on applies. */
export const isFiltered = (filter: CustomerFilter): boolean =>
  filter.search !== '' || filterParts(activeFilter(filter)).length > 0

export const sameFilter = (a: CustomerFilter, b: CustomerFilter): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The filter of a query, without its order. */
export const filterOf = ({
  sort: _sort,
  descending: _descending,
  ...filter
}: CustomerFilter & { readonly sort?: unknown; readonly descending?: unknown }): CustomerFilter => filter

export type Make = CustomerFacts['makes'][number]
type Cars = CustomerFilter['cars']

/** More are found by typing. */
export const mostMakes = 12

const normalised = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** The makes that have the text in their name, with all models, and those with such a model, with these models. */
export function findMakes(makes: readonly Make[], text: string): readonly Make[] {
  const wanted = normalised(text)
  if (wanted === '') return makes
  return makes.flatMap((make) => {
    if (normalised(make.make).includes(wanted)) return [make]
    const models = make.models.filter(({ model }) => normalised(`${make.make}${model}`).includes(wanted))
    return models.length > 0 ? [{ ...make, models }] : []
  })
}

export const isChosen = (cars: Cars, make: string, model: string | null): boolean =>
  cars.some((car) => car.make === make && car.model === model)

/** Any model of a make replaces its models, and a model replaces any model. */
export function toggleCar(cars: Cars, make: string, model: string | null): Cars {
  if (isChosen(cars, make, model)) return cars.filter((car) => car.make !== make || car.model !== model)
  const others = cars.filter((car) => car.make !== make || (model !== null && car.model !== null))
  return [...others, { make, model }]
}
