import type { DomainHandlers } from '../../contract/methods.ts'
import {
  eventKinds,
  WebhookRegion,
  type InspectorState,
  type ReceivedEvent,
  type Webhook,
} from '../../contract/webhooks.ts'
import { currentScope, requireConnection } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { detailsOf } from '../details/details.ts'
import { fail } from '../failures/failure-error.ts'
import { localDate } from '../../contract/calendar-date.ts'
import { errorFields } from '../ports/log.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { decodeEvent } from './event-decoding.ts'
import { createEventIntake } from './event-intake.ts'
import { createEventLog, type EventLogLimits, type LoggedEvent } from './event-log.ts'
import { createInspectorSettings } from './inspector-settings.ts'
import { addressOf, defaultLimits, startReceiver, type Receiver, type ReceiverLimits } from './receiver.ts'
import { createWebhookRepository, type WebhookScope } from './webhook-repository.ts'
import { createWebhookView, type WebhookView } from './webhook-view.ts'

export type Inspector = DomainHandlers<'inspector', AbortSignal> & {
  /** `start` begins to receive where it was set to start by itself. */
  readonly life: { start(): void; close(): Promise<void> }
  readonly view: WebhookView
  /** Drops the events of a connection that begins anew. */
  forgetConnection(connectionId: string): void
}

export interface InspectorParts {
  readonly customers: Pick<Customers, 'applyEvents'>
  readonly isPractice: (connectionId: string) => boolean
  readonly limits?: Partial<ReceiverLimits>
  readonly eventLogLimits?: EventLogLimits
}

const announceEveryMs = 150

const whatARealEndpointNeeds =
  'A real webhook needs an https address that the internet reaches: one of your own system, or a tunnel that leads to this PC.'

