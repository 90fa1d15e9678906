import { isDeepStrictEqual } from 'node:util'
import type { WebhookRegion } from '../../contract/event-kinds.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Answer, CallOptions, ServiceClient, ServiceFailure, WebhookPatch } from '../service/service-client.ts'
import type { OpenedList } from '../service/open-answer.ts'
import type { AdvancedSettings } from '../../contract/advanced-settings.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import type { OpenStorage } from '../open-storage.ts'
import { withoutEndpoints } from './endpoint-secrets.ts'
import { webhookMessages } from './webhook-messages.ts'
import {
  eventsToSend,
  isSameList,
  rawWebhook,
  readWebhook,
  readWebhooks,
  type WebhookRecord,
} from './webhook-record.ts'

/** One connection in one region with webhooks. */
export interface WebhookScope {
  readonly connectionId: string
  readonly region: WebhookRegion
}

export interface NewWebhook {
  readonly name: string
  readonly endpoint: string
  readonly events: readonly string[]
}

const keptText = webhookMessages.kept

type RawRecord = Readonly<Record<string, unknown>>

/**
 * The webhooks at the service. Each method throws failures whose text has no endpoint. After a change whose answer
 * was lost, the record is read again to find out whether the change was made.
 */
export type WebhookRepository = ReturnType<typeof createWebhookRepository>

/** For a read that the user waits for. */
const fewAttempts = (signal: AbortSignal | undefined): CallOptions => ({ attempts: 3, ...(signal ? { signal } : {}) })

/** The name for new subscriptions to price changes, as it is set now. */
export const priceChangeEvent = (
  { connections }: Pick<OpenStorage, 'connections'>,
  { connectionId }: Pick<WebhookScope, 'connectionId'>,
): AdvancedSettings['priceChangeEvent'] =>
  (connections.find(connectionId)?.advanced ?? defaultAdvanced).priceChangeEvent

