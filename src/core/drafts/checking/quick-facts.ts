import type { CustomerField } from '../../../contract/draft-rows.ts'
import { isVinCheckDigitRight } from '../../fields/vin.ts'
import { cellText } from '../../fields/source-cell.ts'
import { excludesRow, type ContactColumn } from '../mapping/contact-columns.ts'
import { cellEnd } from '../packed/cell-bytes.ts'
import { CellTable } from '../packed/cell-table.ts'
import { checkVinField } from './check-fields.ts'
import { expiryBeforeSale, noVehicle } from './check-row.ts'
import { FieldOutcomes, flagOf, type FieldOutcome, type ValueOutcome } from './field-outcome.ts'
import { unnumbered } from './numbered-texts.ts'
import { QuickDates } from './quick-dates.ts'
import { QuickMobiles } from './quick-mobiles.ts'
import { QuickNames } from './quick-names.ts'
import { QuickVehicles } from './quick-vehicles.ts'
import { originalName } from './row-columns.ts'
import { RowCells } from './row-cells.ts'
import { rowFlags, type FactNumbers, type RowFacts } from './row-facts.ts'
import type { RowRules } from './row-rules.ts'
import { allParts, ruleParts, type KeptFacts } from './rule-parts.ts'
import { TextCell } from './text-cell.ts'
import { textHash } from './text-hash.ts'
import { TypedFields } from './typed-fields.ts'
import { plainVinHash } from './vin-shape.ts'

/** Texts of a column for which a result is remembered. */
const maxKept = 20_000
const vinCharacters = 17
const noValue: ValueOutcome = { set: 0, flags: 0, value: 0, text: '', textNumber: 0, isAsWritten: true }

/**
 * Writes the facts of rows from their bytes, field by field: what a usual text means is read from its bytes, and any other
 * text is given to the ordinary check of its field (`check-fields.ts`). Rows that are odd as a whole are left to
 * `checkRow`.
 */
export class QuickFacts {
  #rules: RowRules
  readonly #numbers: FactNumbers
  readonly #cells: RowCells
  readonly #vehicles: QuickVehicles
  readonly #mobiles: QuickMobiles
  readonly #names: QuickNames
  readonly #vins: FieldOutcomes
  readonly #vinPlace: number
  readonly #sales: QuickDates
  readonly #expiries: QuickDates
  readonly #refusals: readonly Refusals[]
  /** Fields that may have a text that the user typed for many rows. */
  #typedFields: readonly CustomerField[] = []
  /** What the user typed in the row that is read. */
  readonly #typed = new TypedFields()
  readonly #typedCell = new TextCell()
  #hasOddRows = false
  /** Of the row that is written. */
  #set = 0
  #flags = 0
  /** The hash of the VIN that was read last; 0: none. */
  #vin = 0

