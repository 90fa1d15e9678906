import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { RowRanges } from './row-ranges.ts'

/** Texts that the user gave to many rows at once, in one field. */
export interface CellRange {
  /** A larger number is a later change. */
  readonly id: number
  readonly rows: RowRanges
  /** One for each row, or one for all. */
  readonly texts: readonly string[]
}

/**
 * Texts that the user typed in cells, one by one or for many rows at once. A single cell wins over a range, and a later
 * range over an earlier one.
 */
export class TypedTexts {
  /** Null: the text in the file, although a range has the cell. */
  readonly #cells = new Map<number, Map<CustomerField, string | null>>()
  /** The latest one first. */
  readonly #ranges = new Map<CustomerField, CellRange[]>()

  /** Whether anything is typed in any row. */
  get isEmpty(): boolean {
    return this.#cells.size === 0 && this.#ranges.size === 0
  }

  /** Whether the cell was typed by itself, or set back to the text in the file. */
  isSingle(row: number, field: CustomerField): boolean {
    return this.#cells.get(row)?.has(field) ?? false
  }

  setCell(row: number, field: CustomerField, text: string | null | undefined): void {
    const cells = this.#cells.get(row) ?? new Map<CustomerField, string | null>()
    if (text === undefined) cells.delete(field)
    else cells.set(field, text)
    if (cells.size === 0) this.#cells.delete(row)
    else this.#cells.set(row, cells)
  }

  addRange(field: CustomerField, range: CellRange): void {
    this.removeRange(field, range.id)
    const ranges = this.#ranges.get(field) ?? []
    ranges.push(range)
    this.#ranges.set(
      field,
      ranges.toSorted((a, b) => b.id - a.id),
    )
  }

  removeRange(field: CustomerField, id: number): void {
    const ranges = (this.#ranges.get(field) ?? []).filter((one) => one.id !== id)
    if (ranges.length === 0) this.#ranges.delete(field)
    else this.#ranges.set(field, ranges)
  }

  /** The text of the latest range that has the cell. */
  rangeText(row: number, field: CustomerField): string | undefined {
    const ranges = this.#ranges.get(field)
    if (!ranges) return undefined
    for (const { rows, texts } of ranges) {
      const at = rows.indexOf(row)
      if (at >= 0) return texts.length === 1 ? texts[0] : texts[at]
    }
    return undefined
  }

  textOf(row: number, field: CustomerField): string | undefined {
    const single = this.#cells.get(row)?.get(field)
    return single === undefined ? this.rangeText(row, field) : (single ?? undefined)
  }

  /** What is typed in a row, by field; undefined: nothing. */
  get(row: number): ReadonlyMap<CustomerField, string> | undefined {
    const single = this.#cells.get(row)
    if (!single && this.#ranges.size === 0) return undefined
    const texts = new Map<CustomerField, string>()
    for (const field of new Set([...(single?.keys() ?? []), ...this.#ranges.keys()])) {
      const text = this.textOf(row, field)
      if (text !== undefined) texts.set(field, text)
    }
    return texts.size === 0 ? undefined : texts
  }
}
