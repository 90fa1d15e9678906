import type { Issue } from '../../../contract/drafts.ts'
import { type CustomerField, CustomerField as CustomerFields } from '../../../contract/draft-rows.ts'
import { issue, type CellIssue } from '../../fields/checked-cell.ts'
import type { SourceRow } from '../../fields/source-cell.ts'
import { wasCut } from '../reading/cell-length.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import { excludesRow } from '../mapping/contact-columns.ts'
import {
  checkDateField,
  checkMobileField,
  checkNameField,
  checkVehicle,
  checkVinField,
  fieldSource,
  type FieldCheck,
} from './check-fields.ts'
import { repairIssue } from './row-marks.ts'
import { rowMessages } from './row-messages.ts'
import type { RowRules } from './row-rules.ts'
import type { Contact } from './shared-mobiles.ts'

export const customerFields = CustomerFields.options

/** A record after the checks that look at one row alone. `duplicate-rows.ts` compares the rows afterwards. */
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
  /** Why the customer must not be contacted, as a sentence, and the column that says so. */
  readonly optOut: { readonly reason: string; readonly column: number } | null
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
const noEdits: ReadonlySet<CustomerField> = new Set()

/** Checks one record by the rules of its cells and of the row (domain, part 7.4; design, part 5). */
export function checkRow(source: SourceRow, rules: RowRules): CheckedRow {
  const fields = fieldSource(source, rules)
  const checked: Readonly<Record<CustomerField, FieldCheck>> = {
    ...checkVehicle(fields, rules),
    vin: checkVinField(fields, rules),
    mobile_number: checkMobileField(fields, rules),
    client_name: checkNameField(fields, rules),
    sale_date: checkDateField('sale_date', fields, rules),
    expiry_date: checkDateField('expiry_date', fields, rules),
  }
  return { row: source.row, source, ...combine(checked, source, rules), optOut: optOutReason(source, rules.plan) }
}

/** Mobile and name of a row, as they would be sent: what `checkRow` gives. */
export function readContact(source: SourceRow, rules: RowRules): Contact {
  const fields = fieldSource(source, rules)
  return {
    mobile: checkMobileField(fields, rules).checked.value,
    name: checkNameField(fields, rules).checked.value,
  }
}

function combine(
  fields: Readonly<Record<CustomerField, FieldCheck>>,
  source: SourceRow,
  rules: RowRules,
): Pick<CheckedRow, 'values' | 'originals' | 'edited' | 'issues' | 'extras'> {
  const values = emptyFields()
  const originals = emptyFields()
  const issues: Issue[] = []
  let edited: Set<CustomerField> | null = null
  const extras: Record<string, string> = {}
  let hasExtras = false
  for (const field of issueOrder) {
    const found = fields[field]
    const { checked } = found
    values[field] = checked.value
    originals[field] = found.original
    for (const one of checked.issues) issues.push(hasField(field, one) ? one : { ...one, field })
    if (checked.extra) {
      Object.assign(extras, checked.extra)
      hasExtras = true
    }
    if (found.edited) edited = (edited ?? new Set()).add(field)
  }
  addRowIssues(values, issues, rules.overlong.has(source.row))
  addCutCells(issues, source, rules.plan)
  const mark = rules.marks.get(source.row)
  if (mark) issues.push(repairIssue(mark))
  return { values, originals, edited: edited ?? noEdits, issues, extras: hasExtras ? extras : null }
}

/** A row without a car. */
export const noVehicle: Issue = { ...issue('error', 'row.no-vehicle', rowMessages.noVehicle), field: 'rego' }

/** A row whose expiry is before its sale. */
export const expiryBeforeSale: Issue = {
  ...issue('warning', 'expiry_date.before-sale', rowMessages.expiryBeforeSale),
  field: 'expiry_date',
}

/** Adds the issues of the row as a whole to those of its cells. */
function addRowIssues(values: Record<CustomerField, string>, issues: Issue[], isOverlong: boolean): void {
  if (values.rego === '' && values.vin === '' && !issues.some(isAboutTheCar)) issues.push(noVehicle)
  if (values.sale_date !== '' && values.expiry_date !== '' && values.expiry_date < values.sale_date) {
    issues.push(expiryBeforeSale)
  }
  if (isOverlong) issues.push({ ...issue('warning', 'row.too-many-cells', rowMessages.tooManyCells), field: null })
}

const isAboutTheCar = ({ field, severity }: Issue): boolean =>
  severity === 'error' && (field === 'rego' || field === 'vin')

/** Adds a warning for each column of the row that is sent although its cell was cut when the file was read. */
function addCutCells(issues: Issue[], { cells }: SourceRow, plan: ColumnPlan): void {
  for (let column = 0; column < cells.length; column += 1) {
    if (!wasCut(cells[column] ?? null) || plan.columns[column]?.target === 'leave_out') continue
    issues.push({ ...issue('warning', 'row.cell-cut', rowMessages.cellCut(plan.headers[column] ?? '')), field: null })
  }
}

/** Whether an issue already names its field: every row with the same text then shares it. */
const hasField = (field: CustomerField, found: CellIssue | Issue): found is Issue =>
  'field' in found && found.field === field

const emptyFields = (): Record<CustomerField, string> => ({
  rego: '',
  state: '',
  vin: '',
  client_name: '',
  mobile_number: '',
  sale_date: '',
  expiry_date: '',
})

function optOutReason({ cells }: SourceRow, plan: ColumnPlan): CheckedRow['optOut'] {
  const found = plan.contact.columns.find((one) => excludesRow(cells[one.column] ?? null, one))
  return found ? { reason: rowMessages.optOut(plan.headers[found.column] ?? ''), column: found.column } : null
}
