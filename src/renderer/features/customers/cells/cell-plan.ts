import { columnTitle } from '../../../../contract/customer-columns.ts'
import { originalCell } from '../../../../contract/csv-injection.ts'
import type { RefusedCell } from '../../../../contract/customer-cells.ts'
import { cellsPerCall } from '../../../../contract/cells-at-once.ts'
import type { Customer, EditableField } from '../../../../contract/customer-record.ts'
import type { GridColumn, GridRange } from '../../../ui/grid/grid.ts'
import { pasteArea, pastedBlock } from '../../../ui/grid/paste-block.ts'
import type { RangeEdit } from '../../../ui/grid/virtual-grid.ts'
import { formatField, isHiddenField, recordName } from '../customer-cells.ts'
import { isEditableField } from '../customer-fields.ts'
import { type CellChangeKind, cellsText } from './cells-text.ts'

/** A cell that is not changed, with the text that it was to get. */
export interface RefusedChange {
  /** The customer, or the row where there is none. */
  readonly name: string
  readonly column: string
  readonly text: string
  readonly reason: string
}

/** A change of cells before the program has checked its values. */
export interface CellPlan {
  readonly kind: CellChangeKind
  readonly rows: readonly PlannedRow[]
  /** Cells that have the text already and could not be changed anyway. */
  readonly unchanged: number
  readonly refused: readonly RefusedChange[]
}

export interface PlannedRow {
  readonly customer: Customer
  readonly texts: Readonly<Partial<Record<EditableField, string>>>
}

/** What the grid shows: its columns, its number of rows, and the text of a cell. */
export interface ShownCells {
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  text(customer: Customer, key: string): string
}

/** The program takes no longer texts. A cut text is still too long for every field, so it is refused. */
const maxTextLength = 500

/** The first and last row that a change reads or changes; the last one may be beyond the last row of the grid. */
export function rowsOf(edit: RangeEdit): { readonly top: number; readonly bottom: number } {
  const { range } = edit
  if (edit.kind === 'paste') return { top: range.top, bottom: range.top + pasteArea(edit.texts, range).rows - 1 }
  const isOneRow = edit.kind === 'fillDown' && range.top === range.bottom
  return { top: isOneRow ? Math.max(0, range.top - 1) : range.top, bottom: range.bottom }
}

/** How many cells a change concerns at most. */
export function cellCount(edit: RangeEdit): number {
  const { range } = edit
  if (edit.kind !== 'paste') return (range.bottom - range.top + 1) * (range.right - range.left + 1)
  const area = pasteArea(edit.texts, range)
  return area.rows * area.columns
}

/** A change without cells that the program refuses. `refused`: all that are not changed, as the user sees them. */
export function withoutCells(
  plan: CellPlan,
  cells: readonly RefusedCell[],
  refused: readonly RefusedChange[],
): CellPlan {
  const left = new Map<string, ReadonlySet<string>>()
  for (const { id, field } of cells) left.set(id, new Set([...(left.get(id) ?? []), field]))
  const rows = plan.rows.flatMap((row) => {
    const fields = left.get(row.customer.id)
    if (!fields) return [row]
    const texts = Object.fromEntries(Object.entries(row.texts).filter(([field]) => !fields.has(field)))
    return Object.keys(texts).length > 0 ? [{ ...row, texts }] : []
  })
  return { ...plan, rows, refused }
}

/** The rows of a change in pieces that one call can have. */
export function inCalls(rows: readonly PlannedRow[]): PlannedRow[][] {
  const calls: PlannedRow[][] = []
  let cells = cellsPerCall
  for (const row of rows) {
    const own = Object.keys(row.texts).length
    if (cells + own > cellsPerCall) {
      calls.push([])
      cells = 0
    }
    calls.at(-1)?.push(row)
    cells += own
  }
  return calls
}

/** `customers`: those of the rows from `rowsOf(edit).top`. */
export function planCells(edit: RangeEdit, customers: readonly Customer[], shown: ShownCells): CellPlan {
  switch (edit.kind) {
    case 'paste':
      return planPaste(edit, customers, shown)
    case 'fillDown':
      return planFill(edit.range, customers, shown)
    case 'clearCells': {
      const fields = fieldsIn(edit.range, shown)
      const texts = Object.fromEntries(fields.map((field) => [field, '']))
      const rows = fields.length === 0 ? [] : customers.map((customer) => ({ customer, texts }))
      return { kind: 'clear', rows, unchanged: 0, refused: [] }
    }
  }
}

const fieldsIn = ({ left, right }: GridRange, { columns }: ShownCells): EditableField[] =>
  columns.slice(left, right + 1).flatMap(({ key, editable }) => (editable && isEditableField(key) ? [key] : []))

function planPaste(
  { range, texts: copied }: Extract<RangeEdit, { kind: 'paste' }>,
  customers: readonly Customer[],
  shown: ShownCells,
): CellPlan {
  const block = pastedBlock(copied, range)
  const rows: PlannedRow[] = []
  const refused: RefusedChange[] = []
  let unchanged = 0
  block.forEach((pasted, at) => {
    const customer = customers[at]
    const texts: Partial<Record<EditableField, string>> = {}
    pasted.forEach((raw, offset) => {
      const text = originalCell(raw)
      const column = shown.columns[range.left + offset]
      const refuse = (reason: string): void =>
        void refused.push({
          name: customer ? recordName(customer) : cellsText.row(range.top + at),
          column: column ? columnTitle(column.key) : '',
          text,
          reason,
        })
      if (!customer) refuse(cellsText.belowLastRow)
      else if (!column) refuse(cellsText.beyondLastColumn)
      else if (column.editable && isEditableField(column.key)) texts[column.key] = text.slice(0, maxTextLength)
      // What was copied from here, and pasted over itself, changes nothing.
      else if (shown.text(customer, column.key).trim() === text.trim()) unchanged += 1
      else refuse(cellsText.notEditable(columnTitle(column.key)))
    })
    if (customer && Object.keys(texts).length > 0) rows.push({ customer, texts })
  })
  return { kind: 'paste', rows, unchanged, refused }
}

function planFill(range: GridRange, customers: readonly Customer[], shown: ShownCells): CellPlan {
  const [source, ...targets] = customers
  const fields = fieldsIn(range, shown)
  const rows: PlannedRow[] = []
  const refused: RefusedChange[] = []
  if (!source) return { kind: 'fill-down', rows, unchanged: 0, refused }
  const texts: Partial<Record<EditableField, string>> = {}
  for (const field of fields) {
    if (!isHiddenField(source, field)) {
      texts[field] = valueText(source, field)
      continue
    }
    for (const target of targets) {
      const [name, column] = [recordName(target), columnTitle(field)]
      refused.push({ name, column, text: '', reason: cellsText.hiddenSource })
    }
  }
  if (Object.keys(texts).length > 0) rows.push(...targets.map((customer) => ({ customer, texts })))
  return { kind: 'fill-down', rows, unchanged: 0, refused }
}

/** The value of a field as the list shows it, with a change that is not saved yet. */
function valueText(customer: Customer, field: EditableField): string {
  const edit = customer.edits.find((each) => each.field === field && each.state === 'pending')
  return formatField(field, edit ? edit.value : customer[field])
}
