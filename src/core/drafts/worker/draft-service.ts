import { randomUUID } from 'node:crypto'
import { applyEntries, readOverrides, type Overrides } from '../model/overrides.ts'
import { addReading } from '../model/file-readings.ts'
import { uploadIdsIn } from '../mapping/reimport.ts'
import { carryOver, decisionsOf } from '../engine/carry-over.ts'
import { decisionsFor, fixesFor } from '../engine/correction.ts'
import type { DraftSource, SourceFacts } from '../model/draft-source.ts'
import { DraftEngine } from '../engine/engine.ts'
import { fileTexts } from '../engine/file-texts.ts'
import { unsearchedRegos } from '../engine/upload-row.ts'
import { fileProblems } from '../reading/file-messages.ts'
import { isKnownHeader } from '../headers/known-headers.ts'
import { cellText } from '../../fields/source-cell.ts'
import { previewTable } from '../engine/table-preview.ts'
import type { FileProblem } from '../reading/file-read.ts'
import { columnValues } from '../engine/column-values.ts'
import { knownRows } from '../engine/known-rows.ts'
import { sentRows } from '../engine/sent-rows.ts'
import { cleanSheet } from '../engine/clean-sheet.ts'
import { rowsOfOtherRegion } from '../engine/other-region.ts'
import { previewCells } from '../engine/cell-changes.ts'
import { openEngine } from '../engine/open-engine.ts'
import { planAction } from '../engine/draft-actions.ts'
import { splitKeys } from '../checking/known-keys.ts'
import { unpackPiece } from '../storage/row-blocks.ts'
import { ColumnTable } from '../columns/column-table.ts'
import type { PackedRows as PackedUploadRows } from '../storage/pack-upload.ts'
import type { RowQuery } from '../engine/row-query.ts'
import type { WorkerCall, WorkerCalls } from './worker-protocol.ts'

/** Answers the calls of `worker-protocol.ts`. The thread around it only carries messages. */
export type DraftService = <Call extends WorkerCall>(
  call: Call,
  input: WorkerCalls[Call]['input'],
) => Promise<WorkerCalls[Call]['output']>

/** Packs of an upload made in one call: the thread goes on while the program's thread writes the ones before. */
const packsPerCall = 8

/** Orders kept of a draft: of its grid, and of one that is asked for meanwhile. */
const maxOrders = 4

/** Bytes of an exported file handed over at once. */
const bytesPerPart = 393_216

/** The open drafts of a thread, and what is kept of each between calls. */
class OpenEngines {
  readonly #engines = new Map<string, DraftEngine>()
  readonly #loading = new Map<string, ColumnTable[]>()
  /** The last exported file of each draft. */
  readonly exported = new Map<string, Uint8Array>()
  /** By draft and name: row numbers, in the orders that were asked for last. */
  readonly #orders = new Map<string, Map<string, Uint32Array>>()
  set(draftId: string, engine: DraftEngine): void {
    this.#engines.set(draftId, engine)
  }

  /** Throws when the draft is not loaded. */
  of(draftId: string): DraftEngine {
    const engine = this.#engines.get(draftId)
    if (!engine) throw new Error('The draft is not loaded')
    return engine
  }

  /** The sheets of a draft whose blocks are being handed over. */
  arriving(draftId: string): ColumnTable[] {
    const sheets = this.#loading.get(draftId) ?? []
    this.#loading.set(draftId, sheets)
    return sheets
  }

  /** The sheets of a draft whose blocks were handed over, by position. */
  arrived(draftId: string, positions: readonly number[]): ColumnTable[] {
    const sheets = this.#loading.get(draftId) ?? []
    this.#loading.delete(draftId)
    return positions.map((sheet) => sheets[sheet] ?? new ColumnTable())
  }

  /** An order that stays while rows are edited. `name`: of an earlier call; null: a new one. */
  keptOrder(
    draftId: string,
    query: RowQuery,
    name: string | null,
  ): { readonly name: string; readonly rows: Uint32Array } {
    const kept = this.#orders.get(draftId) ?? new Map<string, Uint32Array>()
    this.#orders.set(draftId, kept)
    const found = name !== null && kept.has(name) ? name : randomUUID()
    const rows = kept.get(found) ?? this.of(draftId).order(query)
    // The last one is kept longest.
    kept.delete(found)
    kept.set(found, rows)
    for (const oldest of [...kept.keys()].slice(0, -maxOrders)) kept.delete(oldest)
    return { name: found, rows }
  }

  forget(draftId: string): void {
    this.#engines.delete(draftId)
    this.#orders.delete(draftId)
    this.#loading.delete(draftId)
    this.exported.delete(draftId)
  }
}

