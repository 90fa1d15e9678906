import { formatDate, localDate } from '../../../contract/calendar-date.ts'
import { type EventKind, eventKinds, type Webhook } from '../../../contract/webhooks.ts'

/** What the interface says of an event; null for a name that it does not have. */
export const kindOf = (name: string): EventKind | null =>
  eventKinds.find((kind) => kind.name === name || kind.otherNames?.includes(name)) ?? null

export const eventLabel = (name: string): string => kindOf(name)?.label ?? name

export const sentWords: Readonly<Record<EventKind['sent'], string>> = {
  today: 'sent today',
  'not-yet': 'not sent yet',
  'if-configured': 'sent if your provider has set it up',
}

/** An event that can be chosen: by the name that the webhook has for it, or else by that of the interface. */
export interface EventChoice {
  readonly name: string
  readonly kind: EventKind | null
}

/** All that can be subscribed to, and what the webhook has beside it: a name that is not known is never dropped unasked. */
export function eventChoices(ofWebhook: readonly string[]): readonly EventChoice[] {
  const known = eventKinds
    .filter(({ canSubscribe }) => canSubscribe)
    .map((kind): EventChoice => ({ name: ofWebhook.find((name) => kindOf(name) === kind) ?? kind.name, kind }))
  const others = ofWebhook
    .filter((name) => !known.some((choice) => choice.name === name || (choice.kind && choice.kind === kindOf(name))))
    .map((name): EventChoice => ({ name, kind: kindOf(name) }))
  return [...known, ...others]
}

const propertyLabels: ReadonlyMap<string, string> = new Map([
  ['name', 'Name'],
  ['endpoint', 'Endpoint'],
  ['events', 'Events'],
  ['format', 'Format'],
])

/** A property of a webhook by the name that the service has for it: "retry_limit" -> "Retry limit". */
export function propertyLabel(property: string): string {
  const words = property.replaceAll('_', ' ').trim()
  return propertyLabels.get(property) ?? (words === '' ? 'A property' : words[0]?.toUpperCase() + words.slice(1))
}

export const webhookName = ({ name }: Pick<Webhook, 'name'>): string => name ?? 'Webhook without a name'

export const eventsInWords = (events: readonly string[]): string => events.map(eventLabel).join(', ') || 'none'

const upToOneDecimal = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 1 })

/** Bytes for a person: "812 bytes", "1.4 KB", "256 KB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  const kilobytes = bytes / 1_024
  return kilobytes < 1_024 ? `${upToOneDecimal.format(kilobytes)} KB` : `${upToOneDecimal.format(kilobytes / 1_024)} MB`
}

/** The time of day of a moment, to the second, on this PC's clock: "2:05:09 pm"; with the date when that is not today. */
export function formatClock(iso: string, now: Date = new Date()): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  const two = (part: number): string => String(part).padStart(2, '0')
  const hours = moment.getHours()
  const clock = `${hours % 12 || 12}:${two(moment.getMinutes())}:${two(moment.getSeconds())} ${hours < 12 ? 'am' : 'pm'}`
  if (moment.toDateString() === now.toDateString()) return clock
  return `${formatDate(localDate(moment))}, ${clock}`
}
