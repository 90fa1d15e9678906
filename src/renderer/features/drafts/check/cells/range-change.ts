import type { CellChange, RowSet } from '../../../../../contract/draft-changes.ts'
import type { CustomerField } from '../../../../../contract/draft-rows.ts'
import { cutText, fillRows, pastedTexts } from '../../../../ui/cell-edits/range-edit.ts'
import type { GridRange } from '../../../../ui/grid/grid.ts'
import type { RangeEdit } from '../../../../ui/grid/virtual-grid.ts'

/** What the grid shows: row numbers of the file in their order, and the field of each column (null: it cannot be edited). */
export interface ShownTable {
  readonly order: readonly number[]
  readonly fields: readonly (CustomerField | null)[]
}

const rowsIn = ({ order }: ShownTable, { top, bottom }: GridRange): readonly number[] => order.slice(top, bottom + 1)
const fieldsIn = ({ fields }: ShownTable, { left, right }: GridRange): CustomerField[] =>
  fields.slice(left, right + 1).filter((field) => field !== null)

/** The change of cells that an edit of a range stands for; null: none of its cells can be edited. */
export function rangeChange(edit: RangeEdit, table: ShownTable): CellChange | null {
  const { range } = edit
  const fields = fieldsIn(table, range)
  switch (edit.kind) {
    case 'clearCells':
      return sameText('', rowsIn(table, range), fields)
    case 'fillDown': {
      const { from: source, first } = fillRows(range)
      const from = table.order[source]
      const rows = rowsIn(table, { ...range, top: first })
      if (from === undefined || rows.length === 0 || fields.length === 0) return null
      return { kind: 'fill-down', from, rows: rowRuns(rows), fields }
    }
    case 'paste': {
      const texts = pastedTexts(edit).map((row) => row.map(cutText))
      const [only] = edit.texts
      // One value is pasted into all selected cells.
      if (edit.texts.length === 1 && only?.length === 1)
        return sameText(texts[0]?.[0] ?? '', rowsIn(table, range), fields)
      const width = Math.max(...texts.map((row) => row.length))
      const columns = Array.from({ length: width }, (_, at) => table.fields[range.left + at] ?? null)
      const rows = table.order.slice(range.top, range.top + texts.length)
      return rows.length === 0 ? null : { kind: 'paste', rows: [...rows], fields: columns, texts }
    }
  }
}

function sameText(text: string, rows: readonly number[], fields: readonly CustomerField[]): CellChange | null {
  if (rows.length === 0 || fields.length === 0) return null
  return { kind: 'set', rows: rowRuns(rows), values: Object.fromEntries(fields.map((field) => [field, text])) }
}

/** How many cells a change has at most. */
export function cellsOf(change: CellChange): number {
  const rows =
    'rows' in change && 'runs' in change.rows ? change.rows.runs.reduce((sum, [a, b]) => sum + b - a + 1, 0) : 0
  if (change.kind === 'set') return rows * Object.keys(change.values).length
  return change.kind === 'fill-down' ? rows * change.fields.length : 0
}

/** Row numbers as runs of consecutive ones: 100,000 rows are then a few numbers. */
export function rowRuns(numbers: readonly number[]): Extract<RowSet, { runs: unknown }> {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && number <= last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return { runs }
}
