import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { checkField, checkNameField, fieldSource, type FieldCheck, type FieldSource } from '../checking/check-fields.ts'
import { combine, customerFields, rowIssues, type CheckedRow } from '../checking/check-row.ts'
import { ClassSets } from '../checking/class-sets.ts'
import { IssueClasses } from '../checking/issue-classes.ts'
import { originalColumn, originalName, originalText } from '../checking/row-columns.ts'
import { RowChecker } from '../checking/row-checker.ts'
import { causesPaidLookup, copyFacts, emptyFacts, flagOf, rowFlags, type RowFacts } from '../checking/row-facts.ts'
import type { RowRules } from '../checking/row-rules.ts'
import {
  allParts,
  changedParts,
  hasPartOf,
  KeptFacts,
  ruleInputs,
  ruleParts,
  type RuleInputs,
} from '../checking/rule-parts.ts'
import type { RowSelection } from '../columns/row-selection.ts'
import { maxFieldLength, shortenCell, wasCut } from '../reading/cell-length.ts'

type RowValues = Readonly<Record<'rego' | 'state' | 'vin' | 'sale_date' | 'expiry_date', string>>

/** What a customer is made of. */
export type SentValues = Pick<CheckedRow, 'row' | 'source' | 'values' | 'extras'>

/** The customer rows of a draft, by position in the table. Only what views need is kept of them (`facts`). */
export class DraftRows implements Iterable<CheckedRow> {
  readonly #records: RowSelection
  #rules: RowRules
  #checker: RowChecker
  #inputs: RuleInputs
  /** Columns with cells that were cut when the file was read. */
  readonly #cutColumns: readonly number[]
  /** The row numbers, ascending. */
  readonly numbers: Uint32Array
  readonly facts: RowFacts
  readonly classes: IssueClasses
  readonly sets: ClassSets

