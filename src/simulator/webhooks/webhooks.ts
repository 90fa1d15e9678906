import type { EventWaiter } from '../control/event-waiter.ts'
import type { ServiceClock } from '../service-clock.ts'
import { uuidFor } from '../seeded-random.ts'
import type { Store } from '../store.ts'
import { timestamp, type JsonObject } from '../wire/reading.ts'
import { accessible } from '../wire/access.ts'
import { Refusal } from '../wire/refusal.ts'

/** What can be subscribed to (interface, part 6). `ping` cannot; `price_change` is not in the table of events. */
const eventNames = ['recapture_new', 'recapture_price_change', 'recapture_delist', 'valuation_change'] as const
export type EventName = (typeof eventNames)[number]

export const webhookRegions = ['au', 'nz'] as const
export type WebhookRegion = (typeof webhookRegions)[number]

/** A webhook on the wire (interface, part 2). A removed property is null. */
export interface WebhookJson {
  readonly id: string
  readonly created_at: string
  readonly name: string | null
  readonly format: string
  readonly events: readonly EventName[]
  readonly endpoint: string | null
}

export interface WebhookRow {
  readonly seq: number
  readonly id: string
  readonly account_id: number
  readonly region: WebhookRegion
  readonly created_at_ms: number
  readonly name: string | null
  readonly format: string
  readonly endpoint: string | null
  readonly events: string
}

export interface Webhooks {
  create(accountId: number, region: WebhookRegion, body: JsonObject): WebhookJson
  list(accountId: number, region: WebhookRegion): WebhookJson[]
  get(accountId: number, region: WebhookRegion, id: string): WebhookJson
  /** `updates` holds every property that changed, with its new value (interface, part 4, webhooks, rule 1). */
  patch(
    accountId: number,
    region: WebhookRegion,
    id: string,
    body: JsonObject,
  ): { webhook: WebhookJson; updates: JsonObject }
  delete(accountId: number, region: WebhookRegion, id: string): WebhookJson
  /** Those that asked for an event and have somewhere to send it. */
  subscribers(accountId: number, region: string, event: EventName): WebhookRow[]
}

/** Which events a new webhook has is not shown: the one that is in use. */
const defaultEvents: readonly EventName[] = ['recapture_new']
const mostWebhooks = 200

export function createWebhooks(store: Store, clock: ServiceClock, seed: string, eventWaiter: EventWaiter): Webhooks {
  const find = (accountId: number, region: WebhookRegion, id: string): WebhookRow =>
    accessible(store.get<WebhookRow>('SELECT * FROM webhooks WHERE id = ?', id), accountId, region, {
      unknown: 'Invalid Webhook ID',
      notYours: "You don't have permission to access that webhook",
      otherRegion: 'Invalid Region',
    })
  return {
    create: (accountId, region, body) => {
      const name = readName(body['name'])
      const endpoint = readEndpoint(body['endpoint'])
      if (name === null || endpoint === null) throw new Refusal(400, 'name and endpoint are required')
      if (body['format'] !== 'json') throw new Refusal(400, 'format must be json')
      const events = body['events'] === undefined ? defaultEvents : readEvents(body['events'])
      const count = store.get<{ count: number }>(
        'SELECT count(*) AS count FROM webhooks WHERE account_id = ?',
        accountId,
      )
      if ((count?.count ?? 0) >= mostWebhooks)
        throw new Refusal(409, `An account may have at most ${mostWebhooks} webhooks`)
      const last = store.get<{ seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'webhooks'`)
      const seq = (last?.seq ?? 0) + 1
      store.run(
        `INSERT INTO webhooks (seq, id, account_id, region, created_at_ms, name, format, endpoint, events)
         VALUES (?, ?, ?, ?, ?, ?, 'json', ?, ?)`,
        seq,
        uuidFor(seed, 'webhook', seq),
        accountId,
        region,
        clock.nowMs(),
        name,
        endpoint,
        JSON.stringify(events),
      )
      eventWaiter.announce()
      return webhookJson(find(accountId, region, uuidFor(seed, 'webhook', seq)))
    },
    list: (accountId, region) =>
      store
        .all<WebhookRow>('SELECT * FROM webhooks WHERE account_id = ? AND region = ? ORDER BY seq', accountId, region)
        .map(webhookJson),
    get: (accountId, region, id) => webhookJson(find(accountId, region, id)),
    patch: (accountId, region, id, body) => {
      const before = webhookJson(find(accountId, region, id))
      if ('format' in body && body['format'] !== 'json') throw new Refusal(400, 'Request validation failed')
      const after: WebhookJson = {
        ...before,
        ...('name' in body ? { name: readName(body['name']) } : {}),
        ...('endpoint' in body ? { endpoint: readEndpoint(body['endpoint']) } : {}),
        ...('events' in body ? { events: readEvents(body['events']) } : {}),
      }
      store.run(
        'UPDATE webhooks SET name = ?, endpoint = ?, events = ? WHERE id = ?',
        after.name,
        after.endpoint,
        JSON.stringify(after.events),
        id,
      )
      eventWaiter.announce()
      return { webhook: after, updates: changes(before, after) }
    },
    delete: (accountId, region, id) => {
      const gone = webhookJson(find(accountId, region, id))
      store.run('DELETE FROM webhooks WHERE id = ?', id)
      eventWaiter.announce()
      return gone
    },
    subscribers: (accountId, region, event) =>
      store
        .all<WebhookRow>(
          'SELECT * FROM webhooks WHERE account_id = ? AND region = ? AND endpoint IS NOT NULL ORDER BY seq',
          accountId,
          region,
        )
        .filter((row) => webhookJson(row).events.includes(event)),
  }
}

function changes(before: WebhookJson, after: WebhookJson): JsonObject {
  return Object.fromEntries(
    (['name', 'endpoint', 'events'] as const)
      .filter((property) => JSON.stringify(before[property]) !== JSON.stringify(after[property]))
      .map((property) => [property, after[property]]),
  )
}

function webhookJson(row: WebhookRow): WebhookJson {
  return {
    id: row.id,
    created_at: timestamp(row.created_at_ms),
    name: row.name,
    format: row.format,
    events: JSON.parse(row.events) as EventName[],
    endpoint: row.endpoint,
  }
}

function readName(value: unknown): string | null {
  if (value === null || value === '') return null
  if (typeof value !== 'string' || value.length > 1_000) throw new Refusal(400, 'Request validation failed')
  return value
}

function readEndpoint(value: unknown): string | null {
  if (value === null || value === '') return null
  if (typeof value !== 'string' || value.length > 4_000) throw new Refusal(400, 'Request validation failed')
  const url = URL.parse(value)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new Refusal(400, 'Request validation failed')
  return value
}

function readEvents(value: unknown): EventName[] {
  if (value === null || value === '') return []
  if (!Array.isArray(value)) throw new Refusal(400, 'Request validation failed')
  const known = value.map((name) => eventNames.find((event) => event === name))
  if (known.includes(undefined)) throw new Refusal(400, 'Request validation failed')
  return eventNames.filter((event) => known.includes(event))
}
