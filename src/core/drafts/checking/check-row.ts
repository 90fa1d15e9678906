import type { CustomerField, Issue } from '../../../contract/drafts.ts'
import { CustomerField as CustomerFields } from '../../../contract/drafts.ts'
import type { StateCode } from '../../../contract/region.ts'
import { secondMobileKey } from '../../service/assumptions.ts'
import { emptyCell, issue, type CellIssue, type CheckedCell } from '../../fields/checked-cell.ts'
import { readDate } from '../../fields/date-forms.ts'
import { checkMobile, mobileForSending } from '../../fields/mobile.ts'
import { joinName } from '../../fields/name.ts'
import { isOptOut, saysDoNotCall } from '../../fields/do-not-call-text.ts'
import { plainText, saysNothing } from '../../fields/cell-text.ts'
import { checkPlate, splitPlateAndState, suggestState } from '../../fields/plate.ts'
import { checkVin } from '../../fields/vin.ts'
import type { CellChecks } from './cell-checks.ts'
import type { ChoiceIndex } from '../model/overrides.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext } from '../model/draft-source.ts'
import { cellText, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'

export const customerFields = CustomerFields.options

/** A record with what the rules that look at one row alone have to say. What other rows mean for it comes later (`across-rows.ts`). */
export interface CheckedRow {
  readonly row: number
  readonly source: SourceRow
  /** As it would be sent, but mobiles as E.164; empty: nothing. */
  readonly values: Readonly<Record<CustomerField, string>>
  /** As it stood in the file. */
  readonly originals: Readonly<Record<CustomerField, string>>
  /** Fields whose text she gave, in this row or for all rows with the same text. */
  readonly edited: ReadonlySet<CustomerField>
  readonly issues: readonly Issue[]
  readonly extras: Readonly<Record<string, string>> | null
  /** Why the customer is not to be contacted, in words. */
  readonly optOut: string | null
}

export interface RowRules {
  readonly plan: ColumnPlan
  readonly choices: ChoiceIndex
  readonly context: CheckContext
  readonly overlong: ReadonlySet<number>
  readonly checks: CellChecks
}

const noEdits: ReadonlySet<CustomerField> = new Set()

/** Checks one record by the rules of its cells and of the row (domain, part 7.4; design, part 5). */
export function checkRow(source: SourceRow, rules: RowRules): CheckedRow {
  const { plan, choices, context, checks } = rules
  const typedHere = choices.cells.get(source.row)
  const originals = emptyFields()
  const values = emptyFields()
  const issues: Issue[] = []
  let extras: Record<string, string> | null = null
  let edited: Set<CustomerField> | null = null
  const at = (column: number): SourceCell => source.cells[column] ?? null

  const textGiven = (field: CustomerField, original: string): string | undefined => {
    const text = typedHere?.get(field) ?? (original === '' ? undefined : choices.mends.get(field)?.get(original))
    if (text === undefined) return undefined
    edited ??= new Set()
    edited.add(field)
    return text
  }
  const accept = (field: CustomerField, checked: CheckedCell): void => {
    values[field] = checked.value
    for (const found of checked.issues) issues.push(isOf(field, found) ? found : { ...found, field })
    if (checked.extra) extras = { ...extras, ...checked.extra }
  }

  // The state is read before the plate, whose pattern depends on it, and settled after it, because it may stand in the plate's cell.
  const stateCell = at(plan.column.state)
  originals.state = cellText(stateCell)
  const stateTyped = textGiven('state', originals.state)
  const stateChecked = checks.state(stateTyped ?? stateCell)
  const columnState = (stateChecked.value || null) as StateCode | null

  const plateCell = at(plan.column.rego)
  originals.rego = cellText(plateCell)
  const plateTyped = textGiven('rego', originals.rego)
  let plate = checkedPlate(plateTyped ?? plateCell, columnState, plateTyped === undefined, rules)
  // "NZ" or "O/S" names no state, but it says that the default is not the one either.
  const saysNoState = originals.state.trim() === '' || saysNothing(plainText(stateCell))
  const mayDefault = saysNoState && stateTyped === undefined && !plate.state
  if (mayDefault && choices.defaultState && plate.value !== '') {
    plate = checkedPlate(plateTyped ?? plateCell, choices.defaultState, plateTyped === undefined, rules)
  }
  accept('rego', plate)
  acceptState()

  const vinCell = at(plan.column.vin)
  originals.vin = cellText(vinCell)
  accept('vin', checkVin(textGiven('vin', originals.vin) ?? vinCell, { region: context.region }))
  acceptMobile()
  acceptName()
  acceptDate('sale_date')
  acceptDate('expiry_date')
  addRowIssues()
  return {
    row: source.row,
    source,
    values,
    originals,
    edited: edited ?? noEdits,
    issues,
    extras,
    optOut: optOutReason(source, plan),
  }

  function acceptState(): void {
    if (context.region !== 'au') return accept('state', stateChecked)
    const found =
      columnState ?? (stateTyped === undefined ? plate.state : undefined) ?? (mayDefault ? choices.defaultState : null)
    const missing = values.rego !== '' && !found && !hasError(stateChecked)
    const raised = missing
      ? stateChecked.issues.map((one) => (one.proposal ? { ...one, severity: 'error' as const } : one))
      : stateChecked.issues
    accept('state', { value: found ?? '', issues: raised })
    if (missing && !hasProposal(stateChecked)) issues.push({ ...stateMissing(values.rego), field: 'state' })
  }

  function acceptMobile(): void {
    const cells = plan.mobileColumns.map(at)
    originals.mobile_number = cells.map(cellText).find((text) => text.trim() !== '') ?? ''
    const typed = textGiven('mobile_number', originals.mobile_number)
    if (typed !== undefined) return accept('mobile_number', checkMobile(typed, context.region))
    if (cells.length <= 1) return accept('mobile_number', checkMobile(cells[0] ?? null, context.region))
    const checked = cells.map((cell) => checkMobile(cell, context.region))
    const chosen = checked.findIndex((one) => one.value !== '')
    if (chosen < 0) return accept('mobile_number', checked.find((one) => one.issues.length > 0) ?? emptyCell)
    originals.mobile_number = cellText(cells[chosen])
    const first = checked[chosen]!
    const second = checked.find((one, index) => index > chosen && one.value !== '' && one.value !== first.value)
    const extra: Readonly<Record<string, string>> = second
      ? { [secondMobileKey]: mobileForSending(second.value, context.region, context.mobileForm) }
      : {}
    accept('mobile_number', { ...first, extra: { ...extra, ...first.extra } })
  }

  function acceptName(): void {
    const part = (target: keyof ColumnPlan['nameColumns']): SourceCell => at(plan.nameColumns[target])
    const parts = {
      title: part('title'),
      first: part('first'),
      middle: part('middle'),
      last: part('last'),
      company: part('company'),
      full: part('full'),
    }
    const text = (cell: SourceCell): string => cellText(cell).trim()
    const person = [parts.title, parts.first, parts.middle, parts.last].map(text).filter(Boolean).join(' ')
    originals.client_name = text(parts.full) || person || text(parts.company)
    const typed = textGiven('client_name', originals.client_name)
    accept(
      'client_name',
      typed === undefined ? joinName(parts, { surnameFirst: plan.surnameFirst }) : joinName({ full: typed }),
    )
  }

  function acceptDate(field: 'sale_date' | 'expiry_date'): void {
    const cell = at(plan.column[field])
    originals[field] = cellText(cell)
    const typed = textGiven(field, originals[field])
    const decision = plan.dates[field]
    if (typed === undefined && decision?.decidedBy === 'undecided' && readsTwoWays(cell)) {
      const words = `${originals[field]} can be read day first or month first. Choose under “Columns” how its column is to be read.`
      return accept(field, { value: '', issues: [issue('error', 'date.order-undecided', words)] })
    }
    accept(field, checks.date(field, typed ?? cell, typed !== undefined))
  }

  function addRowIssues(): void {
    const add = (field: CustomerField | null, found: CellIssue): void => void issues.push({ ...found, field })
    const broken = issues.some((one) => one.severity === 'error' && (one.field === 'rego' || one.field === 'vin'))
    if (values.rego === '' && values.vin === '' && !broken) {
      add(
        'rego',
        issue(
          'error',
          'row.no-vehicle',
          'There is neither a rego nor a VIN in this row, so no car can be watched for.',
        ),
      )
    }
    if (values.sale_date !== '' && values.expiry_date !== '' && values.expiry_date < values.sale_date) {
      add(
        'expiry_date',
        issue('warning', 'expiry_date.before-sale', 'The expiry date is before the sale date. Check both.'),
      )
    }
    if (rules.overlong.has(source.row)) {
      add(
        null,
        issue(
          'warning',
          'row.too-many-cells',
          'This row has more cells than the header: a value may stand in the wrong column.',
        ),
      )
    }
  }
}

function checkedPlate(cell: SourceCell, state: StateCode | null, fromFile: boolean, rules: RowRules): CheckedCell {
  const { plan, context } = rules
  if (fromFile && plan.splitsPlates && context.region === 'au' && typeof cell === 'string') {
    const split = splitPlateAndState(cell, plan.treatAmbiguousAsState)
    if (split.state && plan.treatAmbiguousAsState) {
      const checked = checkPlate(split.plate, context.region, state ?? split.state)
      const words = `${split.state} stood in the same cell and is taken as the plate's state.`
      return { ...checked, state: split.state, issues: [issue('info', 'plate.state-split', words), ...checked.issues] }
    }
  }
  return checkPlate(cell, context.region, state)
}

/** Whether a finding already says its field: it is then shared by every row with the same text. */
const isOf = (field: CustomerField, found: CellIssue | Issue): found is Issue =>
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

const hasError = (checked: CheckedCell): boolean => checked.issues.some((one) => one.severity === 'error')
const hasProposal = (checked: CheckedCell): boolean => checked.issues.some((one) => one.proposal !== null)

function stateMissing(plate: string): CellIssue {
  const likely = suggestState(plate)
  if (likely?.confidence === 'high') {
    return issue(
      'error',
      'state.missing',
      `A rego needs its state. The pattern of this one is that of ${likely.state}.`,
      likely.state,
    )
  }
  return issue(
    'error',
    'state.missing',
    'A rego needs its state. Choose one for this row, or one for all rows that have none.',
  )
}

/** 3/4/2024, but not 13/4/2024 nor 4/4/2024. */
function readsTwoWays(cell: SourceCell): boolean {
  const reading = readDate(cell)
  return reading.kind === 'numbers' && reading.first <= 12 && reading.second <= 12 && reading.first !== reading.second
}

function optOutReason(source: SourceRow, plan: ColumnPlan): string | null {
  for (const column of plan.optOutColumns) {
    if (isOptOut(source.cells[column] ?? null)) return `“${plan.headers[column]}” says not to contact this customer`
  }
  for (const column of plan.noteColumns) {
    if (saysDoNotCall(source.cells[column] ?? null))
      return `“${plan.headers[column]}” says not to contact this customer`
  }
  return null
}
