import { dayMs } from '../../contract/calendar-date.ts'
import type { Detail } from '../../contract/details.ts'
import type { Listing } from '../../contract/market.ts'
import type { UnreadableRecord } from '../../contract/unreadable-record.ts'
import { detailsOf } from '../details/details.ts'
import { unreadableRecord } from '../details/unreadable-record.ts'
import { amountOf, writtenDate } from '../details/value-text.ts'
import { asLine, dateOf, isPlausibleDate, textOf } from '../lookup/fields.ts'
import { readAmount } from '../service/field-values.ts'
import { openList, plainBody } from '../service/open-answer.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { envelopeNames, fieldOf, type FieldIndex, indexOf } from '../service/record-fields.ts'

export interface ReadMarket {
  readonly sampleSize: number
  readonly daysChecked: number | null
  readonly listings: Listing[]
  /** Entries of the list that are no records: they count in no figure. */
  readonly unreadable: UnreadableRecord[]
  readonly other: Detail[]
}

const listNames = ['leads', 'listings', 'vehicles', 'items'] as const
const priceNames = ['price', 'asking_price', 'listing_price', 'advertised_price', 'amount'] as const
const kmsNames = ['kms', 'km', 'kilometres', 'kilometers', 'odometer', 'odometer_km', 'mileage'] as const
const listedNames = ['listed_at', 'listed', 'listing_date', 'first_seen', 'created_at'] as const

/** Reads a market overlay (interface, part 2) tolerantly. For an active listing the days listed count to `now`. */
export function readMarket(overlay: unknown, now: Date): ReadMarket {
  const body = plainBody(overlay)
  const list = openList(body, listNames, isListing)
  const items = list?.items ?? []
  const hasFields = (item: unknown): item is RawRecord => isRecord(item) && Object.keys(item).length > 0
  const beside = list?.beside ?? (isRecord(body) ? body : {})
  const listings = items.filter(hasFields).map((record, at): Listing => {
    return { ...readListing(indexOf(record), at, now), details: detailsOf(record) }
  })
  const size = wholeIn(beside, ['sample_size', 'sample', 'size'])
  const days = wholeIn(beside, ['days_checked', 'days', 'window_days'])
  return {
    sampleSize: size?.value ?? listings.length,
    daysChecked: days?.value ?? null,
    listings,
    unreadable: items.filter((item) => !hasFields(item)).map(unreadableRecord),
    other: detailsOf(
      beside,
      [size?.name, days?.name, ...envelopeNames].filter((name) => name !== undefined),
    ),
  }
}

const isListing = (record: RawRecord): boolean =>
  fieldOf(record, [...priceNames, ...kmsNames, ...listedNames, 'listing_sources', 'vehicle_id']) !== null

/** A whole number of the answer, or once within a record of it, such as `meta`. `name`: of a field of the answer. */
function wholeIn(
  record: RawRecord,
  names: readonly string[],
): { readonly name?: string; readonly value: number } | null {
  const field = fieldOf(record, names, (value) => wholeOf(value) !== null)
  const value = wholeOf(field?.value)
  if (field && value !== null) return { name: field.name, value }
  for (const inner of Object.values(record)) {
    const within = isRecord(inner) ? wholeOf(fieldOf(inner, names)?.value) : null
    if (within !== null) return { value: within }
  }
  return null
}

function wholeOf(value: unknown): number | null {
  const amount = amountOf(value)
  return amount === null || amount < 0 || !Number.isSafeInteger(Math.round(amount)) ? null : Math.round(amount)
}

function readListing(record: FieldIndex, at: number, now: Date): Omit<Listing, 'details'> {
  const listedAt = timestampOf(record, listedNames, now)
  const removedAt = timestampOf(record, ['removed_at', 'removed', 'delisted_at', 'sold_at'], now)
  return {
    id: textOf(record, ['id', 'lead_id', 'listing_id', 'uuid']) ?? String(at + 1),
    vehicleId: textOf(record, ['vehicle_id']),
    year: yearOf(record, ['year', 'model_year', 'build_year']),
    releaseYear: yearOf(record, ['release_year']),
    releaseMonth: monthOf(record),
    listedAt,
    removedAt,
    daysListed: daysListed(listedAt, removedAt, now),
    sellerType: textOf(record, ['seller_type', 'seller', 'vendor_type']),
    colour: textOf(record, ['color', 'colour', 'exterior_colour', 'exterior_color']),
    state: textOf(record, ['state', 'region', 'location']),
    tags: textsOf(record, ['tag_ids', 'tags', 'tag']),
    price: positive(record, priceNames),
    kms: notNegative(record, kmsNames),
    sources: textsOf(record, ['listing_sources', 'sources', 'source', 'sites', 'site']),
    link: linkOf(record),
  }
}

