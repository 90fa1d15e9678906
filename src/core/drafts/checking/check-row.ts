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
  return combine(checked, source, rules)
}

/** A row of its checked fields. */
export function combine(
  fields: Readonly<Record<CustomerField, FieldCheck>>,
  source: SourceRow,
  rules: RowRules,
): CheckedRow {
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
  issues.push(...rowIssues(source, values, issues.some(isAboutTheCar), rules))
  return {
    row: source.row,
    source,
    values,
    originals,
    edited: edited ?? noEdits,
    issues,
    extras: hasExtras ? extras : null,
    optOut: optOutReason(source, rules.plan),
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

/**
 * The issues of a row as a whole. `cells`: all of it, or none when no cell was cut. `isCarRefused`: rego or VIN has an error, which says
 * more than that there is no car.
 */
export function rowIssues(
  { row, cells }: SourceRow,
  values: Readonly<Record<'rego' | 'vin' | 'sale_date' | 'expiry_date', string>>,
  isCarRefused: boolean,
  { marks, overlong, plan }: RowRules,
): Issue[] {
  const issues: Issue[] = []
  if (values.rego === '' && values.vin === '' && !isCarRefused) issues.push(noVehicle)
  if (values.sale_date !== '' && values.expiry_date !== '' && values.expiry_date < values.sale_date)
    issues.push(expiryBeforeSale)
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
  if (!found) return null
  const isByValue = found.meaning === 'note' && !found.notes
  const reason = rowMessages[isByValue ? 'byValue' : 'optOut'](plan.headers[found.column] ?? '')
  return { reason, column: found.column }
}
