import type { DraftSummary } from '../../../contract/drafts.ts'
import { DraftCounts } from '../../../contract/draft-counts.ts'
import type { Region } from '../../../contract/region.ts'
import type { Database } from '../../database/database.ts'
import { RememberedChoices, SourceFacts, type Template } from '../model/draft-source.ts'
import { templateId, type SavedTemplate } from './template-repository.ts'
import type { OverrideEntry } from '../model/overrides.ts'
import { createDraftBlocks, type DraftBlocks } from './draft-blocks.ts'
import { createDraftChanges, writeOverrides, type DraftChanges } from './draft-changes.ts'
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

const columns = 'id, connection_id, region, file_name, created_at, changed_at, step, counts'
/** The same to be read: with the region that the user chose, if any. */
const chosenRegion = `SELECT value ->> '$' FROM draft_choice WHERE draft_id = draft.id AND name = 'region'`
const shownColumns =
  columns.replace('region', () => `coalesce((${chosenRegion}), region) AS region`) +
  ', coalesce(name, file_name) AS name'
/** Parts of one file are as new as each other: "(2 of 12)" comes before "(10 of 12)". */
const newestFirst = 'ORDER BY changed_at DESC, length(coalesce(name, file_name)), coalesce(name, file_name)'
/** The most remembered header shapes of a region that a new file is compared with. */
const maxTemplates = 200

/** Saved drafts. Each method is durable when it returns. */
export interface DraftRepository extends DraftBlocks, DraftChanges {
  removeUnfinished(): void
  list(connectionId: string): SavedDraft[]
  find(id: string): SavedDraft | null
  facts(id: string): SourceFacts
  /** SHA-256 of the file, in hexadecimal; null: there is no file. */
  fileHash(id: string): string | null
  /** The newest draft of a file with this hash that was not sent; null: there is none. */
  idOfFile(connectionId: string, hash: string): string | null
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
  setCounts(id: string, counts: DraftCounts): void
  rename(id: string, name: string, at: string): void
  setStep(id: string, step: DraftSummary['step'], at: string): void
  remove(id: string): void
  templates(region: Region): (Template & Pick<SavedTemplate, 'id'>)[]
  remember(region: Region, template: Template, at: string): void
  /** Forgets what is remembered for a header shape, and saves the draft without it. */
  forgetColumns(id: string, region: Region, shape: string, at: string): void
}

/**
 * Hides a draft that became an upload, until something of it is sent; joins an open transaction. False when there is no
 * such draft.
 */
export function closeDraft(database: Database, id: string, uploadId: string): boolean {
  return database.run('UPDATE draft SET upload_id = ? WHERE id = ? AND upload_id IS NULL', [uploadId, id]).changes > 0
}

export function createDraftRepository(database: Database): DraftRepository {
  return {
    ...createDraftBlocks(database),
    ...createDraftChanges(database),
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
    idOfFile: (connectionId, hash) =>
      database.get<{ id: string }>(
        `SELECT id FROM draft WHERE connection_id = ? AND whole = 1 AND upload_id IS NULL AND source ->> '$.sha256' = ? ${newestFirst}`,
        [connectionId, hash],
      )?.id ?? null,
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
        writeOverrides(database, id, entries)
        // The columns of a known header shape need no second review.
        database.run('UPDATE draft SET source = ?, counts = ?, step = ?, whole = 1 WHERE id = ?', [
          JSON.stringify(facts),
          JSON.stringify(counts),
          facts.remembered || facts.correction ? 'check' : 'columns',
          id,
        ])
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
        .map(({ shape, choices }) => ({
          id: templateId(region, shape),
          shape,
          choices: RememberedChoices.parse(JSON.parse(choices)),
        })),
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
