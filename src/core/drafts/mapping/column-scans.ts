import { CountedCells, type CellScanner } from '../packed/counted-cells.ts'
import type { RowSelection } from '../packed/row-selection.ts'
import { NameCells } from './name-cells.ts'
import { NoteCells } from './note-cells.ts'
import { PlateCells } from './plate-cells.ts'

/** Different cells up to which a count is kept for the next plan of the columns. */
const maxKept = 50_000

interface OpenScan {
  readonly column: number
  readonly scanner: CellScanner
}

/** What is counted in the columns of a table: once for each column, however often the columns are planned. */
export class ColumnScans {
  readonly #records: RowSelection
  readonly #counted = new Map<number, CountedCells>()
  readonly #notes = new Map<number, NoteCells>()
  #open: OpenScan[] = []

  constructor(records: RowSelection) {
    this.#records = records
  }

  /** All cells of a column. They are known after `run`, as all others. `column`: -1 for a field without one. */
  cells(column: number): CountedCells {
    return this.#counted.get(column) ?? this.#add(column, new CountedCells(), this.#counted)
  }

  notes(column: number): NoteCells {
    return this.#notes.get(column) ?? this.#add(column, new NoteCells(), this.#notes)
  }

  plates(column: number): PlateCells {
    return this.#add(column, new PlateCells(), null)
  }

  names(column: number): NameCells {
    return this.#add(column, new NameCells(), null)
  }

  /** Counts what was asked for and is not known. */
  run(): void {
    const open = this.#open
    this.#open = []
    if (open.length === 0) return
    const columns = open.reduce((most, { column }) => Math.max(most, column + 1), 0)
    this.#records.scan(
      Array.from({ length: columns }, (_, column) =>
        open.filter((one) => one.column === column).map(({ scanner }) => scanner),
      ),
    )
    for (const [column, { size }] of this.#counted) if (size > maxKept) this.#counted.delete(column)
    for (const [column, { cells }] of this.#notes) if (cells.size > maxKept) this.#notes.delete(column)
  }

  #add<Scanner extends CellScanner>(column: number, scanner: Scanner, kept: Map<number, Scanner> | null): Scanner {
    if (column < 0) return scanner
    this.#open.push({ column, scanner })
    kept?.set(column, scanner)
    return scanner
  }
}
