import type { Issue } from '../../../contract/drafts.ts'
import { type CustomerField, CustomerField as CustomerFields } from '../../../contract/draft-rows.ts'
import { issue } from '../../fields/checked-cell.ts'
import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { wasCut } from '../reading/cell-length.ts'
import { fieldSource, type FieldCheck } from './check-fields.ts'
import { checkField } from './row-checks.ts'
import { repairIssue, type RowRules } from './row-rules.ts'
import { rowMessages } from './row-messages.ts'

export const customerFields = CustomerFields.options

/** A record after the checks that look at one row alone. Rows are compared afterwards. */
export interface CheckedRow {
  readonly row: number
  readonly source: SourceRow
  /** The values to send, with mobiles as E.164; empty: not sent. */
  readonly values: Readonly<Record<CustomerField, string>>
  /** The texts in the file. */
  readonly originals: Readonly<Record<CustomerField, string>>
  /** Fields whose text the user typed, in this row or for all rows with the same text. */
  readonly edited: ReadonlySet<CustomerField>
  readonly issues: readonly Issue[]
  readonly extras: Readonly<Record<string, string>> | null
}

/** The order in which a row lists its issues. */
const issueOrder: readonly CustomerField[] = [
  'rego',
  'state',
  'vin',
  'mobile_number',
  'client_name',
  'sale_date',
  'expiry_date',
]

/** Checks one record by the rules of its cells and of the row (domain, part 7.4; design, part 5). */
export function checkRow(source: SourceRow, rules: RowRules): CheckedRow {
  const fields = fieldSource(source, rules)
  return combine((field) => checkField(field, fields, rules), source, rules)
}

/** A row of its checked fields. */
export function combine(
  resultOf: (field: CustomerField) => FieldCheck,
  source: SourceRow,
  rules: RowRules,
): CheckedRow {
  const found = issueOrder.map((field) => ({ field, ...resultOf(field) }))
  const textsBy = (textOf: (one: FieldCheck) => string): CheckedRow['values'] =>
    Object.fromEntries(found.map((one) => [one.field, textOf(one)])) as CheckedRow['values']
  const values = textsBy(({ checked }) => checked.value)
  const issues = found.flatMap(({ field, checked }) => checked.issues.map((one): Issue => ({ ...one, field })))
  const facts = {
    hasCar: values.rego !== '' || values.vin !== '',
    isCarRefused: issues.some(isAboutTheCar),
    saleDate: values.sale_date,
    expiryDate: values.expiry_date,
  }
  const extras = found.flatMap(({ checked }) => (checked.extra ? [checked.extra] : []))
  return {
    row: source.row,
    source,
    values,
    originals: textsBy(({ original }) => original),
    edited: new Set(found.flatMap(({ field, edited }) => (edited ? [field] : []))),
    issues: [...issues, ...rowIssues(source.row, source.cells, facts, rules)],
    extras: extras.length > 0 ? Object.assign({}, ...extras) : null,
  }
}

/** A row without a car. */
const noVehicle: Issue = { ...issue('error', 'row.no-vehicle', rowMessages.noVehicle), field: 'rego' }

/** A row whose expiry is before its sale. */
const expiryBeforeSale: Issue = {
  ...issue('warning', 'expiry_date.before-sale', rowMessages.expiryBeforeSale),
  field: 'expiry_date',
}

const isAboutTheCar = ({ field, severity }: Issue): boolean =>
  severity === 'error' && (field === 'rego' || field === 'vin')

/** What the issues of a row as a whole depend on besides its cells. */
interface RowFacts {
  readonly hasCar: boolean
  /** Rego or VIN has an error, which says more than that there is no car. */
  readonly isCarRefused: boolean
  readonly saleDate: string
  readonly expiryDate: string
}

/** The issues of a row as a whole. `cells`: all of it, or none when no cell was cut. */
export function rowIssues(
  row: number,
  cells: readonly SourceCell[],
  { hasCar, isCarRefused, saleDate, expiryDate }: RowFacts,
  { marks, overlong, plan }: RowRules,
): Issue[] {
  const issues: Issue[] = []
  if (!hasCar && !isCarRefused) issues.push(noVehicle)
  if (saleDate !== '' && expiryDate !== '' && expiryDate < saleDate) issues.push(expiryBeforeSale)
  if (overlong.has(row))
    issues.push({ ...issue('warning', 'row.too-many-cells', rowMessages.tooManyCells), field: null })
  for (let column = 0; column < cells.length; column += 1) {
    if (!wasCut(cells[column] ?? null) || plan.columns[column]?.target === 'leave_out') continue
    issues.push({ ...issue('warning', 'row.cell-cut', rowMessages.cellCut(plan.headers[column] ?? '')), field: null })
  }
  const mark = marks.get(row)
  if (mark) issues.push(repairIssue(mark))
  return issues
}