  /**
   * Checks every row, except the first ones when they and the rules are the `same` as in earlier rows, which must not be
   * used afterwards.
   */
  constructor(records: RowSelection, rules: RowRules, earlier?: { readonly rows: DraftRows; readonly same: number }) {
    this.#records = records
    this.#rules = rules
    this.#cutColumns = Array.from({ length: records.width }, (_, column) => column).filter((column) =>
      records.cellsOf(column).cells.some((cell) => wasCut(cell ?? null)),
    )
    this.numbers = new Uint32Array(records.length).map((_, position) => records.numberAt(position))
    this.facts = emptyFacts(records.length)
    this.classes = earlier ? earlier.rows.classes : new IssueClasses()
    this.sets = earlier ? earlier.rows.sets : new ClassSets()
    this.#inputs = ruleInputs(rules)
    this.#checker = new RowChecker(records, rules, this)
    const same = earlier?.same ?? 0
    if (earlier) copyFacts(earlier.rows.facts, this.facts, same)
    for (let position = same; position < this.length; position += 1) this.#checkAt(position, null)
  }

  get length(): number {
    return this.numbers.length
  }

  get rules(): RowRules {
    return this.#rules
  }

  /** Rows are read by these rules from now on. Rows whose result they change must be checked again. */
  setRules(rules: RowRules): void {
    this.#rules = rules
    this.#checker = new RowChecker(this.#records, rules, this)
  }

  /**
   * Rows are read by these rules from now on. Checks again what depends on something that changed, and returns these
   * parts (`ruleParts`). Null: nothing that is known of a row does.
   */
  changeRules(rules: RowRules): number | null {
    const inputs = ruleInputs(rules)
    const parts = changedParts(this.#inputs, inputs)
    this.#inputs = inputs
    this.setRules(rules)
    if (parts !== 0) this.check(null, parts)
    // A cut cell counts only in a column that is sent.
    let cutRows = 0
    for (let position = 0; this.#cutColumns.length > 0 && position < this.length; position += 1) {
      if (!this.#hasCutCell(position)) continue
      this.#checkAt(position, null)
      cutRows += 1
    }
    return parts === 0 && cutRows === 0 ? null : parts
  }

  /** Checks rows again, and writes their facts. `positions`: null: all. `parts`: only those (`ruleParts`) of a row. */
  check(positions: ArrayLike<number> | null, parts: number = allParts): void {
    const kept = parts === allParts ? null : new KeptFacts(parts, this)
    const count = positions?.length ?? this.length
    for (let at = 0; at < count; at += 1) this.#checkAt(positions === null ? at : (positions[at] as number), kept)
  }

  /** `kept`: what stays of the row's facts; null: nothing. */
  #checkAt(position: number, kept: KeptFacts | null): void {
    const { classes, facts, sets } = this
    const checker = this.#checker
    const parts = kept?.parts ?? allParts
    let set = kept ? kept.set(facts, position) : 0
    let flags = kept ? kept.flags(facts, position, set) : 0
    for (const field of customerFields) {
      if (!hasPartOf(parts, field)) continue
      const found = checker.resultAt(position, field)
      const { value } = found.checked
      facts.values[field][position] = value
      flags |= found.flags
      if (found.set !== 0) set = sets.union(set, found.set)
      if (field === 'rego') facts.regos[position] = found.hash
      else if (field === 'vin') facts.vins[position] = found.hash
      else if (field === 'mobile_number') facts.mobiles[position] = Number(value)
    }
    if ((parts & ruleParts.contact) !== 0) facts.optOuts[position] = checker.optOutAt(position)
    const row = this.#valuesAt(position)
    if ((parts & ruleParts.vehicle) !== 0 && causesPaidLookup(row, this.#rules.context.region))
      flags |= rowFlags.paidLookup
    for (const found of this.#rowIssuesAt(position, row)) {
      if (found.field === null ? kept !== null : !hasPartOf(parts, found.field)) continue
      set = sets.with(set, classes.classOf(found, found.field ? this.originalAt(position, found.field).trim() : ''))
      flags |= flagOf(found)
    }
    facts.sets[position] = set
    facts.flags[position] = flags
  }

  #rowIssuesAt(position: number, values: RowValues) {
    const source = this.#hasCutCell(position) ? this.#sourceAt(position) : { row: this.numberAt(position), cells: [] }
    const hasCar = values.rego !== '' || values.vin !== ''
    const isRefused =
      !hasCar &&
      ((this.#checker.resultAt(position, 'rego').flags | this.#checker.resultAt(position, 'vin').flags) &
        rowFlags.error) !==
        0
    return rowIssues(source, values, isRefused, this.#rules)
  }

  #valuesAt(position: number): RowValues {
    const { values } = this.facts
    return {
      rego: values.rego[position] ?? '',
      state: values.state[position] ?? '',
      vin: values.vin[position] ?? '',
      sale_date: values.sale_date[position] ?? '',
      expiry_date: values.expiry_date[position] ?? '',
    }
  }

  #hasCutCell(position: number): boolean {
    return this.#cutColumns.some((column) => wasCut(this.#records.cellAt(position, column)))
  }

  /** A field of a row after its own check: without what other fields and rows add. */
  resultAt(position: number, field: CustomerField): FieldCheck {
    return this.#checker.resultAt(position, field)
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
    return combine(this.#checker.resultsAt(position), this.#sourceAt(position), this.#rules)
  }

  /**
   * What is sent of a row, as `at` has it, from the values that are kept: only VINs and mobiles have something beside theirs. Throws when
   * there is no such row.
   */
  sentAt(position: number): SentValues {
    const source = this.#sourceAt(position)
    const values = Object.fromEntries(customerFields.map((field) => [field, this.valueAt(position, field)]))
    const [vin, mobile] = [this.resultAt(position, 'vin').checked, this.resultAt(position, 'mobile_number').checked]
    const extras = vin.extra || mobile.extra ? { ...vin.extra, ...mobile.extra } : null
    return { row: source.row, source, values: values as SentValues['values'], extras }
  }

  /** What would be sent for a field, without a VIN that is not from the file. */
  valueAt(position: number, field: CustomerField): string {
    return this.facts.values[field][position] ?? ''
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
    return this.#checker.resultAt(position, 'mobile_number').original
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
    return ((this.facts.flags[position] ?? 0) & rowFlags.paidLookup) !== 0
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
