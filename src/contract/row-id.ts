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

/** In a table: "12", "3:12" for row 12 of the third sheet, "12 (2)" for its second car. */
export function shortRowText(rowId: number): string {
  const { row, sheet, car } = rowPlaceOf(rowId)
  return `${sheet > 0 ? `${sheet}:` : ''}${row}${car > 0 ? ` (${car + 1})` : ''}`
}

/** The widest short text of rows up to this one, about: sheets have fewer than 100,000 rows. */
export function widestRowText(largestId: number): string {
  const place = rowPlaceOf(largestId)
  const isPlain = place.sheet === 0 && place.car === 0
  return shortRowText(isPlain ? largestId : rowIdOf({ ...place, row: 99_999 }))
}

const carNames = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/** Inside a sentence after "row": "12", "12 of sheet 3", "12 (second car)". */
export function rowText(rowId: number): string {
  const { row, sheet, car } = rowPlaceOf(rowId)
  const ofSheet = sheet > 0 ? ` of sheet ${sheet}` : ''
  return `${row}${ofSheet}${car > 0 ? ` (${carNames[car]} car)` : ''}`
}
