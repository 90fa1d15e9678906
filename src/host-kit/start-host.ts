import { createSystemClock } from '../core/ports/clock.ts'
import type { Ports } from '../core/ports/host.ts'
import { createPractice } from '../core/practice/practice-adapter.ts'
import { createProgram } from '../core/program.ts'
import { takeCommandsWhenOwn } from './command-channel.ts'
import type { DataFolder } from './data-folder.ts'
import type { PracticeOptions } from './host-options.ts'
import { serveProgram, type ServedProgram } from './served-program.ts'
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
  | 'updater'
  | 'paste'
  | 'loginItem'
  | 'showTheme'
  | 'startDraftWorker'
  | 'startDatabaseWorker'
  | 'startReaderProcess'
  | 'readSample'
  | 'chooseFolder'
  | 'showFolder'
  | 'clearWindowData'
>

/** How a host starts. `takesCommands`: the command line may use the running program. */
export type StartOptions = PracticeOptions & { readonly takesCommands: boolean }

export interface Host extends ServedProgram {
  /** Opens the data, and a channel for the command line when the data folder belongs to this program, and begins with practice when it was asked for. Rejects for defects only. */
  start(): Promise<void>
  /** The PC has slept for this long: continues what waited. */
  continueAfterSleep(sleptMs: number): void
  /** Closes the program, then the practice service. */
  close(): Promise<void>
}

/** Creates the program in a data folder, with its practice service and its dispatch. */
export function createHost(folder: DataFolder, options: StartOptions, ports: HostPorts): Host {
  const { log } = folder
  const { begin, customersPerSecond, seed, takesCommands } = options
  const practice = createPractice(async (place) => {
    // Loaded when practice begins: most starts never need it.
    const { ownersToBeginWith, startPracticeService } = await import('../simulator/service.ts')
    return startPracticeService({
      ...place,
      owners: ownersToBeginWith,
      ...(customersPerSecond === null ? {} : { customersPerSecond }),
      ...(seed === null ? {} : { seed }),
    })
  })
  const clock = createSystemClock()
  const program = createProgram({
    ...ports,
    dataFolder: folder.path,
    sharedFolder: folder.shared,
    userName: readUserName(log),
    clock,
    log,
    readLog: folder.readLog,
    practice,
  })

  const served = serveProgram(program, log)
  const commands = takesCommands ? takeCommandsWhenOwn(served, folder) : null

  return {
    ...served,
    async start() {
      if (begin) startPracticeWhenOpen(program, log)
      await program.start()
    },
    continueAfterSleep(sleptMs) {
      clock.addSleep(sleptMs)
      program.retryNow()
    },
    async close() {
      await commands?.close()
      await program.close()
      await practice.stop()
    },
  }
}
