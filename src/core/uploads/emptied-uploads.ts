import type { Database } from '../database/database.ts'

/** Whether the rows of an upload were deleted because of their age. */
export const isEmptied = (database: Database, uploadId: string): boolean =>
  database.get('SELECT 1 FROM upload WHERE id = ? AND rows_emptied_at IS NOT NULL', [uploadId]) !== undefined
