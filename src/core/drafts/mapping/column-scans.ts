import { BlockScanner } from '../packed/block-scanner.ts'
import { CountedCells, type CellScanner } from '../packed/counted-cells.ts'
import type { RowSelection } from '../packed/row-selection.ts'
import { NameCells } from './name-cells.ts'
import { NoteCells, phraseBeginnings } from './note-cells.ts'
import { PlateCells } from './plate-cells.ts'

/** Different cells up to which a count is kept for the next plan of the columns. */
const maxKept = 50_000

let scanner: BlockScanner | null | undefined
/** Made when it is first needed. */
const sharedScanner = (): BlockScanner | null => (scanner ??= BlockScanner.create(phraseBeginnings))

interface OpenScan {
  readonly column: number
  readonly scanner: CellScanner
}

/** What is counted in the columns of a table: once for each column, however often the columns are planned. */
export class ColumnScans {
  readonly #records: RowSelection
  readonly #counted = new Map<number, CountedCells>()
  readonly #notes = new Map<number, NoteCells>()
  /** By column; null: its cells have no numbers. */
  readonly #numbers = new Map<number, Uint16Array | null>()
  #open: OpenScan[] = []
  #unnumbered: number[] = []
  readonly #scanner: BlockScanner | null

  /** `blockScanner`: null for a processor that cannot. */
  constructor(records: RowSelection, blockScanner = sharedScanner()) {
    this.#records = records
    this.#scanner = blockScanner
  }

  /** Numbers the cells of these columns when the others are scanned. `columns`: -1 for a field without one. */
  number(columns: readonly number[]): void {
    const wanted = columns.filter((column) => column >= 0 && !this.#numbers.has(column))
    this.#unnumbered = [...new Set([...this.#unnumbered, ...wanted])]
  }

  /** By column: the numbers of its cells, by position. 0: nothing; `unnumberedCell`: none. */
  get numbers(): ReadonlyMap<number, Uint16Array | null> {
    return this.#numbers
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
    const open = this.#scanner ? this.#scanBlocks(this.#scanner) : this.#open
    this.#open = []
    if (open.length > 0) this.#records.scan(byColumn(open))
    for (const [column, { size }] of this.#counted) if (size > maxKept) this.#counted.delete(column)
    for (const [column, { cells }] of this.#notes) if (cells.size > maxKept) this.#notes.delete(column)
  }

  /** Does what can be done for many bytes at once. Returns what is left to scan. */
  #scanBlocks(scanner: BlockScanner): OpenScan[] {
    const [notes, others] = [true, false].map((isNote) =>
      this.#open.filter((one) => one.scanner instanceof NoteCells === isNote),
    ) as [OpenScan[], OpenScan[]]
    const columns = this.#unnumbered
    this.#unnumbered = []
    if (columns.length === 0 && notes.length === 0) return others
    scanner.scan(this.#records, columns, notes.length === 0 ? null : byColumn(notes))
    for (const column of columns) this.#numbers.set(column, scanner.numbersOf(column))
    return others.filter((one) => !(one.scanner instanceof CountedCells && scanner.count(one.column, one.scanner)))
  }

  #add<Scanner extends CellScanner>(column: number, scanner: Scanner, kept: Map<number, Scanner> | null): Scanner {
    if (column < 0) return scanner
    this.#open.push({ column, scanner })
    kept?.set(column, scanner)
    return scanner
  }
}

function byColumn(open: readonly OpenScan[]): CellScanner[][] {
  const columns = open.reduce((most, { column }) => Math.max(most, column + 1), 0)
  return Array.from({ length: columns }, (_, column) =>
    open.filter((one) => one.column === column).map(({ scanner }) => scanner),
  )
}
