import { isUtf8 } from 'node:buffer'
import { isDeeperThan } from '../service/json-depth.ts'
import { isRecord } from '../service/open-body.ts'
import { merged, without } from '../service/record-fields.ts'
import { webhookMessages } from './webhook-messages.ts'

const texts = webhookMessages.events

/** The events of a body, each as JSON; or why its bytes are no text, and what can be shown of them. */
export type BodyTexts =
  | { readonly ok: true; readonly events: readonly string[] }
  | { readonly ok: false; readonly problem: string; readonly shown: string }

/** Each event of a batch is a row of its own: more would take too long at once. */
const mostEvents = 1_000

/** Reads a body in UTF-8, with or without a byte order mark. A list of events, also under `events`, is read as single events. */
export function readEventBody(bytes: Buffer): BodyTexts {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (!isUtf8(bytes)) return { ok: false, problem: texts.notUtf8, shown: text }
  const events = eventsIn(text)
  if (events.length > mostEvents) return { ok: false, problem: texts.tooMany(mostEvents), shown: text }
  return { ok: true, events: events.length > 0 ? events : [text] }
}

/** The events of a batch, with what stands beside its list; empty when the body is no batch. */
function eventsIn(text: string): readonly string[] {
  if (!/^\s*\[/.test(text) && !text.includes('"events"')) return []
  const parsed = parseBody(text)
  if (!parsed.ok) return []
  const { value } = parsed
  if (Array.isArray(value)) return value.map((event) => JSON.stringify(event))
  if (!isRecord(value) || 'event' in value || !Array.isArray(value['events'])) return []
  const batch = without(value, ['events'])
  const hasMore = Object.keys(batch).length > 0
  return value['events'].map((event: unknown) =>
    JSON.stringify(hasMore && isRecord(event) ? merged({ batch }, event) : event),
  )
}

export type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

/** Real events have a few levels. Reading up to this depth cannot exhaust the stack. */
const deepestLevel = 64

/** Never throws, whatever it is given. */
export function parseBody(text: string): ParsedBody {
  if (text.trim() === '') return { ok: false, problem: texts.empty }
  try {
    const value: unknown = JSON.parse(text)
    return isDeeperThan(value, deepestLevel) ? { ok: false, problem: texts.tooDeep(deepestLevel) } : { ok: true, value }
  } catch {
    // Only a SyntaxError is possible here.
    return { ok: false, problem: texts.notJson }
  }
}
