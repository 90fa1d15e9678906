import type { Worker } from 'node:worker_threads'
import type { EntryTrust } from '../accept-entry.ts'
import type { PersonMarks } from '../crypto/person-marks.ts'
import type { TeamKey } from '../crypto/team-keys.ts'
import { fromCheckedColumns, toEntryColumns, type CheckedColumns, type EntryColumns } from './checked-columns.ts'
import { checkEntries, type CheckEntries } from './checked-part.ts'

export interface CheckTask {
  readonly number: number
  readonly entries: EntryColumns
  readonly teamId: string
  readonly keys: readonly (readonly [id: string, key: TeamKey])[]
  readonly members: readonly (readonly [device: string, member: TrustedMember])[]
  readonly marks: PersonMarks | null
}

export interface CheckAnswer {
  readonly number: number
  readonly columns: CheckedColumns
}

type TrustedMember = EntryTrust['members'] extends ReadonlyMap<string, infer Member> ? Member : never

export interface EntryChecker {
  readonly check: CheckEntries
  /** Ends the thread: the next large part starts another one. */
  end(): void
}

/** The thread needs a tenth of a second to start: fewer entries are checked by the program's own, or far fewer while it runs. */
const [fewestToStart, fewest] = [1_000, 100]

/**
 * Checks large parts in a thread, beside the program's own. When the thread cannot start or ends, the parts are checked without it.
 */
export function createEntryChecker(startWorker: (() => Worker) | undefined): EntryChecker {
  let worker: Worker | null = null
  let hasFailed = startWorker === undefined
  let tasks = 0
  const open = new Map<number, { resolve(answer: CheckedColumns): void; reject(error: unknown): void }>()

  const drop = (ended: Worker, error: unknown): void => {
    if (worker !== ended) return
    worker = null
    for (const { reject } of open.values()) reject(error)
    open.clear()
  }
  const started = (): Worker | null => {
    if (worker || !startWorker) return worker
    const thread = startWorker()
    worker = thread
    const fail = (error: unknown): void => {
      if (worker === thread) hasFailed = true
      drop(thread, error)
    }
    thread.on('message', ({ number, columns }: CheckAnswer) => {
      open.get(number)?.resolve(columns)
      open.delete(number)
    })
    thread.on('error', fail)
    thread.on('exit', () => fail(new Error('The thread that checks entries has ended')))
    // The program can end while entries are checked.
    thread.unref()
    return thread
  }

  return {
    async check(entries, rules) {
      if (hasFailed || entries.length < (worker ? fewest : fewestToStart)) return checkEntries(entries, rules)
      try {
        const thread = started()
        if (!thread) return await checkEntries(entries, rules)
        const columns = await new Promise<CheckedColumns>((resolve, reject) => {
          tasks += 1
          open.set(tasks, { resolve, reject })
          const { teamId, keys, members, marks } = rules
          const task: CheckTask = {
            number: tasks,
            entries: toEntryColumns(entries),
            teamId,
            keys: [...keys],
            members: [...members].map(([device, { signKey, until }]) => [device, { signKey, until }]),
            marks,
          }
          thread.postMessage(task, [task.entries.bodies.buffer])
        })
        return fromCheckedColumns(columns)
      } catch {
        return checkEntries(entries, rules)
      }
    },
    end() {
      const ending = worker
      if (!ending) return
      drop(ending, new Error('The thread was not needed any more'))
      void ending.terminate()
    },
  }
}
