import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { StateCode } from '../../../contract/region.ts'
import { isPlaceholder, plainText } from '../../fields/cell-text.ts'
import { emptyCell, issue, secondMobileExtra, type CellIssue, type CheckedCell } from '../../fields/checked-cell.ts'
import { checkDate } from '../../fields/date.ts'
import { readsTwoWays } from '../../fields/date-order.ts'
import { checkMobile, mobileForSending } from '../../fields/mobile.ts'
import { joinName } from '../../fields/name.ts'
import { splitPlateAndState } from '../../fields/plate-and-state.ts'
import { suggestState } from '../../fields/plate-rules.ts'
import { checkPlate } from '../../fields/plate.ts'
import { checkState } from '../../fields/state.ts'
import { cellText, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { checkVin } from '../../fields/vin.ts'
import { maxFieldLength, shortenCell } from '../reading/cell-length.ts'
import { originalName } from './row-columns.ts'
import { rowMessages } from './row-messages.ts'
import type { RowRules } from './row-rules.ts'

/** A field before its check: its text in the file, and the text that the user typed instead. */
interface FieldText {
  readonly original: string
  readonly cell: SourceCell
  readonly typed: string | undefined
}

/** A field after its check. */
export interface FieldCheck {
  readonly original: string
  readonly edited: boolean
  readonly checked: CheckedCell
}

/** A row whose fields are checked. */
export interface FieldSource {
  /** A cell, cut to the length of a field; null where there is none. */
  cell(column: number): SourceCell
  /** What the user typed instead of a text in the file; undefined: nothing. */
  typed(field: CustomerField, original: string): string | undefined
}

/** A row of the file with what the user typed in it, or for all rows with the same text. */
export function fieldSource({ row, cells }: SourceRow, rules: RowRules): FieldSource {
  return {
    cell: (column) => shortenCell(cells[column] ?? null, maxFieldLength),
    typed: (field, original) => typedText(rules, row, field, original),
  }
}

/** What the user typed in a field of a row, or for all rows with the same text; undefined: nothing. */
export function typedText(
  { overrides: { cells, replacements } }: RowRules,
  row: number,
  field: CustomerField,
  original: string,
): string | undefined {
  const typed = cells.isEmpty ? undefined : cells.textOf(row, field)
  return typed ?? (original === '' ? undefined : replacements.get(field)?.get(original))
}

const readField = (
  source: FieldSource,
  field: CustomerField,
  cell: SourceCell,
  original: string = cellText(cell),
): FieldText => ({ cell, original, typed: source.typed(field, original) })

const fieldCheck = ({ original, typed }: FieldText, checked: CheckedCell): FieldCheck => ({
  original,
  edited: typed !== undefined,
  checked,
})

/** Checks rego and state, which depend on each other. `states`: checked states, which are filled in: lists have few. */
export function checkVehicle(
  source: FieldSource,
  rules: RowRules,
  states = new Map<SourceCell, CheckedCell>(),
): { readonly rego: FieldCheck; readonly state: FieldCheck } {
  const { column } = rules.plan
  const state = readField(source, 'state', source.cell(column.state))
  const stateCell = state.typed ?? state.cell
  const stateChecked = states.get(stateCell) ?? checkState(stateCell, rules.context.region)
  states.set(stateCell, stateChecked)
  // The plate's pattern depends on the state, and a missing state may be in the plate's cell: text of the state, then
  // plate, then state.
  const rego = checkRego(readField(source, 'rego', source.cell(column.rego)), state, stateChecked, rules)
  return { rego, state: fieldCheck(state, settleState(state, stateChecked, rego.checked, rules)) }
}

export function checkVinField(source: FieldSource, { plan, context }: RowRules): FieldCheck {
  const vin = readField(source, 'vin', source.cell(plan.column.vin))
  return fieldCheck(vin, checkVin(vin.typed ?? vin.cell, context))
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
  if (value === checked.value && value !== '') return checked
  if (value) return { value, issues: checked.issues }
  // Only a rego needs its state: a car with a VIN alone is sent without one.
  if (rego.value === '')
    return {
      value: '',
      issues: checked.issues.map((one) => (one.severity === 'error' ? { ...one, severity: 'warning' } : one)),
    }
  if (checked.issues.some(({ severity }) => severity === 'error'))
    return { value: '', issues: checked.issues.map((one) => withStateOfPlate(one, state, rego.value)) }
  if (!checked.issues.some(({ proposal }) => proposal !== null)) {
    return { value: '', issues: [...checked.issues, stateMissing(rego.value)] }
  }
  const raised = checked.issues.map((one) => (one.proposal ? { ...one, severity: 'error' as const } : one))
  return { value: '', issues: raised }
}

/** The state whose format a plate has; null: none, or that of several. */
function likelyState(plate: string): StateCode | null {
  const likely = suggestState(plate)
  return likely && likely.confidence !== 'low' ? likely.state : null
}

function stateMissing(plate: string): CellIssue {
  const likely = likelyState(plate)
  return likely
    ? issue('error', 'state.missing', rowMessages.stateMissingLikely(likely), likely)
    : issue('error', 'state.missing', rowMessages.stateMissing)
}

function withStateOfPlate(found: CellIssue, { cell, typed }: FieldText, plate: string): CellIssue {
  const likely = found.rule === 'state.unknown' ? likelyState(plate) : null
  if (!likely) return found
  return { ...found, message: rowMessages.stateUnknownLikely(typed ?? plainText(cell), likely), proposal: likely }
}

/**
 * The first mobile column with a mobile is used; another number goes to `mobile_2`. Where they have none, a mobile in a column of another
 * phone is used.
 */
export function checkMobileField(source: FieldSource, rules: RowRules): FieldCheck {
  const found = checkMobileColumns(source, rules)
  const { checked, edited } = found
  if (edited || checked.value !== '' || checked.issues.some(({ severity }) => severity === 'error')) return found
  const { context, plan } = rules
  for (const column of plan.otherPhones) {
    const text = readField(source, 'mobile_number', source.cell(column))
    if (text.typed !== undefined) return fieldCheck(text, checkMobile(text.typed, context.region))
    const other = checkMobile(text.cell, context.region)
    if (other.value === '' || other.issues.some(({ severity }) => severity !== 'info')) continue
    const used = issue('info', 'mobile.other-column', rowMessages.otherPhone(plan.headers[column] ?? ''))
    const issues = [...checked.issues, ...other.issues, used]
    return fieldCheck(text, { ...other, issues })
  }
  return found
}

function checkMobileColumns(source: FieldSource, { context, plan }: RowRules): FieldCheck {
  const { mobileForm, region } = context
  const cells = plan.mobileColumns.map((column) => source.cell(column))
  const original = cells.map(cellText).find((text) => text.trim() !== '') ?? ''
  const text = readField(source, 'mobile_number', cells[0] ?? null, original)
  if (text.typed !== undefined) return fieldCheck(text, checkMobile(text.typed, region))
  if (cells.length <= 1) return fieldCheck(text, checkMobile(text.cell, region))
  const checked = cells.map((cell) => ({ cell, result: checkMobile(cell, region) }))
  const [first, ...others] = checked.filter(({ result }) => result.value !== '')
  if (!first) return fieldCheck(text, checked.find(({ result }) => result.issues.length > 0)?.result ?? emptyCell)
  const second = others.find(({ result }) => result.value !== first.result.value)
  const extra: Readonly<Record<string, string>> = second
    ? { [secondMobileExtra]: mobileForSending(second.result.value, region, mobileForm) }
    : {}
  return {
    original: cellText(first.cell),
    edited: false,
    checked: { ...first.result, extra: { ...extra, ...first.result.extra } },
  }
}

export function checkNameField(source: FieldSource, { plan, overrides }: RowRules): FieldCheck {
  const { title, first, middle, last, company, full } = plan.nameColumns
  const parts = {
    title: source.cell(title),
    first: source.cell(first),
    middle: source.cell(middle),
    last: source.cell(last),
    company: source.cell(company),
    full: source.cell(full),
  }
  const original = originalName((column) => source.cell(column), plan.nameColumns)
  const name = readField(source, 'client_name', null, original)
  const { surnameFirst, namePlaceholders: placeholders } = plan
  const checked =
    name.typed === undefined
      ? joinName(parts, { order: surnameFirst ? 'column' : 'cell', placeholders, titleCase: overrides.titleCase })
      : joinName({ full: name.typed })
  const isTooLong = name.typed === undefined && Object.values(parts).some(isTooLongName)
  if (!isTooLong) return fieldCheck(name, checked)
  return fieldCheck(name, { value: '', issues: [issue('error', 'name.too-long', rowMessages.nameTooLong)] })
}

/** Only a cut cell is longer, and most cells are far shorter than a field may be. */
const isTooLongName = (part: SourceCell): boolean =>
  typeof part === 'string' && part.length > maxFieldLength && part.trim().length > maxFieldLength

export function checkDateField(
  field: 'sale_date' | 'expiry_date',
  source: FieldSource,
  { plan, context }: RowRules,
): FieldCheck {
  const date = readField(source, field, source.cell(plan.column[field]))
  const isUndecided = plan.dates[field]?.decidedBy === 'undecided'
  if (isUndecided && date.typed === undefined && readsTwoWays(date.cell, { field, today: context.today })) {
    const undecided = issue('error', 'date.order-undecided', rowMessages.dateOrderUndecided(date.original))
    return fieldCheck(date, { value: '', issues: [undecided] })
  }
  const decision = plan.dates[field]
  const checked = checkDate(date.typed ?? date.cell, {
    order: decision?.order ?? 'dmy',
    field,
    today: context.today,
    dateFormat: context.dateFormat,
    swapSerials: date.typed === undefined && (decision?.swapSerials ?? false),
    doubtsShortYears: decision?.doubtsShortYears ?? false,
    ...(decision?.days && date.typed === undefined && { days: decision.days }),
  })
  return fieldCheck(date, checked)
}