  constructor(rules: RowRules, numbers: FactNumbers) {
    const { column, contact } = rules.plan
    this.#rules = rules
    this.#numbers = numbers
    this.#cells = new RowCells(rules)
    const current = (): RowRules => this.#rules
    const placeOf = (one: number): number => this.#cells.placeOf(one)
    this.#vehicles = new QuickVehicles(current, numbers, placeOf)
    this.#mobiles = new QuickMobiles(current, numbers)
    this.#names = new QuickNames(current, numbers, placeOf)
    const vin = (cells: RowCells) => checkVinField(cells, this.#rules)
    this.#vins = new FieldOutcomes('vin', vin, textHash, numbers, maxKept, null)
    this.#sales = new QuickDates('sale_date', current, numbers, placeOf)
    this.#expiries = new QuickDates('expiry_date', current, numbers, placeOf)
    this.#vinPlace = placeOf(column.vin)
    this.#refusals = contact.columns.map((one) => new Refusals(one))
    this.setRules(rules)
  }

  /** Rows are checked by these rules from now on: other texts typed by the user, and all else as before. */
  setRules(rules: RowRules): void {
    const { marks, overlong, overrides } = rules
    this.#rules = rules
    this.#cells.setRules(rules)
    this.#typed.clear()
    this.#typedFields = [...new Set([...overrides.cells.rangedFields, ...overrides.replacements.keys()])]
    this.#hasOddRows = marks.size > 0 || overlong.size > 0 || !overrides.cells.isEmpty
  }

  /**
   * Writes the facts of the row that begins here; false: `checkRow` has to check it, and nothing was written. `kept`: what
   * stays of its facts; null: nothing.
   */
  write(facts: RowFacts, position: number, bytes: Buffer, start: number, kept: KeptFacts | null): boolean {
    const cells = this.#cells
    if (!cells.locate(bytes, start) || (this.#hasOddRows && this.#isOdd(cells.row))) return false
    if (this.#typedFields.length > 0) this.#findTyped(cells)
    const parts = kept?.parts ?? allParts
    this.#set = kept ? kept.set(facts, position) : 0
    this.#flags = kept ? kept.flags(facts, position, this.#set) : 0
    if ((parts & ruleParts.vehicle) !== 0) this.#writeVehicle(facts, position)
    if ((parts & ruleParts.mobile) !== 0) {
      this.#add(this.#mobiles.read(cells, this.#typed.textOf('mobile_number')))
      facts.mobiles[position] = this.#mobiles.number
    }
    if ((parts & ruleParts.name) !== 0) {
      this.#add(this.#names.read(cells, position, this.#typed.textOf('client_name')))
      facts.names[position] = this.#names.number
      facts.values.client_name[position] = this.#names.textNumber
      if (this.#names.textNumber === unnumbered) {
        this.#names.keepText(this.#numbers.texts.spare.client_name, position)
      }
    }
    if ((parts & ruleParts.dates) !== 0) this.#writeDates(facts, position)
    if ((parts & ruleParts.contact) !== 0) {
      facts.optOuts[position] = this.#refusals.length === 0 ? 0 : this.#optOutOf(cells)
    }
    facts.sets[position] = this.#set
    facts.flags[position] = this.#flags
    return true
  }

  #add({ set, flags }: FieldOutcome): void {
    if (set !== 0) this.#set = this.#set === 0 ? set : this.#numbers.sets.union(this.#set, set)
    this.#flags |= flags
  }

  #writeVehicle(facts: RowFacts, position: number): void {
    const vehicle = this.#vehicles.read(this.#cells, position, this.#typed.textOf('state'), this.#typed.textOf('rego'))
    const vin = this.#readVin(this.#cells)
    this.#add(vehicle)
    this.#add(vin)
    const isRefused = vehicle.isRefused || (vin.flags & rowFlags.error) !== 0
    if (!vehicle.hasRego && this.#vin === 0 && !isRefused) {
      this.#addRowIssue(noVehicle, this.#rules.plan.column.rego)
    }
    if (vehicle.paysWithoutVin && this.#vin === 0) this.#flags |= rowFlags.paidLookup
    const { otherRego } = this.#vehicles
    if (otherRego === null) this.#flags |= rowFlags.regoAsWritten
    if (vin.isAsWritten) this.#flags |= rowFlags.vinAsWritten
    facts.regos[position] = this.#vehicles.rego
    facts.vins[position] = this.#vin
    facts.values.state[position] = vehicle.state
    const { spare } = this.#numbers.texts
    if (otherRego !== null) spare.rego.set(position, otherRego)
    if (!vin.isAsWritten && vin.text !== '') spare.vin.set(position, vin.text)
    if (vehicle.state === unnumbered) spare.state.set(position, vehicle.stateText)
  }

  #writeDates(facts: RowFacts, position: number): void {
    const [sale, expiry] = [this.#sales, this.#expiries]
    this.#add(sale.read(this.#cells, position, this.#typed.textOf('sale_date')))
    this.#add(expiry.read(this.#cells, position, this.#typed.textOf('expiry_date')))
    if (expiry.day !== 0 && expiry.day < sale.day) {
      this.#addRowIssue(expiryBeforeSale, this.#rules.plan.column.expiry_date)
    }
    facts.values.sale_date[position] = sale.textNumber
    facts.values.expiry_date[position] = expiry.textNumber
    const { spare } = this.#numbers.texts
    if (sale.textNumber === unnumbered) spare.sale_date.set(position, sale.text)
    if (expiry.textNumber === unnumbered) spare.expiry_date.set(position, expiry.text)
  }

  #isOdd(row: number): boolean {
    const { marks, overlong, overrides } = this.#rules
    return marks.has(row) || overlong.has(row) || overrides.cells.hasSingle(row)
  }

  #findTyped(cells: RowCells): void {
    const { cells: typed, replacements } = this.#rules.overrides
    this.#typed.clear()
    for (const field of this.#typedFields) {
      let text = typed.rangeText(cells.row, field)
      const texts = text === undefined ? replacements.get(field) : undefined
      if (texts) {
        const original = this.#originalOf(cells, field)
        text = original === '' ? undefined : texts.get(original)
      }
      if (text !== undefined) this.#typed.set(field, text)
    }
  }

  #originalOf(cells: RowCells, field: CustomerField): string {
    const { column, mobileColumns, nameColumns } = this.#rules.plan
    const textOf = (one: number): string => cellText(cells.cell(one))
    if (field === 'mobile_number') return mobileColumns.map(textOf).find((text) => text.trim() !== '') ?? ''
    if (field !== 'client_name') return textOf(column[field])
    return originalName((one) => cells.cell(one), nameColumns)
  }

