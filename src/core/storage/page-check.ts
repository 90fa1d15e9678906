import type { PageState } from '../database/check-pages.ts'
import type { DatabaseFile, StartDatabaseWorker } from '../ports/host.ts'
import { errorFields, type Log } from '../ports/log.ts'

export interface PageCheck {
  /** Never rejects: a thread that fails or is ended leaves `unknown`. */
  readonly result: Promise<PageState>
  /** Ends the thread. */
  end(): Promise<void>
}

/** Checks every page of a database on a thread of its own. */
export function startPageCheck(startWorker: StartDatabaseWorker, file: DatabaseFile, log: Log): PageCheck {
  const worker = startWorker({ do: 'check', ...file })
  return {
    result: new Promise((resolve) => {
      worker.once('message', (state: PageState) => resolve(state))
      worker.once('error', (error) => {
        log.write('error', 'storage.notChecked', errorFields(error))
        resolve('unknown')
      })
      worker.once('exit', () => resolve('unknown'))
    }),
    end: async () => void (await worker.terminate()),
  }
}
