import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { AdvancedSettings } from '../../contract/advanced-settings.ts'
import { eventKinds } from '../../contract/event-kinds.ts'
import { plainRecord } from '../service/open-answer.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { renamed } from '../service/record-fields.ts'

/** A webhook as the service gives it (interface, part 2), read tolerantly. */
export interface WebhookRecord {
  readonly id: string
  readonly createdAt: string
  readonly name: string | null
  readonly format: string | null
  /** All names that the service gave, in order, without duplicates; empty when the list is absent or unreadable. */
  readonly events: readonly string[]
  readonly endpoint: string | null
  /** Fields that the interface does not name, and `events` when its form is unreadable. */
  readonly other: Readonly<Record<string, unknown>>
}

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const optionalText = text.nullish().transform((value) => (value === undefined || value === '' ? null : value))

/** A list of names, as the interface says. Also reads a map from name to whether it is on, and one text with commas. */
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
  events: z.unknown().optional(),
  endpoint: optionalText.catch(null),
})

const names: ReadonlySet<string> = new Set(['id', 'created_at', 'name', 'format', 'events', 'endpoint'])

/** Reads a webhook. Null when it has no id. */
export function readWebhook(given: unknown): WebhookRecord | null {
  const parsed = Record.safeParse(isRecord(given) ? renamed(plainRecord(given), names) : given)
  if (!parsed.success) return null
  const { id, created_at, name, format, events: rawEvents, endpoint, ...rest } = parsed.data
  const events = eventNames.safeParse(rawEvents)
  return {
    id,
    createdAt: created_at ?? '',
    name,
    format,
    events: events.success ? events.data : [],
    endpoint,
    // Unreadable events are shown as they are: "no events" would be wrong.
    other: events.success ? rest : { events: rawEvents, ...rest },
  }
}

/** The record in the names of the interface. */
export const rawWebhook = ({ createdAt, other, ...record }: WebhookRecord): RawRecord => ({
  ...other,
  ...record,
  created_at: createdAt,
  // Unreadable events are in `other`.
  ...('events' in other ? { events: other['events'] } : {}),
})

/** Reads a list record by record. */
export function readWebhooks(list: readonly unknown[]): {
  readonly records: readonly WebhookRecord[]
  readonly unreadable: readonly unknown[]
} {
  const records: WebhookRecord[] = []
  const unreadable: unknown[] = []
  for (const raw of list) {
    const record = readWebhook(raw)
    if (record) records.push(record)
    else unreadable.push(raw)
  }
  return { records, unreadable }
}

/**
 * Identifies the state of all editable properties. Keyed, so that a token in the endpoint cannot be guessed; valid
 * until the program ends.
 */
export function versionOf({ id, name, format, events, endpoint }: WebhookRecord, key: string): string {
  const state = JSON.stringify([id, name, format, [...events].toSorted(), endpoint])
  return createHmac('sha256', key).update(state).digest('base64url').slice(0, 22)
}

/** The event kind with this name; null for a name that is not in the interface. */
export const kindOf = (name: string) =>
  eventKinds.find((kind) => kind.name === name || kind.otherNames?.includes(name)) ?? null

/** Whether two names mean the same event: `price_change` is `recapture_price_change`. */
export const isSameEvent = (one: string, other: string): boolean =>
  one === other || (kindOf(one) !== null && kindOf(one) === kindOf(other))

/**
 * The list of events to send. Events that the webhook already has keep their name and order; a new one gets the name
 * in the interface's table, except that of price changes: it has two (`priceChange`, from the advanced settings).
 */
export function eventsToSend(
  wanted: readonly string[],
  now: readonly string[],
  priceChange: AdvancedSettings['priceChangeEvent'],
): string[] {
  const kept = now.filter((name) => wanted.some((each) => isSameEvent(each, name)))
  const added = wanted
    .filter((name) => !now.some((each) => isSameEvent(each, name)))
    .map((name) => (isSameEvent(name, priceChange) ? priceChange : name))
  return [...new Set([...kept, ...added])]
}

export const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))
