import { randomUUID } from 'node:crypto'
import { applyEntries, readOverrides, type Overrides } from '../model/overrides.ts'
import { addReading } from '../model/file-readings.ts'
import { headerScore } from '../mapping/header-score.ts'
import { uploadIdsIn } from '../mapping/reimport.ts'
import { carryOver, decisionsOf } from '../engine/carry-over.ts'
import { decisionsFor, fixesFor } from '../engine/correction.ts'
import type { DraftSource, SourceFacts } from '../model/draft-source.ts'
import { createDraftEngine, type DraftEngine } from '../engine/engine.ts'
import { fileTexts } from '../engine/file-texts.ts'
import { unsearchedRegos } from '../engine/upload-row.ts'
import { fileProblems } from '../reading/file-messages.ts'
import { previewTable } from '../engine/table-preview.ts'
import type { FileProblem } from '../reading/file-read.ts'
import { knownRows } from '../engine/known-rows.ts'
import { sentRows } from '../engine/sent-rows.ts'
import { cleanSheet } from '../engine/clean-sheet.ts'
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

/** Runs work later, unless it is cancelled by what is returned. */
export type AfterIdle = (work: () => void) => () => void

/** How long the copy of a draft's texts is kept after a search (`LowerCells`). */
const idleMs = 60_000

const afterIdleMinute: AfterIdle = (work) => {
  const timer = setTimeout(work, idleMs).unref()
  return () => clearTimeout(timer)
}

/** Packs of an upload made in one call: the thread goes on while the program's thread writes the ones before. */
const packsPerCall = 8

/** Orders kept of a draft: of its grid, and of one that is asked for meanwhile. */
const maxOrders = 4

/** Bytes of an exported file handed over at once. */
const bytesPerPart = 393_216