function yearOf(record: FieldIndex, names: readonly string[]): number | null {
  const year = wholeOf(fieldOf(record, names, (value) => wholeOf(value) !== null)?.value)
  return year !== null && year >= 1_900 && year <= 2_100 ? year : null
}

function monthOf(record: FieldIndex): number | null {
  const month = wholeOf(fieldOf(record, ['release_month'])?.value)
  return month !== null && month >= 1 && month <= 12 ? month : null
}

/** A price of 0 means "on application". */
function positive(record: FieldIndex, names: readonly string[]): number | null {
  const amount = notNegative(record, names)
  return amount === 0 ? null : amount
}

const maxAmount = 1e12

function notNegative(record: FieldIndex, names: readonly string[]): number | null {
  const amount = measureOf(fieldOf(record, names, (value) => measureOf(value) !== null)?.value)
  return amount !== null && amount >= 0 && amount < maxAmount ? amount : null
}

/** Points between thousands, as in "90.000 km": neither prices nor distances have three decimals. */
const thousands = /(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.,])/
const kilometres = /\s*(?:kms?|kilomet(?:re|er)s?)\.?$/i
/** What a record has around its amount: `{amount: 16700, currency: "AUD"}`. */
const amountNames = ['amount', 'value', 'price', 'kms', 'km'] as const

/** A price or a distance: a number, a text such as "$16,700", "16700.00 AUD" or "90,000 km", or a record of one. */
function measureOf(value: unknown): number | null {
  if (isRecord(value)) {
    const inner = fieldOf(value, amountNames)?.value
    return isRecord(inner) ? null : measureOf(inner)
  }
  if (typeof value !== 'string') return readAmount(value) ?? null
  const text = value
    .trim()
    .replace(kilometres, '')
    .replace(thousands, (digits) => digits.replaceAll('.', ''))
  const inThousands = /^(.*\d)\s*k$/i.exec(text)?.[1]
  const amount = readAmount(inThousands ?? text) ?? null
  return amount !== null && inThousands !== undefined ? amount * 1_000 : amount
}

/**
 * A moment as ISO 8601 in UTC. A date, or a midnight timestamp, is a calendar date and stays as written: YYYY-MM-DD
 * (design, part 10). Null for a time that is not meant as a date, or that is after tomorrow.
 */
function timestampOf(record: FieldIndex, names: readonly string[], now: Date): string | null {
  const value = fieldOf(record, names, (each) => typeof each === 'number' || (typeof each === 'string' && each !== ''))
  const read = typeof value?.value === 'number' ? epochOf(value.value) : momentOf(value?.value)
  if (read === null) return null
  return isPlausibleDate(read) && Date.parse(read) <= now.getTime() + dayMs ? read : null
}

/** Unix time in seconds, or in milliseconds. */
function epochOf(time: number): string | null {
  const moment = new Date(Math.abs(time) < 1e11 ? time * 1_000 : time)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

function momentOf(text: unknown): string | null {
  const date = dateOf(text)
  if (typeof text !== 'string' || date === null) return null
  const clean = text.trim()
  if (writtenDate(clean) !== null || !/^\d{4}-/.test(clean)) return date
  const moment = new Date(clean)
  return Number.isNaN(moment.getTime()) ? date : moment.toISOString()
}

function daysListed(listedAt: string | null, removedAt: string | null, now: Date): number | null {
  if (listedAt === null) return null
  const endMs = removedAt === null ? now.getTime() : Date.parse(removedAt)
  return Math.max(0, Math.floor((endMs - Date.parse(listedAt)) / dayMs))
}

/** A list of texts, or of records with a name. A single text is a list of one. */
function textsOf(record: FieldIndex, names: readonly string[]): string[] {
  const value = fieldOf(
    record,
    names,
    (each) => Array.isArray(each) || isRecord(each) || typeof each === 'string',
  )?.value
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return items.flatMap((item) => {
    if (isRecord(item)) return textOf(item, ['name', 'title', 'site', 'id']) ?? []
    const text = item === null || typeof item === 'object' ? '' : asLine(item)
    return text === '' ? [] : [text]
  })
}

/** The listing's https address (design, part 7): in its own field, or in the entry of its site. */
function linkOf(record: FieldIndex): string | null {
  const own = fieldOf(record, ['listing_url', 'url', 'link', 'href', 'listing_link', 'permalink'], isHttps)?.value
  if (typeof own === 'string') return own.trim()
  const sources = fieldOf(record, ['listing_sources', 'sources', 'urls', 'links'], Array.isArray)?.value
  for (const source of Array.isArray(sources) ? sources : []) {
    const link = isRecord(source) ? fieldOf(source, ['url', 'link', 'href'], isHttps)?.value : source
    if (typeof link === 'string' && isHttps(link)) return link.trim()
  }
  return null
}

const isHttps = (value: unknown): boolean => typeof value === 'string' && URL.parse(value.trim())?.protocol === 'https:'
