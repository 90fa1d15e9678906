import { whyUnavailable } from '../../contract/availability.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { requireConnection } from '../connections/connection-region.ts'
import { WebhookRegion, type WebhookPing } from '../../contract/webhooks.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { WebhookPatch } from '../service/service-client.ts'
import type { OpenStorage } from '../open-storage.ts'
import { checkEndpoint } from './endpoint-check.ts'
import { maskEndpoint } from './endpoint-secrets.ts'
import { createPingHistory, pingOutcome } from './ping-history.ts'
import { createWebhookRepository, type WebhookScope } from './webhook-repository.ts'
import { readPing } from './webhook-ping.ts'
import { eventsToSend, isSameList, kindOf, type WebhookRecord } from './webhook-record.ts'
import { updatesOf } from './webhook-updates.ts'
import type { WebhookView } from './webhook-view.ts'

export type Webhooks = DomainHandlers<'webhooks', AbortSignal> & {
  /** Drops the pings of a connection that begins anew. */
  forgetConnection(connectionId: string): void
}

export interface WebhooksParts {
  readonly view: WebhookView
  readonly isPractice: (connectionId: string) => boolean
}

/** The webhooks of the connection and region in use. */
export function createWebhooks(storage: OpenStorage, { view, isPractice }: WebhooksParts): Webhooks {
  const repository = createWebhookRepository(storage)
  const pings = createPingHistory(storage.database)
  const changed = (): void => storage.announcer.announce('webhooks.changed')

  const active = (): WebhookScope => {
    const { id, region } = requireConnection(storage)
    const known = WebhookRegion.safeParse(region)
    if (known.success) return { connectionId: id, region: known.data }
    return fail('invalid-input', whyUnavailable('webhooks', region) ?? 'Webhooks are not available in this region.', {
      next: 'Choose another region in the connection.',
    })
  }

  const check = (endpoint: string, connectionId: string): void => {
    const { findings } = checkEndpoint(endpoint, { isPractice: isPractice(connectionId) })
    const wrong = findings.find(({ severity }) => severity === 'error')
    if (wrong) fail('invalid-input', wrong.words, { kept: 'Nothing was changed.', next: 'Correct the address.' })
  }

  const checkEvents = (wanted: readonly string[], now: readonly string[]): void => {
    if (wanted.includes('ping') && !now.includes('ping')) {
      fail('invalid-input', 'A ping cannot be subscribed to: it comes only when you ask for it.', {
        kept: 'Nothing was changed.',
      })
    }
  }

  /** What of the edit changes something; the events with the names that the webhook has already. */
  const patchOf = (
    before: WebhookRecord,
    edit: { readonly name?: string; readonly endpoint?: string; readonly events?: readonly string[] },
  ): WebhookPatch => {
    const events = edit.events && eventsToSend(edit.events, before.events)
    return {
      ...(edit.name !== undefined && edit.name !== (before.name ?? '') ? { name: edit.name } : {}),
      ...(edit.endpoint !== undefined && edit.endpoint !== (before.endpoint ?? '') ? { endpoint: edit.endpoint } : {}),
      ...(events && !isSameList(events, before.events) ? { events } : {}),
    }
  }

  return {
    async list(_input, signal) {
      return { webhooks: (await repository.list(active(), signal)).map(view.show) }
    },

    async get({ id }, signal) {
      return view.show(await repository.get(active(), id, signal))
    },

    async checkEndpoint({ endpoint }) {
      return checkEndpoint(endpoint, { isPractice: isPractice(requireConnection(storage).id) })
    },

    async create({ name, region, endpoint, events }) {
      const { id } = requireConnection(storage)
      const scope: WebhookScope = { connectionId: id, region }
      check(endpoint, id)
      checkEvents(events, [])
      try {
        const record = await repository.create(scope, { name, endpoint, events })
        // An id that was used before: its pings are another webhook's.
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
        fail('conflict', 'This webhook was changed elsewhere while you had it open.', {
          kept: 'Nothing was overwritten.',
          next: 'Compare what is there now with yours, and decide.',
        })
      }
      checkEvents(edit.events ?? [], before.events)
      const patch = patchOf(before, edit)
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
      return { endpoint: endpoint ?? fail('not-found', 'This webhook has no endpoint.') }
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

    forgetConnection: pings.forgetConnection,

    pings: async ({ id }) => ({ pings: pings.list(requireConnection(storage).id, id) }),
  }
}

/** Names that are not in the table are refused when a webhook is modified (interface, part 6): then it is most likely these. */
function withUnknownEvents(error: unknown, events: readonly string[]): unknown {
  const unknown = events.filter((name) => kindOf(name) === null).map((name) => `“${name}”`)
  if (!(error instanceof FailureError) || error.failure.kind !== 'rejected' || unknown.length === 0) return error
  return new FailureError({
    ...error.failure,
    next: `Forecourt does not know the event ${unknown.join(', ')}. Take it out of the list, and save again.`,
  })
}
