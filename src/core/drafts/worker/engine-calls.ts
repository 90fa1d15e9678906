import type { CellChange } from '../../../contract/draft-changes.ts'
import type { TableChoices } from '../../../contract/table-choices.ts'
import { type KnownVins, splitKeys } from '../checking/known-keys.ts'
import { carryOver, decisionsOf, type Decisions } from '../engine/carry-over.ts'
import { previewCells } from '../engine/cell-changes.ts'
import { columnValues } from '../engine/column-values.ts'
import { planAction, type DraftAction } from '../engine/draft-actions.ts'
import type { DraftEngine } from '../engine/engine.ts'
import { fileTexts } from '../engine/file-texts.ts'
import { knownRows } from '../engine/known-rows.ts'
import { rowsOfOtherRegion } from '../engine/other-region.ts'
import type { RowQuery } from '../engine/row-query.ts'
import { previewTable, type FileHead } from '../engine/table-preview.ts'
import { packUploadRows, unsearchedRegos } from '../engine/upload-row.ts'
import type { CheckContext } from '../model/draft-source.ts'
import type { OverrideEntry } from '../model/overrides.ts'
import type { PackedRows, PackForm } from '../storage/pack-upload.ts'

/** Packs of an upload made in one call: the thread goes on while the program's thread writes the ones before. */
const packsPerCall = 8

function viewAfter(engine: DraftEngine, entries: readonly OverrideEntry[]) {
  if (entries.length > 0) engine.apply(entries)
  return engine.view()
}

/** The calls about a draft that is open. */
export const engineCalls = {
  /** The column names of a draft. */
  header: ({ table }: DraftEngine) => ({ header: table.header }),
  /** What the user decided in a draft, for another reading of its file with this header. */
  decisions: (engine: DraftEngine, { header }: { readonly header: readonly string[] }) => ({
    decisions: decisionsOf(engine, header),
    header: engine.table.header,
  }),
  /** Takes over decisions of a draft with this header, and says what to save. */
  carryOver(
    engine: DraftEngine,
    { decisions, header }: { readonly decisions: Decisions; readonly header: readonly string[] },
  ) {
    const carried = carryOver(engine, decisions, header)
    return { ...carried, view: viewAfter(engine, carried.entries) }
  },
  /** The first rows of the table as they would be read. `head`: of a text file, if it is saved. */
  preview: (
    { source }: DraftEngine,
    { choices, head }: { readonly choices: TableChoices; readonly head: FileHead | null },
  ) => previewTable(source, choices, head),
  /** Known VINs are looked for again afterwards. `knownKeys`: of `joinKeys`; null: as before. */
  refresh(
    engine: DraftEngine,
    { context, knownKeys }: { readonly context: CheckContext; readonly knownKeys: string | null },
  ) {
    engine.setContext(context)
    if (knownKeys !== null) engine.setKnownKeys(splitKeys(knownKeys))
    engine.clearKnownVins()
    return engine.view()
  },
  unsearchedRegos: (engine: DraftEngine, { limit }: { readonly limit: number }) => unsearchedRegos(engine, limit),
  addKnownVins(engine: DraftEngine, { vins }: { readonly vins: KnownVins }) {
    engine.addKnownVins(vins)
    return engine.view()
  },
  act(engine: DraftEngine, { action }: { readonly action: DraftAction }) {
    const plan = planAction(engine, action)
    return plan.ok ? { ...plan, view: viewAfter(engine, plan.entries) } : plan
  },
  apply: (engine: DraftEngine, { entries }: { readonly entries: readonly OverrideEntry[] }) =>
    viewAfter(engine, entries),
  /** Plans the columns again without those of an earlier file. */
  forgetColumns(engine: DraftEngine) {
    engine.forgetColumns()
    return engine.view()
  },
  rows(
    engine: DraftEngine,
    { query, offset, limit }: { readonly query: RowQuery; readonly offset: number; readonly limit: number },
  ) {
    const order = engine.order(query)
    return { total: order.length, rows: engine.rowsByNumber(order.slice(offset, offset + limit)) }
  },
  order: (engine: DraftEngine, { query }: { readonly query: RowQuery }) => engine.order(query),
  rowsByNumber: (
    engine: DraftEngine,
    { rows, columns }: { readonly rows: readonly number[]; readonly columns?: readonly number[] | undefined },
  ) => engine.rowsByNumber(rows, columns),
  columnValues: (engine: DraftEngine, { index }: { readonly index: number }) => columnValues(engine, index),
  previewCells: (
    engine: DraftEngine,
    { change, ...options }: { readonly change: CellChange } & Parameters<typeof previewCells>[2],
  ) => previewCells(engine, change, options),
  /** The next few packs of rows for an upload; `next`: the position behind them, null at the end. See `packUploadRows`. */
  packRows(
    engine: DraftEngine,
    { form, sent, from }: { readonly form: PackForm; readonly sent: boolean; readonly from: number },
  ) {
    const packed: PackedRows[] = []
    let next: number | null = from
    for (let calls = 0; next !== null && calls < packsPerCall; calls += 1) {
      const part = packUploadRows(engine, form, { sent, from: next })
      if (part.packed) packed.push(part.packed)
      next = part.next
    }
    return { header: fileTexts(engine).header, counts: engine.view().counts, packed, next }
  },
  knownRows: (engine: DraftEngine, { from, limit }: { readonly from: number; readonly limit: number }) =>
    knownRows(engine, from, limit),
  rowsOfOtherRegion,
  template: (engine: DraftEngine) => engine.template(),
}
