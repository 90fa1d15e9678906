import { z } from 'zod'
import type { OpenedEvent } from '../../contract/webhooks.ts'
import { readAmount, type DateReading } from '../service/field-values.ts'
import { plainRecord } from '../service/open-answer.ts'
import { isRecord } from '../service/open-body.ts'
import { readCustomer } from '../service/read-customer.ts'
import { renamed } from '../service/record-fields.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import { parseBody, readEventBody } from './event-body.ts'
import { webhookMessages } from './webhook-messages.ts'
import { kindOf } from './webhook-record.ts'
import { formatMoney } from '../../contract/regional-format.ts'
import { type Region } from '../../contract/region.ts'

const texts = webhookMessages.events

export type Fields = Readonly<Record<string, unknown>>
export type Valuation = NonNullable<OpenedEvent['valuation']>

/**
 * A received event, read as the interface shows it (part 6). `decoded`: its data is complete. `unknown`: the event is
 * unknown or its data is incomplete. `malformed`: not JSON, or without event and data.
 */
export interface DecodedEvent {
  readonly state: 'decoded' | 'unknown' | 'malformed'
  readonly event: string | null
  readonly summary: string
  /** Why it was not decoded. */
  readonly problem: string | null
  readonly data: Fields | null
  /** The customer's current record, for an event about one that carries all of it. */
  readonly customer: RemoteCustomer | null
  readonly valuation: Valuation | null
}

const longestEventName = 100

const malformed = (problem: string, event: string | null = null): DecodedEvent => ({
  state: 'malformed',
  event,
  summary: problem,
  problem,
  data: null,
  customer: null,
  valuation: null,
})

/** The events of a posted body. Never throws, whatever it is given. */
export function decodeBody(
  body: Buffer,
  region: Region,
  dates?: DateReading,
): readonly (DecodedEvent & { readonly text: string })[] {
  const read = readEventBody(body)
  if (!read.ok) return [{ ...malformed(read.problem), text: read.shown }]
  return read.events.map((text) => ({ ...decodeEvent(text, region, dates), text }))
}

/** Never throws, whatever it is given. */
export function decodeEvent(text: string, region: Region, dates?: DateReading): DecodedEvent {
  const parsed = parseBody(text)
  if (!parsed.ok) return malformed(parsed.problem)
  const envelope = Fields.safeParse(parsed.value)
  if (!envelope.success) return malformed(texts.notAnObject)
  const { event, data } = envelope.data
  if (typeof event !== 'string' || event.trim() === '') return malformed(texts.noName)
  const name = oneLine(event, longestEventName)
  const fields = Fields.safeParse(data)
  if (!fields.success) return malformed(texts.noData, name)
  return decodeData(name, fields.data, region, dates)
}

function decodeData(event: string, data: Fields, region: Region, dates?: DateReading): DecodedEvent {
  const base = { event, data, customer: null, valuation: null }
  const kind = kindOf(event)
  if (kind === null) {
    return {
      ...base,
      state: 'unknown',
      problem: texts.unknown,
      summary: texts.unknownSummary(event),
    }
  }
  switch (kind.name) {
    case 'ping': {
      const ping = Ping.safeParse(data)
      return ping.success
        ? { ...base, state: 'decoded', problem: null, summary: texts.ping }
        : { ...base, state: 'unknown', ...incomplete('ping', 'ping') }
    }
    case 'recapture_new': {
      const customer = completeCustomer(data, dates)
      return customer
        ? { ...base, state: 'decoded', problem: null, customer, summary: sightingSummary(customer, region) }
        : { ...base, state: 'unknown', ...incomplete('sighting', 'customer') }
    }
    case 'recapture_price_change':
    case 'recapture_delist': {
      // Their payloads are not shown; a customer is the form that the other event has.
      const customer = completeCustomer(data, dates)
      const summaryOf = kind.name === 'recapture_delist' ? delistSummary : priceChangeSummary
      return customer
        ? { ...base, state: 'decoded', problem: null, customer, summary: summaryOf(customer, region) }
        : { ...base, state: 'unknown', problem: texts.notDocumented, summary: kind.meaning }
    }
    case 'valuation_change': {
      const change = ValuationChange.safeParse(data)
      return change.success
        ? { ...base, state: 'decoded', problem: null, ...valuationOf(change.data, region) }
        : { ...base, state: 'unknown', ...incomplete('valuation', 'change') }
    }
    default:
      return {
        ...base,
        state: 'unknown',
        problem: texts.notDocumented,
        summary: kind.meaning,
      }
  }
}

const incomplete = (
  kind: keyof typeof texts.kinds,
  missing: keyof typeof texts.missing,
): { readonly problem: string; readonly summary: string } => ({
  problem: texts.incomplete(texts.kinds[kind], texts.missing[missing]),
  summary: texts.incompleteSummary(texts.kinds[kind], texts.missing[missing]),
})

