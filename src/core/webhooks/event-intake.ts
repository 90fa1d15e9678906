import type { ConnectionRegion } from '../connections/connection-region.ts'
import { WebhookRegion } from '../../contract/webhooks.ts'
import type { Customers } from '../customers/customers.ts'
import { errorFields } from '../ports/log.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import type { OpenStorage } from '../open-storage.ts'
import { decodeBytes, type DecodedEvent } from './event-decoding.ts'
import type { EventLog, LoggedEvent } from './event-log.ts'
import type { PostedTo } from './receiver.ts'
import type { WebhookScope } from './webhook-repository.ts'

export interface EventIntakeParts {
  readonly eventLog: EventLog
  readonly customers: Pick<Customers, 'applyEvents'>
  /** So many more are kept. */
  readonly onTaken: (count: number) => void
}

/** From a posted body to a kept event and a customer that is up to date. */
export interface EventIntake {
  /** Resolves once it is kept, and what it says is in the customers. Rejects when the disk takes neither. */
  take(to: PostedTo, bytes: Buffer): Promise<'kept' | 'unknown-address'>
}

interface Waiting {
  readonly scope: WebhookScope
  readonly bytes: Buffer
  readonly at: string
  resolve(taken: 'kept'): void
  reject(error: unknown): void
}

/** A write to the disk waits for the disk: no more of them than this, however fast the events come. */
const betweenWritesMs = 20
/** What is decoded in one turn, so that the program answers meanwhile. */
const bytesInOneTurn = 1024 * 1024

export function createEventIntake(
  storage: OpenStorage,
  { eventLog, customers, onTaken }: EventIntakeParts,
): EventIntake {
  let waiting: Waiting[] = []
  let isPlanned = false
  let writtenAtMs = Number.NEGATIVE_INFINITY

  const plan = (): void => {
    if (isPlanned || waiting.length === 0) return
    isPlanned = true
    const waitMs = Math.ceil(writtenAtMs + betweenWritesMs - storage.clock.monotonicMs())
    if (waitMs <= 0) setImmediate(write)
    else storage.clock.sleep(waitMs, storage.ended).then(write, () => refuseAll(storage.ended.reason))
  }

  const refuseAll = (error: unknown): void => {
    const refused = waiting
    waiting = []
    isPlanned = false
    for (const each of refused) each.reject(error)
  }

  const write = (): void => {
    if (storage.ended.aborted) return refuseAll(storage.ended.reason)
    const turn = nextTurn(waiting)
    waiting = waiting.slice(turn.length)
    try {
      eventLog.add(shelved(turn))
      for (const each of turn) each.resolve('kept')
      onTaken(turn.length)
    } catch (error) {
      storage.log.write('error', 'inspector.notKept', errorFields(error))
      for (const each of turn) each.reject(error)
    }
    writtenAtMs = storage.clock.monotonicMs()
    isPlanned = false
    plan()
  }

  /** The customers first: an event that is kept has done its work, and one that is sent again does it again without harm. */
  const shelved = (turn: readonly Waiting[]): LoggedEvent[] => {
    const decoded = turn.map(({ bytes }) => decodeBytes(bytes))
    const applied = apply(turn, decoded)
    const first = eventLog.nextNumber()
    return turn.map(({ scope, bytes, at }, index) => {
      const { event, state, summary, text } = decoded[index] ?? decodeBytes(bytes)
      return {
        number: first + index,
        connectionId: scope.connectionId,
        region: scope.region,
        at,
        event,
        sizeBytes: bytes.byteLength,
        state,
        summary,
        applied: applied.get(index) ?? null,
        text,
      }
    })
  }

  const apply = (
    turn: readonly Waiting[],
    decoded: readonly DecodedEvent[],
  ): ReadonlyMap<number, NonNullable<LoggedEvent['applied']>> => {
    const lists = new Map<
      string,
      { readonly scope: ConnectionRegion; readonly records: { index: number; record: RemoteCustomer }[] }
    >()
    turn.forEach(({ scope }, index) => {
      const record = decoded[index]?.customer
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
        applied.set(index, { customerId: record.id, words: appliedWords[outcomes[place] ?? 'older'] })
      })
    }
    return applied
  }

  return {
    take(to, bytes) {
      const region = WebhookRegion.safeParse(to.region)
      if (!region.success || !storage.connections.find(to.connectionId)) return Promise.resolve('unknown-address')
      return new Promise((resolve, reject) => {
        const scope = { connectionId: to.connectionId, region: region.data }
        waiting.push({ scope, bytes, at: storage.clock.now().toISOString(), resolve, reject })
        plan()
      })
    },
  }
}

const appliedWords = {
  applied: 'Customer and sightings updated.',
  older: 'Your list had this already.',
  deleted: 'You have deleted this customer, so nothing was changed.',
} as const

function nextTurn(waiting: readonly Waiting[]): readonly Waiting[] {
  let bytes = 0
  const end = waiting.findIndex((each) => (bytes += each.bytes.byteLength) > bytesInOneTurn)
  return end < 0 ? waiting : waiting.slice(0, Math.max(1, end))
}
