import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { Issue } from '../../../contract/drafts.ts'
import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { CheckColumn } from '../checking/check-column.ts'
import { checkField, checkNameField, fieldSource, type FieldCheck, type FieldSource } from '../checking/check-fields.ts'
import { combine, customerFields, rowIssues, type CheckedRow } from '../checking/check-row.ts'
import { ClassSets } from '../checking/class-sets.ts'
import { IssueClasses } from '../checking/issue-classes.ts'
import { checkNames, rowChecks, type CheckName } from '../checking/row-checks.ts'
import { originalColumn, originalName, originalText } from '../checking/row-columns.ts'
import { causesPaidLookup, flagOf, type RowFacts } from '../checking/row-facts.ts'
import type { RowRules } from '../checking/row-rules.ts'
import { textHash } from '../checking/text-hash.ts'
import type { RowSelection } from '../columns/row-selection.ts'
import { excludesRow } from '../mapping/contact-columns.ts'
import { maxFieldLength, shortenCell, wasCut } from '../reading/cell-length.ts'

/** What a customer is made of. */
export type SentValues = Pick<CheckedRow, 'row' | 'source' | 'values' | 'extras'>

/** What the results of rows depend on: a check, or the columns that say not to contact a customer. */
export type RowPart = CheckName | 'contact'

/** Issues of rows: the set (`ClassSets`) of each row, by the number of its result where rows share results. */
export interface IssueColumn {
  /** By position: the number of a result, or a set. */
  readonly numbers: Uint32Array
  /** By number of a result. Null: the numbers are the sets. */
  readonly sets: readonly number[] | null
}

/** Where the results of a field are: its check, and its place in it. */
interface FieldPlace {
  readonly check: CheckColumn
  readonly at: number
}

/** The customer rows of a draft, by position in the table. Only the results of their checks are kept of them. */
export class DraftRows implements Iterable<CheckedRow> {
  readonly #records: RowSelection
  readonly #checks: Readonly<Record<CheckName, CheckColumn>>
  readonly #checkList: readonly CheckColumn[]
  readonly #fields: Readonly<Record<CustomerField, FieldPlace>>
  #rules: RowRules
  /** What `contact` depends on. */
  #contact: string
  /** By contact column and number of a cell: whether it excludes the row. */
  #refusals: boolean[][]
  /** Columns with cells that were cut when the file was read. */
  readonly #cutColumns: readonly number[]
  /** The issues that a row has as a whole. */
  readonly rowIssues: IssueColumn & { readonly sets: null }
  /** By position: `rowFlags` of these. */
  readonly #rowFlags: Uint8Array
  /** The row numbers, ascending. */
  readonly numbers: Uint32Array
  readonly facts: RowFacts
  readonly classes: IssueClasses
  readonly sets: ClassSets

