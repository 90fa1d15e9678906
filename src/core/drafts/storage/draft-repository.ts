import type { DraftSummary } from '../../../contract/drafts.ts'
import { DraftCounts } from '../../../contract/draft-counts.ts'
import type { Region } from '../../../contract/region.ts'
import type { Database } from '../../database/database.ts'
import { SourceFacts, type Template } from '../model/draft-source.ts'
import { createTemplateRepository, type SavedTemplate } from './template-repository.ts'
import type { OverrideEntry } from '../model/overrides.ts'
import { createDraftBlocks } from './draft-blocks.ts'
import { createDraftChanges, writeOverrides } from './draft-changes.ts'
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

type StoredDraft = Omit<SavedDraft, 'counts'> & { readonly counts: string }

/** With the region that the user chose, if any. */
const shownColumns = `id, connection_id AS connectionId, file_name AS fileName, coalesce(name, file_name) AS name,
  coalesce((SELECT value ->> '$' FROM draft_choice WHERE draft_id = draft.id AND name = 'region'), region) AS region,
  created_at AS createdAt, changed_at AS changedAt, step, counts`
/** Parts of one file are as new as each other: "(2 of 12)" comes before "(10 of 12)". */
const newestFirst = 'ORDER BY changed_at DESC, length(coalesce(name, file_name)), coalesce(name, file_name)'
/** The most remembered header shapes of a region that a new file is compared with. */
const maxTemplates = 200

/** Saved drafts. Each method is durable when it returns. */
export type DraftRepository = ReturnType<typeof createDraftRepository>

/**
 * Hides a draft that became an upload, until something of it is sent; joins an open transaction. False when there is no
 * such draft.
 */
export function closeDraft(database: Database, id: string, uploadId: string): boolean {
  return database.run('UPDATE draft SET upload_id = ? WHERE id = ? AND upload_id IS NULL', [uploadId, id]).changes > 0
}

