import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { RowRanges } from './row-ranges.ts'

/** Values that the user gave to many rows at once. */
interface ValueRange<Value> {
  /** A larger number is a later change. */
  readonly id: number
  readonly rows: RowRanges
  /** One for each row, or one for all. Null: the rules decide, although an earlier range has the rows. */
  readonly values: readonly (Value | null)[]
}

/** Values that the user gave to rows, one by one or many at once. A single row wins over a range, and a later range over an earlier one. */
export class RowValues<Value> {
  /** Null: the rules decide, although a range has the row. */
  readonly #rows = new Map<number, Value | null>()
  /** The latest one first. */
  #ranges: readonly ValueRange<Value>[] = []

  get isEmpty(): boolean {
    return this.#rows.size === 0 && this.#ranges.length === 0
  }

  /** Undefined: the row has no value of its own any more. */
  set(row: number, value: Value | null | undefined): void {
    if (value === undefined) this.#rows.delete(row)
    else this.#rows.set(row, value)
  }

  /** Whether a row has a value of its own. */
  isSingle(row: number): boolean {
    return this.#rows.has(row)
  }

  addRange(range: ValueRange<Value>): void {
    const others = this.#ranges.filter(({ id }) => id !== range.id)
    this.#ranges = [...others, range].toSorted((a, b) => b.id - a.id)
  }

  /** The value of the latest range that has the row; undefined: none has it. */
  inRange(row: number): Value | null | undefined {
    for (const { rows, values } of this.#ranges) {
      const at = rows.indexOf(row)
      if (at >= 0) return values.length === 1 ? values[0] : values[at]
    }
    return undefined
  }

  /** Undefined: the rules decide. */
  get(row: number): Value | undefined {
    const single = this.#rows.get(row)
    return (single === undefined ? this.inRange(row) : single) ?? undefined
  }
}

/** Texts that the user typed in cells, by field. */
export class TypedTexts {
  readonly #fields = new Map<CustomerField, RowValues<string>>()

  /** Whether nothing is typed in any row. */
  get isEmpty(): boolean {
    for (const texts of this.#fields.values()) if (!texts.isEmpty) return false
    return true
  }

  of(field: CustomerField): RowValues<string> {
    const texts = this.#fields.get(field) ?? new RowValues<string>()
    this.#fields.set(field, texts)
    return texts
  }

  textOf(row: number, field: CustomerField): string | undefined {
    return this.#fields.get(field)?.get(row)
  }

  /** What is typed in a row, by field; undefined: nothing. */
  get(row: number): ReadonlyMap<CustomerField, string> | undefined {
    const texts = new Map<CustomerField, string>()
    for (const [field, typed] of this.#fields) {
      const text = typed.get(row)
      if (text !== undefined) texts.set(field, text)
    }
    return texts.size === 0 ? undefined : texts
  }
}
