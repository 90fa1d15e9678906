import { rowIdOf, rowPlaceOf } from '../../../contract/row-id.ts'
import { cellText, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { isPlaceholder } from '../../fields/cell-text.ts'
import { findCarColumns, type CarColumns } from '../mapping/car-columns.ts'
import { RowSelection } from '../columns/row-selection.ts'
import { skipReasons } from '../reading/file-messages.ts'
import type { SkippedRow, Table } from '../reading/find-table.ts'

/** A table in which each car is a row, with the customer of its row in the file. */
export interface SplitTable {
  readonly table: Table
  /** Rows of the file with more than one car. */
  readonly rowsWithCars: number
}

/**
 * Makes a row for each car of a table that has several in a row; null for any other table. The first car keeps the
 * number of its row, and the others follow all first ones (`row-id.ts`). `records`: which rows the user skipped.
 */
export function splitCars(table: Table, records: ReadonlyMap<number, boolean>): SplitTable | null {
  const columns = findCarColumns(table.header)
  if (!columns) return null
  const ofCars = new Set(columns.cars.flat())
  const first = columns.cars[0] ?? []
  const others = table.header.flatMap((_, column) => (ofCars.has(column) && !first.includes(column) ? [] : [column]))
  const names = new Map(first.map((column, at) => [column, columns.names[at] ?? '']))
  const skipped: SkippedRow[] = []
  let rowsWithCars = 0
  function* rows(): Generator<SourceRow> {
    for (const car of columns?.cars.keys() ?? []) {
      for (const source of table.records) {
        const found = columns ? carsOf(source, columns) : []
        if (car === 1 && found.length > 1) rowsWithCars += 1
        // A row without any car stays, with its problem.
        if (!found.includes(car) && !(car === 0 && found.length === 0)) continue
        const row = idOf(source.row, car)
        const cells = others.map((column) => source.cells[carColumn(columns, first, column, car)] ?? null)
        if (car > 0 && records.get(row) === false)
          skipped.push({ row, reason: skipReasons.byUser, text: textOf(cells) })
        else yield { row, cells }
      }
    }
  }
  return {
    table: {
      ...table,
      header: others.map((column) => names.get(column) ?? table.header[column] ?? ''),
      records: RowSelection.all(rows()),
      skippedRows: [...table.skippedRows, ...skipped],
    },
    rowsWithCars,
  }
}

const idOf = (row: number, car: number): number => rowIdOf({ ...rowPlaceOf(row), car })

/** Where the value of a column is for one of the cars; -1: this car has no such column. */
function carColumn(columns: CarColumns | null, first: readonly number[], column: number, car: number): number {
  const at = first.indexOf(column)
  return at < 0 ? column : (columns?.cars[car]?.[at] ?? -1)
}

/** Which cars a row has: those with a rego or a VIN, or with at least two other values. A state alone is no car. */
function carsOf({ cells }: SourceRow, { cars, isCar }: CarColumns): number[] {
  return [...cars.keys()].filter((car) => {
    const filled = (cars[car] ?? []).map((column) => column >= 0 && isFilled(cells[column] ?? null))
    return filled.some((one, at) => one && isCar[at]) || filled.filter(Boolean).length > 1
  })
}

const isFilled = (cell: SourceCell): boolean => {
  const text = cellText(cell).trim()
  return text !== '' && !isPlaceholder(text)
}

const textOf = (cells: readonly SourceCell[]): string =>
  cells
    .map((cell) => cellText(cell).trim())
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, 300)