  #readVin(cells: RowCells): ValueOutcome {
    const outcome = this.#vinOutcome(cells)
    if (outcome !== noValue) this.#vin = outcome.value
    return outcome
  }

  /** Sets the hash itself where there is no outcome. */
  #vinOutcome(cells: RowCells): ValueOutcome {
    this.#vin = 0
    const typed = this.#typed.textOf('vin')
    if (typed !== undefined) return this.#plainTypedVin(typed) ?? this.#vins.ofTyped(cells, typed)
    const start = cells.starts[this.#vinPlace] as number
    if (start < 0) return noValue
    const { bytes } = cells
    if (bytes[start] === vinCharacters) {
      this.#vin = plainVinHash(bytes, start + 1, isVinCheckDigitRight)
      if (this.#vin !== 0) return noValue
    }
    return this.#vins.ofCell(cells, start)
  }

  #plainTypedVin(typed: string): ValueOutcome | null {
    if (typed.length !== vinCharacters || !this.#typedCell.write(typed)) return null
    if (this.#typedCell.length !== vinCharacters) return null
    const value = plainVinHash(this.#typedCell.bytes, 1, isVinCheckDigitRight)
    return value === 0 ? null : { ...noValue, value, text: typed, isAsWritten: false }
  }

  #addRowIssue(found: typeof noVehicle, column: number): void {
    const { classes, sets } = this.#numbers
    this.#set = sets.with(this.#set, classes.classOf(found, cellText(this.#cells.cell(column)).trim()))
    this.#flags |= flagOf(found)
  }

  /** The first column that says not to contact the customer, from 1; 0: none. */
  #optOutOf(cells: RowCells): number {
    for (const refusal of this.#refusals) if (refusal.isIn(cells)) return refusal.column + 1
    return 0
  }
}

/** Which cells of a column say not to contact the customer. */
class Refusals {
  readonly #contact: ContactColumn
  readonly #cells = new CellTable(maxKept)
  readonly #results: boolean[] = []

  constructor(contact: ContactColumn) {
    this.#contact = contact
  }

  get column(): number {
    return this.#contact.column
  }

  isIn(cells: RowCells): boolean {
    const start = cells.starts[cells.placeOf(this.column)] as number
    if (start < 0) return false
    const number = this.#cells.numberOf(cells.bytes, start, cellEnd(cells.bytes, start))
    const known = this.#results[number]
    if (known !== undefined) return known
    const result = excludesRow(cells.wholeCell(this.column), this.#contact)
    if (number >= 0) this.#results[number] = result
    return result
  }
}
