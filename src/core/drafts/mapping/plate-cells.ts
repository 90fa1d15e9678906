import type { CountedCell } from '../../fields/source-cell.ts'
import { plateShape, stateBehind, stateLength } from './plate-shape.ts'
import { maxShortText, readCell } from '../packed/cell-bytes.ts'
import { CountedCells, type CellScanner } from '../packed/counted-cells.ts'
import { NumberPairs } from '../packed/number-pairs.ts'

/**
 * Counts the plates of a column in Australia that have their state in the same cell. Plates of one shape, with one state
 * behind them, are counted as one: they are split in the same way.
 */
export class PlateCells implements CellScanner, Iterable<CountedCell> {
  readonly #others = new CountedCells()
  readonly #kinds = new NumberPairs()
  readonly #ofKind: { readonly cell: string; count: number }[] = []

  add(bytes: Buffer, start: number, end: number): void {
    const length = bytes[start] as number
    if (length > maxShortText) return this.#others.add(bytes, start, end)
    const behind = stateBehind(bytes, start + 1, length)
    const plateLength = behind > 0 ? length - stateLength(behind) : length
    const shape = plateShape(bytes, start + 1, plateLength, 'au')
    if (shape === 0) return this.#others.add(bytes, start, end)
    const kind = this.#kinds.numberOf(shape, behind)
    const known = this.#ofKind[kind]
    if (known) known.count += 1
    else this.#ofKind[kind] = { cell: String(readCell(bytes, start)), count: 1 }
  }

  *[Symbol.iterator](): Generator<CountedCell> {
    yield* this.#ofKind
    yield* this.#others
  }
}
