import type { CellChange } from '../../../contract/draft-changes.ts'
import type { StateCode } from '../../../contract/region.ts'
import type { TableChoices, TextForm } from '../../../contract/table-choices.ts'
import type { ReadFacts } from '../file-process/process-messages.ts'
import type { KnownVins } from '../model/known-vins.ts'
import {
  applyEntries,
  readOverrides,
  type OverrideEntry,
  type Overrides,
  type StoredOverride,
} from '../model/overrides.ts'
import { addReading } from '../model/file-readings.ts'
import { uploadIdsIn } from '../mapping/reimport.ts'
import { carryOver, decisionsOf, type Decisions } from '../engine/carry-over.ts'
import { decisionsFor, fixesFor, type CorrectedUpload } from '../engine/correction.ts'
import type { CheckContext, DraftSource, SourceFacts, Template } from '../model/draft-source.ts'
import { DraftEngine } from '../engine/engine.ts'
import { fileTexts } from '../engine/file-texts.ts'
import { packUploadRows, unsearchedRegos } from '../engine/upload-row.ts'
import { fileProblems } from '../reading/file-messages.ts'
import { isKnownHeader } from '../headers/known-headers.ts'
import { cellText } from '../../fields/source-cell.ts'
import { previewTable, type FileHead } from '../engine/table-preview.ts'
import type { FileProblem } from '../reading/file-read.ts'
import { columnValues } from '../engine/column-values.ts'
import { knownRows } from '../engine/known-rows.ts'
import { cleanSheet, type SheetRows } from '../engine/clean-sheet.ts'
import { rowsOfOtherRegion } from '../engine/other-region.ts'
import { previewCells } from '../engine/cell-changes.ts'
import { openEngine } from '../engine/open-engine.ts'
import { planAction, type DraftAction } from '../engine/draft-actions.ts'
import { splitKeys } from '../checking/known-keys.ts'
import { unpackPiece, type RowBlock } from '../storage/row-blocks.ts'
import { ColumnTable } from '../columns/column-table.ts'
import type { PackedRows as PackedUploadRows, PackForm } from '../storage/pack-upload.ts'
import type { RowQuery } from '../engine/row-query.ts'
import { OpenEngines } from './open-engines.ts'

/** The input of a call about a draft. */
type Of<Input = object> = Input & { readonly draftId: string }

type Calls = ReturnType<typeof createCalls>
export type WorkerCall = keyof Calls

/** The calls of a draft worker, by name, with input and output. */
export type WorkerCalls = {
  [Call in WorkerCall]: { input: Parameters<Calls[Call]>[0]; output: Awaited<ReturnType<Calls[Call]>> }
}

export interface WorkerRequest<Call extends WorkerCall = WorkerCall> {
  readonly id: number
  readonly call: Call
  readonly input: WorkerCalls[Call]['input']
}

export type WorkerMessage =
  | { readonly id: number; readonly kind: 'answer'; readonly output: unknown }
  | { readonly id: number; readonly kind: 'error'; readonly message: string; readonly stack: string }

/** Packs of an upload made in one call: the thread goes on while the program's thread writes the ones before. */
const packsPerCall = 8

/** Bytes of an exported file handed over at once. */
const bytesPerPart = 393_216

export type DraftService = ReturnType<typeof createDraftService>

/** Answers calls. The thread around it only carries messages. */
export function createDraftService() {
  const calls = createCalls()
  return async <Call extends WorkerCall>(
    call: Call,
    input: WorkerCalls[Call]['input'],
  ): Promise<WorkerCalls[Call]['output']> =>
    // Each call fits its own input, which types do not follow through a lookup.
    (calls[call] as (given: typeof input) => Promise<WorkerCalls[Call]['output']>)(input)
}

