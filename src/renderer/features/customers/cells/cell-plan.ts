import { columnTitle } from '../../../../contract/customer-columns.ts'
import type { RefusedCell } from '../../../../contract/customer-cells.ts'
import { cellsPerCall } from '../../../../contract/cells-at-once.ts'
import type { Customer, EditableField } from '../../../../contract/customer-record.ts'
import { cutText, pastedTexts } from '../../../ui/cell-edits/range-edit.ts'
import type { GridColumn, GridRange } from '../../../ui/grid/grid.ts'
import type { RangeEdit } from '../../../ui/grid/virtual-grid.ts'
import { formatField, isHiddenField, recordName } from '../customer-cells.ts'
import { isEditableField } from '../customer-fields.ts'
import { cellsText } from './cells-text.ts'

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
  readonly kind: RangeEdit['kind']
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

/** `customers`: those of the rows from `rowsOfEdit(edit).top`. */
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
      return { kind: edit.kind, rows, unchanged: 0, refused: [] }
    }
  }
}

const fieldsIn = ({ left, right }: GridRange, { columns }: ShownCells): EditableField[] =>
  columns.slice(left, right + 1).flatMap(({ key, editable }) => (editable && isEditableField(key) ? [key] : []))

function planPaste(
  edit: Extract<RangeEdit, { kind: 'paste' }>,
  customers: readonly Customer[],
  shown: ShownCells,
): CellPlan {
  const { range } = edit
  const rows: PlannedRow[] = []
  const refused: RefusedChange[] = []
  let unchanged = 0
  pastedTexts(edit).forEach((pasted, at) => {
    const customer = customers[at]
    const texts: Partial<Record<EditableField, string>> = {}
    pasted.forEach((text, offset) => {
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
      else if (column.editable && isEditableField(column.key)) texts[column.key] = cutText(text)
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
  if (!source) return { kind: 'fillDown', rows, unchanged: 0, refused }
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
  return { kind: 'fillDown', rows, unchanged: 0, refused }
}

/** The value of a field as the list shows it, with a change that is not saved yet. */
function valueText(customer: Customer, field: EditableField): string {
  const edit = customer.edits.find((each) => each.field === field && each.state === 'pending')
  return formatField(field, edit ? edit.value : customer[field])
}
