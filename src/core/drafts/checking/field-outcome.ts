import type { Issue } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { CellTable } from '../packed/cell-table.ts'
import { cellEnd } from '../packed/cell-bytes.ts'
import type { FieldCheck } from './check-fields.ts'
import type { ClassSets } from './class-sets.ts'
import type { IssueClasses } from './issue-classes.ts'
import type { NumberedTexts } from './numbered-texts.ts'
import type { RowCells } from './row-cells.ts'
import { rowFlags } from './row-facts.ts'

/** What a field adds to the facts of its row: the set of its issues, and `rowFlags`. */
export interface FieldOutcome {
  readonly set: number
  readonly flags: number
}

/** With the value as the facts have it. */
export interface ValueOutcome extends FieldOutcome {
  /** 0: none. */
  readonly value: number
  readonly text: string
  /** Of the text, for a field whose values have numbers. */
  readonly textNumber: number
  /** Whether the value is the text in the file. */
  readonly isAsWritten: boolean
}

/** Where the sets of issues are from. */
export interface IssueNumbers {
  readonly classes: IssueClasses
  readonly sets: ClassSets
}

export const noIssues: FieldOutcome = { set: 0, flags: 0 }

export function flagOf({ severity }: Pick<Issue, 'severity'>): number {
  return severity === 'error' ? rowFlags.error : severity === 'warning' ? rowFlags.warning : 0
}

export function outcomeOf(
  field: CustomerField,
  { original, checked }: FieldCheck,
  { classes, sets }: IssueNumbers,
): FieldOutcome {
  if (checked.issues.length === 0) return noIssues
  const value = original.trim()
  let [set, flags] = [0, 0]
  for (const one of checked.issues) {
    set = sets.with(set, classes.classOf({ ...one, field }, value))
    flags |= flagOf(one)
  }
  return { set, flags }
}

/** The checks of a field that depends on one column only. Outcomes are remembered by cell, and by typed text. */
export class FieldOutcomes {
  readonly #field: CustomerField
  readonly #check: (cells: RowCells) => FieldCheck
  readonly #number: (value: string) => number
  readonly #numbers: IssueNumbers
  readonly #texts: NumberedTexts | null
  readonly #cells: CellTable
  readonly #byCell: ValueOutcome[] = []
  readonly #byTyped = new Map<string, ValueOutcome>()

  /**
   * `number`: the value of the facts for a value to send. `most`: cells that are remembered. `texts`: numbers of the
   * field's values.
   */
  constructor(
    field: CustomerField,
    check: (cells: RowCells) => FieldCheck,
    number: (value: string) => number,
    numbers: IssueNumbers,
    most: number,
    texts: NumberedTexts | null,
  ) {
    this.#field = field
    this.#check = check
    this.#number = number
    this.#numbers = numbers
    this.#texts = texts
    this.#cells = new CellTable(most)
  }

  /** For a cell of the row: where it begins. */
  ofCell(cells: RowCells, start: number): ValueOutcome {
    const { bytes } = cells
    const number = this.#cells.numberOf(bytes, start, cellEnd(bytes, start))
    return this.#byCell[number] ?? this.#learn(cells, number)
  }

  #learn(cells: RowCells, number: number): ValueOutcome {
    const outcome = this.of(cells)
    if (number >= 0) this.#byCell[number] = outcome
    return outcome
  }

  /** For a text that the user typed. */
  ofTyped(cells: RowCells, typed: string): ValueOutcome {
    const known = this.#byTyped.get(typed)
    if (known) return known
    const outcome = this.of(cells)
    // The issues of a typed text are grouped by the text in the file, which differs.
    if (outcome.set === 0) this.#byTyped.set(typed, outcome)
    return outcome
  }

  /** Of the row as it is. */
  of(cells: RowCells): ValueOutcome {
    const check = this.#check(cells)
    const { set, flags } = outcomeOf(this.#field, check, this.#numbers)
    const { original, checked } = check
    const text = checked.value
    return {
      set,
      flags,
      value: this.#number(text),
      text,
      textNumber: this.#texts?.numberOf(text) ?? 0,
      isAsWritten: text === original,
    }
  }
}
