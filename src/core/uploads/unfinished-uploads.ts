import type { DataToDelete } from '../../contract/privacy.ts'
import type { Database } from '../database/database.ts'
import { selectUploads, withBatches } from './journal-statements.ts'
import { countRows } from './progress.ts'
import { hasRowsToSend } from './upload-steps.ts'

/** The unfinished uploads of all connections, in the order of sending. */
export function unfinishedUploads(database: Database): DataToDelete['unfinishedUploads'] {
  const names = new Map(
    database
      .all<{ id: string; name: string }>('SELECT id, name FROM connection')
      .map(({ id, name }) => [id, name] as const),
  )
  return selectUploads(database, 'finished_at IS NULL', 'position, id', []).map((columns) => {
    const upload = withBatches(database, columns)
    const { pending, inProcess } = countRows(upload)
    const isOnItsWay = upload.batches.some(({ state }) => state === 'sending')
    return {
      name: upload.name,
      connectionName: names.get(upload.connectionId) ?? '',
      region: upload.region,
      rowsNotSent: pending,
      rowsInProcess: inProcess,
      isSending: isOnItsWay || (upload.status.state === 'open' && !upload.paused && hasRowsToSend(upload)),
    }
  })
}
