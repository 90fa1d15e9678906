import { cellKinds, maxShortText } from '../packed/cell-bytes.ts'
import { checkMobileField } from './check-fields.ts'
import { flagOf, FieldOutcomes, noIssues, outcomeOf, type FieldOutcome, type IssueNumbers } from './field-outcome.ts'
import { MobileReader, mobileForms } from './mobile-forms.ts'
import type { RowCells } from './row-cells.ts'
import type { RowRules } from './row-rules.ts'
import { TextCell } from './text-cell.ts'
import { bytesHash, textHash } from './text-hash.ts'

/** What mobiles of one form have in common. */
interface FormOutcome extends FieldOutcome {
  /** Hashes of texts that would be of another class. */
  readonly odd: readonly number[]
}

/** Texts of other forms that are remembered. */
const maxKept = 5_000

/** Mobiles as the facts have them. The usual forms are read from their bytes, all others by the ordinary check. */
export class QuickMobiles {
  readonly #rules: () => RowRules
  readonly #numbers: IssueNumbers
  readonly #reader: MobileReader
  readonly #column: number
  readonly #isSingle: boolean
  readonly #byForm: FormOutcome[] = []
  readonly #others: FieldOutcomes
  readonly #digits = Buffer.alloc(24)
  readonly #typedCell = new TextCell()
  /** Of the mobile that was read last; 0: none. */
  number = 0

  constructor(rules: () => RowRules, numbers: IssueNumbers) {
    const { plan, context } = rules()
    this.#rules = rules
    this.#numbers = numbers
    this.#reader = new MobileReader(context.region)
    this.#column = plan.mobileColumns[0] ?? -1
    this.#isSingle = plan.mobileColumns.length <= 1
    const check = (cells: RowCells) => checkMobileField(cells, rules())
    this.#others = new FieldOutcomes('mobile_number', check, Number, numbers, maxKept, null)
  }

  /** `typed`: what the user typed instead. */
  read(cells: RowCells, typed: string | undefined): FieldOutcome {
    if (typed !== undefined) {
      const isPlain =
        this.#typedCell.write(typed) && this.#reader.read(this.#typedCell.bytes, 1, this.#typedCell.length)
      if (!isPlain || this.#reader.form !== mobileForms.plain) return this.#take(this.#others.ofTyped(cells, typed))
      this.number = this.#reader.number
      return noIssues
    }
    if (!this.#isSingle) return this.#take(this.#others.of(cells))
    const start = cells.starts[cells.placeOf(this.#column)] as number
    this.number = 0
    if (start < 0) return noIssues
    const { bytes } = cells
    const kind = bytes[start] as number
    if (kind <= maxShortText) {
      if (this.#reader.read(bytes, start + 1, kind)) {
        this.number = this.#reader.number
        if (this.#reader.form === mobileForms.plain) return noIssues
        return this.#ofForm(cells, this.#reader.form, bytesHash(bytes, start + 1, kind))
      }
    } else if (kind === cellKinds.number) {
      const text = String(bytes.readDoubleLE(start + 1))
      const length = text.length <= this.#digits.length ? this.#digits.write(text, 'latin1') : 0
      if (this.#reader.read(this.#digits, 0, length)) {
        this.number = this.#reader.number
        return this.#ofForm(cells, this.#reader.form, textHash(text))
      }
    }
    return this.#take(this.#others.ofCell(cells, start))
  }

  #take(outcome: FieldOutcome & { readonly value: number }): FieldOutcome {
    this.number = outcome.value
    return outcome
  }

  #ofForm(cells: RowCells, form: number, hash: number): FieldOutcome {
    const known = this.#byForm[form]
    if (known) return known.odd.includes(hash) ? outcomeOf('mobile_number', this.#check(cells), this.#numbers) : known
    const { classes, sets } = this.#numbers
    const check = this.#check(cells)
    const outcome = outcomeOf('mobile_number', check, this.#numbers)
    const value = check.original.trim()
    let [set, flags] = [0, 0]
    const odd: number[] = []
    for (const one of check.checked.issues) {
      const found = { ...one, field: 'mobile_number' as const }
      set = sets.with(set, classes.classOfOtherText(found, value))
      flags |= flagOf(one)
      odd.push(textHash(classes.groupValueOf(found, value)))
    }
    this.#byForm[form] = { set, flags, odd }
    return outcome
  }

  #check = (cells: RowCells) => checkMobileField(cells, this.#rules())
}
