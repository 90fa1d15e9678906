import { dayMs } from '../../contract/calendar-date.ts'
import type { Detail } from '../../contract/details.ts'
import type { Listing } from '../../contract/market.ts'
import { detailsOf, detailsReader } from '../details/details.ts'
import { amountOf, writtenDate } from '../details/value-text.ts'
import { asLine, dateOf, envelopeNames, fieldOf, indexOf, merged, textOf, type FieldIndex } from '../lookup/fields.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'

export interface ReadMarket {
  readonly sampleSize: number
  readonly daysChecked: number | null
  readonly listings: Listing[]
  readonly other: Detail[]
}

const listNames = ['leads', 'listings', 'vehicles', 'results', 'items', 'data'] as const
const envelopes = ['market_overlay', 'overlay', 'data', 'result', 'response', 'market'] as const

/** Reads a market overlay (interface, part 2) tolerantly. For an active listing the days listed count to `now`. */
export function readMarket(overlay: unknown, now: Date): ReadMarket {
  const body = unwrapped(overlay, 0)
  const list = fieldOf(body, listNames, isListOfRecords) ?? anyList(body)
  const items = list && Array.isArray(list.value) ? list.value : []
  const allDetails = detailsReader()
  const listings = items.map((item, at): Listing => {
    const record = isRecord(item) ? item : { value: item }
    return { ...readListing(indexOf(record), at, now), details: allDetails(record) }
  })
  const size = fieldOf(body, ['sample_size', 'sample', 'size'], (value) => wholeOf(value) !== null)
  const days = fieldOf(body, ['days_checked', 'days', 'window_days'], (value) => wholeOf(value) !== null)
  return {
    sampleSize: wholeOf(size?.value) ?? listings.length,
    daysChecked: wholeOf(days?.value),
    listings,
    other: detailsOf(
      body,
      [list?.name, size?.name, days?.name, ...emptyLists(body), ...envelopeNames].filter((name) => name !== undefined),
    ),
  }
}

const isListOfRecords = (value: unknown): boolean => Array.isArray(value) && value.some(isRecord)

const emptyLists = (body: RawRecord): string[] =>
  listNames.filter((name) => Array.isArray(body[name]) && body[name].length === 0)

function unwrapped(given: unknown, depth: number): RawRecord {
  if (Array.isArray(given)) return { leads: given }
  if (!isRecord(given)) return {}
  if (depth > 2 || fieldOf(given, listNames, isListOfRecords) || anyList(given)) return given
  const inner = fieldOf(given, [...envelopes, ...listNames], isRecord)
  if (!inner) return given
  const { [inner.name]: _inner, ...beside } = given
  return merged(beside, unwrapped(inner.value, depth + 1))
}

/** A list under an unknown name: the longest one that contains records. */
function anyList(body: RawRecord): { readonly name: string; readonly value: unknown } | null {
  const lists = Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) && isListOfRecords(value) ? [{ name, value }] : [],
  )
  return lists.toSorted((a, b) => b.value.length - a.value.length)[0] ?? null
}

function wholeOf(value: unknown): number | null {
  const amount = amountOf(value)
  return amount === null || amount < 0 || !Number.isSafeInteger(Math.round(amount)) ? null : Math.round(amount)
}

function readListing(record: FieldIndex, at: number, now: Date): Omit<Listing, 'details'> {
  const listedAt = timestampOf(record, ['listed_at', 'listed', 'listing_date', 'first_seen', 'created_at'])
  const removedAt = timestampOf(record, ['removed_at', 'removed', 'delisted_at', 'sold_at'])
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
    price: positive(record, ['price', 'asking_price', 'listing_price', 'advertised_price', 'amount']),
    kms: notNegative(record, ['kms', 'km', 'kilometres', 'kilometers', 'odometer', 'odometer_km', 'mileage']),
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
  const amount = amountOf(fieldOf(record, names, (value) => amountOf(value) !== null)?.value)
  return amount !== null && amount >= 0 && amount < maxAmount ? amount : null
}

/**
 * A moment as ISO 8601 in UTC. A date, or a midnight timestamp, is a calendar date and stays as written: YYYY-MM-DD
 * (design, part 10).
 */
function timestampOf(record: FieldIndex, names: readonly string[]): string | null {
  const text = fieldOf(record, names, (value) => typeof value === 'string' && value !== '')?.value
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
