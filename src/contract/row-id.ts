/**
 * Every customer row of a draft has one number. It is the number of the row in the file, as Excel shows it, unless rows
 * of several sheets are read together, or a row becomes a customer row for each of its cars: sheet and car are then
 * added above the highest row number. Rows that the user added by hand have a number of their own, above all others.
 */

/** Above the highest row number of a sheet. With the 2,048 places the largest number is below 2^32. */
const rowsPerPlace = 2_097_152
/** The most cars of one row. */
export const maxCarsInRow = 8
/** The most sheets that are read together. */
export const maxSheetsTogether = 254
/** Rows added by hand are numbered as if they were in one more sheet, so they follow all rows of the file. */
const addedSheet = maxSheetsTogether + 1

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

/** The number of a row that the user added by hand: 1 for the first of a draft. */
export const addedRowId = (number: number): number => rowIdOf({ row: number, sheet: addedSheet, car: 0 })

/** Whether the user added the row by hand: it is in no file. */
export const isAddedRow = (rowId: number): boolean => rowPlaceOf(rowId).sheet === addedSheet

/** In a table: "12", "3:12" for row 12 of the third sheet, "12 (2)" for its second car, "New 2" for one added by hand. */
export function shortRowText(rowId: number): string {
  const { row, sheet, car } = rowPlaceOf(rowId)
  if (sheet === addedSheet) return `New ${row}`
  return `${sheet > 0 ? `${sheet}:` : ''}${row}${car > 0 ? ` (${car + 1})` : ''}`
}

/** The widest short text of rows up to this one, about: sheets have fewer than 100,000 rows, and few are added by hand. */
export function widestRowText(largestId: number): string {
  if (isAddedRow(largestId)) return shortRowText(addedRowId(999))
  const place = rowPlaceOf(largestId)
  const isPlain = place.sheet === 0 && place.car === 0
  return shortRowText(isPlain ? largestId : rowIdOf({ ...place, row: 99_999 }))
}

const carNames = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

/** Inside a sentence after "row": "12", "12 of sheet 3", "12 (second car)", "2 (added by hand)". */
export function rowText(rowId: number): string {
  const { row, sheet, car } = rowPlaceOf(rowId)
  if (sheet === addedSheet) return `${row} (added by hand)`
  const ofSheet = sheet > 0 ? ` of sheet ${sheet}` : ''
  return `${row}${ofSheet}${car > 0 ? ` (${carNames[car]} car)` : ''}`
}

/** The same for a cell of a table: a number where the row has one in its file, so that Excel sorts by it. */
export const rowCell = (row: number): number | string => (rowText(row) === String(row) ? row : rowText(row))

const writtenRow = /^\s*(\d+)(?: of sheet (\d+))?(?: \((\w+) car\))?\s*$/i

const writtenAddedRow = /^\s*(\d+) \(added by hand\)\s*$/i

/** The number of a row that `rowText` wrote; also a plain number of a row. Null: the text names no row. */
export function readRowText(text: string): number | null {
  const [, added] = writtenAddedRow.exec(text) ?? []
  if (added !== undefined) return Number(added) > 0 && Number(added) < rowsPerPlace ? addedRowId(Number(added)) : null
  const [, row, sheet, car] = writtenRow.exec(text) ?? []
  if (row === undefined) return null
  const place = { row: Number(row), sheet: Number(sheet ?? 0), car: car ? carNames.indexOf(car.toLowerCase()) : 0 }
  const isPlace = place.row > 0 && place.car >= 0 && place.sheet <= maxSheetsTogether
  return isPlace && (place.row < rowsPerPlace || (place.sheet === 0 && place.car === 0)) ? rowIdOf(place) : null
}