export function createDraftService(): DraftService {
  const engines = new OpenEngines()
  const sourceOf = (draftId: string, facts: SourceFacts): DraftSource => ({
    facts,
    rows: engines.arrived(draftId, [...facts.sheets.keys()]),
  })
  const calls: {
    [Call in WorkerCall]: (input: WorkerCalls[Call]['input']) => Promise<WorkerCalls[Call]['output']>
  } = {
    open: async ({ draftId, name, facts, context, knownKeys, templates, defaultState }) => {
      const source = sourceOf(draftId, { ...facts, remembered: null })
      const remembered = { templates, defaultState }
      const { engine, entries } = openEngine(source, context, splitKeys(knownKeys), remembered)
      const problem = noTable(name, engine)
      if (problem) return { ok: false, problem }
      engines.set(draftId, engine)
      const uploadIds = uploadIdsIn(engine.table)
      return { ok: true, facts: engine.source.facts, entries, view: engine.view(), uploadIds }
    },
    correct: async ({ draftId, upload, note, context, knownKeys }) => {
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
    header: async ({ draftId }) => ({ header: engines.of(draftId).table.header }),
    decisions: async ({ draftId, header }) => {
      const engine = engines.of(draftId)
      return { decisions: decisionsOf(engine, header), header: engine.table.header }
    },
    carryOver: async ({ draftId, decisions, header }) => {
      const engine = engines.of(draftId)
      const { label, entries, kept, lost } = carryOver(engine, decisions, header)
      if (entries.length > 0) engine.apply(entries)
      return { label, entries, kept, lost, view: engine.view() }
    },
    blocks: async ({ draftId, blocks }) => {
      const sheets = engines.arriving(draftId)
      for (const { sheet, rows } of blocks) {
        ;(sheets[sheet] ??= new ColumnTable()).addPiece(unpackPiece(rows))
      }
      return null
    },
    addReading: async ({ draftId, chosen, read }) => {
      const engine = engines.of(draftId)
      const { facts } = engine.source
      const added = addReading(facts, chosen, read)
      const positions = read.sheets.map((_, at) => facts.sheets.length + at)
      engine.addReading(added, engines.arrived(draftId, positions))
      return added
    },
    preview: ({ draftId, choices, head }) => previewTable(engines.of(draftId).source, choices, head),
    load: async ({ draftId, facts, overrides, context, knownKeys }) => {
      const source = sourceOf(draftId, facts)
      const engine = new DraftEngine(source, readOverrides(overrides), context, splitKeys(knownKeys))
      engines.set(draftId, engine)
      return engine.view()
    },
    refresh: async ({ draftId, context, knownKeys }) => {
      const engine = engines.of(draftId)
      engine.setContext(context)
      if (knownKeys !== null) engine.setKnownKeys(splitKeys(knownKeys))
      engine.clearKnownVins()
      return engine.view()
    },
    unsearchedRegos: async ({ draftId, limit }) => unsearchedRegos(engines.of(draftId), limit),
    addKnownVins: async ({ draftId, vins }) => {
      const engine = engines.of(draftId)
      engine.addKnownVins(vins)
      return engine.view()
    },
    act: async ({ draftId, action }) => {
      const engine = engines.of(draftId)
      const plan = planAction(engine, action)
      if (!plan.ok) return plan
      if (plan.entries.length > 0) engine.apply(plan.entries)
      return { ...plan, view: engine.view() }
    },
    apply: async ({ draftId, entries }) => {
      const engine = engines.of(draftId)
      engine.apply(entries)
      return engine.view()
    },
    forgetColumns: async ({ draftId }) => {
      const engine = engines.of(draftId)
      engine.forgetColumns()
      return engine.view()
    },
    rows: async ({ draftId, query, offset, limit }) => {
      const order = engines.of(draftId).order(query)
      return { total: order.length, rows: engines.of(draftId).rowsByNumber(order.slice(offset, offset + limit)) }
    },
    columnValues: async ({ draftId, index }) => columnValues(engines.of(draftId), index),
    previewCells: async ({ draftId, change, ...options }) => previewCells(engines.of(draftId), change, options),
    order: async ({ draftId, query, order, offset, limit }) => {
      const { name, rows } = engines.keptOrder(draftId, query, order)
      return { order: name, total: rows.length, rows: rows.slice(offset, limit === null ? undefined : offset + limit) }
    },
    rowsByNumber: async ({ draftId, rows, columns }) => engines.of(draftId).rowsByNumber(rows, columns),
    packRows: async ({ draftId, form, sent, from }) => {
      const engine = engines.of(draftId)
      const packed: PackedUploadRows[] = []
      let next: number | null = from
      for (let calls = 0; next !== null && calls < packsPerCall; calls += 1) {
        const part = engine.packRows(form, { sent, from: next })
        if (part.packed) packed.push(part.packed)
        next = part.next
      }
      return { header: fileTexts(engine).header, counts: engine.view().counts, packed, next }
    },
    knownRows: async ({ draftId, from, limit }) => knownRows(engines.of(draftId), from, limit),
    sentRows: async ({ draftId, offset, limit }) => sentRows(engines.of(draftId), offset, limit),
    rowsOfOtherRegion: async ({ draftId }) => rowsOfOtherRegion(engines.of(draftId)),
    exportSheet: async ({ draftId, format, rows: which }) => {
      // Few drafts are exported: the writer of workbooks is as much code as all else here.
      const { sheetFile } = await import('./sheet-file.ts')
      const file = await sheetFile(cleanSheet(engines.of(draftId), which), format)
      engines.exported.set(draftId, file.bytes)
      return { rows: file.rows, parts: Math.ceil(file.bytes.byteLength / bytesPerPart) }
    },
    exportPart: async ({ draftId, part }) =>
      engines.exported.get(draftId)?.slice(part * bytesPerPart, (part + 1) * bytesPerPart) ?? null,
    template: async ({ draftId }) => engines.of(draftId).template(),
    forget: async ({ draftId }) => {
      engines.forget(draftId)
      return null
    },
  }
  return (call, input) => calls[call](input)
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
