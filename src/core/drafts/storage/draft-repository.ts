import { z } from 'zod'
import type { DraftSummary } from '../../../contract/drafts.ts'
import { DraftCounts } from '../../../contract/draft-counts.ts'
import type { Region } from '../../../contract/region.ts'
import type { Database } from '../../database/database.ts'
import { RememberedChoices, SourceFacts, type Template } from '../model/draft-source.ts'
import type { OverrideEntry, StoredOverride } from '../model/overrides.ts'
import { createDraftBlocks, type DraftBlocks } from './draft-blocks.ts'
import { countParts, type FilePart } from './file-parts.ts'

export interface SavedDraft {
  readonly id: string
  readonly connectionId: string
  readonly region: Region
  readonly fileName: string
  /** The name of the file until the user gives another. */
  readonly name: string
  readonly createdAt: string
  readonly changedAt: string
  readonly step: DraftSummary['step']
  readonly counts: DraftCounts
}

interface DraftRecord {
  readonly id: string
  readonly connection_id: string
  readonly region: Region
  readonly file_name: string
  readonly name: string
  readonly created_at: string
  readonly changed_at: string
  readonly step: DraftSummary['step']
  readonly counts: string
}

/** The shape is that of the database; each entry's value is parsed where it is applied. */
const OverrideEntries: z.ZodType<OverrideEntry[]> = z.array(
  z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
)

const columns = 'id, connection_id, region, file_name, created_at, changed_at, step, counts'
/** The same to be read: with the region that the user chose, if any. */
const chosenRegion = `SELECT value ->> '$' FROM draft_choice WHERE draft_id = draft.id AND name = 'region'`
const shownColumns =
  columns.replace('region', () => `coalesce((${chosenRegion}), region) AS region`) +
  ', coalesce(name, file_name) AS name'
/** Parts of one file are as new as each other: "(2 of 12)" comes before "(10 of 12)". */
const newestFirst = 'ORDER BY changed_at DESC, length(coalesce(name, file_name)), coalesce(name, file_name)'
/** A range of 100,000 rows is a text of a megabyte: SQLite would parse it again and again as JSON. */
const fewOverrides = 20
/** The most remembered header shapes of a region that a new file is compared with. */
const maxTemplates = 200

/** Saved drafts. Each method is durable when it returns. */
export interface DraftRepository extends DraftBlocks {
  removeUnfinished(): void
  list(connectionId: string): SavedDraft[]
  find(id: string): SavedDraft | null
  facts(id: string): SourceFacts
  /** SHA-256 of the file, in hexadecimal; null: there is no file. */
  fileHash(id: string): string | null
  overrides(id: string): StoredOverride[]
  /** The stored value of one override; null: there is none. */
  override(id: string, name: string): string | null
  begin(draft: Omit<SavedDraft, 'name' | 'counts' | 'step' | 'changedAt'>): void
  /** Moves the database's log into its file. */
  moveLog(): void
  /** Hides a draft that is to be removed. It is removed at the next start when the program ends before that. */
  hide(id: string): void
  /** Within `writePiece`. */
  addFilePart(id: string, part: FilePart): void
  /** A part of the draft's file as it is saved; null: it is not. */
  filePart(id: string, part: number): Uint8Array | null
  /** Whether the whole file is saved beside its rows. */
  hasFile(id: string, sizeBytes: number): boolean
  /** Removes the parts of the file: those of a reading that came to no end. */
  removeFileParts(id: string): void
  setFacts(id: string, facts: SourceFacts): void
  finish(id: string, facts: SourceFacts, entries: readonly OverrideEntry[], counts: DraftCounts): void
  /** Saves a change with its overrides. Undone changes can no longer be redone. */
  addChange(id: string, label: string, entries: readonly OverrideEntry[], counts: DraftCounts, at: string): void
  /** Names of the changes that are undone and redone next. */
  labels(id: string): { readonly undo: string | null; readonly redo: string | null }
  lastChange(id: string): DraftChange | null
  nextUndone(id: string): DraftChange | null
  /** Saves that a change was undone or redone; `entries` are what was applied. */
  markChange(
    id: string,
    number: number,
    undone: boolean,
    entries: readonly OverrideEntry[],
    counts: DraftCounts,
    at: string,
  ): void
  setCounts(id: string, counts: DraftCounts): void
  rename(id: string, name: string, at: string): void
  setStep(id: string, step: DraftSummary['step'], at: string): void
  remove(id: string): void
  templates(region: Region): Template[]
  remember(region: Region, template: Template, at: string): void
  /** Forgets what is remembered for a header shape, and saves the draft without it. */
  forgetColumns(id: string, region: Region, shape: string, at: string): void
}

