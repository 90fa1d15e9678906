import type { Database } from '../database/database.ts'

/** The uploads that have rows of an upload in their accounts: the one that it joined, and those that this one joined. */
export const uploadsJoinedBy = (database: Database, uploadId: string): string[] =>
  database.values<string>(
    `WITH RECURSIVE joined(id) AS (
         SELECT corrects FROM upload WHERE id = ? UNION SELECT u.corrects FROM upload u JOIN joined j ON u.id = j.id
       ) SELECT id FROM joined WHERE id IS NOT NULL`,
    [uploadId],
  )

/** Uploads with those that joined them. */
export const withJoinedUploads = (database: Database, uploadIds: readonly string[]): string[] =>
  database.values<string>(
    `WITH RECURSIVE joined(id) AS (
         SELECT value FROM json_each(?) UNION SELECT u.id FROM upload u JOIN joined j ON u.corrects = j.id
       ) SELECT id FROM joined`,
    [JSON.stringify(uploadIds)],
  )