export function createWebhookRepository(storage: OpenStorage) {
  const clientOf = async ({ connectionId, region }: WebhookScope): Promise<ServiceClient> => {
    const answer = await storage.connections.client(connectionId, region)
    return answer.ok ? answer.value : failWith(answer.error, keptText.nothingChanged)
  }

  const read = (raw: RawRecord): WebhookRecord => readWebhook(raw) ?? unreadable(webhookMessages.errors.unreadable)

  /** The record with this ID, which an answer about it can leave out. */
  const readOne = (id: string, raw: RawRecord): WebhookRecord => {
    const record = read({ id, ...raw })
    return record.id === id ? record : unreadable(webhookMessages.errors.otherRecord)
  }

  const readList = (answer: Answer<OpenedList>): Answer<readonly WebhookRecord[]> =>
    answer.ok ? { ok: true, value: readWebhooks(answer.value.items).records } : answer

  const createBare = async (scope: WebhookScope, { name, endpoint }: NewWebhook): Promise<WebhookRecord> => {
    const client = await clientOf(scope)
    // After a lost answer, the created webhook is found by comparing the list with the one before.
    const before = readList(await client.listWebhooks())
    if (!before.ok) return failWith(before.error, keptText.nothingCreated)
    const answer = await client.createWebhook({ name, region: scope.region, format: 'json', endpoint })
    // What the answer leaves out is as it was sent.
    if (answer.ok) return read({ name, endpoint, ...answer.value })
    if (answer.error.certainty !== 'unknown') return failWith(answer.error, keptText.nothingCreated, [endpoint])
    const after = readList(await client.listWebhooks())
    if (!after.ok) {
      return failWith(answer.error, keptText.creationUnknown, [endpoint])
    }
    const made = after.value.find(
      (each) => each.endpoint === endpoint && each.name === name && !before.value.some(({ id }) => id === each.id),
    )
    return made ?? failWith(answer.error, keptText.nothingCreated, [endpoint])
  }

  const patch = async (
    scope: WebhookScope,
    before: WebhookRecord,
    change: WebhookPatch,
    kept: string = keptText.nothingChanged,
  ): Promise<{ readonly record: WebhookRecord; readonly updates: unknown }> => {
    const client = await clientOf(scope)
    const endpoints = [before.endpoint ?? '', change.endpoint ?? '']
    const answer = await client.patchWebhook(before.id, change)
    if (answer.ok) {
      const { webhook, updates } = answer.value
      // What the answer leaves out is as it was, or as it was sent.
      const record = read({ ...rawWebhook(before), ...change, ...webhook })
      if (record.id === before.id) return { record, updates }
      // The answer is about something else: the record itself tells.
      const now = await client.getWebhook(before.id)
      return now.ok
        ? { record: readOne(before.id, now.value), updates }
        : failWith(now.error, keptText.changeUnknown, endpoints)
    }
    if (answer.error.certainty !== 'unknown') return failWith(answer.error, kept, endpoints)
    const now = await client.getWebhook(before.id)
    if (!now.ok) {
      return failWith(answer.error, keptText.changeUnknown, endpoints)
    }
    const record = readOne(before.id, now.value)
    return hasChange(record, change) ? { record, updates: undefined } : failWith(answer.error, kept, endpoints)
  }

  return {
    /** The records as received, see `readWebhooks`, and the other fields of the answer. */
    async list(scope: WebhookScope, signal?: AbortSignal): Promise<OpenedList> {
      const client = await clientOf(scope)
      const answer = await client.listWebhooks(fewAttempts(signal))
      return answer.ok ? answer.value : failWith(answer.error)
    },

    async get(scope: WebhookScope, id: string, signal?: AbortSignal): Promise<WebhookRecord> {
      const client = await clientOf(scope)
      const answer = await client.getWebhook(id, fewAttempts(signal))
      return answer.ok ? readOne(id, answer.value) : failWith(answer.error)
    },

    /**
     * Creates a webhook, then sets its events if they differ from those of a new one (interface, part 4, webhooks, rule
     * 4).
     */
    async create(scope: WebhookScope, input: NewWebhook): Promise<WebhookRecord> {
      const made = await createBare(scope, input)
      const events = eventsToSend(input.events, made.events, priceChangeEvent(storage, scope))
      if (isSameList(events, made.events)) return made
      return (await patch(scope, made, { events }, keptText.eventsNotSet)).record
    },

    /**
     * `updates` as the service gave them; undefined when its answer was lost and the record shows that the change was
     * saved.
     */
    patch,

    async delete(scope: WebhookScope, id: string): Promise<void> {
      const client = await clientOf(scope)
      const answer = await client.deleteWebhook(id)
      if (answer.ok) return
      if (answer.error.certainty !== 'unknown') return failWith(answer.error, keptText.notDeleted)
      const listed = await client.listWebhooks()
      const after = listed.ok ? readWebhooks(listed.value.items) : null
      const isListed = after?.records.some((each) => each.id === id) ?? false
      // A record that cannot be read may be this one.
      if (after && !isListed && after.unreadable.length === 0) return
      failWith(answer.error, isListed ? keptText.notDeleted : keptText.deletionUnknown)
    },

    async ping(scope: WebhookScope, id: string, signal?: AbortSignal): Promise<RawRecord> {
      const client = await clientOf(scope)
      const answer = await client.pingWebhook(id, signal ? { signal } : {})
      return answer.ok ? answer.value : failWith(answer.error)
    },
  }
}

function hasChange(record: WebhookRecord, patch: WebhookPatch): boolean {
  return (
    (patch.name === undefined || (record.name ?? '') === patch.name) &&
    (patch.endpoint === undefined || (record.endpoint ?? '') === patch.endpoint) &&
    (patch.events === undefined || isDeepStrictEqual(record.events.toSorted(), patch.events.toSorted()))
  )
}

function failWith(error: ServiceFailure, kept?: string, endpoints: readonly string[] = []): never {
  const failure = error.failure.kept === undefined && kept !== undefined ? { ...error.failure, kept } : error.failure
  throw new FailureError(withoutEndpoints(failure, endpoints))
}

function unreadable(message: string): never {
  throw new FailureError({
    kind: 'service-down',
    message,
    next: webhookMessages.errors.checkList,
  })
}
