import type { CustomerField } from '../../../contract/drafts.ts'
import { checkRow, readContact, type CheckedRow, type RowRules } from '../checking/check-row.ts'
import { ClassSets } from '../checking/class-sets.ts'
import { IssueClasses } from '../checking/issue-classes.ts'
import { NameNumbers, noName } from '../checking/name-numbers.ts'
import { QuickFacts } from '../checking/quick-facts.ts'
import { emptyFacts, noteFacts, rowFlags, type RowFacts } from '../checking/row-facts.ts'
import { contactColumns, originalColumn, originalText, readColumns } from '../checking/row-columns.ts'
import type { Contact } from '../checking/shared-mobiles.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { rowNumberAt } from '../packed/packed-rows.ts'
import type { RowSelection } from '../packed/row-selection.ts'

/**
 * The customer rows of a draft, by position in the table. Only numbers are kept of them (`facts`); a row is made from
 * its bytes each time it is read.
 */
export class DraftRows implements Iterable<CheckedRow> {
  readonly #records: RowSelection
  #rules: RowRules
  /** The columns that checks read, by column. */
  readonly #columns: Uint8Array
  readonly #contactColumns: Uint8Array
  readonly #quick: QuickFacts
  /** The row numbers, ascending. */
  readonly numbers: Uint32Array
  readonly facts: RowFacts
  readonly classes = new IssueClasses()
  readonly sets = new ClassSets()
  readonly #names = new NameNumbers()

  /** Checks every row. */
  constructor(records: RowSelection, rules: RowRules) {
    this.#records = records
    this.#rules = rules
    this.numbers = new Uint32Array(records.length)
    this.facts = emptyFacts(records.length)
    this.#columns = readColumns(rules.plan)
    this.#contactColumns = contactColumns(rules.plan)
    this.#quick = new QuickFacts(rules, this.classes, this.sets)
    for (let position = 0; position < records.length; position += 1) {
      this.numbers[position] = rowNumberAt(records.placeOf(position))
      this.check(position)
    }
  }

  get length(): number {
    return this.numbers.length
  }

  get rules(): RowRules {
    return this.#rules
  }

  /**
   * Rows are read by these rules from now on, in which the user typed other texts and all else is as before. Rows whose
   * result they change must be checked again.
   */
  setRules(rules: RowRules): void {
    this.#rules = rules
    this.#quick.setRules(rules)
  }

  /** Checks a row again, and writes its facts. */
  check(position: number): void {
    const { classes, sets, facts } = this
    const place = this.#records.placeOf(position)
    if (this.#quick.write(facts, position, place)) return
    const { region } = this.#rules.context
    const row = checkRow(this.#records.partAt(position, this.#columns), this.#rules)
    noteFacts(facts, position, row, { classes, sets, names: this.#names, region })
    this.#quick.learn(place, row, facts.names[position] ?? noName)
  }

  /** The row at a position. Throws when there is none. */
  at(position: number): CheckedRow {
    const source = this.#records.at(position)
    if (!source) throw new RangeError(`There is no row at position ${position}`)
    return checkRow(source, this.#rules)
  }

  /** The text of a field in the file. */
  originalAt(position: number, field: CustomerField): string {
    const column = originalColumn(field, this.#rules.plan)
    if (column !== null) return originalText(field, this.#records.cellAt(position, column))
    return checkRow(this.#records.partAt(position, this.#columns), this.#rules).originals[field]
  }

  /** A cell of a row as in the file. */
  cellAt(position: number, column: number): SourceCell {
    return this.#records.cellAt(position, column)
  }

  /** Mobile and name of a row, as they would be sent. */
  contactAt(position: number): Contact {
    return readContact(this.#records.partAt(position, this.#contactColumns), this.#rules)
  }

  /** The name of a row, as it would be sent with the case of the file. */
  nameAt(position: number): string {
    const { overrides } = this.#rules
    const rules = { ...this.#rules, overrides: { ...overrides, titleCase: false } }
    return readContact(this.#records.partAt(position, this.#contactColumns), rules).name
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
