import type { CustomerField, Issue } from '../../../contract/drafts.ts'
import { CustomerField as CustomerFields } from '../../../contract/drafts.ts'
import type { StateCode } from '../../../contract/region.ts'
import { secondMobileKey } from '../../service/assumptions.ts'
import { emptyCell, issue, type CellIssue, type CheckedCell } from '../../fields/checked-cell.ts'
import { plainText, isPlaceholder } from '../../fields/cell-text.ts'
import { readsTwoWays } from '../../fields/date-order.ts'
import { checkMobile, mobileForSending } from '../../fields/mobile.ts'
import { joinName } from '../../fields/name.ts'
import { splitPlateAndState } from '../../fields/plate-and-state.ts'
import { suggestState } from '../../fields/plate-rules.ts'
import { checkPlate } from '../../fields/plate.ts'
import { cellText, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { checkVin } from '../../fields/vin.ts'
import { maxFieldLength, shortenCell, wasCut } from '../reading/cell-length.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import { excludesRow } from '../mapping/contact-columns.ts'
import type { CheckContext } from '../model/draft-source.ts'
import type { OverrideIndex } from '../model/override-index.ts'
import type { CellChecks } from './cell-checks.ts'
import { repairIssue, type RowMark } from './row-marks.ts'
import { rowMessages } from './row-messages.ts'
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

export interface RowRules {
  readonly plan: ColumnPlan
  readonly overrides: OverrideIndex
  readonly context: CheckContext
  /** Numbers of rows with more cells than the header. */
  readonly overlong: ReadonlySet<number>
  /** Rows that can be read in two ways, by number. */
  readonly marks: ReadonlyMap<number, RowMark>
  readonly checks: CellChecks
}

/** A field before its check: its text in the file, and the text that the user typed instead. */
interface FieldText {
  readonly original: string
  readonly cell: SourceCell
  readonly typed: string | undefined
}

interface FieldCheck {
  readonly original: string
  readonly edited: boolean
  readonly checked: CheckedCell
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
  const { plan, context } = rules
  const { at, read } = readersOf(source, rules)
  const state = read('state', at(plan.column.state))
  const vin = read('vin', at(plan.column.vin))
  // The plate's pattern depends on the state, and a missing state may be in the plate's cell: text of the state, then
  // plate, then state.
  const stateChecked = rules.checks.state(state.typed ?? state.cell)
  const rego = checkRego(read('rego', at(plan.column.rego)), state, stateChecked, rules)
  const fields: Readonly<Record<CustomerField, FieldCheck>> = {
    rego,
    state: fieldCheck(state, settleState(state, stateChecked, rego.checked, rules)),
    vin: fieldCheck(vin, checkVin(vin.typed ?? vin.cell, { region: context.region })),
    mobile_number: checkMobiles(plan.mobileColumns.map(at), read, rules),
    client_name: checkName(at, read, rules),
    sale_date: checkDateField('sale_date', read('sale_date', at(plan.column.sale_date)), rules),
    expiry_date: checkDateField('expiry_date', read('expiry_date', at(plan.column.expiry_date)), rules),
  }
  return { row: source.row, source, ...combine(fields, source, rules), optOut: optOutReason(source, plan) }
}

/** Reads the cells of a row, and fields with what the user typed instead. */
function readersOf(
  source: SourceRow,
  { overrides }: RowRules,
): { at: (column: number) => SourceCell; read: ReadField } {
  const typed = overrides.cells.get(source.row)
  return {
    at: (column) => shortenCell(source.cells[column] ?? null, maxFieldLength),
    read: (field, cell, original = cellText(cell)) => ({
      cell,
      original,
      typed: typed?.get(field) ?? (original === '' ? undefined : overrides.replacements.get(field)?.get(original)),
    }),
  }
}

/** Mobile and name of a row, as they would be sent: what `checkRow` gives. */
export function readContact(source: SourceRow, rules: RowRules): Contact {
  const { at, read } = readersOf(source, rules)
  return {
    mobile: checkMobiles(rules.plan.mobileColumns.map(at), read, rules).checked.value,
    name: checkName(at, read, rules).checked.value,
  }
}

type ReadField = (field: CustomerField, cell: SourceCell, original?: string) => FieldText

const fieldCheck = ({ original, typed }: FieldText, checked: CheckedCell): FieldCheck => ({
  original,
  edited: typed !== undefined,
  checked,
})

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

/**
 * Whether the state cell leaves the state open, so that the default state may be used. "NZ" and "O/S" name another
 * place.
 */
const allowsDefault = ({ cell, original, typed }: FieldText): boolean =>
  typed === undefined && (original.trim() === '' || isPlaceholder(plainText(cell)))

function checkRego(rego: FieldText, state: FieldText, stateChecked: CheckedCell, rules: RowRules): FieldCheck {
  const { context, overrides, plan } = rules
  const { region } = context
  const columnState = (stateChecked.value || null) as StateCode | null
  const defaultState = allowsDefault(state) ? overrides.defaultState : null
  const cell = rego.typed ?? rego.cell
  const splits = plan.splitsPlates && plan.treatAmbiguousAsState && region === 'au'
  if (splits && rego.typed === undefined && typeof cell === 'string') {
    const split = splitPlateAndState(cell, true)
    if (split.state) {
      const checked = checkPlate(split.plate, region, columnState ?? split.state)
      const found = issue('info', 'plate.state-split', rowMessages.stateInPlateCell(split.state))
      return fieldCheck(rego, { ...checked, state: split.state, issues: [found, ...checked.issues] })
    }
  }
  return fieldCheck(rego, checkPlate(cell, region, columnState, defaultState))
}

/** The row's state: of its own cell, else of the plate's cell, else the default. A rego in Australia needs one. */
function settleState(state: FieldText, checked: CheckedCell, rego: CheckedCell, rules: RowRules): CheckedCell {
  if (rules.context.region !== 'au') return checked
  const fromPlate = state.typed === undefined ? rego.state : undefined
  const value = checked.value || fromPlate || (allowsDefault(state) ? rules.overrides.defaultState : null)
  if (value) return { value, issues: checked.issues }
  const isMissing = rego.value !== '' && !checked.issues.some(({ severity }) => severity === 'error')
  if (!isMissing) return { value: '', issues: checked.issues }
  if (!checked.issues.some(({ proposal }) => proposal !== null)) {
    return { value: '', issues: [...checked.issues, stateMissing(rego.value)] }
  }
  const raised = checked.issues.map((one) => (one.proposal ? { ...one, severity: 'error' as const } : one))
  return { value: '', issues: raised }
}

function stateMissing(plate: string): CellIssue {
  const likely = suggestState(plate)
  return likely?.confidence === 'high'
    ? issue('error', 'state.missing', rowMessages.stateMissingLikely(likely.state), likely.state)
    : issue('error', 'state.missing', rowMessages.stateMissing)
}

/** The first column with a mobile is used; another number goes to `mobile_2`. */
function checkMobiles(cells: readonly SourceCell[], read: ReadField, { context }: RowRules): FieldCheck {
  const { mobileForm, region } = context
  const original = cells.map(cellText).find((text) => text.trim() !== '') ?? ''
  const text = read('mobile_number', cells[0] ?? null, original)
  if (text.typed !== undefined) return fieldCheck(text, checkMobile(text.typed, region))
  if (cells.length <= 1) return fieldCheck(text, checkMobile(text.cell, region))
  const checked = cells.map((cell) => ({ cell, result: checkMobile(cell, region) }))
  const [first, ...others] = checked.filter(({ result }) => result.value !== '')
  if (!first) return fieldCheck(text, checked.find(({ result }) => result.issues.length > 0)?.result ?? emptyCell)
  const second = others.find(({ result }) => result.value !== first.result.value)
  const extra: Readonly<Record<string, string>> = second
    ? { [secondMobileKey]: mobileForSending(second.result.value, region, mobileForm) }
    : {}
  return {
    original: cellText(first.cell),
    edited: false,
    checked: { ...first.result, extra: { ...extra, ...first.result.extra } },
  }
}

function checkName(at: (column: number) => SourceCell, read: ReadField, { plan, overrides }: RowRules): FieldCheck {
  const { title, first, middle, last, company, full } = plan.nameColumns
  const parts = {
    title: at(title),
    first: at(first),
    middle: at(middle),
    last: at(last),
    company: at(company),
    full: at(full),
  }
  const textOf = (cell: SourceCell): string => cellText(cell).trim()
  const person = [parts.title, parts.first, parts.middle, parts.last].map(textOf).filter(Boolean).join(' ')
  const name = read('client_name', null, textOf(parts.full) || person || textOf(parts.company))
  const { surnameFirst } = plan
  const checked =
    name.typed === undefined
      ? joinName(parts, { surnameFirst, titleCase: overrides.titleCase })
      : joinName({ full: name.typed })
  const isTooLong = name.typed === undefined && Object.values(parts).some(isTooLongName)
  if (!isTooLong) return fieldCheck(name, checked)
  return fieldCheck(name, { value: '', issues: [issue('error', 'name.too-long', rowMessages.nameTooLong)] })
}

/** Only a cut cell is longer, and most cells are far shorter than a field may be. */
const isTooLongName = (part: SourceCell): boolean =>
  typeof part === 'string' && part.length > maxFieldLength && part.trim().length > maxFieldLength

function checkDateField(
  field: 'sale_date' | 'expiry_date',
  date: FieldText,
  { plan, checks, context }: RowRules,
): FieldCheck {
  const isUndecided = plan.dates[field]?.decidedBy === 'undecided'
  if (isUndecided && date.typed === undefined && readsTwoWays(date.cell, { field, today: context.today })) {
    const undecided = issue('error', 'date.order-undecided', rowMessages.dateOrderUndecided(date.original))
    return fieldCheck(date, { value: '', issues: [undecided] })
  }
  return fieldCheck(date, checks.date(field, date.typed ?? date.cell, date.typed !== undefined))
}

/** Adds the issues of the row as a whole to those of its cells. */
function addRowIssues(values: Record<CustomerField, string>, issues: Issue[], isOverlong: boolean): void {
  if (values.rego === '' && values.vin === '' && !issues.some(isAboutTheCar)) {
    issues.push({ ...issue('error', 'row.no-vehicle', rowMessages.noVehicle), field: 'rego' })
  }
  if (values.sale_date !== '' && values.expiry_date !== '' && values.expiry_date < values.sale_date) {
    issues.push({
      ...issue('warning', 'expiry_date.before-sale', rowMessages.expiryBeforeSale),
      field: 'expiry_date',
    })
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