export function createDraftService(afterIdle: AfterIdle = afterIdleMinute): DraftService {
  const engines = new Map<string, DraftEngine>()
  const loading = new Map<string, ColumnTable[]>()
  /** The last exported file of each draft. */
  const exported = new Map<string, Uint8Array>()
  /** By draft and name: row numbers, in the orders that were asked for last. */
  const orders = new Map<string, Map<string, Uint32Array>>()
  const ordersOf = (draftId: string): Map<string, Uint32Array> => {
    const kept = orders.get(draftId) ?? new Map<string, Uint32Array>()
    orders.set(draftId, kept)
    return kept
  }
  /** By draft: cancels freeing the memory of its searches. */
  const idle = new Map<string, () => void>()
  const orderOf = (draftId: string, query: RowQuery): Uint32Array => {
    const engine = engineOf(draftId)
    if (query.search.trim() !== '') {
      idle.get(draftId)?.()
      idle.set(
        draftId,
        afterIdle(() => engine.clearSearch()),
      )
    }
    return engine.order(query)
  }
  const engineOf = (draftId: string): DraftEngine => {
    const engine = engines.get(draftId)
    if (!engine) throw new Error('The draft is not loaded')
    return engine
  }
  /** The source of a draft whose blocks were handed over. */
  const loadedSource = (draftId: string, facts: SourceFacts): DraftSource => {
    const sheets = loading.get(draftId) ?? []
    loading.delete(draftId)
    return { facts, rows: facts.sheets.map((_, sheet) => sheets[sheet] ?? new ColumnTable()) }
  }

  const calls: {
    [Call in WorkerCall]: (input: WorkerCalls[Call]['input']) => Promise<WorkerCalls[Call]['output']>
  } = {
    open: async ({ draftId, name, facts, context, knownKeys, templates, defaultState }) => {
      const source = loadedSource(draftId, { ...facts, remembered: null })
      const remembered = { templates, defaultState }
      const { engine, entries } = openEngine(source, context, splitKeys(knownKeys), remembered)
      const problem = noTable(name, engine)
      if (problem) return { ok: false, problem }
      engines.set(draftId, engine)
      const uploadIds = uploadIdsIn(engine.table)
      return { ok: true, facts: engine.source.facts, entries, view: engine.view(), uploadIds }
    },
    correct: async ({ draftId, upload, note, context, knownKeys }) => {
      const { source, table, overrides: current } = engineOf(draftId)
      const notes = [note, ...source.facts.notes]
      const correction = upload && { correction: { uploadId: upload.id, name: upload.name }, remembered: null }
      const facts: SourceFacts = { ...source.facts, notes, ...correction }
      const entries = upload ? decisionsFor(table.header, upload) : []
      const overrides: Overrides = upload ? new Map() : current
      applyEntries(overrides, entries)
      const engine = createDraftEngine({ ...source, facts }, overrides, context, splitKeys(knownKeys))
      engines.set(draftId, engine)
      const fixes = upload ? fixesFor(engine, upload) : []
      if (fixes.length > 0) engine.apply(fixes)
      return { facts, entries: [...entries, ...fixes], view: engine.view() }
    },
    header: async ({ draftId }) => ({ header: engineOf(draftId).table.header }),
    decisions: async ({ draftId, header }) => {
      const engine = engineOf(draftId)
      return { decisions: decisionsOf(engine, header), header: engine.table.header }
    },
    carryOver: async ({ draftId, decisions, header }) => {
      const engine = engineOf(draftId)
      const { label, entries, kept, lost } = carryOver(engine, decisions, header)
      if (entries.length > 0) engine.apply(entries)
      return { label, entries, kept, lost, view: engine.view() }
    },
    blocks: async ({ draftId, blocks }) => {
      const sheets = loading.get(draftId) ?? []
      loading.set(draftId, sheets)
      for (const { sheet, rows } of blocks) {
        ;(sheets[sheet] ??= new ColumnTable()).addPiece(unpackPiece(rows))
      }
      return null
    },
    addReading: async ({ draftId, chosen, read }) => {
      const engine = engineOf(draftId)
      const sheets = loading.get(draftId) ?? []
      loading.delete(draftId)
      const { facts } = engine.source
      const added = addReading(facts, chosen, read)
      engine.addReading(
        added,
        read.sheets.map((_, at) => sheets[facts.sheets.length + at] ?? new ColumnTable()),
      )
      return added
    },
    preview: ({ draftId, choices, head }) => previewTable(engineOf(draftId).source, choices, head),
    load: async ({ draftId, facts, overrides, context, knownKeys }) => {
      const source = loadedSource(draftId, facts)
      const engine = createDraftEngine(source, readOverrides(overrides), context, splitKeys(knownKeys))
      engines.set(draftId, engine)
      return engine.view()
    },
    refresh: async ({ draftId, context, knownKeys }) => {
      const engine = engineOf(draftId)
      engine.setContext(context)
      if (knownKeys !== null) engine.setKnownKeys(splitKeys(knownKeys))
      engine.clearKnownVins()
      return engine.view()
    },
    unsearchedRegos: async ({ draftId, limit }) => unsearchedRegos(engineOf(draftId), limit),
    addKnownVins: async ({ draftId, vins }) => {
      const engine = engineOf(draftId)
      engine.addKnownVins(vins)
      return engine.view()
    },
    act: async ({ draftId, action }) => {
      const engine = engineOf(draftId)
      const plan = planAction(engine, action)
      if (!plan.ok) return plan
      if (plan.entries.length > 0) engine.apply(plan.entries)
      return { ...plan, view: engine.view() }
    },
    apply: async ({ draftId, entries }) => {
      const engine = engineOf(draftId)
      engine.apply(entries)
      return engine.view()
    },
    forgetColumns: async ({ draftId }) => {
      const engine = engineOf(draftId)
      engine.forgetColumns()
      return engine.view()
    },
    rows: async ({ draftId, query, offset, limit }) => {
      const order = orderOf(draftId, query)
      return { total: order.length, rows: engineOf(draftId).rowsByNumber(order.slice(offset, offset + limit)) }
    },
    previewCells: async ({ draftId, change, ...options }) => previewCells(engineOf(draftId), change, options),
    order: async ({ draftId, query, order, offset, limit }) => {
      const kept = ordersOf(draftId)
      const name = order !== null && kept.has(order) ? order : randomUUID()
      const rows = kept.get(name) ?? orderOf(draftId, query)
      // The last one is kept longest.
      kept.delete(name)
      kept.set(name, rows)
      for (const oldest of [...kept.keys()].slice(0, -maxOrders)) kept.delete(oldest)
      return { order: name, total: rows.length, rows: rows.slice(offset, limit === null ? undefined : offset + limit) }
    },
    rowsByNumber: async ({ draftId, rows, columns }) => engineOf(draftId).rowsByNumber(rows, columns),
    packRows: async ({ draftId, form, sent, from }) => {
      const engine = engineOf(draftId)
      const packed: PackedUploadRows[] = []
      let next: number | null = from
      for (let calls = 0; next !== null && calls < packsPerCall; calls += 1) {
        const part = engine.packRows(form, { sent, from: next })
        if (part.packed) packed.push(part.packed)
        next = part.next
      }
      return { header: fileTexts(engine).header, counts: engine.view().counts, packed, next }
    },
    knownRows: async ({ draftId, from, limit }) => knownRows(engineOf(draftId), from, limit),
    sentRows: async ({ draftId, offset, limit }) => sentRows(engineOf(draftId), offset, limit),
    exportSheet: async ({ draftId, format, rows: which }) => {
      // Few drafts are exported: the writer of workbooks is as much code as all else here.
      const { sheetFile } = await import('./sheet-file.ts')
      const file = await sheetFile(cleanSheet(engineOf(draftId), which), format)
      exported.set(draftId, file.bytes)
      return { rows: file.rows, parts: Math.ceil(file.bytes.byteLength / bytesPerPart) }
    },
    exportPart: async ({ draftId, part }) =>
      exported.get(draftId)?.slice(part * bytesPerPart, (part + 1) * bytesPerPart) ?? null,
    template: async ({ draftId }) => engineOf(draftId).template(),
    forget: async ({ draftId }) => {
      engines.delete(draftId)
      idle.get(draftId)?.()
      idle.delete(draftId)
      orders.delete(draftId)
      loading.delete(draftId)
      exported.delete(draftId)
      return null
    },
  }
  return (call, input) => calls[call](input)
}

/** Why a readable file is not a customer list (a letter, an empty form), or null. */
function noTable(name: string, engine: DraftEngine): FileProblem | null {
  const { records, headerRow, header } = engine.table
  // An export without any sale has its column names, and is no mistake.
  if (records.length === 0 && (headerRow === null || headerScore(header) < 0.5)) return fileProblems.noCustomers(name)
  const holdsCars = engine.plan.columns.some((column) => ['rego', 'vin', 'rego_and_state'].includes(column.target))
  if (headerRow === null && header.length <= 1 && !holdsCars) return fileProblems.noTable(name)
  return null
}
