import { unnumberedCell } from '../packed/block-scanner.ts'
import { checkDateField } from './check-fields.ts'
import { FieldOutcomes, noIssues, type FieldOutcome } from './field-outcome.ts'
import { unnumbered } from './numbered-texts.ts'
import type { RowCells } from './row-cells.ts'
import type { FactNumbers } from './row-facts.ts'
import type { RowRules } from './row-rules.ts'

/** Texts of other cells that are remembered. */
const maxKept = 20_000

/** The dates of one field as the facts have them. Each different cell is checked once. */
export class QuickDates {
  readonly #place: number
  readonly #outcomes: FieldOutcomes
  /** Numbers of the column's cells (`BlockScanner`); null: they have none. */
  readonly #cellNumbers: Uint16Array | null
  /** By number of a cell: the day of a date without issues, and the number of its text. 0: not known. */
  readonly #days: Int32Array
  readonly #texts: Uint16Array
  /** Of the date that was read last, as a number in the order of the calendar; 0: none. */
  day = 0
  /** Of its text (`NumberedTexts`). */
  textNumber = 0
  /** Of a date without a number. */
  text = ''

  constructor(
    field: 'sale_date' | 'expiry_date',
    rules: () => RowRules,
    numbers: FactNumbers,
    placeOf: (column: number) => number,
  ) {
    const { column, numbers: cellNumbers } = rules().plan
    const check = (cells: RowCells) => checkDateField(field, cells, rules())
    this.#place = placeOf(column[field])
    this.#outcomes = new FieldOutcomes(field, check, dayOf, numbers, maxKept, numbers.texts.numbered[field])
    this.#cellNumbers = cellNumbers.get(column[field]) ?? null
    const known = this.#cellNumbers ? unnumberedCell : 0
    this.#days = new Int32Array(known)
    this.#texts = new Uint16Array(known)
  }

  /** `typed`: what the user typed instead. */
  read(cells: RowCells, position: number, typed: string | undefined): FieldOutcome {
    this.day = 0
    this.textNumber = 0
    if (typed !== undefined) return this.#take(this.#outcomes.ofTyped(cells, typed))
    const start = cells.starts[this.#place] as number
    if (start < 0) return noIssues
    const number = this.#cellNumbers?.[position] ?? unnumberedCell
    if (number === unnumberedCell) return this.#take(this.#outcomes.ofCell(cells, start))
    const day = this.#days[number] as number
    if (day === 0) return this.#learn(cells, start, number)
    this.day = day
    this.textNumber = this.#texts[number] as number
    return noIssues
  }

  #learn(cells: RowCells, start: number, number: number): FieldOutcome {
    const outcome = this.#take(this.#outcomes.ofCell(cells, start))
    if (outcome.set === 0 && outcome.flags === 0 && this.textNumber !== unnumbered) {
      this.#days[number] = this.day
      this.#texts[number] = this.textNumber
    }
    return outcome
  }

  #take(outcome: ReturnType<FieldOutcomes['ofCell']>): FieldOutcome {
    this.day = outcome.value
    this.textNumber = outcome.textNumber
    this.text = outcome.text
    return outcome
  }
}

const dayOf = (value: string): number => (value === '' ? 0 : Number(value.replaceAll('-', '')))
