import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { parseJson } from '../../database/parse-json.ts'

/** A spreadsheet that was opened from the disk of this PC. */
const RecentEntry = z.object({
  id: z.string(),
  path: z.string(),
  /** ISO 8601. */
  openedAt: z.string(),
  connectionId: z.string(),
})
export type RecentEntry = z.infer<typeof RecentEntry>

/** A copy of the database leaves it out (copy-database.ts): the paths are those of this PC. */
const settingName = 'drafts.recent-files'

/** The spreadsheets that were opened last, of all connections, the last one first. */
export function readRecentEntries(database: Database): RecentEntry[] {
  const saved = readSetting(database, settingName)
  return saved === null ? [] : parseJson(z.array(RecentEntry), saved)
}

export function writeRecentEntries(database: Database, entries: readonly RecentEntry[]): void {
  writeSetting(database, settingName, JSON.stringify(entries))
}