export function createDraftRepository(database: Database) {
  const templates = createTemplateRepository(database)
  return {
    ...createDraftBlocks(database),
    ...createDraftChanges(database),
    removeUnfinished(): void {
      database.run('DELETE FROM draft WHERE whole = 0')
    },
    list: (connectionId: string): SavedDraft[] =>
      database
        .all<StoredDraft>(
          `SELECT ${shownColumns} FROM draft WHERE connection_id = ? AND whole = 1 AND upload_id IS NULL ${newestFirst}`,
          [connectionId],
        )
        .map(savedDraft),
    find: (id: string): SavedDraft | null => {
      const found = database.get<StoredDraft>(
        `SELECT ${shownColumns} FROM draft WHERE id = ? AND whole = 1 AND upload_id IS NULL`,
        [id],
      )
      return found ? savedDraft(found) : null
    },
    facts: (id: string): SourceFacts =>
      SourceFacts.parse(
        JSON.parse(database.get<{ source: string }>('SELECT source FROM draft WHERE id = ?', [id])?.source ?? ''),
      ),
    /** SHA-256 of the file, in hexadecimal; null: there is no file. */
    fileHash: (id: string): string | null =>
      database.get<{ hash: string | null }>(`SELECT source ->> '$.sha256' AS hash FROM draft WHERE id = ?`, [id])
        ?.hash ?? null,
    /** The newest draft of a file with this hash that was not sent; null: there is none. */
    idOfFile: (connectionId: string, hash: string): string | null =>
      database.get<{ id: string }>(
        `SELECT id FROM draft WHERE connection_id = ? AND whole = 1 AND upload_id IS NULL AND source ->> '$.sha256' = ? ${newestFirst}`,
        [connectionId, hash],
      )?.id ?? null,
    begin(draft: Omit<SavedDraft, 'name' | 'counts' | 'step' | 'changedAt'>): void {
      database.run(
        `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts)
         VALUES ($id, $connectionId, $region, $fileName, $createdAt, $createdAt, 'columns', '{}')`,
        { ...draft },
      )
    },
    /** Moves the database's log into its file. */
    moveLog: (): void => database.moveLog(),
    /** Hides a draft that is to be removed. It is removed at the next start when the program ends before that. */
    hide: (id: string): void => void database.run('UPDATE draft SET whole = 0 WHERE id = ?', [id]),
    /** Within `writePiece`. */
    addFilePart: (id: string, { part, bytes }: FilePart): void =>
      void database.run('INSERT INTO draft_file (draft_id, part, bytes) VALUES (?, ?, ?)', [id, part, bytes]),
    /** A part of the draft's file as it is saved; null: it is not. */
    filePart: (id: string, part: number): Uint8Array | null => {
      const found = database.get<{ bytes: Uint8Array }>(
        'SELECT bytes FROM draft_file WHERE draft_id = ? AND part = ?',
        [id, part],
      )
      return found ? new Uint8Array(found.bytes) : null
    },
    /** Whether the whole file is saved beside its rows. */
    hasFile: (id: string, sizeBytes: number): boolean =>
      (database.get<{ parts: number }>('SELECT count(*) AS parts FROM draft_file WHERE draft_id = ?', [id])?.parts ??
        0) === countParts(sizeBytes),
    /** Removes the parts of the file: those of a reading that came to no end. */
    removeFileParts: (id: string): void => void database.run('DELETE FROM draft_file WHERE draft_id = ?', [id]),
    setFacts: (id: string, facts: SourceFacts): void =>
      void database.run('UPDATE draft SET source = ? WHERE id = ?', [JSON.stringify(facts), id]),
    finish: (id: string, facts: SourceFacts, entries: readonly OverrideEntry[], counts: DraftCounts): void =>
      database.transaction(() => {
        writeOverrides(database, id, entries)
        // The columns of a known header shape need no second review.
        database.run('UPDATE draft SET source = ?, counts = ?, step = ?, whole = 1 WHERE id = ?', [
          JSON.stringify(facts),
          JSON.stringify(counts),
          facts.remembered || facts.correction ? 'check' : 'columns',
          id,
        ])
      }),
    setCounts: (id: string, counts: DraftCounts): void =>
      void database.run('UPDATE draft SET counts = ? WHERE id = ?', [JSON.stringify(counts), id]),
    rename: (id: string, name: string, at: string): void =>
      void database.run('UPDATE draft SET name = ?, changed_at = ? WHERE id = ?', [name, at, id]),
    setStep: (id: string, step: DraftSummary['step'], at: string): void =>
      void database.run('UPDATE draft SET step = ?, changed_at = ? WHERE id = ?', [step, at, id]),
    remove: (id: string): void => void database.run('DELETE FROM draft WHERE id = ?', [id]),
    /** Those with which a new file is compared, last used first. */
    templates: (region: Region): SavedTemplate[] =>
      templates
        .list()
        .filter((one) => one.region === region)
        .slice(0, maxTemplates),
    remember: (region: Region, { shape, choices }: Template, at: string): void =>
      // The name that it has stays: `choices` has one for a new template.
      void database.run(
        `INSERT INTO template (region, shape, choices, used_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (region, shape) DO UPDATE SET used_at = excluded.used_at, choices =
           iif(choices ->> '$.name' IS NULL, excluded.choices, json_set(excluded.choices, '$.name', choices ->> '$.name'))`,
        [region, shape, JSON.stringify(choices), at],
      ),
    /** Forgets what is remembered for a header shape, and saves the draft without it. */
    forgetColumns: (id: string, region: Region, shape: string, at: string): void =>
      database.transaction(() => {
        database.run('DELETE FROM template WHERE region = ? AND shape = ?', [region, shape])
        database.run(`UPDATE draft SET source = json_set(source, '$.remembered', NULL), changed_at = ? WHERE id = ?`, [
          at,
          id,
        ])
      }),
  }
}

const savedDraft = ({ counts, ...draft }: StoredDraft): SavedDraft => ({
  ...draft,
  counts: DraftCounts.parse(JSON.parse(counts)),
})