  /** Checks every row, except the first ones when they are the `same` as in earlier rows, which must not be used afterwards. */
  constructor(records: RowSelection, rules: RowRules, earlier?: { readonly rows: DraftRows; readonly same: number }) {
    this.#records = records
    this.#rules = rules
    this.#contact = contactInputs(rules)
    this.#refusals = rules.plan.contact.columns.map(() => [])
    this.#cutColumns = Array.from({ length: records.width }, (_, column) => column).filter((column) =>
      records.cellsOf(column).cells.some((cell) => wasCut(cell ?? null)),
    )
    const { length } = records
    this.rowIssues = { numbers: new Uint32Array(length), sets: null }
    this.#rowFlags = new Uint8Array(length)
    this.numbers = new Uint32Array(length)
    for (let position = 0; position < length; position += 1) this.numbers[position] = records.numberAt(position)
    this.facts = {
      optOuts: new Uint16Array(length),
      regos: new Uint32Array(length),
      vins: new Uint32Array(length),
      mobiles: new Float64Array(length),
    }
    this.classes = earlier ? earlier.rows.classes : new IssueClasses()
    this.sets = earlier ? earlier.rows.sets : new ClassSets()
    if (earlier) {
      this.#checks = earlier.rows.#checks
      for (const name of checkNames) this.#checks[name].takeRows(records, earlier.same)
    } else {
      const checkRows = (name: CheckName): CheckColumn => new CheckColumn(rowChecks[name], records, rules, this)
      const checks = checkNames.map((name) => [name, checkRows(name)] as const)
      this.#checks = Object.fromEntries(checks) as Record<CheckName, CheckColumn>
    }
    this.#checkList = Object.values(this.#checks)
    const places = checkNames.flatMap((name) =>
      rowChecks[name].fields.map((field, at) => [field, { check: this.#checks[name], at }] as const),
    )
    this.#fields = Object.fromEntries(places) as Record<CustomerField, FieldPlace>
    this.#combine(null)
  }

  get length(): number {
    return this.numbers.length
  }

  get rules(): RowRules {
    return this.#rules
  }

  /** Rows are read by these rules from now on. Returns the parts that have to be checked again for all rows. */
  setRules(rules: RowRules): RowPart[] {
    this.#rules = rules
    this.#refusals = rules.plan.contact.columns.map(() => [])
    const changed: RowPart[] = checkNames.filter((name) => this.#checks[name].setRules(rules))
    const contact = contactInputs(rules)
    if (contact !== this.#contact) changed.push('contact')
    this.#contact = contact
    return changed
  }

  /**
   * Rows are read by these rules from now on, and checked again as far as these change them. Returns the parts that may have changed; null:
   * nothing that is known of a row has.
   */
  changeRules(rules: RowRules): RowPart[] | null {
    const changed = this.setRules(rules)
    // A cut cell counts only in a column that is sent.
    if (changed.length === 0 && this.#cutColumns.length === 0) return null
    this.check(null, changed)
    return changed
  }

  /** Checks rows again. `positions`: null: all. */
  check(positions: ArrayLike<number> | null, parts: Iterable<RowPart>): void {
    for (const part of parts) if (part !== 'contact') this.#checks[part].check(positions)
    this.#combine(positions)
  }

  /** Takes over the results of rows. */
  #combine(positions: ArrayLike<number> | null): void {
    const { facts } = this
    const count = positions?.length ?? this.length
    for (let at = 0; at < count; at += 1) {
      const position = positions === null ? at : (positions[at] as number)
      facts.regos[position] = textHash(this.valueAt(position, 'rego'))
      facts.vins[position] = textHash(this.valueAt(position, 'vin'))
      facts.mobiles[position] = Number(this.valueAt(position, 'mobile_number'))
      facts.optOuts[position] = this.#optOutAt(position)
      const issues = this.#rowIssuesAt(position)
      let flags = 0
      for (const found of issues) flags |= flagOf(found)
      this.#rowFlags[position] = flags
      this.rowIssues.numbers[position] = this.setOf(position, issues)
    }
  }

  /** The set of issues of a row. */
  setOf(position: number, issues: readonly Issue[]): number {
    if (issues.length === 0) return 0
    const valueOf = (field: CustomerField | null): string => (field ? this.originalAt(position, field).trim() : '')
    return this.sets.of(issues.map((found) => this.classes.classOf(found, found.field, valueOf(found.field))))
  }

  /** The first column that says not to contact the customer, from 1; 0: none. */
  #optOutAt(position: number): number {
    for (const [at, contact] of this.#rules.plan.contact.columns.entries()) {
      const known = this.#refusals[at] as boolean[]
      const number = this.#records.cellNumberAt(position, contact.column)
      if ((known[number] ??= excludesRow(this.#records.cellAt(position, contact.column), contact)))
        return contact.column + 1
    }
    return 0
  }

  #rowIssuesAt(position: number): ReturnType<typeof rowIssues> {
    const isCut = this.#cutColumns.some((column) => wasCut(this.#records.cellAt(position, column)))
    const source = isCut ? this.#sourceAt(position) : { row: this.numberAt(position), cells: [] }
    const values = {
      rego: this.valueAt(position, 'rego'),
      vin: this.valueAt(position, 'vin'),
      sale_date: this.valueAt(position, 'sale_date'),
      expiry_date: this.valueAt(position, 'expiry_date'),
    }
    const isRefused = (field: 'rego' | 'vin'): boolean =>
      this.resultAt(position, field).checked.issues.some(({ severity }) => severity === 'error')
    const hasCar = values.rego !== '' || values.vin !== ''
    return rowIssues(source, values, !hasCar && (isRefused('rego') || isRefused('vin')), this.#rules)
  }

  /** `rowFlags` of the row's own issues. */
  flagsAt(position: number): number {
    let flags = this.#rowFlags[position] as number
    for (const check of this.#checkList) flags |= check.flags[check.numbers[position] as number] as number
    return flags
  }

  /** The issues of a field and those that are checked with it. */
  issuesOf(field: CustomerField): IssueColumn {
    return this.#fields[field].check
  }

  /** All issues of rows before they are compared. */
  allIssues(): IssueColumn[] {
    return [...this.#checkList, this.rowIssues]
  }

  /** A field of a row after its own check: without what other fields and rows add. */
  resultAt(position: number, field: CustomerField): FieldCheck {
    const { check, at } = this.#fields[field]
    return check.resultAt(position)[at] as FieldCheck
  }

  /** The same with another text than in the file and than the user typed. */
  fieldAt(position: number, field: CustomerField, text: string): FieldCheck {
    const source = fieldSource(this.#sourceAt(position), this.#rules)
    const typed: FieldSource = {
      cell: source.cell,
      typed: (one, original) => (one === field ? text : source.typed(one, original)),
    }
    return checkField(field, typed, this.#rules)
  }

  /** Throws when there is no such row. */
  #sourceAt(position: number): SourceRow {
    const source = this.#records.at(position)
    if (!source) throw new RangeError(`There is no row at position ${position}`)
    return source
  }

  /** The row at a position. Throws when there is none. */
  at(position: number): CheckedRow {
    const results = checkNames.flatMap((name) => {
      const checked = this.#checks[name].resultAt(position)
      return rowChecks[name].fields.map((field, at) => [field, checked[at]])
    })
    const fields = Object.fromEntries(results) as Record<CustomerField, FieldCheck>
    return combine(fields, this.#sourceAt(position), this.#rules)
  }

  /**
   * What is sent of a row, as `at` has it, from the values that are kept. Throws when there is no such row.
   */
  sentAt(position: number): SentValues {
    const source = this.#sourceAt(position)
    const values = Object.fromEntries(customerFields.map((field) => [field, this.valueAt(position, field)]))
    let extras = null as SentValues['extras']
    for (const check of this.#checkList) {
      const found = check.extrasAt(position)
      if (found) extras = { ...extras, ...found }
    }
    return { row: source.row, source, values: values as SentValues['values'], extras }
  }

  /** What would be sent for a field, without a VIN that is not from the file. */
  valueAt(position: number, field: CustomerField): string {
    const { check, at } = this.#fields[field]
    return check.values[at]?.[check.numbers[position] as number] ?? ''
  }

  /** The text of a field in the file. */
  originalAt(position: number, field: CustomerField): string {
    const { plan } = this.#rules
    if (field === 'client_name') {
      const at = (part: number) => shortenCell(this.#records.cellAt(position, part), maxFieldLength)
      return originalName(at, plan.nameColumns)
    }
    const column = originalColumn(field, plan)
    if (column !== null) return originalText(field, this.#records.cellAt(position, column))
    return this.resultAt(position, 'mobile_number').original
  }

  /** The different values of a field by number of a result, and by position these numbers. */
  valuesOf(field: CustomerField): { readonly values: readonly string[]; readonly numbers: Uint32Array } {
    const { check, at } = this.#fields[field]
    return { values: check.values[at] ?? [], numbers: check.numbers }
  }

  /** The different cells of a column, by number, as in the sheet. */
  cellsOf(column: number): ReturnType<RowSelection['cellsOf']> {
    return this.#records.cellsOf(column)
  }

  /** By position: the numbers of a column's cells. */
  cellNumbers(column: number): Uint32Array {
    return this.#records.cellNumbers(column)
  }

  /** How many columns the widest row of the file has. */
  get width(): number {
    return this.#records.width
  }

  /** A cell of a row as in the file. */
  cellAt(position: number, column: number): SourceCell {
    return this.#records.cellAt(position, column)
  }

  /** The name of a row, as it would be sent with the case of the file. */
  nameAt(position: number): string {
    const { overrides } = this.#rules
    const rules = { ...this.#rules, overrides: { ...overrides, titleCase: false } }
    return checkNameField(fieldSource(this.#sourceAt(position), rules), rules).checked.value
  }

  /** Whether the service would look up the VIN at additional cost. */
  causesPaidLookup(position: number): boolean {
    const [rego, state] = [this.valueAt(position, 'rego'), this.valueAt(position, 'state')]
    return causesPaidLookup({ rego, state, vin: this.valueAt(position, 'vin') }, this.#rules.context.region)
  }

  numberAt(position: number): number {
    return this.numbers[position] ?? 0
  }

  /** The position of a row number; -1 when no customer row has it. */
  positionOf(number: number): number {
    const position = this.positionFrom(number)
    return position < this.length && this.numberAt(position) === number ? position : -1
  }

  /** The position of the first row with this number or a larger one; the number of rows when there is none. */
  positionFrom(number: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.numberAt(middle) < number) low = middle + 1
      else high = middle
    }
    return low
  }

  *[Symbol.iterator](): Generator<CheckedRow> {
    for (let position = 0; position < this.length; position += 1) yield this.at(position)
  }
}

/** What the columns that say not to contact a customer decide. */
const contactInputs = ({ plan }: RowRules): string =>
  JSON.stringify(
    plan.contact.columns.map(({ column, meaning, notes, values }) => [
      column,
      meaning,
      [...(notes ?? [])],
      [...(values ?? [])],
    ]),
  )
