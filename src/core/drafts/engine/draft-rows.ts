import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { Issue } from '../../../contract/drafts.ts'
import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { CheckColumn } from '../checking/check-column.ts'
import { checkNameField, fieldSource, type FieldCheck } from '../checking/check-fields.ts'
import { combine, customerFields, rowIssues, type CheckedRow } from '../checking/check-row.ts'
import { ClassSets, IssueClasses } from '../checking/issue-classes.ts'
import { checkNames, rowChecks, type CheckName } from '../checking/row-checks.ts'
import { originalColumn, originalName, originalText } from '../checking/row-columns.ts'
import type { RowRules } from '../checking/row-rules.ts'
import { firstPosition } from '../columns/row-list.ts'
import type { RowSelection } from '../columns/row-selection.ts'
import { excludesRow } from '../mapping/contact-columns.ts'
import { maxFieldLength, shortenCell, wasCut } from '../reading/cell-length.ts'

/** What a customer is made of. */
export type SentValues = Pick<CheckedRow, 'row' | 'source' | 'values' | 'extras'>

/** Where the results of a field are: its check, and its place in it. */
interface FieldPlace {
  readonly check: CheckColumn
  readonly at: number
}

/** The customer rows of a draft, by position in the table. Only the results of their checks are kept of them. */
export class DraftRows implements Iterable<CheckedRow> {
  /** As in the file. */
  records: RowSelection
  rules: RowRules
  /** By position: the column that says not to contact the customer, from 1; 0: none. Null: not looked for yet. */
  #optOuts: Uint16Array | null = null
  /** Columns with cells that were cut when the file was read. */
  readonly #cutColumns: readonly number[]
  readonly #fields: Readonly<Record<CustomerField, FieldPlace>>
  readonly checks: Readonly<Record<CheckName, CheckColumn>>
  readonly #checkList: readonly CheckColumn[]
  /** The row numbers, ascending. */
  numbers = new Uint32Array()
  readonly classes = new IssueClasses()
  readonly sets = new ClassSets()

