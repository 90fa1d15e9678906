import type { WebhookUpdate } from '../../contract/webhooks.ts'
import { isRecord } from '../service/open-body.ts'
import { maskEndpoint } from './endpoint-secrets.ts'
import { kindOf, type WebhookRecord } from './webhook-record.ts'

/**
 * What an edit changed, by property: those that the service names in the map `updates`, with their values in the records. When nothing
 * was reported, the records are compared.
 */
export function updatesOf(before: WebhookRecord, after: WebhookRecord, updates: unknown): WebhookUpdate[] {
  const reported = isRecord(updates) ? updates : {}
  const old = propertiesOf(before)
  const current = propertiesOf(after)
  const fromRecord = Object.keys(current).filter((name) => current[name] !== old[name])
  const names = Object.keys(reported).length > 0 ? Object.keys(reported) : fromRecord
  return names.map((property) => ({
    property,
    before: old[property] ?? null,
    after: current[property] ?? valueText(property, reported[property]),
  }))
}

const propertiesOf = ({ name, endpoint, events, format }: WebhookRecord): Readonly<Record<string, string | null>> => ({
  name,
  format,
  endpoint: valueText('endpoint', endpoint),
  events: valueText('events', events),
})

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
