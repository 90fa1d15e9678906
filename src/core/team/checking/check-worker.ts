import { parentPort } from 'node:worker_threads'
import { acceptEntries } from '../accept-entry.ts'
import { fromEntryColumns, toAcceptedColumns } from './checked-columns.ts'
import type { CheckAnswer, CheckTask } from './check-thread.ts'

/** The thread that checks and decrypts the entries of a large part of a team's log. */
const port = parentPort
if (!port) throw new Error('Entries must be checked in a worker thread')

async function perform({ number, entries, teamId, keys, members }: CheckTask): Promise<void> {
  const trust = { teamId, keys: new Map(keys), members: new Map(members) }
  const columns = toAcceptedColumns(await acceptEntries(fromEntryColumns(entries), trust))
  const { texts, subjects, ids, kinds, numbers } = columns
  const moved = [texts.lengths, subjects.lengths, ids.lengths, kinds, numbers].map(({ buffer }) => buffer)
  port?.postMessage({ number, columns } satisfies CheckAnswer, moved)
}

/** One after another: the first part is needed first. */
let last = Promise.resolve()
port.on('message', (task: CheckTask) => {
  last = last
    .then(() => perform(task))
    .catch((error: unknown) => {
      // The caller checks the entries itself.
      setImmediate(() => {
        throw error
      })
    })
})
