import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import type { RowSelection } from '../columns/row-selection.ts'
import { maxFieldLength, shortenCell } from '../reading/cell-length.ts'
import { typedText, type FieldCheck, type FieldSource } from './check-fields.ts'
import type { IssueNumbers } from './issue-classes.ts'
import type { CheckedFields, RowCheck } from './row-checks.ts'
import { flagOf } from './row-facts.ts'
import type { RowRules } from './row-rules.ts'

/** With so many more results than rows, those that no row has any more are worth removing. */
const spareResults = 1_024

/**
 * One check of all rows: its different results, and for each row the number of its result. Equal cells are checked once, as far as they are
 * told apart.
 */
export class CheckColumn implements FieldSource {
  readonly #check: RowCheck
  readonly #issues: IssueNumbers
  #records: RowSelection
  #rules: RowRules
  #inputs: string
  #columns: readonly number[] = []
  #checkFields: (source: FieldSource) => CheckedFields
  /** By cells and what the user typed: the number of their result. Null: the cells do not repeat, and a row's number is its position. */
  #known: Map<number | string, number> | null = null
  /** By position: the number of its result. */
  numbers = new Uint32Array()
  /** By number of a result: the set (`ClassSets`) of its issues. */
  readonly sets: number[] = []
  /** By number of a result: `rowFlags` of its issues. */
  readonly flags: number[] = []
  /** By place of a field in the check, and number of a result: what would be sent. */
  readonly values: readonly string[][]
  /** By number of a result: what the cells have beside the values, where they have any. */
  readonly #extras = new Map<number, NonNullable<FieldCheck['checked']['extra']>>()
  /** By number of a result, where rows share it. */
  readonly #results: CheckedFields[] = []
  /** The row that is read. */
  #position = 0

  constructor(check: RowCheck, records: RowSelection, rules: RowRules, issues: IssueNumbers) {
    this.#check = check
    this.#issues = issues
    this.#records = records
    this.#rules = rules
    this.#inputs = this.#inputsOf(rules)
    this.#checkFields = check.check(rules)
    this.values = check.fields.map(() => [])
    this.takeRows(records, 0)
  }

  /** Takes rows of which the first ones are the `same` as before, and checks the others. */
  takeRows(records: RowSelection, same: number): void {
    this.#records = records
    const earlier = this.numbers.subarray(0, same)
    this.numbers = new Uint32Array(records.length)
    this.numbers.set(earlier)
    this.#readColumns()
    for (let position = same; position < records.length; position += 1) this.#checkAt(position)
  }

  /** Rows are read by these rules from now on. Returns whether that can change any result: then all rows must be checked again. */
  setRules(rules: RowRules): boolean {
    this.#rules = rules
    this.#checkFields = this.#check.check(rules)
    this.#readColumns()
    const inputs = this.#inputsOf(rules)
    const areChanged = inputs !== this.#inputs
    this.#inputs = inputs
    return areChanged
  }

  /** Checks rows again. `positions`: null: all. */
  check(positions: ArrayLike<number> | null): void {
    if (positions !== null && this.sets.length <= this.#records.length + spareResults) {
      for (let at = 0; at < positions.length; at += 1) this.#checkAt(positions[at] as number)
      return
    }
    for (const results of [this.sets, this.flags, this.#results, ...this.values]) results.length = 0
    this.#extras.clear()
    this.takeRows(this.#records, 0)
  }

  resultAt(position: number): CheckedFields {
    return this.#results[this.numbers[position] as number] ?? this.#read(position)
  }

  /** What the cells of a row have beside the values that are sent. */
  extrasAt(position: number): Readonly<Record<string, string>> | undefined {
    return this.#extras.get(this.numbers[position] as number)
  }

  cell(column: number): SourceCell {
    return shortenCell(this.#records.cellAt(this.#position, column), maxFieldLength)
  }

  typed(field: CustomerField, original: string): string | undefined {
    return typedText(this.#rules, this.#records.numberAt(this.#position), field, original)
  }

  #readColumns(): void {
    this.#columns = this.#check.columns(this.#rules.plan).filter((column) => column >= 0)
    this.#known = this.#columns.every((column) => this.#records.cellsOf(column).repeats) ? new Map() : null
  }

  #inputsOf(rules: RowRules): string {
    return JSON.stringify([rules.context.region, this.#check.columns(rules.plan), ...this.#check.inputs(rules)])
  }

  #read(position: number): CheckedFields {
    this.#position = position
    return this.#checkFields(this)
  }

  #checkAt(position: number): void {
    this.numbers[position] = this.#known === null ? position : this.#sharedAt(position, this.#known)
    if (this.#known === null) this.#note(position, position)
  }

  /** The number of the result that the row shares. */
  #sharedAt(position: number, known: Map<number | string, number>): number {
    const key = this.#keyAt(position)
    const shared = known.get(key)
    if (shared !== undefined) return shared
    const number = this.sets.length
    known.set(key, number)
    this.#results[number] = this.#note(position, number)
    return number
  }

  /** Checks a row and notes the result under a number. */
  #note(position: number, number: number): CheckedFields {
    const result = this.#read(position)
    const classes: number[] = []
    let flags = 0
    this.#extras.delete(number)
    for (let at = 0; at < result.length; at += 1) {
      const { original, checked } = result[at] as FieldCheck
      const field = this.#check.fields[at] as CustomerField
      ;(this.values[at] as string[])[number] = checked.value
      if (checked.extra) this.#extras.set(number, { ...this.#extras.get(number), ...checked.extra })
      for (const found of checked.issues) {
        classes.push(this.#issues.classes.classOf(found, field, original.trim()))
        flags |= flagOf(found)
      }
    }
    this.sets[number] = this.#issues.sets.of(classes)
    this.flags[number] = flags
    return result
  }

  /** Says which cells the row has in the columns, and what the user typed in its fields. */
  #keyAt(position: number): number | string {
    const typed = this.#typedAt(position)
    const columns = this.#columns
    const numberIn = (at: number): number => this.#records.cellNumberAt(position, columns[at] as number)
    if (typed !== null) return JSON.stringify([typed, ...columns.map((_, at) => numberIn(at))])
    if (columns.length === 0) return 0
    if (columns.length === 1) return numberIn(0)
    return columns.length === 2 ? numberIn(0) * 2 ** 26 + numberIn(1) : columns.map((_, at) => numberIn(at)).join(' ')
  }

  #typedAt(position: number): (string | undefined)[] | null {
    const { cells } = this.#rules.overrides
    if (cells.isEmpty) return null
    const row = this.#records.numberAt(position)
    const texts = this.#check.fields.map((field) => cells.textOf(row, field))
    return texts.every((text) => text === undefined) ? null : texts
  }
}
