import type { UploadListPart } from '../../contract/upload-list.ts'
import type { Database } from '../database/database.ts'

/** The ids of a connection's uploads, newest first. */
export interface UploadIds extends Readonly<Record<Exclude<UploadListPart, 'open'>, readonly string[]>> {
  readonly all: readonly string[]
}

interface OrderColumns {
  readonly id: string
  readonly finished_at: string | null
  readonly removed_at: string | null
}

/** The order of the uploads, in memory until an upload is added, ends or is removed: a page of a list reads only its own uploads. */
export function createUploadOrder(database: Database): (connectionId: string) => UploadIds {
  const known = new Map<string, UploadIds>()
  database.watch('upload', ['connection_id'], {
    changed: (connectionId) => known.delete(String(connectionId)),
    undone: () => known.clear(),
  })

  const read = (connectionId: string): UploadIds => {
    const [all, ended, removed]: [string[], string[], string[]] = [[], [], []]
    // Read from the index alone: the rows of uploads are wide.
    const rows = database.each<OrderColumns>(
      `SELECT id, finished_at, removed_at FROM upload INDEXED BY upload_list
       WHERE connection_id = ? AND state <> 'preparing' ORDER BY created_at DESC, id DESC`,
      [connectionId],
    )
    for (const { id, finished_at: finishedAt, removed_at: removedAt } of rows) {
      all.push(id)
      if (removedAt !== null) removed.push(id)
      else if (finishedAt !== null) ended.push(id)
    }
    return { all, ended, removed }
  }

  return (connectionId) => {
    const ids = known.get(connectionId) ?? read(connectionId)
    known.set(connectionId, ids)
    return ids
  }
}
