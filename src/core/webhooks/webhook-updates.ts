import type { WebhookUpdate } from '../../contract/webhooks.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { fieldOf } from '../service/record-fields.ts'
import { maskEndpoint } from './endpoint-secrets.ts'
import { kindOf, type WebhookRecord } from './webhook-record.ts'

/**
 * What an edit changed, by property, from the `updates` that the service reported. The interface does not show the
 * form of its values: the new value, or both values as a pair or an object are read; also a list of such objects, or
 * of names. When nothing was reported, the records are compared.
 */
export function updatesOf(before: WebhookRecord, after: WebhookRecord, updates: unknown): WebhookUpdate[] {
  const reported = byProperty(updates)
  const old = propertiesOf(before)
  const current = propertiesOf(after)
  const fromRecord = Object.keys(current).filter((name) => current[name] !== old[name])
  const names = Object.keys(reported).length > 0 ? Object.keys(reported) : fromRecord
  return names.map((property) => {
    const pair = pairOf(property, reported[property])
    return {
      property,
      before: pair?.before ?? old[property] ?? null,
      after: pair?.after ?? current[property] ?? valueText(property, reported[property]),
    }
  })
}

const propertyNames = ['property', 'field', 'name', 'key', 'attribute'] as const

function byProperty(updates: unknown): RawRecord {
  if (isRecord(updates)) return updates
  const items: readonly unknown[] = Array.isArray(updates)
    ? updates
    : typeof updates === 'string'
      ? updates.split(',')
      : []
  const named = items.map((item): [string, unknown] => {
    const name = isRecord(item) ? fieldOf(item, propertyNames)?.value : item
    return [typeof name === 'string' ? name.trim() : '', isRecord(item) ? item : undefined]
  })
  return Object.fromEntries(named.filter(([name]) => name !== ''))
}

const propertiesOf = ({ name, endpoint, events, format }: WebhookRecord): Readonly<Record<string, string | null>> => ({
  name,
  format,
  endpoint: valueText('endpoint', endpoint),
  events: valueText('events', events),
})

interface Pair {
  readonly before: string | null
  readonly after: string | null
}

const beforeNames = ['before', 'old', 'from', 'previous'] as const
const afterNames = ['after', 'new', 'to', 'current'] as const

function pairOf(property: string, value: unknown): Pair | null {
  // For events a list is the new value. For any other property it can only be the two values.
  if (Array.isArray(value) && value.length === 2 && property !== 'events') {
    return { before: valueText(property, value[0]), after: valueText(property, value[1]) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = value as Readonly<Record<string, unknown>>
  const before = beforeNames.find((name) => name in fields)
  const after = afterNames.find((name) => name in fields)
  return before && after
    ? { before: valueText(property, fields[before]), after: valueText(property, fields[after]) }
    : null
}

/** A value as text; an endpoint without its secrets. Null: none. */
function valueText(property: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (property === 'endpoint') return typeof value === 'string' ? maskEndpoint(value) : null
  if (Array.isArray(value)) {
    const names = value.filter((each) => typeof each === 'string' || typeof each === 'number').map(String)
    return names.map((name) => (property === 'events' ? (kindOf(name)?.label ?? name) : name)).join(', ') || null
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
