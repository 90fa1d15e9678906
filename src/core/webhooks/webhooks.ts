import { z } from 'zod'
import { whyUnavailable } from '../../contract/availability.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Failure } from '../../contract/result.ts'
import { requireConnection } from '../connections/connection-region.ts'
import type { WebhookPing, WebhookUpdate } from '../../contract/webhooks.ts'
import { WebhookRegion } from '../../contract/event-kinds.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import { type RawRecord, isRecord } from '../service/open-body.ts'
import type { WebhookPatch } from '../service/service-client.ts'
import type { OpenStorage } from '../open-storage.ts'
import { checkEndpoint } from './endpoint-check.ts'
import { maskEndpoint } from './endpoint-secrets.ts'
import { createPingHistory, pingOutcome, readPing } from './ping-history.ts'
import { createWebhookRepository, priceChangeEvent, type WebhookScope } from './webhook-repository.ts'
import { eventsToSend, isSameList, kindOf, readWebhooks, type WebhookRecord } from './webhook-record.ts'
import { webhookMessages } from './webhook-messages.ts'
import type { WebhookView } from './webhook-view.ts'
import type { Database } from '../database/database.ts'
import { parseJson } from '../database/parse-json.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'

const { errors, kept } = webhookMessages

export type Webhooks = DomainHandlers<'webhooks', AbortSignal>

export interface WebhooksParts {
  readonly view: WebhookView
  readonly isPractice: (connectionId: string) => boolean
}

/** The webhooks of the connection and region in use. */
export function createWebhooks(storage: OpenStorage, { view, isPractice }: WebhooksParts): Webhooks {
  const repository = createWebhookRepository(storage)
  const cache = createWebhookCache(storage.database)
  const pings = createPingHistory(storage.database)
  const changed = (): void => storage.announcer.announce('webhooks.changed')

  const active = (): WebhookScope => {
    const { id, region } = requireConnection(storage)
    const known = WebhookRegion.safeParse(region)
    if (known.success) return { connectionId: id, region: known.data }
    return fail('invalid-input', whyUnavailable('webhooks', region) ?? errors.notAvailable, {
      next: errors.selectRegion,
    })
  }

  /** The service's list, or the last one when it cannot be read now. */
  const readList = async (
    scope: WebhookScope,
    signal: AbortSignal,
  ): Promise<{ readonly list: CachedWebhooks; readonly beside: RawRecord; readonly problem: Failure | null }> => {
    try {
      const { items, beside } = await repository.list(scope, signal)
      const list = { records: items, at: storage.clock.now().toISOString() }
      if (!storage.ended.aborted && storage.connections.find(scope.connectionId)) cache.save(scope, list)
      return { list, beside, problem: null }
    } catch (error) {
      const cached = error instanceof FailureError && error.failure.kind !== 'cancelled' ? cache.find(scope) : null
      if (!cached || !(error instanceof FailureError)) throw error
      return { list: cached, beside: {}, problem: error.failure }
    }
  }

  const check = (endpoint: string, connectionId: string): void => {
    const { findings } = checkEndpoint(endpoint, { isPractice: isPractice(connectionId) })
    const finding = findings.find(({ severity }) => severity === 'error')
    if (finding) fail('invalid-input', finding.words, { kept: kept.nothingChanged, next: errors.correctAddress })
  }

  return {
    async list(_input, signal) {
      const scope = active()
      const { list, beside, problem } = await readList(scope, signal)
      const { records, unreadable } = readWebhooks(list.records)
      return {
        webhooks: records.map(view.show),
        unreadable: unreadable.map(view.showUnreadable),
        other: view.showFields(beside),
        at: list.at,
        problem,
      }
    },

    async get({ id }, signal) {
      return view.show(await repository.get(active(), id, signal))
    },

    async checkEndpoint({ endpoint, webhookId }) {
      const { id: connectionId, region } = requireConnection(storage)
      const { ok, findings } = checkEndpoint(endpoint, { isPractice: isPractice(connectionId) })
      const known = WebhookRegion.safeParse(region)
      const cached = known.success ? cache.find({ connectionId, region: known.data }) : null
      const { records } = readWebhooks(cached?.records ?? [])
      const same = records.find((each) => each.id !== webhookId && each.endpoint === endpoint.trim())
      const words = same && webhookMessages.endpoint.already(same.name ?? webhookMessages.unnamed)
      return { ok, findings: words ? [{ severity: 'warning', words }, ...findings] : findings }
    },

    async create({ name, region, endpoint, events }) {
      const { id } = requireConnection(storage)
      const scope: WebhookScope = { connectionId: id, region }
      check(endpoint, id)
      checkEvents(events, [])
      try {
        const record = await repository.create(scope, { name, endpoint, events })
        // Saved pings with this id belong to an earlier webhook.
        pings.forget(id, record.id)
        return view.show(record)
      } finally {
        changed()
      }
    },

    async edit({ id, version, ...edit }) {
      const scope = active()
      const before = await repository.get(scope, id)
      if (view.version(before) !== version) {
        changed()
        fail('conflict', errors.changedElsewhere, { kept: errors.nothingOverwritten, next: errors.compareChanges })
      }
      checkEvents(edit.events ?? [], before.events)
      const patch = patchOf(before, edit, priceChangeEvent(storage, scope))
      if (patch.endpoint !== undefined) check(patch.endpoint, scope.connectionId)
      if (Object.keys(patch).length === 0) return { webhook: view.show(before), updates: [] }
      try {
        const { record, updates } = await repository.patch(scope, before, patch)
        return { webhook: view.show(record), updates: updatesOf(before, record, updates) }
      } catch (error) {
        throw withUnknownEvents(error, patch.events ?? [])
      } finally {
        changed()
      }
    },

    async delete({ id }) {
      const scope = active()
      try {
        await repository.delete(scope, id)
        pings.forget(scope.connectionId, id)
        return {}
      } finally {
        changed()
      }
    },

    async reveal({ id }, signal) {
      const { endpoint } = await repository.get(active(), id, signal)
      return { endpoint: endpoint ?? fail('not-found', errors.noEndpoint) }
    },

    async ping({ id }, signal) {
      const scope = active()
      const answer = readPing(await repository.ping(scope, id, signal))
      const ping: WebhookPing = {
        webhookId: id,
        at: answer.at ?? storage.clock.now().toISOString(),
        responseTimeMs: answer.responseTimeMs,
        responseStatus: answer.responseStatus,
        endpointShown: answer.endpoint === null ? null : maskEndpoint(answer.endpoint),
        ...pingOutcome(answer.responseStatus, answer.responseTimeMs),
      }
      pings.add(scope.connectionId, ping)
      storage.announcer.announce('webhooks.changed', id)
      return ping
    },

    pings: async ({ id }) => ({ pings: pings.list(requireConnection(storage).id, id) }),
  }
}

