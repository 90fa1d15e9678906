/** The practice service in a process of its own, with a clock that the runner sets. */
import type { CustomerJson } from '../../src/simulator/customers/customers.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import type { UploadJson } from '../../src/simulator/uploads/uploads.ts'
import { serveCommands } from './child-commands.ts'

export interface ServiceOptions {
  readonly seed: number
  /** Wall time at the start, in ms since 1970. */
  readonly startMs: number
  readonly customersPerSecond: number
  readonly maxUploadCustomers: number | null
  readonly listLagMs: number
  readonly failingRegos: readonly string[]
}

export interface ServiceState {
  readonly customers: readonly CustomerJson[]
  readonly uploads: readonly UploadJson[]
  readonly queued: number
}

export type ServiceCommands = typeof commands

let nowMs = 0
let service: PracticeService | null = null
const running = (): PracticeService => {
  if (!service) throw new Error('The practice service is not running')
  return service
}

const commands = {
  /** Starts an empty service; the one before it is stopped. */
  async start(options: ServiceOptions) {
    await service?.stop()
    nowMs = options.startMs
    service = await startPracticeService({
      seed: options.seed,
      customersPerSecond: options.customersPerSecond,
      clock: { now: () => nowMs },
      log: (line) => process.stderr.write(`${line}\n`),
    })
    const { url, apiKey, clientId, clientSecret, control } = service
    Object.assign(control.settings, {
      errorShare: 0,
      sightingShare: 0,
      maxUploadCustomers: options.maxUploadCustomers,
      listLagMs: options.listLagMs,
      failingRegos: new Set(options.failingRegos),
    })
    return { url, apiKey, clientId, clientSecret, otherAccount: control.addAccount() }
  },
  /** Sets the time and does the work that is due. */
  setTime(toMs: number): void {
    nowMs = toMs
    running().control.advanceClock(0)
  },
  process: (count: number): number => running().control.process(count),
  sight: (customerId: string): void => void running().control.makeSighting(customerId, 'new'),
  state(_input: null): ServiceState {
    const { control } = running()
    return { customers: control.customers(), uploads: control.uploads(), queued: control.queuedCustomers() }
  },
}

serveCommands(commands)
