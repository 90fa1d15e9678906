import type { ExportedFile } from '../../contract/exported-file.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { InspectorState, ReceivedEvent } from '../../contract/webhooks.ts'
import { eventKinds, WebhookRegion } from '../../contract/event-kinds.ts'
import { currentScope, requireConnection } from '../connections/connection-region.ts'
import type { DoNotContact } from '../customers/contact/do-not-contact.ts'
import type { Customers } from '../customers/customers.ts'
import { scopeKey } from '../database/scope-sql.ts'
import { detailsOf } from '../details/details.ts'
import { fail } from '../failures/failure-error.ts'
import { localDate } from '../../contract/calendar-date.ts'
import { errorFields } from '../ports/log.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { decodeEvent } from './event-decoding.ts'
import { createEventIntake } from './event-intake.ts'
import { createEventLog, type EventLogLimits, type LoggedEvent } from './event-log.ts'
import { hideEventNumbers } from './hidden-event-numbers.ts'
import { createInspectorReceiver } from './inspector-receiver.ts'
import { createInspectorSettings } from './inspector-settings.ts'
import { addressOf, defaultLimits, type ReceiverLimits } from './receiver.ts'
import { webhookMessages } from './webhook-messages.ts'
import { readWebhooks, type WebhookRecord } from './webhook-record.ts'
import { createWebhookRepository, type WebhookRepository, type WebhookScope } from './webhook-repository.ts'
import { createWebhookView, type WebhookView } from './webhook-view.ts'

export type Inspector = DomainHandlers<'inspector', AbortSignal> & {
  /** `start` starts the receiver if it is set to start with the program. */
  readonly life: { start(): void; close(): Promise<void> }
  readonly view: WebhookView
  /** The events of a connection whose practice data is reset were removed. */
  forgetConnection(connectionId: string): void
}

export interface InspectorParts {
  readonly customers: Pick<Customers, 'applyEvents'> & { readonly doNotContact: Pick<DoNotContact, 'people'> }
  readonly isPractice: (connectionId: string) => boolean
  readonly limits?: Partial<ReceiverLimits>
  readonly eventLogLimits?: EventLogLimits
}

const announceEveryMs = 150

const messages = webhookMessages.inspector

/** The inspector: receives events on this PC, saves and shows them, and updates their customers. */
export function createInspector(storage: OpenStorage, parts: InspectorParts): Inspector {
  const { log } = storage
  const limits = { ...defaultLimits, ...parts.limits }
  const settings = createInspectorSettings(storage.database)
  const eventLog = createEventLog(storage.database, parts.eventLogLimits)
  const repository = createWebhookRepository(storage)
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const announceChange = createThrottledAnnouncer(
    storage.announcer,
    storage.clock,
    'inspector.changed',
    announceEveryMs,
    ended,
  )
  const announce = (): void => announceChange(null)

  const receiver = createInspectorReceiver({
    log,
    ended,
    limits,
    settings,
    onBody: (to, body) => intake.add(to, body),
    onChanged: announce,
  })
  const intake = createEventIntake(storage, {
    eventLog,
    customers: parts.customers,
    onSaved: (count) => receiver.countReceived(count),
  })

  const scope = (): WebhookScope | null => {
    const current = currentScope(storage)
    const region = WebhookRegion.safeParse(current?.region)
    return current && region.success ? { connectionId: current.connectionId, region: region.data } : null
  }

  const address = (): string | null => {
    const to = scope()
    const port = receiver.port()
    return port !== null && to ? addressOf(port, settings.current().token, to) : null
  }

  const state = (): InspectorState => ({
    running: receiver.port() !== null,
    port: receiver.port(),
    address: address(),
    ...receiver.counts(),
    kept: eventLog.size(),
    bodyLimitBytes: limits.bodyBytes,
    problem: receiver.problem(),
    startsByItself: settings.current().startsByItself,
  })

  const view = createWebhookView((endpoint) =>
    isOwn(endpoint, settings.current().token, receiver.port() ?? settings.current().port),
  )

  /** Hides the numbers of the people who are marked Do Not Contact now. */
  const numberHider = () => {
    const lists = new Map<string, ReturnType<DoNotContact['people']>>()
    return (text: string, { connectionId, region }: LoggedEvent): string => {
      const key = scopeKey({ connectionId, region })
      const people = lists.get(key) ?? parts.customers.doNotContact.people({ connectionId, region })
      lists.set(key, people)
      return hideEventNumbers(text, people, region)
    }
  }

  const stopListening = storage.announcer.listen(({ name }) => {
    if (name !== 'connections.changed') return
    eventLog.removeUnless((connectionId) => storage.connections.find(connectionId) !== null)
    // The inspector's address contains the connection and region in use.
    announce()
  })

  return {
    state: async () => state(),

    async start({ port }) {
      await receiver.start(port)
      return state()
    },

    async stop() {
      await receiver.stop()
      return state()
    },

    async setStartsByItself({ on }) {
      settings.change({ startsByItself: on })
      announce()
      return state()
    },

    async events(query) {
      const { total, events } = eventLog.find(query)
      const hide = numberHider()
      const shown = events.map((event) => ({ ...toReceivedEvent(event), summary: hide(event.summary, event) }))
      return { total, names: eventLog.names(), events: shown }
    },

    async open({ number }) {
      const event = eventLog.get(number) ?? fail('not-found', messages.eventGone)
      const hide = numberHider()
      const text = hide(event.text, event)
      const shown = { ...event, text, summary: hide(event.summary, event) }
      return { ...openEvent(shown, storage.connections), hidesNumbers: text !== event.text }
    },

    async clear() {
      eventLog.clear()
      announce()
      return state()
    },

    async export() {
      const hide = numberHider()
      const events = eventLog.all().map((event) => ({ ...event, text: hide(event.text, event) }))
      return eventFile(events, storage.clock.now())
    },

    async point({ webhookId }) {
      const { id } = requireConnection(storage)
      if (!parts.isPractice(id)) {
        fail('invalid-input', messages.practiceOnly, {
          kept: webhookMessages.kept.nothingChanged,
          next: messages.realEndpoint,
        })
      }
      const to = scope() ?? fail('invalid-input', webhookMessages.errors.notAvailable)
      await receiver.start(null)
      const endpoint = address() ?? fail('conflict', messages.stoppedMeanwhile, { next: messages.tryAgain })
      const webhook = view.show(await pointWebhook(repository, webhookId, to, endpoint))
      settings.change({ startsByItself: true })
      storage.announcer.announce('webhooks.changed')
      announce()
      return { webhook, state: state() }
    },

    view,

    forgetConnection(connectionId) {
      eventLog.removeUnless((each) => each !== connectionId)
      announce()
    },

    life: {
      start() {
        if (!settings.current().startsByItself) return
        receiver.start(null).catch((error: unknown) => {
          log.write('error', 'inspector.failed', errorFields(error))
          receiver.setProblem(messages.startFailed)
        })
      },
      async close() {
        stopListening()
        closing.abort()
        await receiver.stop()
      },
    },
  }
}

