import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import type { RowSelection } from '../columns/row-selection.ts'
import { maxFieldLength, shortenCell } from '../reading/cell-length.ts'
import { typedText, type FieldCheck, type FieldSource } from './check-fields.ts'
import { flagOf, type IssueNumbers } from './issue-classes.ts'
import type { CheckedFields, RowCheck } from './row-checks.ts'
import type { RowRules } from './row-rules.ts'

/** With so many more results than rows, those that no row has any more are worth removing. */
const spareResults = 1_024

/** Rows in which the same is typed: by their cells, the number of their result. */
type SharedResults = Map<number | string, number>

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
  /** By what is typed in the fields; '': nothing. Null: the cells do not repeat, and a row's number is its position. */
  #shared: Map<string, SharedResults> | null = null
  /** Those of the texts that were typed in the row before: mostly the same ones are in the next row. */
  #latest: { readonly texts: readonly (string | undefined)[]; readonly results: SharedResults } | null = null
  /** By position: the number of its result. */
  numbers = new Uint32Array()
  /** By number of a result: the set (`ClassSets`) of its issues. */
  readonly sets: number[] = []
  /** By number of a result: `issueFlags` of its issues. */
  readonly flags: number[] = []
  /** By place of a field in the check, and number of a result: what would be sent. */
  readonly values: readonly string[][]
  /** By number of a result: what the cells have beside the values, where they have any. */
  readonly #extras = new Map<number, NonNullable<FieldCheck['checked']['extra']>>()
  /** By number of a result, where rows share it. */
  readonly #results: CheckedFields[] = []
  /** By number of a result: `RowCheck.key`. */
  readonly #keys: number[] = []
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
    this.forget()
    for (let position = same; position < records.length; position += 1) this.#checkAt(position)
  }

  /** Rows are read by these rules from now on. Returns whether that can change any result: then all rows must be checked again. */
  setRules(rules: RowRules): boolean {
    this.#rules = rules
    this.#checkFields = this.#check.check(rules)
    const inputs = this.#inputsOf(rules)
    const areChanged = inputs !== this.#inputs
    this.#inputs = inputs
    return areChanged
  }

  /** Equal cells are checked again from now on: a text has another meaning. */
  forget(): void {
    this.#columns = this.#check.columns(this.#rules.plan).filter((column) => column >= 0)
    this.#shared = this.#columns.every((column) => this.#records.cellsOf(column).repeats) ? new Map() : null
    this.#latest = null
  }

  /** Checks rows again. `changed`: by position: 1 for those; null: all. */
  check(changed: Uint8Array | null): void {
    if (changed !== null && this.sets.length <= this.#records.length + spareResults) {
      for (let position = 0; position < changed.length; position += 1)
        if (changed[position] === 1) this.#checkAt(position)
      return
    }
    for (const results of [this.sets, this.flags, this.#results, this.#keys, ...this.values]) results.length = 0
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

  /** What the row is compared by; 0: nothing. */
  keyAt(position: number): number {
    return this.#keys[this.numbers[position] as number] as number
  }

  cell(column: number): SourceCell {
    return shortenCell(this.#records.cellAt(this.#position, column), maxFieldLength)
  }

  typed(field: CustomerField, original: string): string | undefined {
    return typedText(this.#rules, this.#records.numberAt(this.#position), field, original)
  }

  #inputsOf(rules: RowRules): string {
    return JSON.stringify([rules.context.region, this.#check.columns(rules.plan), ...this.#check.inputs(rules)])
  }

  #read(position: number): CheckedFields {
    this.#position = position
    return this.#checkFields(this)
  }

  #checkAt(position: number): void {
    this.numbers[position] = this.#shared === null ? position : this.#sharedAt(position, this.#shared)
    if (this.#shared === null) this.#note(position, position)
  }

  /** The number of the result that the row shares. */
  #sharedAt(position: number, shared: Map<string, SharedResults>): number {
    const results = this.#resultsFor(position, shared)
    const cells = this.#cellsAt(position)
    const known = results.get(cells)
    if (known !== undefined) return known
    const number = this.sets.length
    results.set(cells, number)
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
    this.#keys[number] = this.#check.key(result)
    return result
  }

  /** Says which cells the row has in the columns. */
  #cellsAt(position: number): number | string {
    const columns = this.#columns
    const numberIn = (at: number): number => this.#records.cellNumberAt(position, columns[at] as number)
    if (columns.length === 0) return 0
    if (columns.length === 1) return numberIn(0)
    return columns.length === 2 ? numberIn(0) * 2 ** 26 + numberIn(1) : columns.map((_, at) => numberIn(at)).join(' ')
  }

  /** The results of the rows in which the same is typed as in this one. */
  #resultsFor(position: number, shared: Map<string, SharedResults>): SharedResults {
    const { cells } = this.#rules.overrides
    const row = this.#records.numberAt(position)
    const texts = this.#check.fields.map((field) => (cells.isEmpty ? undefined : cells.textOf(row, field)))
    if (this.#latest?.texts.every((text, at) => text === texts[at])) return this.#latest.results
    const typed = texts.every((text) => text === undefined) ? '' : JSON.stringify(texts)
    const results = shared.get(typed) ?? new Map<number | string, number>()
    shared.set(typed, results)
    this.#latest = { texts, results }
    return results
  }
}
