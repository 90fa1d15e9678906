import { firstPosition } from '../columns/row-list.ts'

function failToParse(): never {
  throw new Error('An override in the database has no readable rows')
}

/**
 * Row numbers, ascending, as runs of neighbours: 100,000 rows of one error are often a few runs. As text:
 * "2-100001,100007".
 */
export class RowRanges {
  /** First and last row of each run, in turn. */
  readonly #bounds: Float64Array
  /** By run: how many rows are in the runs before it. */
  readonly #offsets: Float64Array
  /** The run that was found last: rows are mostly asked for in their order. */
  #latest = 0
  /** How many rows there are. */
  readonly size: number

  private constructor(bounds: Float64Array) {
    this.#bounds = bounds
    this.#offsets = new Float64Array(bounds.length / 2)
    let size = 0
    for (const [run] of this.#offsets.entries()) {
      this.#offsets[run] = size
      size += this.#last(run) - this.#first(run) + 1
    }
    this.size = size
  }

  /** `rows`: ascending, each once. */
  static of(rows: Iterable<number>): RowRanges {
    const bounds: number[] = []
    for (const row of rows) {
      const last = bounds.length - 1
      if (bounds[last] === row - 1) bounds[last] = row
      else bounds.push(row, row)
    }
    return new RowRanges(Float64Array.from(bounds))
  }

  /** Throws for a text that `toString` does not give. */
  static parse(text: string): RowRanges {
    const bounds: number[] = []
    for (const run of text === '' ? [] : text.split(',')) {
      const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(run) ?? failToParse()
      if (Number(first) <= (bounds.at(-1) ?? 0) || Number(last) < Number(first)) failToParse()
      bounds.push(Number(first), Number(last))
    }
    return new RowRanges(Float64Array.from(bounds))
  }

  /** How many of the rows come before this one, which is one of them; else -1. */
  indexOf(row: number): number {
    let run = this.#latest
    if (!this.#reaches(run, row)) run = this.#reaches(run + 1, row) ? run + 1 : this.#search(row)
    this.#latest = run
    return row >= this.#first(run) && row <= this.#last(run) ? (this.#offsets[run] ?? 0) + row - this.#first(run) : -1
  }

  has(row: number): boolean {
    return this.indexOf(row) >= 0
  }

  /** First and last row of each run. */
  *runs(): Generator<readonly [first: number, last: number]> {
    for (let run = 0; run < this.#offsets.length; run += 1) yield [this.#first(run), this.#last(run)]
  }

  /** The rows. */
  *[Symbol.iterator](): Generator<number> {
    for (const [first, last] of this.runs()) for (let row = first; row <= last; row += 1) yield row
  }

  toJSON(): string {
    return this.toString()
  }

  toString(): string {
    return Array.from(this.runs(), ([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',')
  }

  #first(run: number): number {
    return this.#bounds[2 * run] ?? Infinity
  }

  #last(run: number): number {
    return this.#bounds[2 * run + 1] ?? Infinity
  }

  /** Whether a row is in this run or between it and the next one. */
  #reaches(run: number, row: number): boolean {
    return row >= this.#first(run) && row < this.#first(run + 1)
  }

  /** The last run that does not begin after the row; 0 when all do. */
  #search(row: number): number {
    return Math.max(0, firstPosition(this.#offsets.length, (run) => this.#first(run) > row) - 1)
  }
}
