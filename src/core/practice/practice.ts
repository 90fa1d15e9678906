import type { DomainHandlers } from '../../contract/methods.ts'
import type { PracticeState } from '../../contract/practice.ts'
import type { PractisingAccess } from '../connections/connections.ts'
import type { Customers } from '../customers/customers.ts'
import type { Announcer } from '../events/announcer.ts'
import { fail } from '../failures/failure-error.ts'
import { errorFields, type Log } from '../ports/log.ts'
import type { ActiveConnection } from '../open-storage.ts'
import type { Uploads } from '../uploads/uploads.ts'

export type PracticePanel = DomainHandlers<'practice', AbortSignal>

export interface PracticeParts {
  readonly practising: PractisingAccess
  readonly customers: Pick<Customers, 'refreshCustomer' | 'requestSync'>
  readonly uploads: Pick<Uploads, 'runNow' | 'forgetAfter'>
  readonly announcer: Announcer
  readonly log: Log
  /** Removes all that this PC keeps of a connection's data. */
  forgetConnection(connectionId: string): void
}

/** What a trainer does with the practice service: its levers, a sighting now, and a new beginning. */
export function createPracticePanel(parts: PracticeParts): PracticePanel {
  const { practising, customers, uploads, announcer, log } = parts

  const stateOf = async (connection: ActiveConnection): Promise<PracticeState> => {
    const levers = await practising.levers()
    const { customersPerSecond, ...standing } = levers.standing()
    return {
      ...standing,
      speed: Number.isFinite(customersPerSecond) ? customersPerSecond : 'at-once',
      openUploads: practising.openUploads(connection.id),
    }
  }

  return {
    state: async () => stateOf(practising.active()),

    async set({ speed, outage }, signal) {
      const connection = practising.active()
      const levers = await practising.levers()
      if (speed !== undefined) levers.setSpeed(speed === 'at-once' ? Number.POSITIVE_INFINITY : speed)
      if (outage !== undefined && outage !== levers.standing().outage) {
        try {
          await levers.setOutage(outage)
        } catch (error) {
          log.write('error', 'practice.notBack', errorFields(error))
          fail('service-down', 'The practice service could not be brought back: another program took its place.', {
            kept: 'Nothing of the practice data is lost.',
            next: 'Try again, or close Forecourt and start it again.',
          })
        }
        await practising.look(signal)
        if (outage === 'none') {
          // Who waits for the service need not wait any longer.
          uploads.runNow(connection.id)
          customers.requestSync(connection.id, connection.region)
        }
      }
      announcer.announce('connections.changed')
      return stateOf(connection)
    },

    async makeSighting({ customerId }) {
      const { id, region } = practising.active()
      const levers = await practising.levers()
      const seen = levers.spot(region, customerId)
      if (seen === null) {
        if (customerId !== null) fail('not-found', 'The practice service does not have this customer any more.')
        fail('not-found', 'There is no customer in this region who could be seen.', {
          next: 'Send a spreadsheet first, or choose another region.',
        })
      }
      const current = await customers.refreshCustomer(id, region, seen.customerId)
      if (!current) customers.requestSync(id, region)
      announcer.announce('connections.changed')
      return { ...seen, shown: current !== null }
    },

    async reset({ endUploads }) {
      const connection = practising.active()
      const open = practising.openUploads(connection.id)
      if (open > 0 && !endUploads) {
        fail('conflict', `Practice still has ${open === 1 ? 'an upload' : `${open} uploads`} under way.`, {
          kept: 'Nothing was removed.',
          next: 'Wait for the end, or agree that it ends here.',
        })
      }
      try {
        await uploads.forgetAfter(connection.id, () => practising.erase())
      } catch (error) {
        log.write('error', 'practice.notErased', errorFields(error))
        fail('conflict', 'The practice data could not be removed: its file is in use or may not be deleted.', {
          kept: 'Your practice uploads and customers are as they were.',
          next: 'Close other programs that look into Forecourt’s folder, and try again.',
        })
      }
      parts.forgetConnection(connection.id)
      const state = await stateOf(connection)
      customers.requestSync(connection.id, connection.region)
      announcer.announce('connections.changed')
      return state
    },
  }
}