  /** Checks every row. */
  constructor(records: RowSelection, rules: RowRules) {
    this.records = records
    this.rules = rules
    this.#cutColumns = Array.from({ length: records.width }, (_, column) => column).filter((column) =>
      records.cellsOf(column).cells.some((cell) => wasCut(cell ?? null)),
    )
    const checks = checkNames.map((name) => [name, new CheckColumn(rowChecks[name], records, rules, this)])
    this.checks = Object.fromEntries(checks) as Record<CheckName, CheckColumn>
    this.#checkList = Object.values(this.checks)
    const places = checkNames.flatMap((name) =>
      rowChecks[name].fields.map((field, at) => [field, { check: this.checks[name], at }] as const),
    )
    this.#fields = Object.fromEntries(places) as Record<CustomerField, FieldPlace>
    this.#noteNumbers()
  }

  get length(): number {
    return this.numbers.length
  }

  /** Takes rows of which the first ones are the `same` as before, and checks the others. */
  takeRows(records: RowSelection, same: number): void {
    this.records = records
    this.#optOuts = null
    for (const name of checkNames) this.checks[name].takeRows(records, same)
    this.#noteNumbers()
  }

  #noteNumbers(): void {
    this.numbers = Uint32Array.from({ length: this.records.length }, (_, position) => this.records.numberAt(position))
  }

  /** Rows are read by these rules from now on, and checked again as far as these change them. Returns what was checked. */
  setRules(rules: RowRules): CheckName[] {
    this.rules = rules
    this.#optOuts = null
    const changed = checkNames.filter((name) => this.checks[name].setRules(rules))
    for (const name of changed) this.checks[name].check(null)
    return changed
  }

  /** The first column that says not to contact the customer of a row; null: none. */
  optOutAt(position: number): number | null {
    this.#optOuts ??= this.#findOptOuts()
    const column = this.#optOuts[position] as number
    return column === 0 ? null : column - 1
  }

  #findOptOuts(): Uint16Array {
    const optOuts = new Uint16Array(this.length)
    for (const contact of this.rules.plan.contact.columns.toReversed()) {
      const excludes = this.records.cellsOf(contact.column).cells.map((cell) => excludesRow(cell ?? null, contact))
      for (const [position, number] of this.records.cellNumbers(contact.column).entries())
        if (excludes[number]) optOuts[position] = contact.column + 1
    }
    return optOuts
  }

  /** The issues of a row as a whole. */
  rowIssuesAt(position: number): readonly Issue[] {
    const { vehicle, vin } = this.checks
    const isCut = this.#cutColumns.some((column) => wasCut(this.records.cellAt(position, column)))
    const hasCar = vehicle.keyAt(position) !== 0 || vin.keyAt(position) !== 0
    const isRefused = (field: 'rego' | 'vin'): boolean =>
      this.resultAt(position, field).checked.issues.some(({ severity }) => severity === 'error')
    const facts = {
      hasCar,
      isCarRefused: !hasCar && (isRefused('rego') || isRefused('vin')),
      saleDate: this.valueAt(position, 'sale_date'),
      expiryDate: this.valueAt(position, 'expiry_date'),
    }
    return rowIssues(this.numberAt(position), isCut ? this.#sourceAt(position).cells : noCells, facts, this.rules)
  }

  /** `issueFlags` of the row's fields. */
  flagsAt(position: number): number {
    let flags = 0
    for (const check of this.#checkList) flags |= check.flags[check.numbers[position] as number] as number
    return flags
  }

  /** The check of a field. */
  checkOf(field: CustomerField): CheckColumn {
    return this.#fields[field].check
  }

  /** A field of a row after its own check: without what other fields and rows add. */
  resultAt(position: number, field: CustomerField): FieldCheck {
    const { check, at } = this.#fields[field]
    return check.resultAt(position)[at] as FieldCheck
  }

  /** Throws when there is no such row. */
  #sourceAt(position: number): SourceRow {
    const source = this.records.at(position)
    if (!source) throw new RangeError(`There is no row at position ${position}`)
    return source
  }

  /** The row at a position. Throws when there is none. */
  at(position: number): CheckedRow {
    return combine((field) => this.resultAt(position, field), this.#sourceAt(position), this.rules)
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
    return this.originalsOf(field)(position)
  }

  /** The same for many rows, by position: each cell is read once, as far as they are told apart. */
  originalsOf(field: CustomerField): (position: number) => string {
    const { plan } = this.rules
    const column = originalColumn(field, plan)
    if (column !== null) {
      const texts: string[] = []
      return (position) =>
        (texts[this.records.cellNumberAt(position, column)] ??= originalText(
          field,
          this.records.cellAt(position, column),
        ))
    }
    if (field === 'mobile_number') return (position) => this.resultAt(position, field).original
    return (position) => {
      const at = (part: number) => shortenCell(this.records.cellAt(position, part), maxFieldLength)
      return originalName(at, plan.nameColumns)
    }
  }

  /** The different values of a field by number of a result, and by position these numbers. */
  valuesOf(field: CustomerField): { readonly values: readonly string[]; readonly numbers: Uint32Array } {
    const { check, at } = this.#fields[field]
    return { values: check.values[at] ?? [], numbers: check.numbers }
  }

  /** The name of a row, as it would be sent with the case of the file. */
  nameAt(position: number): string {
    const { overrides } = this.rules
    const rules = { ...this.rules, overrides: { ...overrides, titleCase: false } }
    return checkNameField(fieldSource(this.#sourceAt(position), rules), rules).checked.value
  }

  /** Whether the service would look up the VIN at additional cost (interface, part 4, rule 1). */
  causesPaidLookup(position: number): boolean {
    const { vehicle, vin } = this.checks
    if (vin.keyAt(position) !== 0 || vehicle.keyAt(position) === 0) return false
    return this.rules.context.region !== 'au' || this.valueAt(position, 'state') !== ''
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
    return firstPosition(this.length, (position) => this.numberAt(position) >= number)
  }

  *[Symbol.iterator](): Generator<CheckedRow> {
    for (let position = 0; position < this.length; position += 1) yield this.at(position)
  }
}

const noCells: readonly SourceCell[] = []
