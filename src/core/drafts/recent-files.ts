import { randomUUID } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import type { FileTicket } from '../../contract/app.ts'
import type { RecentFile } from '../../contract/draft-sources.ts'
import { readJsonSetting, writeSetting } from '../database/settings.ts'
import { fail } from '../failures/failure-error.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { OpenStorage } from '../open-storage.ts'
import { draftMessages } from './draft-messages.ts'
import { originOf } from './source-file.ts'

/** A spreadsheet that was opened from the disk of this PC. */
const RecentEntry = z.object({
  id: z.string(),
  path: z.string(),
  /** ISO 8601. */
  openedAt: z.string(),
  connectionId: z.string(),
})
type RecentEntry = z.infer<typeof RecentEntry>

/** A copy of the database leaves it out (copy-database.ts): the paths are those of this PC. */
const settingName = 'drafts.recent-files'

/** The spreadsheets that were opened last from the disk of this PC. They are stored in the database only. */
export type RecentFiles = ReturnType<typeof createRecentFiles>

/** The most files of all connections. */
const mostFiles = 30
/** The most that a list shows. */
const mostListed = 8

export function createRecentFiles(
  { database, clock, connections }: Pick<OpenStorage, 'database' | 'clock' | 'connections'>,
  intake: Pick<FileIntake, 'add'>,
) {
  const write = (entries: readonly RecentEntry[]): void => writeSetting(database, settingName, JSON.stringify(entries))
  /** Those of all connections, the last one first. Of connections that were removed, nothing is kept. */
  const known = (): RecentEntry[] => {
    const entries = readJsonSetting(database, settingName, z.array(RecentEntry)) ?? []
    const left = entries.filter(({ connectionId }) => connections.find(connectionId) !== null)
    if (left.length < entries.length) write(left)
    return left
  }

  return {
    /** Puts a file first. */
    note(path: string, connectionId: string): void {
      const others = known().filter((entry) => entry.path !== path || entry.connectionId !== connectionId)
      const entry: RecentEntry = { id: randomUUID(), path, openedAt: clock.now().toISOString(), connectionId }
      write([entry, ...others].slice(0, mostFiles))
    },
    /** Those of the connection in use, the last one first. */
    list(): RecentFile[] {
      const current = connections.active()?.id
      return known()
        .filter(({ connectionId }) => connectionId === current)
        .slice(0, mostListed)
        .map(({ id, path, openedAt }) => ({ id, name: basename(path), folder: dirname(path), openedAt }))
    },
    /** A ticket to open the file once more. Throws `not-found` when it was moved, deleted or removed from the list. */
    async open(id: string): Promise<FileTicket> {
      const { removed, gone } = draftMessages.recent
      const entry = known().find((each) => each.id === id)
      if (!entry) return fail('not-found', removed)
      const name = basename(entry.path)
      const origin = await originOf(entry.path)
      if (!origin) return fail('not-found', gone(name))
      return intake.add(name, { path: entry.path, sizeBytes: origin.sizeBytes })
    },
    remove: (id: string): void => write(known().filter((entry) => entry.id !== id)),
    /** Forgets the files of all connections. */
    clear: (): void => write([]),
  }
}
