import { randomBytes } from 'node:crypto'
import type { Detail } from '../../contract/details.ts'
import type { Webhook } from '../../contract/webhooks.ts'
import type { UnreadableRecord } from '../../contract/unreadable-record.ts'
import { detailsOf } from '../details/details.ts'
import { unreadableRecord } from '../details/unreadable-record.ts'
import type { RawRecord } from '../service/open-body.ts'
import { dots, maskEndpoint, secretsIn } from './endpoint-secrets.ts'
import { versionOf, type WebhookRecord } from './webhook-record.ts'

/** Converts a webhook for the window: without its secrets. */
export type WebhookView = ReturnType<typeof createWebhookView>

/** `isOwn`: whether an endpoint is this PC's inspector. */
export function createWebhookView(isOwn: (endpoint: string) => boolean) {
  const key = randomBytes(32).toString('base64url')
  return {
    show: (record: WebhookRecord): Webhook => ({
      id: record.id,
      createdAt: record.createdAt,
      name: record.name,
      format: record.format,
      events: [...record.events],
      endpointShown: record.endpoint === null ? null : maskEndpoint(record.endpoint),
      hasSecret: record.endpoint !== null && secretsIn(record.endpoint).length > 0,
      toInspector: record.endpoint !== null && isOwn(record.endpoint),
      version: versionOf(record, key),
      other: showFields(record.other),
    }),
    /** Fields that the interface does not name. */
    showFields,
    showUnreadable: (raw: unknown): UnreadableRecord => unreadableRecord(mask(raw)),
    version: (record: WebhookRecord): string => versionOf(record, key),
  }
}

const showFields = (fields: RawRecord): Detail[] => detailsOf(withoutSecrets(fields))

/** Names of undocumented fields that may have a secret. */
const secretName = /secret|token|password|credential|signature|api_?key|authori[sz]ation/i

function withoutSecrets(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, secretName.test(name) && value !== null ? dots : mask(value)]),
  )
}

/** Masks addresses in undocumented fields. */
function mask(value: unknown): unknown {
  if (typeof value === 'string') return /^https?:\/\//i.test(value) ? maskEndpoint(value) : value
  if (Array.isArray(value)) return value.map(mask)
  if (typeof value === 'object' && value !== null) return withoutSecrets(value as Readonly<Record<string, unknown>>)
  return value
}
