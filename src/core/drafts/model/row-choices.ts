import type { RowRanges } from './row-ranges.ts'

/** Rows that the user included or excluded, one by one or many at once. A single row wins, then the later of two ranges. */
export class RowChoices {
  /** Null: the rules decide, although a range has the row. Of a range: although an earlier one has its rows. */
  readonly #rows = new Map<number, boolean | null>()
  /** The latest one first. */
  #ranges: { readonly id: number; readonly rows: RowRanges; readonly include: boolean | null }[] = []

  setRow(row: number, include: boolean | null | undefined): void {
    if (include === undefined) this.#rows.delete(row)
    else this.#rows.set(row, include)
  }

  isSingle(row: number): boolean {
    return this.#rows.has(row)
  }

  isInRange(row: number): boolean {
    return this.#ranges.some(({ rows }) => rows.has(row))
  }

  addRange(id: number, rows: RowRanges, include: boolean | null): void {
    this.removeRange(id)
    this.#ranges = [...this.#ranges, { id, rows, include }].toSorted((a, b) => b.id - a.id)
  }

  removeRange(id: number): void {
    this.#ranges = this.#ranges.filter((one) => one.id !== id)
  }

  /** Whether the user included a row; undefined: the rules decide. */
  get(row: number): boolean | undefined {
    if (this.#rows.size > 0) {
      const single = this.#rows.get(row)
      if (single !== undefined) return single ?? undefined
    }
    for (const { rows, include } of this.#ranges) if (rows.has(row)) return include ?? undefined
    return undefined
  }
}