const Fields = z.record(z.string(), z.unknown())

const Ping = z.looseObject({ webhook_id: z.union([z.string(), z.number()]), at: z.string() })

/** The four required properties (interface, part 6). An incomplete record would clear data of the customer. */
const RequiredOfCustomer = z.looseObject({
  id: z.union([z.string().min(1), z.number()]),
  last_updated: z.string().min(1),
  additional_fields: z.record(z.string(), z.unknown()),
  sightings: z.array(z.unknown()),
})
const requiredNames = Object.keys(RequiredOfCustomer.shape)

function completeCustomer(data: Fields, dates?: DateReading): RemoteCustomer | null {
  const customer = isRecord(data['customer']) ? renamed(plainRecord(data['customer']), requiredNames) : null
  return RequiredOfCustomer.safeParse(customer).success ? readCustomer(customer, null, dates) : null
}

const nameOf = ({ clientName, rego, vin, vehicleTitle }: RemoteCustomer): string =>
  [clientName, rego ?? vin ?? vehicleTitle].filter((part) => part !== null).join(', ') || texts.someCustomer

const inOrder = ({ sightings }: RemoteCustomer): RemoteCustomer['sightings'] =>
  sightings.toSorted((a, b) => a.at.localeCompare(b.at))

function sightingSummary(customer: RemoteCustomer, region: Region): string {
  const last = inOrder(customer).at(-1)
  if (!last) return oneLine(texts.noSighting(nameOf(customer)))
  return oneLine(
    texts.sighting(nameOf(customer), last.listingPrice === null ? null : amountText(last.listingPrice, region)),
  )
}

function priceChangeSummary(customer: RemoteCustomer, region: Region): string {
  const [before, after] = inOrder(customer).slice(-2)
  if (!before || !after) return sightingSummary(customer, region)
  return oneLine(
    texts.priceChange(
      nameOf(customer),
      amountText(before.listingPrice, region),
      amountText(after.listingPrice, region),
    ),
  )
}

function delistSummary(customer: RemoteCustomer, region: Region): string {
  const price = inOrder(customer).at(-1)?.listingPrice ?? null
  return oneLine(texts.delisted(nameOf(customer), price === null ? null : amountText(price, region)))
}

const amount = z
  .unknown()
  .optional()
  .transform((value) => readAmount(value) ?? null)
const optionalText = z.string().nullish().catch(null)

const ValuationChange = z.looseObject({
  pricing_record: z
    .looseObject({ rego: optionalText, vin: optionalText, vehicle_id: optionalText })
    .nullish()
    .catch(null),
  change: z.looseObject({
    type: optionalText,
    new_price: amount,
    old_price: amount,
    new_retail_price: amount,
    old_retail_price: amount,
    new_trade_price: amount,
    old_trade_price: amount,
  }),
})

/** `data.change` is authoritative, even when the pricing record has newer changes (interface, part 6). */
function valuationOf(
  { change, pricing_record }: z.infer<typeof ValuationChange>,
  region: Region,
): {
  readonly valuation: Valuation
  readonly summary: string
} {
  const prices = [
    { label: 'Price', before: change.old_price, after: change.new_price },
    { label: 'Retail price', before: change.old_retail_price, after: change.new_retail_price },
    { label: 'Trade price', before: change.old_trade_price, after: change.new_trade_price },
  ]
  const moved = prices.find(({ before, after }) => before !== null && after !== null)
  const car = pricing_record?.rego ?? pricing_record?.vin ?? null
  const priceText = moved
    ? `${amountText(moved.before, region)} to ${amountText(moved.after, region)}${shareText(moved)}`
    : texts.noPrices
  return {
    valuation: {
      type: change.type ?? null,
      words: changeReason(change.type ?? null),
      vehicleId: pricing_record?.vehicle_id || null,
      prices,
    },
    summary: oneLine(
      `${car ? `${car}: ` : ''}${moved?.label.toLowerCase() ?? 'a valuation change'} ${moved ? 'from ' : ': '}${priceText}`,
    ),
  }
}

function changeReason(type: string | null): string {
  const { market, settings, noReason, otherReason } = webhookMessages.valuation
  if (type === 'valuation') return market
  if (type === 'configuration') return settings
  return type === null ? noReason : otherReason(oneLine(type, 60))
}

const amountText = (value: number | null, region: Region): string =>
  value === null ? texts.noPrice : formatMoney(value, region, { withCents: true })

function shareText({ before, after }: { readonly before: number | null; readonly after: number | null }): string {
  if (before === null || after === null || before <= 0) return ''
  const percent = ((after - before) / before) * 100
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return ` (${sign}${Math.abs(percent).toFixed(1)} %)`
}

/** A received text for one line: without line breaks and direction marks, and cut to `longest` characters. */
function oneLine(text: string, longest = 200): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean
}
