import { originalCell } from '../../../contract/csv-injection.ts'
import type { GridRange } from '../grid/grid.ts'
import { pasteArea, pastedBlock } from '../grid/grid-clipboard.ts'
import type { RangeEdit } from '../grid/virtual-grid.ts'

/** From this number of cells on, a fill or a clearing is previewed. A paste of more than one cell always is. */
export const previewFrom = 11

const maxTextLength = 500

/** The program takes no longer texts. A cut text is still too long for every field, so it is refused. */
export const cutText = (text: string): string => text.slice(0, maxTextLength)

/** The cells of a paste with their repetitions, as they were before an export protected them from formulas. */
export const pastedTexts = ({ texts, range }: Extract<RangeEdit, { kind: 'paste' }>): string[][] =>
  pastedBlock(
    texts.map((row) => row.map(originalCell)),
    range,
  )

/** Filling down copies the first row of a range into its others. A range of one row gets the row above it, -1 when there is none. */
export const fillRows = ({ top, bottom }: GridRange): { readonly from: number; readonly first: number } =>
  top === bottom ? { from: top - 1, first: top } : { from: top, first: top + 1 }

/** The first and last row that an edit reads or changes; the last one may be beyond the last row of the grid. */
export function rowsOfEdit(edit: RangeEdit): { readonly top: number; readonly bottom: number } {
  const { range } = edit
  if (edit.kind === 'paste') return { top: range.top, bottom: range.top + pasteArea(edit.texts, range).rows - 1 }
  return { top: edit.kind === 'fillDown' ? Math.max(0, fillRows(range).from) : range.top, bottom: range.bottom }
}

/** How many cells an edit concerns at most. */
export function cellCount({ range, ...edit }: RangeEdit): number {
  if (edit.kind !== 'paste') return (range.bottom - range.top + 1) * (range.right - range.left + 1)
  const area = pasteArea(edit.texts, range)
  return area.rows * area.columns
}
