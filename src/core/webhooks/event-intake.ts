import type { ConnectionRegion } from '../connections/connection-region.ts'
import { WebhookRegion } from '../../contract/event-kinds.ts'
import type { Customers } from '../customers/customers.ts'
import { errorFields } from '../ports/log.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import type { OpenStorage } from '../open-storage.ts'
import { decodeBody, type DecodedEvent } from './event-decoding.ts'
import type { EventLog, LoggedEvent } from './event-log.ts'
import type { PostedTo } from './receiver.ts'
import { webhookMessages } from './webhook-messages.ts'
import type { WebhookScope } from './webhook-repository.ts'

export interface EventIntakeParts {
  readonly eventLog: EventLog
  readonly customers: Pick<Customers, 'applyEvents'>
  /** Called with the number of events saved. */
  readonly onSaved: (count: number) => void
}

interface Waiting {
  readonly scope: WebhookScope
  readonly body: Buffer
  readonly at: string
  resolve(outcome: 'saved'): void
  reject(error: unknown): void
}

/** The shortest time between two writes: each waits for the disk, however fast events arrive. */
const betweenWritesMs = 20
/** The most bytes decoded in one batch, so that other calls are not blocked. */
const bytesPerBatch = 1024 * 1024

/** Saves posted events and updates their customers. */
export function createEventIntake(storage: OpenStorage, { eventLog, customers, onSaved }: EventIntakeParts) {
  let waiting: Waiting[] = []
  let isScheduled = false
  let writtenAtMs = Number.NEGATIVE_INFINITY

  const schedule = (): void => {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    const waitMs = Math.ceil(writtenAtMs + betweenWritesMs - storage.clock.monotonicMs())
    if (waitMs <= 0) setImmediate(write)
    else storage.clock.sleep(waitMs, storage.ended).then(write, () => refuseAll(storage.ended.reason))
  }

  const refuseAll = (error: unknown): void => {
    const refused = waiting
    waiting = []
    isScheduled = false
    for (const each of refused) each.reject(error)
  }

  const write = (): void => {
    if (storage.ended.aborted) return refuseAll(storage.ended.reason)
    const batch = nextBatch(waiting)
    waiting = waiting.slice(batch.length)
    try {
      const logged = toLogged(batch)
      eventLog.add(logged)
      for (const each of batch) each.resolve('saved')
      onSaved(logged.length)
    } catch (error) {
      storage.log.write('error', 'inspector.notKept', errorFields(error))
      for (const each of batch) each.reject(error)
    }
    writtenAtMs = storage.clock.monotonicMs()
    isScheduled = false
    schedule()
  }

  /**
   * Updates the customers first: a saved event has been applied, and an event that is sent again can be applied
   * twice.
   */
  const toLogged = (batch: readonly Waiting[]): LoggedEvent[] => {
    const received = batch.flatMap(({ body, scope, at }) => {
      const dates = storage.connections.find(scope.connectionId)?.advanced.dates
      const events = decodeBody(body, scope.region, dates)
      return events.map((decoded) => {
        const sizeBytes = events.length === 1 ? body.byteLength : Buffer.byteLength(decoded.text)
        return { scope, at, decoded, sizeBytes }
      })
    })
    const applied = apply(received)
    const first = eventLog.nextNumber()
    return received.map(({ scope, at, decoded: { event, state, summary, text }, sizeBytes }, index) => ({
      number: first + index,
      connectionId: scope.connectionId,
      region: scope.region,
      at,
      event,
      sizeBytes,
      state,
      summary,
      applied: applied.get(index) ?? null,
      text,
    }))
  }

  const apply = (
    received: readonly { readonly scope: WebhookScope; readonly decoded: DecodedEvent }[],
  ): ReadonlyMap<number, NonNullable<LoggedEvent['applied']>> => {
    const lists = new Map<
      string,
      { readonly scope: ConnectionRegion; readonly records: { index: number; record: RemoteCustomer }[] }
    >()
    received.forEach(({ scope, decoded: { customer: record } }, index) => {
      if (!record) return
      const key = `${scope.region} ${scope.connectionId}`
      const list = lists.get(key) ?? { scope, records: [] }
      list.records.push({ index, record })
      lists.set(key, list)
    })
    const applied = new Map<number, NonNullable<LoggedEvent['applied']>>()
    for (const { scope, records } of lists.values()) {
      const outcomes = customers.applyEvents(
        scope,
        records.map(({ record }) => record),
      )
      records.forEach(({ index, record }, place) => {
        applied.set(index, { customerId: record.id, words: webhookMessages.applied[outcomes[place] ?? 'older'] })
      })
    }
    return applied
  }

  return {
    /**
     * Resolves when the events of the body are saved and their customers updated. Rejects when the disk accepts neither.
     */
    add(to: PostedTo, body: Buffer): Promise<'saved' | 'unknown-address'> {
      const region = WebhookRegion.safeParse(to.region)
      if (!region.success || !storage.connections.find(to.connectionId)) return Promise.resolve('unknown-address')
      return new Promise((resolve, reject) => {
        const scope = { connectionId: to.connectionId, region: region.data }
        waiting.push({ scope, body, at: storage.clock.now().toISOString(), resolve, reject })
        schedule()
      })
    },
  }
}

function nextBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  let bytes = 0
  const end = waiting.findIndex(({ body }) => (bytes += body.byteLength) > bytesPerBatch)
  return end < 0 ? waiting : waiting.slice(0, Math.max(1, end))
}
