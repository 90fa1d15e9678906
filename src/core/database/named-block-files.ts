import { newBlockFile, removeBlockFile } from './block-file.ts'
import type { Database } from './database.ts'

/** The file that is named for the rows of an upload; null: none. */
export const namedBlockFile = (database: Database, uploadId: string): string | null =>
  database.get<{ file: string }>('SELECT file FROM upload_block_file WHERE upload_id = ?', [uploadId])?.file ?? null

/** The same, named now when none is: in the database before it exists, so that it is deleted with its upload. */
export function blockFileOf(database: Database, uploadId: string): string {
  const named = namedBlockFile(database, uploadId)
  if (named !== null) return named
  const file = newBlockFile()
  database.run('INSERT INTO upload_block_file (upload_id, file) VALUES (?, ?)', [uploadId, file])
  return file
}

/**
 * Deletes the files whose uploads are gone: call it outside of transactions. What the system refuses to delete is tried again
 * at the next call.
 */
export function removeUnusedBlockFiles(database: Database): void {
  const { folder } = database
  if (folder === null) return
  for (const { file } of database.all<{ file: string }>('SELECT file FROM unused_block_file')) {
    if (removeBlockFile(folder, file)) database.run('DELETE FROM unused_block_file WHERE file = ?', [file])
  }
}
