import type { DomainHandlers } from '../../contract/methods.ts'
import type { PracticeState } from '../../contract/practice.ts'
import type { PracticeAccess } from '../connections/connections.ts'
import type { Customers } from '../customers/customers.ts'
import type { Announcer } from '../events/announcer.ts'
import { mimeTypes } from '../export/table-file.ts'
import { fail } from '../failures/failure-error.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { ReadSample } from '../ports/host.ts'
import { errorFields, type Log } from '../ports/log.ts'
import type { ActiveConnection } from '../open-storage.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { practiceFailures } from './practice-text.ts'

export type PracticePanel = DomainHandlers<'practice', AbortSignal>

export interface PracticeParts {
  readonly practising: PracticeAccess
  readonly customers: Pick<Customers, 'refreshCustomer' | 'requestSync'>
  readonly uploads: Pick<Uploads, 'runNow' | 'forgetAfter'>
  readonly intake: Pick<FileIntake, 'add'>
  readonly readSample: ReadSample
  readonly announcer: Announcer
  readonly log: Log
  /** Removes everything that is stored on this PC for a connection. */
  forgetConnection(connectionId: string): Promise<void>
}

/** The controls of the practice service: speed and simulated problems, a sighting, and a reset. */
export function createPracticePanel(parts: PracticeParts): PracticePanel {
  const { practising, customers, uploads, announcer, log } = parts

  const stateOf = async (connection: ActiveConnection): Promise<PracticeState> => {
    const controls = await practising.controls()
    const { customersPerSecond, ...state } = controls.state()
    return {
      ...state,
      speed: Number.isFinite(customersPerSecond) ? customersPerSecond : 'at-once',
      openUploads: practising.openUploads(connection.id),
    }
  }

  return {
    state: async () => stateOf(practising.active()),

    async set({ speed, outage }, signal) {
      const connection = practising.active()
      const controls = await practising.controls()
      if (speed !== undefined) controls.setSpeed(speed === 'at-once' ? Number.POSITIVE_INFINITY : speed)
      if (outage !== undefined && outage !== controls.state().outage) {
        try {
          await controls.setOutage(outage)
        } catch (error) {
          log.write('error', 'practice.notRestarted', errorFields(error))
          fail('service-down', ...practiceFailures.notRestarted)
        }
        await practising.checkNow(signal)
        if (outage === 'none') {
          // Retries need not wait any longer.
          uploads.runNow(connection.id)
          customers.requestSync(connection.id, connection.region)
        }
      }
      announcer.announce('connections.changed')
      return stateOf(connection)
    },

    async makeSighting({ customerId }) {
      const { id, region } = practising.active()
      const controls = await practising.controls()
      const seen = controls.makeSighting(region, customerId)
      if (seen === null) {
        if (customerId !== null) fail('not-found', ...practiceFailures.customerGone)
        fail('not-found', ...practiceFailures.noCustomers)
      }
      const current = await customers.refreshCustomer(id, region, seen.customerId)
      if (!current) customers.requestSync(id, region)
      announcer.announce('connections.changed')
      return { ...seen, shown: current !== null }
    },

    async makeUpload() {
      const { region } = practising.active()
      return (await practising.controls()).makeUpload(region)
    },

    async takeSample({ sample }) {
      practising.active()
      const { name, bytes } = await parts.readSample(sample)
      return parts.intake.add(name, bytes)
    },

    async sampleFile({ sample }) {
      const { name, bytes } = await parts.readSample(sample)
      const mimeType = mimeTypes[name.endsWith('.csv') ? 'csv' : 'xlsx']
      return { fileName: name, mimeType, encoding: 'base64', content: Buffer.from(bytes).toString('base64') }
    },

    async reset({ endUploads }) {
      const connection = practising.active()
      const open = practising.openUploads(connection.id)
      if (open > 0 && !endUploads) {
        fail('conflict', ...practiceFailures.uploadsRunning(open))
      }
      try {
        await uploads.forgetAfter(connection.id, () => practising.erase())
      } catch (error) {
        log.write('error', 'practice.notErased', errorFields(error))
        fail('conflict', ...practiceFailures.notErased)
      }
      await parts.forgetConnection(connection.id)
      const state = await stateOf(connection)
      customers.requestSync(connection.id, connection.region)
      announcer.announce('connections.changed')
      return state
    },
  }
}
