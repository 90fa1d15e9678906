import { parentPort } from 'node:worker_threads'
import type { CheckAnswer, CheckTask } from './check-thread.ts'
import { fromEntryColumns, toCheckedColumns } from './checked-columns.ts'
import { checkEntries } from './checked-part.ts'

/** The thread that checks, decrypts and packs the entries of a large part of a team's log. */
const port = parentPort
if (!port) throw new Error('Entries must be checked in a worker thread')

async function perform({ number, entries, teamId, keys, members, marks }: CheckTask): Promise<void> {
  const rules = { teamId, keys: new Map(keys), members: new Map(members), marks }
  const columns = toCheckedColumns(await checkEntries(fromEntryColumns(entries), rules))
  const { blocks, bytes, subjects, numbers } = columns
  const moved = [blocks, bytes, subjects.lengths, numbers].map(({ buffer }) => buffer)
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