/**
 * The service rejects unknown event names when a webhook is changed (interface, part 6), so they are the likely
 * reason.
 */
function withUnknownEvents(error: unknown, events: readonly string[]): unknown {
  const unknown = events.filter((name) => kindOf(name) === null)
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected' || unknown.length === 0) return error
  return new FailureError({
    ...error.failure,
    next: errors.unknownEvents(unknown),
  })
}

function checkEvents(wanted: readonly string[], now: readonly string[]): void {
  if (wanted.includes('ping') && !now.includes('ping')) {
    fail('invalid-input', errors.pingNotAnEvent, { kept: kept.nothingChanged })
  }
}

/** The properties that the edit changes. Events keep the names that the webhook already has. */
function patchOf(
  before: WebhookRecord,
  edit: { readonly name?: string; readonly endpoint?: string; readonly events?: readonly string[] },
  priceChange: ReturnType<typeof priceChangeEvent>,
): WebhookPatch {
  const events = edit.events && eventsToSend(edit.events, before.events, priceChange)
  return {
    ...(edit.name !== undefined && edit.name !== (before.name ?? '') ? { name: edit.name } : {}),
    ...(edit.endpoint !== undefined && edit.endpoint !== (before.endpoint ?? '') ? { endpoint: edit.endpoint } : {}),
    ...(events && !isSameList(events, before.events) ? { events } : {}),
  }
}

/** The last list of webhooks that the service gave. */
interface CachedWebhooks {
  /** The records as received. */
  readonly records: readonly unknown[]
  /** ISO 8601. */
  readonly at: string
}

const Records = z.array(z.unknown())

/** The last list of each connection and region, readable offline. Its endpoints can have secrets: it is in the encrypted database. */
function createWebhookCache(database: Database) {
  return {
    save(scope: WebhookScope, { records, at }: CachedWebhooks): void {
      database.run(
        `INSERT INTO webhook_list (connection_id, region, records, at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET records = excluded.records, at = excluded.at`,
        [...scopeParams(scope), JSON.stringify(records), at],
      )
    },
    find(scope: WebhookScope): CachedWebhooks | null {
      const found = database.get<{ records: string; at: string }>(
        `SELECT records, at FROM webhook_list WHERE ${inScope}`,
        scopeParams(scope),
      )
      return found ? { records: parseJson(Records, found.records), at: found.at } : null
    },
  }
}

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
