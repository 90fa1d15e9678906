import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { eventKinds } from '../../contract/webhooks.ts'
import { priceChangeEvent } from '../service/assumptions.ts'

/** A webhook as the service gives it (interface, part 2), read tolerantly. */
export interface WebhookRecord {
  readonly id: string
  readonly createdAt: string
  readonly name: string | null
  readonly format: string | null
  /** Every name that came, in its order, once each. */
  readonly events: readonly string[]
  readonly endpoint: string | null
  /** Fields that the interface does not name. */
  readonly other: Readonly<Record<string, unknown>>
}

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const optionalText = text.nullish().transform((value) => (value === undefined || value === '' ? null : value))

/** Names as a list of texts, a map of name to whether it is on, or one text with commas: the list is what the interface says, the others cost nothing to read. */
const eventNames = z
  .union([
    z.array(z.union([text, z.looseObject({ name: text }).transform(({ name }) => name)])),
    z.record(z.string(), z.boolean()).transform((map) => Object.keys(map).filter((name) => map[name] === true)),
    z.string().transform((names) => names.split(',')),
  ])
  .nullish()
  .transform((names) => [...new Set((names ?? []).map((name) => name.trim()).filter((name) => name !== ''))])

const Record = z.looseObject({
  id: text.pipe(z.string().min(1)),
  created_at: optionalText.catch(null),
  name: optionalText.catch(null),
  format: optionalText.catch(null),
  events: eventNames.catch([]),
  endpoint: optionalText.catch(null),
})

/** Null: what came has no id, so that nothing can be done with it. */
export function readWebhook(raw: unknown): WebhookRecord | null {
  const parsed = Record.safeParse(raw)
  if (!parsed.success) return null
  const { id, created_at, name, format, events, endpoint, ...other } = parsed.data
  return { id, createdAt: created_at ?? '', name, format, events, endpoint, other }
}

/** Names this state of what an edit can touch. Keyed, so that a token in the endpoint cannot be guessed from it; good for one run of the program. */
export function versionOf({ id, name, format, events, endpoint }: WebhookRecord, key: string): string {
  const state = JSON.stringify([id, name, format, [...events].toSorted(), endpoint])
  return createHmac('sha256', key).update(state).digest('base64url').slice(0, 22)
}

/** The event kind behind a name; null for a name that the interface does not have. */
export const kindOf = (name: string) =>
  eventKinds.find((kind) => kind.name === name || kind.otherNames?.includes(name)) ?? null

/** Whether two names are one event to the person at the desk: `price_change` is `recapture_price_change`. */
export const isSameEvent = (one: string, other: string): boolean =>
  one === other || (kindOf(one) !== null && kindOf(one) === kindOf(other))

/**
 * The list to send for the events that she wants: what the webhook has already keeps its spelling and its order, a new one comes by the
 * name of the interface's table.
 */
export function eventsToSend(wanted: readonly string[], now: readonly string[]): string[] {
  const kept = now.filter((name) => wanted.some((each) => isSameEvent(each, name)))
  const added = wanted
    .filter((name) => !now.some((each) => isSameEvent(each, name)))
    .map((name) => (isSameEvent(name, priceChangeEvent) ? priceChangeEvent : name))
  return [...new Set([...kept, ...added])]
}

export const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))