/** Whether an endpoint is an address of this PC with the inspector's token and its current or last port. */
function isOwn(endpoint: string, token: string, port: number | null): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.protocol !== 'http:' || (url.hostname !== '127.0.0.1' && url.hostname !== 'localhost')) return false
  return Number(url.port) === port && url.pathname.split('/')[1] === token
}

/** Sends the events of a webhook to this PC; null: of the one that does so already, or of a new one. */
async function pointWebhook(
  repository: WebhookRepository,
  webhookId: string | null,
  to: WebhookScope,
  endpoint: string,
): Promise<WebhookRecord> {
  if (webhookId !== null) {
    const before = await repository.get(to, webhookId)
    if (before.endpoint === endpoint) return before
    return (await repository.patch(to, before, { endpoint })).record
  }
  const existing = readWebhooks((await repository.list(to)).items).records.find((each) => each.endpoint === endpoint)
  if (existing) return existing
  const events = eventKinds.filter(({ canSubscribe }) => canSubscribe).map(({ name }) => name)
  return repository.create(to, { name: messages.webhookName, endpoint, events })
}

function openEvent(event: LoggedEvent, connections: OpenStorage['connections']) {
  const known =
    event.state === 'malformed'
      ? null
      : decodeEvent(event.text, event.region, connections.find(event.connectionId)?.advanced.dates)
  return {
    ...toReceivedEvent(event),
    body: known?.data ? [...detailsOf(known.data)] : [],
    text: event.text,
    valuation: known?.valuation ?? null,
    problem: known ? known.problem : event.summary,
  }
}

function toReceivedEvent({ connectionId: _connection, text: _text, ...event }: LoggedEvent): ReceivedEvent {
  return event
}

function eventFile(events: readonly LoggedEvent[], now: Date): ExportedFile {
  return {
    fileName: `webhook-events-${localDate(now)}.jsonl`,
    mimeType: 'application/x-ndjson',
    encoding: 'utf8',
    content: events.map((event) => `${exportLine(event)}\n`).join(''),
    rows: events.length,
  }
}

/**
 * One line of JSON. A JSON body is included as it is; its line breaks are outside strings, so spaces can replace
 * them.
 */
function exportLine({ number, at, event, region, sizeBytes, state, text }: LoggedEvent): string {
  const head = JSON.stringify({ number, at, event, region, sizeBytes, state }).slice(0, -1)
  const body = state === 'malformed' ? `"text":${JSON.stringify(text)}` : `"body":${text.replace(/[\r\n]+/g, ' ')}`
  return `${head},${body}}`
}
