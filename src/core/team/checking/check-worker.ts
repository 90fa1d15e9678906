import { parentPort } from 'node:worker_threads'
import { acceptEntries } from '../accept-entry.ts'
import { fromEntryColumns, toAcceptedColumns } from './checked-columns.ts'
import type { CheckAnswer, CheckTask } from './check-thread.ts'

/** The thread that checks and decrypts the entries of a large part of a team's log. */
const port = parentPort
if (!port) throw new Error('Entries must be checked in a worker thread')

port.on('message', ({ number, entries, teamId, keys, members }: CheckTask) => {
  const trust = { teamId, keys: new Map(keys), members: new Map(members) }
  acceptEntries(fromEntryColumns(entries), trust).then(
    (decided) => {
      const columns = toAcceptedColumns(decided)
      const { texts, subjects, ids, kinds, numbers } = columns
      const moved = [texts.lengths, subjects.lengths, ids.lengths, kinds, numbers].map(({ buffer }) => buffer)
      port.postMessage({ number, columns } satisfies CheckAnswer, moved)
    },
    (error: unknown) => {
      // The caller checks the entries itself.
      setImmediate(() => {
        throw error
      })
    },
  )
})
