import { z } from 'zod'
import { FileTicket } from './app.ts'

/** A spreadsheet that was opened from the disk of this PC. */
export const RecentFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Absolute. */
  folder: z.string(),
  /** ISO 8601. */
  openedAt: z.string(),
})
export type RecentFile = z.infer<typeof RecentFile>

const RecentFileId = z.object({ id: z.string().max(64) })
const DraftId = z.object({ id: z.string().max(64) })

/** Methods of the domain "drafts" about a file that is still on the disk of the user, who may change it. */
export const draftSources = {
  /**
   * The spreadsheets that were opened last with the connection in use, the last one first. None in a browser, which
   * hands over the bytes of a file and not its path.
   */
  recentFiles: { input: z.object({}), output: z.object({ files: z.array(RecentFile) }) },
  /** A ticket to open such a file once more. `not-found`: it was moved, deleted or removed from the list. */
  openRecentFile: { input: RecentFileId, output: FileTicket },
  removeRecentFile: { input: RecentFileId, output: z.object({}) },
  /** Forgets the files of all connections. Drafts and uploads stay. */
  clearRecentFiles: { input: z.object({}), output: z.object({}) },
  /**
   * Whether the file is as it was read. `unreadable`: it was moved or deleted, or another program locks it; `unknown`: it
   * came without a path. `changedAt`: ISO 8601.
   */
  sourceFile: {
    input: DraftId,
    output: z.object({
      state: z.enum(['same', 'changed', 'unreadable', 'unknown']),
      changedAt: z.string().nullable(),
    }),
  },
  /** Ignores the changes that the file has now. */
  keepSource: { input: DraftId, output: z.object({}) },
  /**
   * Reads the changed file as a new draft (`id`) with the decisions of this one: those about rows, where a row is the same.
   * `kept`, `lost`: how many fit, each row of a fix counted. The draft is removed, unless some do not fit: it then stays
   * as `earlier`.
   */
  readSourceAgain: {
    input: DraftId,
    output: z.object({
      id: z.string(),
      kept: z.number().int(),
      lost: z.number().int(),
      earlier: z.string().nullable(),
    }),
  },
} as const
