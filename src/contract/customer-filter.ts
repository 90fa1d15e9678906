import { z } from 'zod'
import { addDays, addMonths, addYears, type CalendarDate } from './calendar-date.ts'
import { OutcomeCode } from './call-note.ts'

const maxOffset = 36_500
const offset = z.number().int().min(-maxOffset).max(maxOffset).nullable()
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullable()

/**
 * Days from and to, both included; null: no limit. A relative range is counted from today, so that it moves with the calendar: 3 to 5
 * years ago is from -5 to -3 years.
 */
export const DateRange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('between'), from: day, to: day }),
  z.object({ kind: z.literal('relative'), unit: z.enum(['days', 'months', 'years']), from: offset, to: offset }),
])
export type DateRange = z.infer<typeof DateRange>

export const FilterDate = z.enum(['saleDate', 'expiryDate', 'lastSighting'])
export type FilterDate = z.infer<typeof FilterDate>

/** A field of the record that can be missing, or `field:<name>` for an additional field. */
const MissingField = z.union([
  z.enum(['mobileNumber', 'clientName', 'rego', 'saleDate', 'expiryDate']),
  z
    .string()
    .max(210)
    .regex(/^field:/),
])

/** A make, and one of its models; null: any. Spelling is compared without case, spaces and punctuation. */
const CarChoice = z.object({ make: z.string().max(120), model: z.string().max(120).nullable() })

/** The parts of a filter all apply; within one part, any of its values. */
export const CustomerFilter = z.object({
  search: z.string().max(200).default(''),
  states: z.array(z.string().max(20)).max(20).default([]),
  sighting: z.enum(['any', 'seen', 'never']).default('any'),
  /** Deleted by the service within this many days from today (interface, part 3, rule 6); null: any date. */
  expiresWithinDays: z.number().int().min(0).max(3_650).nullable().default(null),
  /** An upload of this PC, as links and older views name it; one more of `uploadIds`. */
  uploadId: z.string().max(64).nullable().default(null),
  /** Uploads of this PC. */
  uploadIds: z.array(z.string().max(64)).max(200).default([]),
  missingVin: z.boolean().default(false),
  /** Additional fields by name. If `contains` is empty, the record only has to have the field. */
  fields: z
    .array(z.object({ name: z.string().max(200), contains: z.string().max(200) }))
    .max(10)
    .default([]),
  /** Only records with an unconfirmed change. */
  unsettled: z.boolean().default(false),
  /** At most one range for each date. The last sighting counts with its day on this PC. */
  dates: z
    .array(z.object({ date: FilterDate, range: DateRange }))
    .max(3)
    .default([]),
  /** The record lacks all of these. */
  missing: z.array(MissingField).max(20).default([]),
  /** Whether the person is marked Do Not Contact. */
  contact: z.enum(['any', 'forbidden', 'allowed']).default('any'),
  /** The outcome of the last call. `new`: seen for sale, without an outcome yet. */
  outcomes: z.array(OutcomeCode).max(30).default([]),
  /** The car as the service, its newest listing or the spreadsheet names it. */
  cars: z.array(CarChoice).max(100).default([]),
  /** Parts that are switched off and keep their values, by the names of `filterParts`. */
  off: z.array(z.string().max(420)).max(100).default([]),
})
export type CustomerFilter = z.infer<typeof CustomerFilter>

export const noCustomerFilter: CustomerFilter = {
  search: '',
  states: [],
  sighting: 'any',
  expiresWithinDays: null,
  uploadId: null,
  uploadIds: [],
  missingVin: false,
  fields: [],
  unsettled: false,
  dates: [],
  missing: [],
  contact: 'any',
  outcomes: [],
  cars: [],
  off: [],
}

/** The uploads of which a customer may be; none: any. */
export const uploadsOf = ({ uploadId, uploadIds }: Pick<CustomerFilter, 'uploadId' | 'uploadIds'>): string[] => [
  ...new Set([...(uploadId === null ? [] : [uploadId]), ...uploadIds]),
]

export const fieldPart = ({ name, contains }: CustomerFilter['fields'][number]): string => `field:${name}:${contains}`
export const datePart = (date: FilterDate): string => `date:${date}`
export const missingPart = (field: string): string => `missing:${field}`

/** The names of the parts that are set, without the search. Each can be removed or switched off by its name. */
export function filterParts(filter: CustomerFilter): string[] {
  const parts = {
    states: filter.states.length > 0,
    sighting: filter.sighting !== 'any',
    cars: filter.cars.length > 0,
    outcomes: filter.outcomes.length > 0,
    contact: filter.contact !== 'any',
    expiry: filter.expiresWithinDays !== null,
  }
  return [
    ...Object.entries(parts).flatMap(([name, isSet]) => (isSet ? [name] : [])),
    ...filter.dates.map(({ date }) => datePart(date)),
    ...(uploadsOf(filter).length === 0 ? [] : ['upload']),
    ...(filter.missingVin ? ['vin'] : []),
    ...filter.missing.map(missingPart),
    ...filter.fields.map(fieldPart),
    ...(filter.unsettled ? ['unsettled'] : []),
  ]
}

/** The filter without one of its parts. */
export function withoutPart(filter: CustomerFilter, part: string): CustomerFilter {
  const off = filter.off.filter((other) => other !== part)
  switch (part) {
    case 'states':
    case 'outcomes':
    case 'cars':
      return { ...filter, off, [part]: [] }
    case 'sighting':
    case 'contact':
      return { ...filter, off, [part]: 'any' }
    case 'expiry':
      return { ...filter, off, expiresWithinDays: null }
    case 'upload':
      return { ...filter, off, uploadId: null, uploadIds: [] }
    case 'vin':
      return { ...filter, off, missingVin: false }
    case 'unsettled':
      return { ...filter, off, unsettled: false }
    default:
      return {
        ...filter,
        off,
        dates: filter.dates.filter(({ date }) => datePart(date) !== part),
        missing: filter.missing.filter((field) => missingPart(field) !== part),
        fields: filter.fields.filter((field) => fieldPart(field) !== part),
      }
  }
}

/** The filter as it applies: without the parts that are switched off. */
export const activeFilter = (filter: CustomerFilter): CustomerFilter => filter.off.reduce(withoutPart, filter)

/** The first and last day of a range; null: no limit. */
export function daysOfRange(
  range: DateRange,
  today: CalendarDate,
): { readonly from: CalendarDate | null; readonly to: CalendarDate | null } {
  if (range.kind === 'between') return { from: range.from, to: range.to }
  const move = { days: addDays, months: addMonths, years: addYears }[range.unit]
  const moved = (by: number | null): CalendarDate | null => (by === null ? null : move(today, by))
  return { from: moved(range.from), to: moved(range.to) }
}
