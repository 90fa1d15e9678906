import { systemClock } from '../core/ports/clock.ts'
import type { Ports } from '../core/ports/host.ts'
import { errorFields, type Log } from '../core/ports/log.ts'
import { createPractice } from '../core/practice/practice-adapter.ts'
import { createProgram, type Program } from '../core/program.ts'
import { createDispatch, type Dispatch } from '../dispatch/dispatch.ts'
import { createRateLimiter } from '../dispatch/method-policy.ts'
import type { ReportUnexpected } from '../dispatch/result-of-error.ts'
import { ownersToBeginWith, startPracticeService } from '../simulator/service.ts'
import type { DataFolder } from './data-folder.ts'
import type { PracticeOptions } from './host-options.ts'
import { methodPolicies, servedMethods } from './method-policies.ts'
import { startPracticeWhenOpen } from './start-practice.ts'
import { readUserName } from './user-name.ts'

/** What differs from host to host. */
export type HostPorts = Pick<
  Ports,
  | 'host'
  | 'version'
  | 'vault'
  | 'fetch'
  | 'opener'
  | 'notifier'
  | 'taskBar'
  | 'showTheme'
  | 'startDraftWorker'
  | 'startPageCheckWorker'
  | 'startReaderProcess'
  | 'readSample'
>

/** The program as the window of a host reaches it. */
export interface ServedProgram {
  readonly program: Program
  /** Runs calls of the window, limited by the method policies. */
  readonly dispatch: Dispatch
  readonly reportUnexpected: ReportUnexpected
}

export interface Host extends ServedProgram {
  /** Opens the data, and begins with practice when it was asked for. Rejects for defects only. */
  start(): Promise<void>
  /** Closes the program, then the practice service. */
  close(): Promise<void>
}

/** Puts dispatch, the method policies and the log in front of a program. */
export function serveProgram(program: Program, log: Log): ServedProgram {
  const reportUnexpected: ReportUnexpected = (source, reference, error) =>
    log.write('error', 'unexpected', { method: source, reference, ...errorFields(error) })
  const dispatch = createDispatch({
    handlers: program.handlers,
    serves: servedMethods,
    limitRate: createRateLimiter(methodPolicies, systemClock.monotonicMs),
    onUnexpected: reportUnexpected,
  })
  return { program, dispatch, reportUnexpected }
}

/** Creates the program in a data folder, with its practice service and its dispatch. */
export function createHost(folder: DataFolder, practiceOptions: PracticeOptions, ports: HostPorts): Host {
  const { log } = folder
  const { begin, customersPerSecond, seed } = practiceOptions
  const practice = createPractice((place) =>
    startPracticeService({
      ...place,
      owners: ownersToBeginWith,
      ...(customersPerSecond === null ? {} : { customersPerSecond }),
      ...(seed === null ? {} : { seed }),
    }),
  )
  const program = createProgram({
    ...ports,
    dataFolder: folder.path,
    userName: readUserName(log),
    clock: systemClock,
    log,
    practice,
  })

  return {
    ...serveProgram(program, log),
    async start() {
      if (begin) startPracticeWhenOpen(program, log)
      await program.start()
    },
    async close() {
      await program.close()
      await practice.stop()
    },
  }
}
