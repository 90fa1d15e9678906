import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { requestTeamDeletion } from '../../privacy/person-deletions.ts'
import { createIsMarked, type IsPerson } from '../../privacy/person.ts'
import { eraseTeamRows, keysOfTeamEntry } from '../../privacy/team-rows.ts'
import { runInSlicesWhile } from '../../scheduling/in-slices.ts'
import type { DataOf } from './entry-kinds.ts'
import { erasingSetting, publishingSetting } from './leave-work.ts'

interface ErasuresParts {
  readonly database: Database
  /** Of the hashes by which all PCs of the team recognise persons. */
  readonly markKey: Buffer
  now(): number
  /** Whether this PC has left the team: it carries out nothing more for it. */
  hasLeft(): boolean
  /** Called when entries of persons were erased, or there were none (`hasErased`). */
  onErased(hasErased: boolean): void
}

/** The persons who were deleted on any PC of the team. They are known by keyed hashes. */
export type Erasures = ReturnType<typeof createErasures>

/** Less than the schema of an entry allows. */
const [marksPerEntry, placesPerEntry] = [100, 300]

export function createErasures({ database, markKey, now, hasLeft, onErased }: ErasuresParts) {
  /** Null: nobody was deleted. */
  const readMarked = (): IsPerson | null => {
    const hashes = database.values<string>('SELECT hash FROM team_mark')
    return hashes.length === 0 ? null : createIsMarked(new Set(hashes), markKey)
  }
  let isMarked = readMarked()
  let isErasing = readSetting(database, erasingSetting) !== null
  let isClosed = false

  const addMarks = (marks: readonly string[]): void => {
    const unknown = marks.filter(
      (hash) => database.run('INSERT OR IGNORE INTO team_mark (hash, published) VALUES (?, 1)', [hash]).changes > 0,
    )
    for (const hash of marks) database.run('UPDATE team_mark SET published = 1 WHERE hash = ?', [hash])
    // Entries of known persons were erased before.
    if (unknown.length === 0) return
    if (!hasLeft()) requestTeamDeletion(database, markKey.toString('hex'), unknown, new Date(now()))
    writeSetting(database, erasingSetting, '1')
    isMarked = readMarked()
    isErasing = true
  }

  const openMarks = (): string[] =>
    database.values<string>(`SELECT hash FROM team_mark WHERE published = 0 LIMIT ${marksPerEntry}`)
  /** One entry of marks and places, all marks first: who erases the places at the server has to know the persons. */
  const publishSome = (append: (data: DataOf<'erased'>) => void): boolean => {
    const marks = openMarks()
    const places =
      marks.length < marksPerEntry
        ? database.all<{ device: string; n: number }>(
            `SELECT device, n FROM team_entry WHERE reason = 'person' ORDER BY device, n LIMIT ${placesPerEntry}`,
          )
        : []
    if (marks.length === 0 && places.length === 0) {
      writeSetting(database, publishingSetting, null)
      return false
    }
    append({ marks, entries: places.map(({ device, n }) => [device, n]) })
    addMarks(marks)
    for (const { device, n } of places) {
      database.run("UPDATE team_entry SET reason = 'published' WHERE device = ? AND n = ?", [device, n])
    }
    return true
  }

  return {
    /** Whether the text of an entry is about one of them. */
    isErased: (text: string): boolean => isMarked?.(keysOfTeamEntry(text)) ?? false,
    /** Whether stored entries may still be about one of them. */
    isErasing: (): boolean => isErasing,
    /** Notes marks of the log in the caller's transaction. What arrives from now on is refused; `erase` erases what is stored. */
    addMarks,
    /** Erases stored entries, in short transactions. What a kill or `close` leaves is erased by the next call. */
    async erase(): Promise<void> {
      while (!isClosed && readSetting(database, erasingSetting) !== null) {
        const current = readMarked()
        isMarked = current
        const erased = current && (await runInSlicesWhile(eraseTeamRows(database, current), () => !isClosed))
        // Closed, or others were deleted meanwhile.
        if (isClosed || current !== isMarked) continue
        writeSetting(database, erasingSetting, null)
        isErasing = false
        onErased((erased ?? 0) > 0)
      }
    },
    /**
     * Calls `append` for persons who were deleted on this PC since the last call, until all are written. What the other PCs erase by
     * themselves has no new mark, and is not published.
     */
    async publish(append: (data: DataOf<'erased'>) => void): Promise<void> {
      if (openMarks().length > 0) writeSetting(database, publishingSetting, '1')
      if (readSetting(database, publishingSetting) === null) return
      while (database.transaction(() => publishSome(append))) await yieldToEventLoop()
    },
    close(): void {
      isClosed = true
    },
  }
}
