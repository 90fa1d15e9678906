import type { DraftCounts, DraftSummary } from '../../../contract/drafts.ts'
import type { Region } from '../../../contract/region.ts'
import type { Database } from '../../database/database.ts'
import type { ChoiceEntry } from '../model/overrides.ts'
import type { SourceFacts } from '../model/draft-source.ts'
import type { RowBlock } from './row-blocks.ts'
import type { Template } from '../worker/worker-protocol.ts'

export interface KeptDraft {
  readonly id: string
  readonly connectionId: string
  readonly region: Region
  readonly fileName: string
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
  readonly created_at: string
  readonly changed_at: string
  readonly step: DraftSummary['step']
  readonly counts: string
}

const columns = 'id, connection_id, region, file_name, created_at, changed_at, step, counts'
/** A draft whose rows are not all written yet has no source: it was never shown, and is cleared away at the next start. */
const unfinished = ''
/** How many remembered header shapes of a region are looked through for a new file. */
const maxTemplates = 200

/** Drafts as they are kept. Each method is durable when it returns. */
export interface DraftStore {
  removeUnfinished(): void
  list(connectionId: string): KeptDraft[]
  find(id: string): KeptDraft | null
  facts(id: string): SourceFacts
  choices(id: string): [string, unknown][]
  /** The next blocks after one, in order; [] at the end. */
  blocksAfter(id: string, sheet: number, block: number, limit: number): RowBlock[]
  begin(draft: Omit<KeptDraft, 'counts' | 'step' | 'changedAt'>): void
  addBlock(id: string, block: RowBlock): void
  finish(id: string, facts: SourceFacts, entries: readonly ChoiceEntry[], counts: DraftCounts): void
  /** Keeps a change with its choices; what had been undone can no longer be redone. */
  addChange(id: string, label: string, entries: readonly ChoiceEntry[], counts: DraftCounts, at: string): void
  /** What can be undone and done again next, by name. */
  labels(id: string): { readonly undo: string | null; readonly redo: string | null }
  lastChange(id: string): DraftChange | null
  nextUndone(id: string): DraftChange | null
  /** Keeps that a change was undone or done again; `entries` are what was applied. */
  markChange(
    id: string,
    number: number,
    undone: boolean,
    entries: readonly ChoiceEntry[],
    counts: DraftCounts,
    at: string,
  ): void
  setCounts(id: string, counts: DraftCounts): void
  setStep(id: string, step: DraftSummary['step'], at: string): void
  remove(id: string): void
  templates(region: Region): Template[]
  remember(region: Region, template: Template, at: string): void
}

export interface DraftChange {
  readonly number: number
  readonly label: string
  readonly entries: readonly ChoiceEntry[]
}

/** Removes a draft and everything of it; joins a transaction that is open. False when there was none. */
export function removeDraft(database: Database, id: string): boolean {
  return database.run('DELETE FROM draft WHERE id = ?', [id]).changes > 0
}

export function createDraftStore(database: Database): DraftStore {
  /** In two statements, however many choices there are: one for each would hold the program up for a third of a second at 100,000. */
  const writeChoices = (id: string, entries: string): void => {
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
      ? { number: found.number, label: found.label, entries: JSON.parse(found.entries) as ChoiceEntry[] }
      : null
  }
  return {
    removeUnfinished: () => void database.run('DELETE FROM draft WHERE source = ?', [unfinished]),
    list: (connectionId) =>
      database
        .all<DraftRecord>(
          `SELECT ${columns} FROM draft WHERE connection_id = ? AND source <> ? ORDER BY changed_at DESC`,
          [connectionId, unfinished],
        )
        .map(keptDraft),
    find: (id) => {
      const found = database.get<DraftRecord>(`SELECT ${columns} FROM draft WHERE id = ? AND source <> ?`, [
        id,
        unfinished,
      ])
      return found ? keptDraft(found) : null
    },
    facts: (id) =>
      JSON.parse(
        database.get<{ source: string }>('SELECT source FROM draft WHERE id = ?', [id])?.source ?? '',
      ) as SourceFacts,
    choices: (id) =>
      database
        .all<{ name: string; value: string }>('SELECT name, value FROM draft_choice WHERE draft_id = ?', [id])
        .map(({ name, value }) => [name, JSON.parse(value) as unknown]),
    blocksAfter: (id, sheet, block, limit) =>
      database
        .all<{ sheet: number; block: number; rows: Uint8Array }>(
          'SELECT sheet, block, rows FROM draft_block WHERE draft_id = ? AND (sheet, block) > (?, ?) ORDER BY sheet, block LIMIT ?',
          [id, sheet, block, limit],
        )
        .map((one) => ({ sheet: one.sheet, block: one.block, rows: new Uint8Array(one.rows) })),
    begin: ({ id, connectionId, region, fileName, createdAt }) =>
      void database.run(`INSERT INTO draft (${columns}, source) VALUES (?, ?, ?, ?, ?, ?, 'columns', '{}', ?)`, [
        id,
        connectionId,
        region,
        fileName,
        createdAt,
        createdAt,
        unfinished,
      ]),
    addBlock: (id, { sheet, block, rows }) =>
      void database.run('INSERT INTO draft_block (draft_id, sheet, block, rows) VALUES (?, ?, ?, ?)', [
        id,
        sheet,
        block,
        rows,
      ]),
    finish: (id, facts, entries, counts) =>
      database.transaction(() => {
        writeChoices(id, JSON.stringify(entries))
        // A shape that she has been through before needs no second look at its columns.
        database.run('UPDATE draft SET source = ?, counts = ?, step = ? WHERE id = ?', [
          JSON.stringify(facts),
          JSON.stringify(counts),
          facts.remembered ? 'check' : 'columns',
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
        writeChoices(id, written)
        touch(id, counts, at)
      }),
    // Without their entries: a change of 100,000 rows is 5 MB to read.
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
        writeChoices(id, JSON.stringify(entries))
        touch(id, counts, at)
      }),
    setCounts: (id, counts) =>
      void database.run('UPDATE draft SET counts = ? WHERE id = ?', [JSON.stringify(counts), id]),
    setStep: (id, step, at) =>
      void database.run('UPDATE draft SET step = ?, changed_at = ? WHERE id = ?', [step, at, id]),
    remove: (id) => void removeDraft(database, id),
    templates: (region) =>
      database
        .all<{ shape: string; choices: string }>(
          'SELECT shape, choices FROM template WHERE region = ? ORDER BY used_at DESC LIMIT ?',
          [region, maxTemplates],
        )
        .map(({ shape, choices }) => ({ shape, choices: JSON.parse(choices) as Template['choices'] })),
    remember: (region, { shape, choices }, at) =>
      void database.run('INSERT OR REPLACE INTO template (region, shape, choices, used_at) VALUES (?, ?, ?, ?)', [
        region,
        shape,
        JSON.stringify(choices),
        at,
      ]),
  }
}

const keptDraft = (record: DraftRecord): KeptDraft => ({
  id: record.id,
  connectionId: record.connection_id,
  region: record.region,
  fileName: record.file_name,
  createdAt: record.created_at,
  changedAt: record.changed_at,
  step: record.step,
  counts: JSON.parse(record.counts) as DraftCounts,
})
