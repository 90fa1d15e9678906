import { WebhookRegion } from '../../contract/event-kinds.ts'
import type { Customers } from '../customers/customers.ts'
import { errorFields } from '../ports/log.ts'
import type { OpenStorage } from '../open-storage.ts'
import { decodeBody } from './event-decoding.ts'
import type { EventLog } from './event-log.ts'
import type { PostedTo } from './receiver.ts'
import { webhookMessages } from './webhook-messages.ts'

export interface EventIntakeParts {
  readonly eventLog: EventLog
  readonly customers: Pick<Customers, 'applyEvents'>
  /** Called with the number of events saved. */
  readonly onSaved: (count: number) => void
}

/** Saves posted events and updates their customers. */
export function createEventIntake(storage: OpenStorage, { eventLog, customers, onSaved }: EventIntakeParts) {
  const { clock, connections, ended, log } = storage
  return {
    /**
     * Resolves when the events of the body are saved and their customers updated. Rejects when the disk accepts neither.
     */
    async add(to: PostedTo, body: Buffer): Promise<'saved' | 'unknown-address'> {
      const region = WebhookRegion.safeParse(to.region).data
      const connection = connections.find(to.connectionId)
      if (!region || !connection) return 'unknown-address'
      ended.throwIfAborted()
      const scope = { connectionId: to.connectionId, region }
      const events = decodeBody(body, region, connection.advanced.dates)
      try {
        const outcomes = customers.applyEvents(
          scope,
          events.flatMap(({ customer }) => customer ?? []),
        )
        const words = outcomes.map((outcome) => webhookMessages.applied[outcome])
        const first = eventLog.nextNumber()
        const at = clock.now().toISOString()
        const logged = events.map(({ event, state, summary, text, customer }, index) => ({
          number: first + index,
          ...scope,
          at,
          event,
          sizeBytes: events.length === 1 ? body.byteLength : Buffer.byteLength(text),
          state,
          summary,
          applied: customer && { customerId: customer.id, words: words.shift() ?? '' },
          text,
        }))
        eventLog.add(logged)
        onSaved(logged.length)
        return 'saved'
      } catch (error) {
        log.write('error', 'inspector.notKept', errorFields(error))
        throw error
      }
    },
  }
}
