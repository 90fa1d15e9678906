import { isDeepStrictEqual } from 'node:util'
import type { WebhookRegion } from '../../contract/webhooks.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Answer, CallOptions, ServiceClient, ServiceFailure, WebhookPatch } from '../service/service-client.ts'
import type { OpenStorage } from '../open-storage.ts'
import { withoutEndpoints } from './endpoint-secrets.ts'
import { eventsToSend, isSameList, readWebhook, type WebhookRecord } from './webhook-record.ts'

/** Whose webhooks: one connection's in one region. */
export interface WebhookScope {
  readonly connectionId: string
  readonly region: WebhookRegion
}

export interface NewWebhook {
  readonly name: string
  readonly endpoint: string
  readonly events: readonly string[]
}

type RawRecord = Readonly<Record<string, unknown>>

/**
 * The webhooks at the service. Each verb answers or throws what went wrong, in words that quote no endpoint. A change whose answer was lost
 * is looked up before anything is said of it.
 */
export interface WebhookRepository {
  list(scope: WebhookScope, signal?: AbortSignal): Promise<readonly WebhookRecord[]>
  get(scope: WebhookScope, id: string, signal?: AbortSignal): Promise<WebhookRecord>
  /** Creates it, and sets its events where they are not what a new one has (interface, part 4, webhooks, rule 4). */
  create(scope: WebhookScope, input: NewWebhook): Promise<WebhookRecord>
  /** `updates` as the service gave them; empty when its answer was lost and the record says that it was saved. */
  patch(
    scope: WebhookScope,
    before: WebhookRecord,
    change: WebhookPatch,
    kept?: string,
  ): Promise<{ readonly record: WebhookRecord; readonly updates: RawRecord }>
  delete(scope: WebhookScope, id: string): Promise<void>
  ping(scope: WebhookScope, id: string, signal?: AbortSignal): Promise<RawRecord>
}

/** A read that somebody waits for in front of the screen. */
const soon = (signal: AbortSignal | undefined): CallOptions => ({ attempts: 3, ...(signal ? { signal } : {}) })

const nothingChanged = 'Nothing was changed.'

export function createWebhookRepository(storage: OpenStorage): WebhookRepository {
  const clientOf = async ({ connectionId, region }: WebhookScope): Promise<ServiceClient> => {
    const answer = await storage.connections.client(connectionId, region)
    return answer.ok ? answer.value : giveUp(answer.error, nothingChanged)
  }

  const read = (raw: RawRecord): WebhookRecord => readWebhook(raw) ?? unreadable()

  const listed = (answer: Answer<readonly RawRecord[]>): Answer<readonly WebhookRecord[]> =>
    answer.ok ? { ok: true, value: answer.value.flatMap((raw) => readWebhook(raw) ?? []) } : answer

  const createBare = async (scope: WebhookScope, { name, endpoint }: NewWebhook): Promise<WebhookRecord> => {
    const client = await clientOf(scope)
    // What is there before: a creation whose answer is lost is found again by what is there afterwards and was not.
    const before = listed(await client.listWebhooks())
    if (!before.ok) return giveUp(before.error, 'Nothing was created.')
    const answer = await client.createWebhook({ name, region: scope.region, format: 'json', endpoint })
    if (answer.ok) return read(answer.value)
    if (answer.error.certainty !== 'unknown') return giveUp(answer.error, 'Nothing was created.', [endpoint])
    const after = listed(await client.listWebhooks())
    if (!after.ok) {
      const kept = 'It is not known whether the webhook was created: look at the list before you create it again.'
      return giveUp(answer.error, kept, [endpoint])
    }
    const made = after.value.find(
      (each) => each.endpoint === endpoint && each.name === name && !before.value.some(({ id }) => id === each.id),
    )
    return made ?? giveUp(answer.error, 'The webhook was not created.', [endpoint])
  }

  const patch: WebhookRepository['patch'] = async (scope, before, change, kept = nothingChanged) => {
    const client = await clientOf(scope)
    const endpoints = [before.endpoint ?? '', change.endpoint ?? '']
    const answer = await client.patchWebhook(before.id, change)
    if (answer.ok) return { record: read(answer.value.webhook), updates: answer.value.updates }
    if (answer.error.certainty !== 'unknown') return giveUp(answer.error, kept, endpoints)
    const now = await client.getWebhook(before.id)
    if (!now.ok) {
      return giveUp(
        answer.error,
        'It is not known whether the change was saved: the list shows it once the service answers.',
        endpoints,
      )
    }
    const record = read(now.value)
    return holds(record, change) ? { record, updates: {} } : giveUp(answer.error, kept, endpoints)
  }

  return {
    async list(scope, signal) {
      const client = await clientOf(scope)
      const answer = listed(await client.listWebhooks(soon(signal)))
      return answer.ok ? answer.value : giveUp(answer.error)
    },

    async get(scope, id, signal) {
      const client = await clientOf(scope)
      const answer = await client.getWebhook(id, soon(signal))
      return answer.ok ? read(answer.value) : giveUp(answer.error)
    },

    async create(scope, input) {
      const made = await createBare(scope, input)
      const events = eventsToSend(input.events, made.events)
      if (isSameList(events, made.events)) return made
      const kept = 'The webhook was created, but not with the events that you chose: open it and set them.'
      return (await patch(scope, made, { events }, kept)).record
    },

    patch,

    async delete(scope, id) {
      const client = await clientOf(scope)
      const answer = await client.deleteWebhook(id)
      if (answer.ok) return
      if (answer.error.certainty !== 'unknown') return giveUp(answer.error, 'The webhook was not deleted.')
      const now = await client.getWebhook(id)
      if (!now.ok && now.error.failure.kind === 'not-found') return
      giveUp(
        answer.error,
        now.ok
          ? 'The webhook was not deleted.'
          : 'It is not known whether the webhook was deleted: the list shows it once the service answers.',
      )
    },

    async ping(scope, id, signal) {
      const client = await clientOf(scope)
      const answer = await client.pingWebhook(id, signal ? { signal } : {})
      return answer.ok ? answer.value : giveUp(answer.error)
    },
  }
}

function holds(record: WebhookRecord, patch: WebhookPatch): boolean {
  return (
    (patch.name === undefined || (record.name ?? '') === patch.name) &&
    (patch.endpoint === undefined || (record.endpoint ?? '') === patch.endpoint) &&
    (patch.events === undefined || isDeepStrictEqual(record.events.toSorted(), patch.events.toSorted()))
  )
}

function giveUp(error: ServiceFailure, kept?: string, endpoints: readonly string[] = []): never {
  const failure = error.failure.kept === undefined && kept !== undefined ? { ...error.failure, kept } : error.failure
  throw new FailureError(withoutEndpoints(failure, endpoints))
}

function unreadable(): never {
  throw new FailureError({
    kind: 'service-down',
    message: 'The service gave a webhook that Forecourt cannot read: it has no id.',
    next: 'Look at the list; if it stays so, tell your provider.',
  })
}