/** The receiver on this PC: events as they come, kept, shown, and taken into the customers. */
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

  let receiver: Receiver | null = null
  let received = 0
  let refused = 0
  let problem: string | null = null
  /** Starts and stops, one after the other. */
  let turn: Promise<unknown> = Promise.resolve()

  const intake = createEventIntake(storage, {
    eventLog,
    customers: parts.customers,
    onTaken(count) {
      received += count
      announce()
    },
  })

  const scope = (): WebhookScope | null => {
    const current = currentScope(storage)
    const region = WebhookRegion.safeParse(current?.region)
    return current && region.success ? { connectionId: current.connectionId, region: region.data } : null
  }

  const address = (): string | null => {
    const to = scope()
    return receiver && to ? addressOf(receiver.port, settings.current().token, to) : null
  }

  const state = (): InspectorState => ({
    running: receiver !== null,
    port: receiver?.port ?? null,
    address: address(),
    received,
    kept: eventLog.size(),
    refused,
    bodyLimitBytes: limits.bodyBytes,
    problem,
    startsByItself: settings.current().startsByItself,
  })

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work, work)
    turn = mine
    return mine
  }

  const receiveAt = (port: number): Promise<Receiver> =>
    startReceiver({
      token: settings.current().token,
      port,
      limits,
      onBody: (to, bytes) => intake.take(to, bytes),
      onRefused() {
        refused += 1
        announce()
      },
      onFailed(error) {
        log.write('error', 'inspector.failed', errorFields(error))
        receiver = null
        problem = 'The inspector had to stop: this PC took its port away. Start it again.'
        announce()
      },
    })

  /** On the port, or on any: then on that of the last time where it is free. */
  const open = async (port: number | null): Promise<Receiver> => {
    const last = settings.current().port
    if (port === null && last !== null) {
      const again = await tryToReceive(() => receiveAt(last))
      if (again) return again
    }
    return (
      (await tryToReceive(() => receiveAt(port ?? 0))) ??
      fail('conflict', `Port ${port ?? 0} of this PC is not free: another program has it.`, {
        next: 'Choose another port, or leave it to Forecourt to find one.',
      })
    )
  }

  const run = (port: number | null): Promise<void> =>
    inTurn(async () => {
      if (ended.aborted || (receiver && (port === null || port === receiver.port))) return
      const opened = await open(port)
      await receiver?.close()
      receiver = opened
      received = 0
      refused = 0
      problem = null
      settings.change({ port: opened.port })
      log.write('info', 'inspector.started', { port: opened.port })
      announce()
    })

  const halt = (): Promise<void> =>
    inTurn(async () => {
      const stopping = receiver
      receiver = null
      problem = null
      await stopping?.close()
      if (stopping) announce()
    })

  const view = createWebhookView((endpoint) =>
    isOwn(endpoint, settings.current().token, receiver?.port ?? settings.current().port),
  )

  const pointAt = async (webhookId: string | null, to: WebhookScope, endpoint: string): Promise<Webhook> => {
    if (webhookId !== null) {
      const before = await repository.get(to, webhookId)
      if (before.endpoint === endpoint) return view.show(before)
      return view.show((await repository.patch(to, before, { endpoint })).record)
    }
    const existing = (await repository.list(to)).find((each) => each.endpoint === endpoint)
    if (existing) return view.show(existing)
    const events = eventKinds.filter(({ canSubscribe }) => canSubscribe).map(({ name }) => name)
    return view.show(await repository.create(to, { name: 'Inspector on this PC', endpoint, events }))
  }

  const opened = (event: LoggedEvent) => {
    const known = event.state === 'malformed' ? null : decodeEvent(event.text)
    return {
      ...shownEvent(event),
      body: known?.data ? [...detailsOf(known.data)] : [],
      text: event.text,
      valuation: known?.valuation ?? null,
      problem: known ? known.problem : event.summary,
    }
  }

  const stopListening = storage.announcer.listen(({ name }) => {
    if (name !== 'connections.changed') return
    eventLog.dropUnless((connectionId) => storage.connections.find(connectionId) !== null)
    // Its address names the connection and region in use.
    announce()
  })

  return {
    state: async () => state(),

    async start({ port }) {
      await run(port)
      return state()
    },

    async stop() {
      await halt()
      return state()
    },

    async setStartsByItself({ on }) {
      settings.change({ startsByItself: on })
      announce()
      return state()
    },

    async events(query) {
      const { total, events } = eventLog.find(query)
      return { total, names: eventLog.names(), events: events.map(shownEvent) }
    },

    open: async ({ number }) =>
      opened(eventLog.get(number) ?? fail('not-found', 'This event is no longer kept on this PC.')),

    async clear() {
      eventLog.clear()
      announce()
      return state()
    },

    async export() {
      const events = eventLog.all()
      return {
        fileName: `webhook-events-${localDate(storage.clock.now())}.jsonl`,
        mimeType: 'application/x-ndjson',
        encoding: 'utf8',
        content: events.map((event) => `${exportLine(event)}\n`).join(''),
        rows: events.length,
      }
    },

    async point({ webhookId }) {
      const { id } = requireConnection(storage)
      if (!parts.isPractice(id)) {
        fail('invalid-input', 'The service cannot reach this PC: the inspector listens to this PC alone.', {
          kept: 'Nothing was changed.',
          next: whatARealEndpointNeeds,
        })
      }
      const to = scope() ?? fail('invalid-input', 'There are no webhooks in this region.')
      await run(null)
      const endpoint = address() ?? fail('conflict', 'The inspector was stopped meanwhile.', { next: 'Try again.' })
      const webhook = await pointAt(webhookId, to, endpoint)
      settings.change({ startsByItself: true })
      storage.announcer.announce('webhooks.changed')
      announce()
      return { webhook, state: state() }
    },

    view,

    forgetConnection(connectionId) {
      eventLog.forgetConnection(connectionId)
      announce()
    },

    life: {
      start() {
        if (!settings.current().startsByItself) return
        run(null).catch((error: unknown) => {
          log.write('error', 'inspector.failed', errorFields(error))
          problem = 'The inspector could not start by itself. Start it here.'
          announce()
        })
      },
      async close() {
        stopListening()
        closing.abort()
        await halt()
      },
    },
  }
}

/** Null when the port is taken, or kept by the system for itself. */
async function tryToReceive(receive: () => Promise<Receiver>): Promise<Receiver | null> {
  try {
    return await receive()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL') return null
    throw error
  }
}

/** An address of this PC with the inspector's token and the port that it has, or had the last time. */
function isOwn(endpoint: string, token: string, port: number | null): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.protocol !== 'http:' || (url.hostname !== '127.0.0.1' && url.hostname !== 'localhost')) return false
  return Number(url.port) === port && url.pathname.split('/')[1] === token
}

function shownEvent({ connectionId: _connection, text: _text, ...event }: LoggedEvent): ReceivedEvent {
  return event
}

/** One line of JSON. A body that is JSON goes in as it is: outside its strings, where alone they may stand, line breaks mean nothing. */
function exportLine({ number, at, event, region, sizeBytes, state, text }: LoggedEvent): string {
  const head = JSON.stringify({ number, at, event, region, sizeBytes, state }).slice(0, -1)
  const body = state === 'malformed' ? `"text":${JSON.stringify(text)}` : `"body":${text.replace(/[\r\n]+/g, ' ')}`
  return `${head},${body}}`
}
