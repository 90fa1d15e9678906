import type { CustomerField } from '../../../contract/draft-rows.ts'
import { checkRow, readContact, type CheckedRow } from '../checking/check-row.ts'
import { ClassSets } from '../checking/class-sets.ts'
import { IssueClasses } from '../checking/issue-classes.ts'
import { NameNumbers } from '../checking/name-numbers.ts'
import { QuickFacts } from '../checking/quick-facts.ts'
import { checkField, fieldSource, type FieldCheck, type FieldSource } from '../checking/check-fields.ts'
import { RowCells } from '../checking/row-cells.ts'
import type { RowRules } from '../checking/row-rules.ts'
import { copyFacts, emptyFacts, FactTexts, noteFacts, rowFlags, type RowFacts } from '../checking/row-facts.ts'
import { contactColumns, originalColumn, originalName, originalText, readColumns } from '../checking/row-columns.ts'
import type { Contact } from '../checking/shared-mobiles.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import {
  allParts,
  changedParts,
  fieldsOfParts,
  KeptFacts,
  ruleInputs,
  type RuleInputs,
} from '../checking/rule-parts.ts'
import { maxFieldLength, shortenCell, wasCut } from '../reading/cell-length.ts'
import type { CellCursor } from '../packed/cell-cursor.ts'
import type { RowPlace } from '../packed/packed-rows.ts'
import type { RowSelection } from '../packed/row-selection.ts'

/**
 * The customer rows of a draft, by position in the table. Only numbers are kept of them (`facts`); a row is made from
 * its bytes each time it is read.
 */
export class DraftRows implements Iterable<CheckedRow> {
  readonly #records: RowSelection
  #rules: RowRules
  /** The columns that checks read, by column. */
  #columns: Uint8Array
  #contactColumns: Uint8Array
  #quick: QuickFacts
  #fields: RowCells
  #inputs: RuleInputs
  /** Positions of the rows that had a cell cut when the file was read. */
  readonly #cutRows = new Set<number>()
  /** The row numbers, ascending. */
  readonly numbers: Uint32Array
  readonly facts: RowFacts
  readonly classes: IssueClasses
  readonly sets: ClassSets
  readonly #names: NameNumbers
  readonly texts: FactTexts

  /**
   * Checks every row, except the first ones when they and the rules are the `same` as in earlier rows, which must not be
   * used afterwards.
   */
  constructor(records: RowSelection, rules: RowRules, earlier?: { readonly rows: DraftRows; readonly same: number }) {
    this.#records = records
    this.#rules = rules
    this.numbers = new Uint32Array(records.length)
    this.facts = emptyFacts(records.length)
    this.classes = earlier ? earlier.rows.classes : new IssueClasses()
    this.sets = earlier ? earlier.rows.sets : new ClassSets()
    this.#names = earlier ? earlier.rows.#names : new NameNumbers()
    this.texts = earlier ? earlier.rows.texts.resize(records.length, earlier.same) : new FactTexts(records.length)
    this.#columns = readColumns(rules.plan)
    this.#contactColumns = contactColumns(rules.plan)
    this.#inputs = ruleInputs(rules)
    this.#fields = new RowCells(rules)
    this.#quick = earlier ? earlier.rows.#quick : this.#quickFacts()
    const same = earlier?.same ?? 0
    if (earlier) {
      this.numbers.set(earlier.rows.numbers.subarray(0, same))
      copyFacts(earlier.rows.facts, this.facts, same)
      for (const position of earlier.rows.#cutRows) if (position < same) this.#cutRows.add(position)
    }
    this.#checkFrom(same)
  }

  #checkFrom(first: number): void {
    const { numbers } = this
    const cursor = this.#records.cursor()
    for (let position = first; position < numbers.length; position += 1) {
      cursor.moveTo(position)
      numbers[position] = cursor.rowNumber
      this.#checkAt(position, cursor.bytes, cursor.start, null)
    }
  }

