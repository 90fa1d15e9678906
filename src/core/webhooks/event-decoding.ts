import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import type { OpenedEvent } from '../../contract/webhooks.ts'
import { CustomerAnswer } from '../service/remote-records.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import { kindOf } from './webhook-record.ts'

export type Fields = Readonly<Record<string, unknown>>
export type Valuation = NonNullable<OpenedEvent['valuation']>

/**
 * What came, read as the interface's part 6 shows it. `decoded`: in the shape of its event. `unknown`: an envelope whose event or data
 * has no shape that is known. `malformed`: no JSON, or no envelope.
 */
export interface DecodedEvent {
  readonly state: 'decoded' | 'unknown' | 'malformed'
  readonly event: string | null
  readonly summary: string
  /** Why it is not what it should be. */
  readonly problem: string | null
  readonly data: Fields | null
  /** Only of a recapture_new that is whole: the record of the customer as the service holds it now. */
  readonly customer: RemoteCustomer | null
  readonly valuation: Valuation | null
}

/** A real event nests a handful of levels; what reads it may descend so far without harm. */
const deepestLevel = 64
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

/** Never throws, whatever it is given. */
export function decodeBytes(bytes: Buffer): DecodedEvent & { readonly text: string } {
  const text = bytes.toString('utf8')
  return { ...(isUtf8(bytes) ? decodeEvent(text) : malformed('The bytes are not text in UTF-8.')), text }
}

/** Never throws, whatever it is given. */
export function decodeEvent(text: string): DecodedEvent {
  if (text.trim() === '') return malformed('The body is empty.')
  if (depthOf(text) > deepestLevel) return malformed(`It is nested more than ${deepestLevel} levels deep.`)
  const parsed = parseJson(text)
  if (!parsed.ok) return malformed('The body is not well-formed JSON.')
  const envelope = Fields.safeParse(parsed.value)
  if (!envelope.success) return malformed('The JSON is not an object with “event” and “data”.')
  const { event, data } = envelope.data
  if (typeof event !== 'string' || event.trim() === '') return malformed('There is no event name in it.')
  const name = oneLine(event, longestEventName)
  const fields = Fields.safeParse(data)
  if (!fields.success) return malformed('There is no “data” object in it.', name)
  return decodeData(name, fields.data)
}

function decodeData(event: string, data: Fields): DecodedEvent {
  const base = { event, data, customer: null, valuation: null }
  const kind = kindOf(event)
  if (kind === null) {
    return {
      ...base,
      state: 'unknown',
      problem: 'Forecourt does not know this event. All that came is shown.',
      summary: `An event that Forecourt does not know: ${event}`,
    }
  }
  switch (kind.name) {
    case 'ping': {
      const ping = Ping.safeParse(data)
      return ping.success
        ? { ...base, state: 'decoded', problem: null, summary: 'A connection test.' }
        : { ...base, state: 'unknown', ...outOfShape('A ping', 'its webhook_id or time is missing') }
    }
    case 'recapture_new': {
      const customer = wholeCustomer(data)
      return customer
        ? { ...base, state: 'decoded', problem: null, customer, summary: sightingSummary(customer) }
        : { ...base, state: 'unknown', ...outOfShape('A new sighting', 'its customer is missing or not whole') }
    }
    case 'valuation_change': {
      const change = ValuationChange.safeParse(data)
      return change.success
        ? { ...base, state: 'decoded', problem: null, ...valuationOf(change.data) }
        : { ...base, state: 'unknown', ...outOfShape('A valuation change', 'the change that triggered it is missing') }
    }
    default:
      return {
        ...base,
        state: 'unknown',
        problem: 'The interface does not show what this event holds. All that came is shown.',
        summary: kind.meaning,
      }
  }
}

const outOfShape = (what: string, why: string): { readonly problem: string; readonly summary: string } => ({
  problem: `${what}, but not as the interface shows it: ${why}. Nothing was changed by it.`,
  summary: `${what} that is not whole: ${why}.`,
})

const Fields = z.record(z.string(), z.unknown())

const Ping = z.looseObject({ webhook_id: z.union([z.string(), z.number()]), at: z.string() })

/** Interface, part 6: the four that are required. Without them the record would empty what is known of the customer. */
const RequiredOfCustomer = z.looseObject({
  customer: z.looseObject({
    id: z.union([z.string().min(1), z.number()]),
    last_updated: z.string().min(1),
    additional_fields: z.record(z.string(), z.unknown()),
    sightings: z.array(z.looseObject({})),
  }),
})

function wholeCustomer(data: Fields): RemoteCustomer | null {
  if (!RequiredOfCustomer.safeParse(data).success) return null
  const customer = CustomerAnswer.safeParse(data)
  return customer.success ? customer.data : null
}

function sightingSummary({ clientName, rego, vin, vehicleTitle, sightings }: RemoteCustomer): string {
  const who = [clientName, rego ?? vin ?? vehicleTitle].filter((part) => part !== null).join(', ') || 'A customer'
  const last = sightings.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)
  if (!last) return oneLine(`${who}: no sighting in it`)
  return oneLine(`${who}: seen${last.listingPrice === null ? '' : ` for ${amountText(last.listingPrice)}`}`)
}

const amount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : null
  })
const optionalText = z.string().nullish().catch(null)

const ValuationChange = z.looseObject({
  pricing_record: z.looseObject({ rego: optionalText, vin: optionalText }).nullish().catch(null),
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

/** The change in `data.change` is the authoritative one, also where the pricing record has newer ones (interface, part 6). */
function valuationOf({ change, pricing_record }: z.infer<typeof ValuationChange>): {
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
  const words = moved
    ? `${amountText(moved.before)} to ${amountText(moved.after)}${shareText(moved)}`
    : 'no prices in it'
  return {
    valuation: { type: change.type ?? null, words: whyItMoved(change.type ?? null), prices },
    summary: oneLine(
      `${car ? `${car}: ` : ''}${moved?.label.toLowerCase() ?? 'a valuation change'} ${moved ? 'from ' : ': '}${words}`,
    ),
  }
}

function whyItMoved(type: string | null): string {
  if (type === 'valuation') return 'The market has moved.'
  if (type === 'configuration')
    return 'Only your own adjustment or override settings were changed; the market has not moved.'
  return type === null ? 'Why it moved is not said.' : `The service calls it “${oneLine(type, 60)}”.`
}

const dollars = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 })
const amountText = (value: number | null): string => (value === null ? 'no price' : `$${dollars.format(value)}`)

function shareText({ before, after }: { readonly before: number | null; readonly after: number | null }): string {
  if (before === null || after === null || before <= 0) return ''
  const percent = ((after - before) / before) * 100
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return ` (${sign}${Math.abs(percent).toFixed(1)} %)`
}

/** A text of the far side for one line of ours: no line breaks, no direction marks, no end of the page. */
function oneLine(text: string, longest = 200): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return clean.length > longest ? `${clean.slice(0, longest - 1)}…` : clean
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** The deepest bracket outside strings, without building what may be a hundred thousand levels deep. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, (depth += 1))
    else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return deepest
}