function createCalls() {
  const engines = new OpenEngines()
  const sourceOf = (draftId: string, facts: SourceFacts): DraftSource => ({
    facts,
    rows: engines.arrived(draftId, [...facts.sheets.keys()]),
  })
  return {
    /** Checks a file whose blocks were handed over, with the columns of an earlier file of the same shape. */
    open: async ({
      draftId,
      name,
      facts,
      context,
      knownKeys,
      templates,
      defaultState,
    }: Of<{
      readonly name: string
      readonly facts: ReadFacts
      readonly context: CheckContext
      /** `joinKeys`. */
      readonly knownKeys: string
      readonly templates: readonly Template[]
      /** For regos without a state, unless a template is found; null: none. */
      readonly defaultState: StateCode | null
    }>) => {
      const source = sourceOf(draftId, { ...facts, remembered: null })
      const remembered = { templates, defaultState }
      const { engine, entries } = openEngine(source, context, splitKeys(knownKeys), remembered)
      const problem = noTable(name, engine)
      if (problem) return { ok: false as const, problem }
      engines.set(draftId, engine)
      // The uploads whose rows the file has, by its own column.
      const uploadIds = uploadIdsIn(engine.table)
      return { ok: true as const, facts: engine.source.facts, entries, view: engine.view(), uploadIds }
    },
    /**
     * What was decided for the upload whose rows the file has holds for the draft as well, before anything else is decided. Null:
     * no known upload; then only the note is added.
     */
    correct: async ({
      draftId,
      upload,
      note,
      context,
      knownKeys,
    }: Of<{
      readonly upload: CorrectedUpload | null
      readonly note: string
      readonly context: CheckContext
      readonly knownKeys: string
    }>) => {
      const { source, table, overrides: current } = engines.of(draftId)
      const notes = [note, ...source.facts.notes]
      const correction = upload && { correction: { uploadId: upload.id, name: upload.name }, remembered: null }
      const facts: SourceFacts = { ...source.facts, notes, ...correction }
      const entries = upload ? decisionsFor(table.header, upload) : []
      const overrides: Overrides = upload ? new Map() : current
      applyEntries(overrides, entries)
      const engine = new DraftEngine({ ...source, facts }, overrides, context, splitKeys(knownKeys))
      engines.set(draftId, engine)
      const fixes = upload ? fixesFor(engine, upload) : []
      if (fixes.length > 0) engine.apply(fixes)
      return { facts, entries: [...entries, ...fixes], view: engine.view() }
    },
    /** The column names of a draft. */
    header: async ({ draftId }: Of) => ({ header: engines.of(draftId).table.header }),
    /** What the user decided in a draft, for another reading of its file with this header. */
    decisions: async ({ draftId, header }: Of<{ readonly header: readonly string[] }>) => {
      const engine = engines.of(draftId)
      return { decisions: decisionsOf(engine, header), header: engine.table.header }
    },
    /** Takes over decisions of a draft with this header, and says what to save. */
    carryOver: async ({
      draftId,
      decisions,
      header,
    }: Of<{ readonly decisions: Decisions; readonly header: readonly string[] }>) => {
      const engine = engines.of(draftId)
      const { label, entries, kept, lost } = carryOver(engine, decisions, header)
      if (entries.length > 0) engine.apply(entries)
      return { label, entries, kept, lost, view: engine.view() }
    },
    /** Hands over the next blocks of a draft, before `open` or `load`. */
    blocks: async ({ draftId, blocks }: Of<{ readonly blocks: readonly RowBlock[] }>) => {
      const sheets = engines.arriving(draftId)
      for (const { sheet, rows } of blocks) {
        ;(sheets[sheet] ??= new ColumnTable()).addPiece(unpackPiece(rows))
      }
      return null
    },
    /**
     * Adds the sheets of another reading, whose blocks were handed over, and says what to save. Nothing changes until an
     * action chooses it.
     */
    addReading: async ({ draftId, chosen, read }: Of<{ readonly chosen: TextForm; readonly read: ReadFacts }>) => {
      const engine = engines.of(draftId)
      const { facts } = engine.source
      const added = addReading(facts, chosen, read)
      const positions = read.sheets.map((_, at) => facts.sheets.length + at)
      engine.addReading(added, engines.arrived(draftId, positions))
      return added
    },
    /** The first rows of the table as they would be read. `head`: of a text file, if it is saved. */
    preview: ({ draftId, choices, head }: Of<{ readonly choices: TableChoices; readonly head: FileHead | null }>) =>
      previewTable(engines.of(draftId).source, choices, head),
    load: async ({
      draftId,
      facts,
      overrides,
      context,
      knownKeys,
    }: Of<{
      readonly facts: SourceFacts
      readonly overrides: readonly StoredOverride[]
      readonly context: CheckContext
      readonly knownKeys: string
    }>) => {
      const source = sourceOf(draftId, facts)
      const engine = new DraftEngine(source, readOverrides(overrides), context, splitKeys(knownKeys))
      engines.set(draftId, engine)
      return engine.view()
    },
    /** Known VINs are looked for again afterwards. */
    refresh: async ({
      draftId,
      context,
      knownKeys,
    }: Of<{ readonly context: CheckContext; readonly knownKeys: string | null }>) => {
      const engine = engines.of(draftId)
      engine.setContext(context)
      if (knownKeys !== null) engine.setKnownKeys(splitKeys(knownKeys))
      engine.clearKnownVins()
      return engine.view()
    },
    unsearchedRegos: async ({ draftId, limit }: Of<{ readonly limit: number }>) =>
      unsearchedRegos(engines.of(draftId), limit),
    addKnownVins: async ({ draftId, vins }: Of<{ readonly vins: KnownVins }>) => {
      const engine = engines.of(draftId)
      engine.addKnownVins(vins)
      return engine.view()
    },
    act: async ({ draftId, action }: Of<{ readonly action: DraftAction }>) => {
      const engine = engines.of(draftId)
      const plan = planAction(engine, action)
      if (!plan.ok) return plan
      if (plan.entries.length > 0) engine.apply(plan.entries)
      return { ...plan, view: engine.view() }
    },
    apply: async ({ draftId, entries }: Of<{ readonly entries: readonly OverrideEntry[] }>) => {
      const engine = engines.of(draftId)
      engine.apply(entries)
      return engine.view()
    },
    /** Plans the columns again without those of an earlier file. */
    forgetColumns: async ({ draftId }: Of) => {
      const engine = engines.of(draftId)
      engine.forgetColumns()
      return engine.view()
    },
    rows: async ({
      draftId,
      query,
      offset,
      limit,
    }: Of<{ readonly query: RowQuery; readonly offset: number; readonly limit: number }>) => {
      const order = engines.of(draftId).order(query)
      return { total: order.length, rows: engines.of(draftId).rowsByNumber(order.slice(offset, offset + limit)) }
    },
    columnValues: async ({ draftId, index }: Of<{ readonly index: number }>) =>
      columnValues(engines.of(draftId), index),
    previewCells: async ({
      draftId,
      change,
      ...options
    }: Of<{ readonly change: CellChange } & Parameters<typeof previewCells>[2]>) =>
      previewCells(engines.of(draftId), change, options),
    /** A part of an order. `order`: the name of an earlier one, which stays as it was while it is kept; else it is a new one. */
    order: async ({
      draftId,
      query,
      order,
      offset,
      limit,
    }: Of<{
      readonly query: RowQuery
      readonly order: string | null
      readonly offset: number
      readonly limit: number | null
    }>) => {
      const { name, rows } = engines.keptOrder(draftId, query, order)
      return { order: name, total: rows.length, rows: rows.slice(offset, limit === null ? undefined : offset + limit) }
    },
    rowsByNumber: async ({
      draftId,
      rows,
      columns,
    }: Of<{ readonly rows: readonly number[]; readonly columns?: readonly number[] | undefined }>) =>
      engines.of(draftId).rowsByNumber(rows, columns),
    /** The next few packs of rows for an upload; `next`: the position behind them, null at the end. See `packUploadRows`. */
    packRows: async ({
      draftId,
      form,
      sent,
      from,
    }: Of<{ readonly form: PackForm; readonly sent: boolean; readonly from: number }>) => {
      const engine = engines.of(draftId)
      const packed: PackedUploadRows[] = []
      let next: number | null = from
      for (let calls = 0; next !== null && calls < packsPerCall; calls += 1) {
        const part = packUploadRows(engine, form, { sent, from: next })
        if (part.packed) packed.push(part.packed)
        next = part.next
      }
      return { header: fileTexts(engine).header, counts: engine.view().counts, packed, next }
    },
    knownRows: async ({ draftId, from, limit }: Of<{ readonly from: number; readonly limit: number }>) =>
      knownRows(engines.of(draftId), from, limit),
    rowsOfOtherRegion: async ({ draftId }: Of) => rowsOfOtherRegion(engines.of(draftId)),
    /** Makes a file of the checked rows. Its parts stay until the next file, or until the draft is forgotten. */
    exportSheet: async ({
      draftId,
      format,
      rows: which,
    }: Of<{ readonly format: 'csv' | 'xlsx'; readonly rows: SheetRows }>) => {
      // Few drafts are exported: the writer of workbooks is as much code as all else here.
      const { sheetFile } = await import('./sheet-file.ts')
      const file = await sheetFile(cleanSheet(engines.of(draftId), which), format)
      engines.exported.set(draftId, file.bytes)
      return { rows: file.rows, parts: Math.ceil(file.bytes.byteLength / bytesPerPart) }
    },
    /** A part of that file; null: it is no longer there. */
    exportPart: async ({ draftId, part }: Of<{ readonly part: number }>): Promise<Uint8Array | null> =>
      engines.exported.get(draftId)?.slice(part * bytesPerPart, (part + 1) * bytesPerPart) ?? null,
    template: async ({ draftId }: Of) => engines.of(draftId).template(),
    forget: async ({ draftId }: Of) => {
      engines.forget(draftId)
      return null
    },
  }
}

/** With fewer rows, none of them a customer's, and without a known column name, a file is no list. */
const fewestRows = 3

/** Why a readable file is not a customer list (a letter, an error, an empty form), or null. */
function noTable(name: string, { plan, table }: DraftEngine): FileProblem | null {
  const { headerRow, header, records, skippedRows } = table
  const holdsCars = plan.columns.some((column) => ['rego', 'vin', 'rego_and_state'].includes(column.target))
  const isText = headerRow === null && header.length <= 1 && !holdsCars
  const isEmpty =
    records.length === 0 && skippedRows.length < fewestRows && !header.some((text) => isKnownHeader(text) === 'field')
  if (!isText && !isEmpty) return null
  const firstRow = records.at(0)?.cells.map(cellText) ?? header
  return fileProblems.noTable(name, skippedRows[0]?.text ?? firstRow.join(' '))
}