export interface DraftChange {
  readonly number: number
  readonly label: string
  readonly entries: readonly OverrideEntry[]
}

/**
 * Hides a draft that became an upload, until something of it is sent; joins an open transaction. False when there is no
 * such draft.
 */
export function closeDraft(database: Database, id: string, uploadId: string): boolean {
  return database.run('UPDATE draft SET upload_id = ? WHERE id = ? AND upload_id IS NULL', [uploadId, id]).changes > 0
}

export function createDraftRepository(database: Database): DraftRepository {
  const writeOverrides = (id: string, entries: readonly OverrideEntry[]): void => {
    if (entries.length > fewOverrides) return writeManyOverrides(id, JSON.stringify(entries))
    for (const { name, after } of entries) {
      if (after === null) database.run('DELETE FROM draft_choice WHERE draft_id = ? AND name = ?', [id, name])
      else
        database.run('INSERT OR REPLACE INTO draft_choice (draft_id, name, value) VALUES (?, ?, ?)', [id, name, after])
    }
  }
  /**
   * Two statements for any number of overrides: one statement each would block the program for a third of a second at
   * 100,000.
   */
  const writeManyOverrides = (id: string, entries: string): void => {
    database.run(
      `DELETE FROM draft_choice WHERE draft_id = ? AND name IN
         (SELECT value ->> '$.name' FROM json_each(?) WHERE value ->> '$.after' IS NULL)`,
      [id, entries],
    )
    database.run(
      `INSERT OR REPLACE INTO draft_choice (draft_id, name, value)
         SELECT ?, value ->> '$.name' AS name, value ->> '$.after' FROM json_each(?)
         WHERE value ->> '$.after' IS NOT NULL ORDER BY name`,
      [id, entries],
    )
  }
  const touch = (id: string, counts: DraftCounts, at: string): void => {
    database.run('UPDATE draft SET counts = ?, changed_at = ? WHERE id = ?', [JSON.stringify(counts), at, id])
  }
  const change = (sql: string, id: string): DraftChange | null => {
    const found = database.get<{ number: number; label: string; entries: string }>(sql, [id])
    return found
      ? { number: found.number, label: found.label, entries: OverrideEntries.parse(JSON.parse(found.entries)) }
      : null
  }
  const blocks = createDraftBlocks(database)
  return {
    ...blocks,
    removeUnfinished() {
      database.run('DELETE FROM draft WHERE whole = 0')
    },
    list: (connectionId) =>
      database
        .all<DraftRecord>(
          `SELECT ${shownColumns} FROM draft WHERE connection_id = ? AND whole = 1 AND upload_id IS NULL ${newestFirst}`,
          [connectionId],
        )
        .map(savedDraft),
    find: (id) => {
      const found = database.get<DraftRecord>(
        `SELECT ${shownColumns} FROM draft WHERE id = ? AND whole = 1 AND upload_id IS NULL`,
        [id],
      )
      return found ? savedDraft(found) : null
    },
    facts: (id) =>
      SourceFacts.parse(
        JSON.parse(database.get<{ source: string }>('SELECT source FROM draft WHERE id = ?', [id])?.source ?? ''),
      ),
    fileHash: (id) =>
      database.get<{ hash: string | null }>(`SELECT source ->> '$.sha256' AS hash FROM draft WHERE id = ?`, [id])
        ?.hash ?? null,
    overrides: (id) => database.all<StoredOverride>('SELECT name, value FROM draft_choice WHERE draft_id = ?', [id]),
    override: (id, name) =>
      database.get<{ value: string }>('SELECT value FROM draft_choice WHERE draft_id = ? AND name = ?', [id, name])
        ?.value ?? null,
    begin({ id, connectionId, region, fileName, createdAt }) {
      database.run(`INSERT INTO draft (${columns}) VALUES (?, ?, ?, ?, ?, ?, 'columns', '{}')`, [
        id,
        connectionId,
        region,
        fileName,
        createdAt,
        createdAt,
      ])
    },
    moveLog: () => database.moveLog(),
    hide: (id) => void database.run('UPDATE draft SET whole = 0 WHERE id = ?', [id]),
    addFilePart: (id, { part, bytes }) =>
      void database.run('INSERT INTO draft_file (draft_id, part, bytes) VALUES (?, ?, ?)', [id, part, bytes]),
    filePart: (id, part) => {
      const found = database.get<{ bytes: Uint8Array }>(
        'SELECT bytes FROM draft_file WHERE draft_id = ? AND part = ?',
        [id, part],
      )
      return found ? new Uint8Array(found.bytes) : null
    },
    hasFile: (id, sizeBytes) =>
      (database.get<{ parts: number }>('SELECT count(*) AS parts FROM draft_file WHERE draft_id = ?', [id])?.parts ??
        0) === countParts(sizeBytes),
    removeFileParts: (id) => void database.run('DELETE FROM draft_file WHERE draft_id = ?', [id]),
    setFacts: (id, facts) => void database.run('UPDATE draft SET source = ? WHERE id = ?', [JSON.stringify(facts), id]),
    finish: (id, facts, entries, counts) =>
      database.transaction(() => {
        writeOverrides(id, entries)
        // The columns of a known header shape need no second review.
        database.run('UPDATE draft SET source = ?, counts = ?, step = ?, whole = 1 WHERE id = ?', [
          JSON.stringify(facts),
          JSON.stringify(counts),
          facts.remembered || facts.correction ? 'check' : 'columns',
          id,
        ])
      }),
    addChange: (id, label, entries, counts, at) =>
      database.transaction(() => {
        const written = JSON.stringify(entries)
        database.run('DELETE FROM draft_change WHERE draft_id = ? AND undone = 1', [id])
        database.run(
          `INSERT INTO draft_change (draft_id, number, label, entries)
           SELECT ?, coalesce(max(number), 0) + 1, ?, ? FROM draft_change WHERE draft_id = ?`,
          [id, label, written, id],
        )
        writeOverrides(id, entries)
        touch(id, counts, at)
      }),
    // Reads no entries: those of a change of 100,000 rows are 5 MB.
    labels(id) {
      const label = (sql: string): string | null => database.get<{ label: string }>(sql, [id])?.label ?? null
      return {
        undo: label('SELECT label FROM draft_change WHERE draft_id = ? AND undone = 0 ORDER BY number DESC LIMIT 1'),
        redo: label('SELECT label FROM draft_change WHERE draft_id = ? AND undone = 1 ORDER BY number LIMIT 1'),
      }
    },
    lastChange: (id) =>
      change(
        'SELECT number, label, entries FROM draft_change WHERE draft_id = ? AND undone = 0 ORDER BY number DESC LIMIT 1',
        id,
      ),
    nextUndone: (id) =>
      change(
        'SELECT number, label, entries FROM draft_change WHERE draft_id = ? AND undone = 1 ORDER BY number LIMIT 1',
        id,
      ),
    markChange: (id, number, undone, entries, counts, at) =>
      database.transaction(() => {
        database.run('UPDATE draft_change SET undone = ? WHERE draft_id = ? AND number = ?', [
          undone ? 1 : 0,
          id,
          number,
        ])
        writeOverrides(id, entries)
        touch(id, counts, at)
      }),
    setCounts: (id, counts) =>
      void database.run('UPDATE draft SET counts = ? WHERE id = ?', [JSON.stringify(counts), id]),
    rename: (id, name, at) =>
      void database.run('UPDATE draft SET name = ?, changed_at = ? WHERE id = ?', [name, at, id]),
    setStep: (id, step, at) =>
      void database.run('UPDATE draft SET step = ?, changed_at = ? WHERE id = ?', [step, at, id]),
    remove: (id) => void database.run('DELETE FROM draft WHERE id = ?', [id]),
    templates: (region) =>
      database
        .all<{ shape: string; choices: string }>(
          'SELECT shape, choices FROM template WHERE region = ? ORDER BY used_at DESC LIMIT ?',
          [region, maxTemplates],
        )
        .map(({ shape, choices }) => ({ shape, choices: RememberedChoices.parse(JSON.parse(choices)) })),
    remember: (region, { shape, choices }, at) =>
      // The name that it has stays: `choices` has one for a new template.
      void database.run(
        `INSERT INTO template (region, shape, choices, used_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (region, shape) DO UPDATE SET used_at = excluded.used_at, choices =
           iif(choices ->> '$.name' IS NULL, excluded.choices, json_set(excluded.choices, '$.name', choices ->> '$.name'))`,
        [region, shape, JSON.stringify(choices), at],
      ),
    forgetColumns: (id, region, shape, at) =>
      database.transaction(() => {
        database.run('DELETE FROM template WHERE region = ? AND shape = ?', [region, shape])
        database.run(`UPDATE draft SET source = json_set(source, '$.remembered', NULL), changed_at = ? WHERE id = ?`, [
          at,
          id,
        ])
      }),
  }
}

const savedDraft = (record: DraftRecord): SavedDraft => ({
  id: record.id,
  connectionId: record.connection_id,
  region: record.region,
  fileName: record.file_name,
  name: record.name,
  createdAt: record.created_at,
  changedAt: record.changed_at,
  step: record.step,
  counts: DraftCounts.parse(JSON.parse(record.counts)),
})
