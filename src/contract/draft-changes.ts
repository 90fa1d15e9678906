import { GridColumns } from './grid-columns.ts'
import { z } from 'zod'
import { CustomerField, rowQuery } from './draft-rows.ts'
import { ExportedFile } from './exported-file.ts'
import { Draft, DraftSummary } from './drafts.ts'
import { Region } from './region.ts'

const rowNumber = z.number().int().min(1)
const cellText = z.string().max(500)
const id = z.string().max(64)

/** Rows of a draft: those of a filter, or runs of row numbers (first and last, both included). */
export const RowSet = z.union([
  z.object({ filter: z.object(rowQuery) }),
  z.object({
    runs: z
      .array(z.tuple([rowNumber, rowNumber]))
      .min(1)
      .max(100_000),
  }),
])
export type RowSet = z.infer<typeof RowSet>

/** Many cells changed at once, as one step that can be undone. */
export const CellChange = z.discriminatedUnion('kind', [
  /** A block of cells: `texts` by row and column. A null field is a column that cannot be edited. */
  z.object({
    kind: z.literal('paste'),
    rows: z.array(rowNumber).min(1).max(100_000),
    fields: z.array(CustomerField.nullable()).min(1).max(100),
    texts: z.array(z.array(cellText).max(100)).min(1).max(100_000),
  }),
  /** The same text in all rows, by field; an empty text clears the cell. */
  z.object({ kind: z.literal('set'), rows: RowSet, values: z.partialRecord(CustomerField, cellText) }),
  /** The values of the row `from`. */
  z.object({
    kind: z.literal('fill-down'),
    from: rowNumber,
    rows: RowSet,
    fields: z.array(CustomerField).min(1).max(7),
  }),
  /** A text found in shown values and replaced there. */
  z.object({
    kind: z.literal('replace'),
    rows: RowSet,
    fields: z.array(CustomerField).min(1).max(7),
    find: z.string().min(1).max(200),
    text: z.string().max(200),
    wholeCell: z.boolean(),
    matchCase: z.boolean(),
    /** Hits that stay as they are. */
    except: z.array(z.object({ row: rowNumber, field: CustomerField })).max(10_000),
  }),
  /** See `drafts.fixGroup`. */
  z.object({ kind: z.literal('fix-group'), group: z.string(), value: cellText.optional() }),
])
export type CellChange = z.infer<typeof CellChange>

/** A cell before and after a change, as shown. `problem`: why the new text cannot be sent; null: it can. */
export const ChangedCell = z.object({
  row: rowNumber,
  field: CustomerField,
  before: z.string(),
  after: z.string(),
  problem: z.string().nullable(),
})
export type ChangedCell = z.infer<typeof ChangedCell>

/** What a change of cells would do. A refused cell has an error with its new text; it keeps its value. */
export const CellPreview = z.object({
  /** Cells that change, and the rows that they are in. */
  cells: z.number().int(),
  rows: z.number().int(),
  refused: z.number().int(),
  /** Cells that have the value already. */
  unchanged: z.number().int(),
  /** Pasted cells that have no row or no column to go to. */
  outside: z.number().int(),
  /** What each value becomes, most cells first; refused ones before the others. At most 100. */
  values: z.array(
    ChangedCell.omit({ row: true }).extend({ cells: z.number().int(), examples: z.array(z.number().int()) }),
  ),
  /** Changed and refused cells in the order of the file, from `offset`. */
  list: z.array(ChangedCell),
})
export type CellPreview = z.infer<typeof CellPreview>

/** Methods of the domain `drafts` about its grid and changes of many cells. */
export const draftChanges = {
  /** A draft without a file and with one blank row, for cars that are added by hand. */
  create: { input: z.object({}), output: Draft },
  /** Adds blank rows after all others; they are filled in like any other. `rows`: their numbers. */
  addRows: {
    input: z.object({ id, count: z.number().int().min(1).max(1_000).default(1) }),
    output: z.object({ draft: Draft, rows: z.array(z.number().int()) }),
  },
  /** Removes rows that were added by hand; others are not removed but excluded. */
  removeRows: { input: z.object({ id, rows: z.array(z.number().int().min(1)).min(1).max(100_000) }), output: Draft },
  /** Makes a file of the checked rows. */
  export: {
    input: z.object({ id, format: z.enum(['csv', 'xlsx']), rows: z.enum(['all', 'ready', 'error']) }),
    output: ExportedFile,
  },
  rename: { input: z.object({ id, name: z.string().trim().min(1).max(200) }), output: Draft },
  /** Copies a draft with its rows and all changes; the copy gets a name of its own. */
  duplicate: { input: z.object({ id }), output: DraftSummary },
  /**
   * Copies a draft for the rows of `otherRegionRows`: the copy is checked for their region, and each draft excludes the rows of the other.
   * Undo includes them in the first draft again, and the copy stays. `conflict`: the draft has no such rows of the region.
   */
  moveRows: {
    input: z.object({ id, region: Region }),
    output: z.object({ draft: Draft, moved: z.object({ id, name: z.string(), rows: z.number().int() }) }),
  },
  gridColumns: { input: z.object({}), output: GridColumns },
  setGridColumns: { input: GridColumns, output: GridColumns },
  /** Changes nothing. `invalid-input` says why a change is not possible at all. */
  previewCells: {
    input: z.object({
      id,
      change: CellChange,
      /** Refused cells are changed as well. */
      withRefused: z.boolean().default(false),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(0).max(500).default(200),
    }),
    output: CellPreview,
  },
  changeCells: { input: z.object({ id, change: CellChange, withRefused: z.boolean().default(false) }), output: Draft },
} as const
