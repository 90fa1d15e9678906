/**
 * Every customer row of a draft has one number. It is the number of the row in the file, as Excel shows it, unless rows
 * of several sheets are read together, or a row becomes a customer row for each of its cars: sheet and car are then
 * added above the highest row number.
 */

/** Above the highest row number of a sheet. With the 2,048 places the largest number is below 2^32. */
const rowsPerPlace = 2_097_152
/** The most cars of one row. */
export const maxCarsInRow = 8
/** The most sheets that are read together. */
export const maxSheetsTogether = 255

export interface RowPlace {
  /** As Excel shows it, from 1. */
  readonly row: number
  /** Position of the sheet in the file, from 1, when several sheets are read together; otherwise 0. */
  readonly sheet: number
  /** Which car of the row, from 0. */
  readonly car: number
}

export const rowIdOf = ({ row, sheet, car }: RowPlace): number => (sheet * maxCarsInRow + car) * rowsPerPlace + row

export function rowPlaceOf(rowId: number): RowPlace {
  const place = Math.floor(rowId / rowsPerPlace)
  return { row: rowId % rowsPerPlace, sheet: Math.floor(place / maxCarsInRow), car: place % maxCarsInRow }
}

const carNames = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/** Inside a sentence after "row": "12", "12 of sheet 3", "12 (second car)". */
export function rowText(rowId: number): string {
  const { row, sheet, car } = rowPlaceOf(rowId)
  const ofSheet = sheet > 0 ? ` of sheet ${sheet}` : ''
  return `${row}${ofSheet}${car > 0 ? ` (${carNames[car]} car)` : ''}`
}
