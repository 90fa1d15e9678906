import { z } from 'zod'
import type { DraftCounts } from '../../../contract/draft-counts.ts'
import type { Database } from '../../database/database.ts'
import type { OverrideEntry, StoredOverride } from '../model/overrides.ts'

export interface DraftChange {
  readonly number: number
  readonly label: string
  readonly entries: readonly OverrideEntry[]
}

/** The shape is that of the database; each entry's value is parsed where it is applied. */
const OverrideEntries: z.ZodType<OverrideEntry[]> = z.array(
  z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
)

/** Saves what overrides are set to now. Within a transaction. Those of 100,000 rows are one range. */
export function writeOverrides(database: Database, id: string, entries: readonly OverrideEntry[]): void {
  for (const { name, after } of entries) {
    if (after === null) database.run('DELETE FROM draft_choice WHERE draft_id = ? AND name = ?', [id, name])
    else database.run('INSERT OR REPLACE INTO draft_choice (draft_id, name, value) VALUES (?, ?, ?)', [id, name, after])
  }
}

/** What the user chose in drafts, and the changes that can be undone. Each method is durable when it returns. */
export function createDraftChanges(database: Database) {
  const touch = (id: string, counts: DraftCounts, at: string): void => {
    database.run('UPDATE draft SET counts = ?, changed_at = ? WHERE id = ?', [JSON.stringify(counts), at, id])
  }
  /** The change that is undone or redone next; undefined: there is none. */
  const next = <Row>(columns: string, id: string, undone: boolean): Row | undefined =>
    database.get<Row>(
      `SELECT ${columns} FROM draft_change WHERE draft_id = ? AND undone = ? ORDER BY number ${undone ? 'ASC' : 'DESC'} LIMIT 1`,
      [id, undone ? 1 : 0],
    )
  return {
    overrides: (id: string): StoredOverride[] =>
      database.all<StoredOverride>('SELECT name, value FROM draft_choice WHERE draft_id = ?', [id]),
    /** The stored value of one override; null: there is none. */
    override: (id: string, name: string): string | null =>
      database.get<{ value: string }>('SELECT value FROM draft_choice WHERE draft_id = ? AND name = ?', [id, name])
        ?.value ?? null,
    /** Saves a change with its overrides. Undone changes can no longer be redone. */
    addChange: (id: string, label: string, entries: readonly OverrideEntry[], counts: DraftCounts, at: string): void =>
      database.transaction(() => {
        const written = JSON.stringify(entries)
        database.run('DELETE FROM draft_change WHERE draft_id = ? AND undone = 1', [id])
        database.run(
          `INSERT INTO draft_change (draft_id, number, label, entries)
           SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM draft_change WHERE draft_id = ?`,
          [id, label, written, id],
        )
        writeOverrides(database, id, entries)
        touch(id, counts, at)
      }),
    // Reads no entries: those of a change of 100,000 rows are 5 MB.
    /** Names of the changes that are undone and redone next. */
    labels: (id: string): { readonly undo: string | null; readonly redo: string | null } => ({
      undo: next<{ label: string }>('label', id, false)?.label ?? null,
      redo: next<{ label: string }>('label', id, true)?.label ?? null,
    }),
    /** The last change that is not undone, or the first that is; null: there is none. */
    nextChange(id: string, undone: boolean): DraftChange | null {
      const found = next<{ number: number; label: string; entries: string }>('number, label, entries', id, undone)
      return found ? { ...found, entries: OverrideEntries.parse(JSON.parse(found.entries)) } : null
    },
    /** Saves that a change was undone or redone; `entries` are what was applied. */
    markChange: (
      id: string,
      number: number,
      undone: boolean,
      entries: readonly OverrideEntry[],
      counts: DraftCounts,
      at: string,
    ): void =>
      database.transaction(() => {
        database.run('UPDATE draft_change SET undone = ? WHERE draft_id = ? AND number = ?', [
          undone ? 1 : 0,
          id,
          number,
        ])
        writeOverrides(database, id, entries)
        touch(id, counts, at)
      }),
  }
}
