import type { Region } from '../../contract/region.ts'
import { headerScore } from '../drafts/headers/header-score.ts'
import { isKnownHeader, readHeader } from '../drafts/headers/known-headers.ts'
import { isPlaceholder, plainText } from '../fields/cell-text.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { cellText, isBlankRow, type SourceCell, type SourceRow } from '../fields/source-cell.ts'
import { stateOf } from '../fields/state.ts'
import { isVin } from '../fields/vin.ts'
import { interpret } from '../lookup/interpret.ts'
import { testPlateIn } from './test-plate.ts'

/** A car as it is written: the line or row, the cell with its plate or VIN, and the cell with its state. */
export interface WrittenCar {
  readonly line: number
  readonly car: SourceCell
  readonly state: SourceCell
}

/** Which columns of a table are read. Null: none. */
export interface ChosenColumns {
  readonly car: number | null
  readonly state: number | null
}

/** A table whose columns mean different things. */
export interface CarTable {
  readonly columns: readonly { readonly name: string; readonly samples: readonly string[] }[]
  readonly records: readonly SourceRow[]
  /** What its names and values suggest. */
  readonly suggested: ChosenColumns
}

/** Enough rows to recognise columns. */
const sampledRows = 200
/** The most rows with titles above a header (domain, part 7.3). */
const maxTitleRows = 30
/** A column is what most of its cells are. */
const mostPart = 0.6
/** A list may have a few mistyped entries. */
const listPart = 0.7
const shownSamples = 3
const maxSampleLength = 40

type CellKind = 'blank' | 'state' | 'vin' | 'plate' | 'other'

function kindOf(cell: SourceCell | undefined, region: Region): CellKind {
  const text = cell === undefined ? '' : plainText(cell)
  if (text === '' || isPlaceholder(text)) return 'blank'
  if (region === 'au' && stateOf(text) !== null) return 'state'
  const key = plateKey(text)
  if (isVin(key) && /\d/.test(key)) return 'vin'
  if (testPlateIn(text) !== null) return 'plate'
  return typeof cell !== 'object' && interpret(text, region).kind === 'plate' ? 'plate' : 'other'
}

/**
 * Reads rows as a table with columns; null: they are a plain list, in which every cell is a plate, a VIN or the state of
 * the plate beside it.
 */
export function findTable(rows: readonly SourceRow[], region: Region): CarTable | null {
  const filled = rows.filter(({ cells }) => !isBlankRow(cells))
  const headerAt = headerRowOf(filled)
  const records = headerAt < 0 ? filled : filled.slice(headerAt + 1)
  const sample = records.slice(0, sampledRows)
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length), filled[headerAt]?.cells.length ?? 0)
  const kinds = sample.map(({ cells }) => Array.from({ length: width }, (_, column) => kindOf(cells[column], region)))
  if (headerAt < 0 && (width <= 1 || isList(kinds))) return null
  const header = (filled[headerAt]?.cells ?? []).map(cellText)
  const named = header.map((name) => readHeader(name, false).named?.target ?? null)
  const positions = Array.from({ length: width }, (_, column) => column)
  const byName = (target: string): number | null => {
    const column = named.findIndex((each) => each === target)
    return column < 0 ? null : column
  }
  const best = (...wanted: CellKind[]): number | null => {
    const share = (column: number): number => shareOf(kinds, column, wanted)
    const [first] = positions.toSorted((a, b) => share(b) - share(a) || a - b)
    return first !== undefined && share(first) >= mostPart ? first : null
  }
  const valueOf =
    (column: number) =>
    (row: SourceRow): string[] => {
      const text = cellText(row.cells[column]).trim().slice(0, maxSampleLength)
      return text === '' ? [] : [text]
    }
  return {
    columns: positions.map((column) => ({
      name: header[column]?.trim() ?? '',
      samples: sample.flatMap(valueOf(column)).slice(0, shownSamples),
    })),
    records,
    suggested: {
      car: width === 1 ? 0 : (byName('rego') ?? byName('vin') ?? best('plate') ?? best('vin') ?? best('plate', 'vin')),
      state: region === 'au' ? (byName('state') ?? best('state')) : null,
    },
  }
}

function shareOf(kinds: readonly (readonly CellKind[])[], column: number, wanted: readonly CellKind[]): number {
  const cells = kinds.flatMap((row) => row[column] ?? []).filter((kind) => kind !== 'blank')
  return cells.length === 0 ? 0 : cells.filter((kind) => wanted.includes(kind)).length / cells.length
}

/** The position of the row with the names of columns; -1: there is none. */
function headerRowOf(rows: readonly SourceRow[]): number {
  const first = rows[0]?.cells.filter((cell) => cell !== null && cell !== '') ?? []
  if (first.length === 1 && isKnownHeader(cellText(first[0])) === 'field') return 0
  return rows.slice(0, maxTitleRows).findIndex(({ cells }) => {
    const names = cells.map((cell) => readHeader(cellText(cell), false).named?.target)
    return headerScore(cells) >= 0.4 && (names.includes('rego') || names.includes('vin'))
  })
}

function isList(kinds: readonly (readonly CellKind[])[]): boolean {
  const cells = kinds.flat().filter((kind) => kind !== 'blank')
  return cells.length > 0 && cells.filter((kind) => kind !== 'other').length / cells.length >= listPart
}

/** The cars of a plain list. A state belongs to the plate before it, or at the beginning of a line to the one after it. */
export function* carsOfList(rows: readonly SourceRow[], region: Region): Generator<WrittenCar> {
  for (const { row, cells } of rows) {
    const isState = (cell: SourceCell): boolean => region === 'au' && stateOf(plainText(cell)) !== null
    const filled = cells.filter((cell) => plainText(cell) !== '')
    const stateFirst = filled.length > 1 && filled[0] !== undefined && isState(filled[0])
    let car: SourceCell = null
    let state: SourceCell = null
    for (const cell of filled) {
      if (isState(cell)) {
        if (!stateFirst && car !== null && state === null) state = cell
        else if (stateFirst && car === null) state = cell
        else {
          if (car !== null) yield { line: row, car, state }
          car = null
          state = cell
        }
        continue
      }
      if (car !== null) {
        yield { line: row, car, state }
        state = null
      }
      car = cell
    }
    if (car !== null) yield { line: row, car, state }
    // A state alone: listed, so that nothing of the text is lost.
    else if (state !== null) yield { line: row, car: state, state: null }
  }
}

/** The cars in the chosen columns of a table. */
export function* carsOfTable({ records }: Pick<CarTable, 'records'>, columns: ChosenColumns): Generator<WrittenCar> {
  const { car, state } = columns
  if (car === null) return
  for (const { row, cells } of records) {
    yield { line: row, car: cells[car] ?? null, state: state === null ? null : (cells[state] ?? null) }
  }
}