  #quickFacts(): QuickFacts {
    const { classes, sets, texts } = this
    return new QuickFacts(this.#rules, { classes, sets, names: this.#names, texts, region: this.#rules.context.region })
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
    this.#fields.setRules(rules)
  }

  /**
   * Rows are read by these rules from now on. Checks again what depends on something that changed, and returns these
   * parts (`ruleParts`). Null: nothing that is known of a row does.
   */
  changeRules(rules: RowRules): number | null {
    const inputs = ruleInputs(rules)
    const parts = changedParts(this.#inputs, inputs)
    this.#rules = rules
    this.#inputs = inputs
    this.#columns = readColumns(rules.plan)
    this.#contactColumns = contactColumns(rules.plan)
    this.#fields = new RowCells(rules)
    this.texts.clear(fieldsOfParts(parts))
    this.#quick = this.#quickFacts()
    if (parts !== 0) this.check(null, parts)
    // A cut cell counts only in a column that is sent.
    this.check([...this.#cutRows])
    return parts === 0 && this.#cutRows.size === 0 ? null : parts
  }

  /** Checks rows again, and writes their facts. `positions`: null: all. `parts`: only those (`ruleParts`) of a row. */
  check(positions: ArrayLike<number> | null, parts: number = allParts): void {
    const kept = parts === allParts ? null : new KeptFacts(parts, this)
    const cursor = this.#records.cursor()
    const count = positions?.length ?? this.length
    for (let at = 0; at < count; at += 1) {
      const position = positions === null ? at : (positions[at] as number)
      cursor.moveTo(position)
      this.#checkAt(position, cursor.bytes, cursor.start, kept)
    }
  }

  /**
   * A field of a row after its own check: without what other fields and rows add. `typed`: instead of what the user typed
   * and of the text in the file.
   */
  fieldAt(position: number, field: CustomerField, typed?: string): FieldCheck {
    const { bytes, start } = this.#records.placeOf(position)
    const source = this.#fields.locate(bytes, start)
      ? this.#fields
      : fieldSource(this.#records.partAt(position, this.#columns), this.#rules)
    if (typed === undefined) return checkField(field, source, this.#rules)
    const withTyped: FieldSource = {
      cell: (column) => source.cell(column),
      typed: (one, original) => (one === field ? typed : source.typed(one, original)),
    }
    return checkField(field, withTyped, this.#rules)
  }

  /** `kept`: what stays of the row's facts; null: nothing. */
  #checkAt(position: number, bytes: Buffer, start: number, kept: KeptFacts | null): void {
    const { classes, sets, facts, texts } = this
    if (this.#quick.write(facts, position, bytes, start, kept)) return
    const { region } = this.#rules.context
    const row = checkRow(this.#records.partAt(position, this.#columns), this.#rules)
    if (row.source.cells.some(wasCut)) this.#cutRows.add(position)
    noteFacts(facts, position, row, { classes, sets, names: this.#names, texts, region })
  }

  /** The row at a position. Throws when there is none. */
  at(position: number): CheckedRow {
    const source = this.#records.at(position)
    if (!source) throw new RangeError(`There is no row at position ${position}`)
    return checkRow(source, this.#rules)
  }

  /** Where the bytes of a row are. */
  placeOf(position: number): RowPlace {
    return this.#records.placeOf(position)
  }

  /** What would be sent for a field, without a VIN that is not from the file. */
  valueAt(position: number, field: CustomerField): string {
    return this.textAt(position, field) ?? this.originalAt(position, field)
  }

  /** The same, with null where it is the text in the file. */
  textAt(position: number, field: CustomerField): string | null {
    return this.texts.valueAt(this.facts, position, field)
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
    return checkRow(this.#records.partAt(position, this.#columns), this.#rules).originals[field]
  }

  /** The cells of a column as in the file. */
  cells(column: number): CellCursor {
    return this.#records.column(column)
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
