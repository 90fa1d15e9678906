import type { Database } from '../../database/database.ts'

/** The source of a draft whose rows are not all written, or that is to be removed: it is not shown, and is removed at the next start. */
export const unfinished = ''

/** Whether a program that was killed left drafts that nothing needs any more. */
export const hasDraftsToRemove = (database: Database): boolean =>
  database.get('SELECT 1 FROM draft WHERE source = ?', [unfinished]) !== undefined
