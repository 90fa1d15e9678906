import { newBlockFile, removeBlockFile } from './block-file.ts'
import type { Database } from './database.ts'

/** The file that is named for the blocks of a draft or upload; null: none. */
export const namedBlockFile = (database: Database, owner: 'draft' | 'upload', id: string): string | null =>
  database.get<{ file: string }>(`SELECT file FROM ${owner}_block_file WHERE ${owner}_id = ?`, [id])?.file ?? null

/** The same, named now when none is: in the database before it exists, so that it is deleted with its owner. */
export function blockFileOf(database: Database, owner: 'draft' | 'upload', id: string): string {
  const named = namedBlockFile(database, owner, id)
  if (named !== null) return named
  const file = newBlockFile()
  database.run(`INSERT INTO ${owner}_block_file (${owner}_id, file) VALUES (?, ?)`, [id, file])
  return file
}

/**
 * Deletes the files whose drafts and uploads are gone: call it outside of transactions. What the system refuses to delete is tried again
 * at the next call.
 */
export function removeUnusedBlockFiles(database: Database): void {
  const { folder } = database
  if (folder === null) return
  for (const { file } of database.all<{ file: string }>('SELECT file FROM unused_block_file')) {
    if (removeBlockFile(folder, file)) database.run('DELETE FROM unused_block_file WHERE file = ?', [file])
  }
}
