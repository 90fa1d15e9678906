import type { CustomerChange } from '../../../contract/customer-changes.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { MethodOutput } from '../../../contract/methods.ts'
import type { Region } from '../../../contract/region.ts'
import { type CallNote, outcomes } from '../../../contract/call-note.ts'
import { formatDate, formatMoney, formatTime } from '../../ui/format.ts'
import { listingSite } from '../../vehicle/listing-link.ts'
import { priceChange, sightingText } from '../../vehicle/sighting-text.ts'
import { sightingsByAge } from './customer-fields.ts'
import { customersText } from './customers-text.ts'

const { timeline: text } = customersText

export interface TimelineEntry {
  readonly id: string
  readonly kind: CustomerChange['kind'] | 'bought' | 'sighted' | 'called'
  /** A moment (ISO 8601), or a calendar date. */
  readonly at: string
  readonly text: string
  /** What was noted about a call, and its next action; the advertised car and its price change. */
  readonly details: readonly string[]
  /** The upload to which the entry links. */
  readonly uploadId: string | null
  /** The listing of a sighting. */
  readonly listing: { readonly url: string; readonly label: string } | null
}

const noLink = { uploadId: null, listing: null } as const

function callEntry(call: CallNote, region: Region): TimelineEntry {
  const { id, at, outcome, note, nextAction, nextDate, nextTime, amount, person } = call
  const label = outcomes.find(({ code }) => code === outcome)?.label ?? outcome
  const time = nextDate && nextTime ? formatTime(`${nextDate}T${nextTime}:00`) : ''
  const next = [nextAction, formatDate(nextDate), time].filter(Boolean).join(', ')
  return {
    id,
    kind: 'called',
    at,
    text: [label, formatMoney(amount, region)].filter(Boolean).join(' '),
    details: [note, next && text.next(next), text.by(person?.name ?? null)].filter(Boolean),
    ...noLink,
  }
}

/** What this PC knows of one customer, newest first: the purchase, uploads, sightings, changes and calls. */
export function timelineEntries(
  customer: Pick<Customer, 'saleDate' | 'sightings'>,
  { uploads, changes }: MethodOutput<'customers.history'>,
  { entries: calls, attempts }: MethodOutput<'sightings.history'>,
  region: Region,
): TimelineEntry[] {
  const uploaded = uploads.map(({ uploadId, name, row, at }) => ({
    id: `${uploadId} ${row}`,
    kind: 'uploaded' as const,
    at,
    text: text.uploaded(row, name),
    details: [],
    uploadId,
    listing: null,
  }))
  const changed = changes
    .filter(({ kind }) => kind !== 'uploaded')
    .map(({ id, kind, at, words, undone }) => ({
      id,
      kind,
      at,
      text: undone ? text.undone(words) : words,
      details: [],
      ...noLink,
    }))
  const called = calls.map((call) => callEntry(call, region))
  const attempted = attempts.map(({ id, at, channel, template, reason, person }) => ({
    id,
    kind: 'called' as const,
    at,
    text: [text.attempts[channel], template].filter(Boolean).join(': '),
    details: [reason, text.by(person?.name ?? null)].filter(Boolean),
    ...noLink,
  }))
  const byAge = sightingsByAge(customer)
  const sighted = byAge.map(({ at, listingId, listingUrl, listingTitle, listingPrice }, index) => ({
    id: `${listingId} ${at}`,
    kind: 'sighted' as const,
    at,
    text: sightingText.seen(formatMoney(listingPrice, region)),
    details: [listingTitle, priceChange(byAge, index, region) ?? ''].filter(Boolean),
    uploadId: null,
    listing: { url: listingUrl, label: sightingText.open(listingSite(listingUrl)) },
  }))
  const { saleDate } = customer
  const bought =
    saleDate === null
      ? []
      : [{ id: 'bought', kind: 'bought' as const, at: saleDate, text: text.bought, details: [], ...noLink }]
  return [...uploaded, ...changed, ...called, ...attempted, ...sighted, ...bought].toSorted((a, b) =>
    b.at.localeCompare(a.at),
  )
}
