import type { WebhookUpdate } from '../../contract/webhooks.ts'
import { maskEndpoint } from './endpoint-secrets.ts'
import { kindOf, type WebhookRecord } from './webhook-record.ts'

/**
 * What an edit changed, property by property, as the service reported it (`updates`, a map of every property that changed). The form of its
 * values is not shown: the new value, or both as a pair or as an object. Where it reported nothing although the record has changed, because its
 * answer was lost, the record says it.
 */
export function updatesOf(
  before: WebhookRecord,
  after: WebhookRecord,
  reported: Readonly<Record<string, unknown>>,
): WebhookUpdate[] {
  const was = propertiesOf(before)
  const is = propertiesOf(after)
  const fromRecord = Object.keys(is).filter((name) => is[name] !== was[name])
  const names = Object.keys(reported).length > 0 ? Object.keys(reported) : fromRecord
  return names.map((property) => {
    const pair = pairOf(property, reported[property])
    return {
      property,
      before: pair?.before ?? was[property] ?? null,
      after: pair?.after ?? is[property] ?? shown(property, reported[property]),
    }
  })
}

const propertiesOf = ({ name, endpoint, events, format }: WebhookRecord): Readonly<Record<string, string | null>> => ({
  name,
  format,
  endpoint: shown('endpoint', endpoint),
  events: shown('events', events),
})

interface Pair {
  readonly before: string | null
  readonly after: string | null
}

const beforeNames = ['before', 'old', 'from', 'previous'] as const
const afterNames = ['after', 'new', 'to', 'current'] as const

function pairOf(property: string, value: unknown): Pair | null {
  // A list is the new list of events; of any other property it can only be the two values.
  if (Array.isArray(value) && value.length === 2 && property !== 'events') {
    return { before: shown(property, value[0]), after: shown(property, value[1]) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = value as Readonly<Record<string, unknown>>
  const before = beforeNames.find((name) => name in fields)
  const after = afterNames.find((name) => name in fields)
  return before && after ? { before: shown(property, fields[before]), after: shown(property, fields[after]) } : null
}

/** A value in words; an endpoint without its secrets. Null: none. */
function shown(property: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (property === 'endpoint') return typeof value === 'string' ? maskEndpoint(value) : null
  if (Array.isArray(value)) {
    const names = value.filter((each) => typeof each === 'string' || typeof each === 'number').map(String)
    return names.map((name) => (property === 'events' ? (kindOf(name)?.label ?? name) : name)).join(', ') || null
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
