import { maxCarsInRow, rowIdOf, rowPlaceOf } from '../../../contract/row-id.ts'
import { cellText, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { isPlaceholder } from '../../fields/cell-text.ts'
import { RowSelection } from '../columns/row-selection.ts'
import { skipReasons } from '../reading/file-messages.ts'
import type { SkippedRow, Table } from '../reading/find-table.ts'
import { readHeader } from '../headers/known-headers.ts'

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

/** The columns of a table that holds several cars in a row ("Rego 1", "State 1", "Rego 2", "State 2"). */
interface CarColumns {
  /** Names of the columns of one car, as written for the first, without the number. */
  readonly names: readonly string[]
  /** For each car: the position of each of these columns; -1 where the car has none. */
  readonly cars: readonly (readonly number[])[]
  /** Whether a column tells that there is a car: rego or VIN. */
  readonly isCar: readonly boolean[]
}

interface NumberedHeader {
  readonly column: number
  /** Without the number: columns of two cars with one stem belong together. */
  readonly stem: string
  readonly name: string
  readonly number: number
}

const carTargets = new Set(['rego', 'vin', 'rego_and_state'])
const carWords =
  /\b(?:car|vehicle|veh|rego|registration|plate|vin|chassis|make|model|badge|variant|series|year|colou?r|body|engine|odometer|odo|km|kms|kilomet(?:re|er)s|stock|transmission|fuel|build|compliance)\b/i
/** A number at the end or between two words: "Rego 1", "Rego2", "Vehicle 1 Rego", "2nd Rego", "Rego (2)", "Rego_2"; ordinals are read as numbers. */
const numbered = /^(.*?)[\s_#(.-]*(\d)(?:st|nd|rd|th)?\)?(?![\d.])[\s_:.-]*(\D*)$/i

/** The columns of several cars; null when each row has one. The first car may have no number ("Rego", "Rego 2"). */
export function findCarColumns(header: readonly string[]): CarColumns | null {
  const all = header.flatMap((text, column) => numberedHeader(text, column) ?? [])
  const numberedColumns = new Set(all.map(({ column }) => column))
  const byStem = Map.groupBy(all, ({ stem }) => stem)
  for (const [stem, columns] of byStem) {
    const plain = header.findIndex((text, column) => !numberedColumns.has(column) && stemOf(text) === stem)
    const needsFirst = plain >= 0 && !columns.some(({ number }) => number === 1)
    if (needsFirst) columns.push({ column: plain, stem, name: header[plain] ?? '', number: 1 })
  }
  const stems = [...byStem].flatMap(([stem, columns]) => {
    const numbers = new Set(columns.map(({ number }) => number))
    const isSound = numbers.size > 1 && numbers.size === columns.length && numbers.has(1)
    return isSound && isOfCar(stem) ? [{ stem, columns }] : []
  })
  const isCar = stems.map(({ stem }) => carTargets.has(targetOf(stem) ?? ''))
  const count = Math.max(0, ...stems.flatMap(({ columns }) => columns.map(({ number }) => number)))
  if (!isCar.includes(true) || count > maxCarsInRow) return null
  return {
    names: stems.map(({ columns }) => columns.find(({ number }) => number === 1)?.name ?? ''),
    cars: Array.from({ length: count }, (_, car) =>
      stems.map(({ columns }) => columns.find(({ number }) => number === car + 1)?.column ?? -1),
    ),
    isCar,
  }
}

const stemOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

const ordinals: Readonly<Record<string, string>> = {
  first: '1',
  one: '1',
  second: '2',
  two: '2',
  third: '3',
  three: '3',
}

function numberedHeader(text: string, column: number): NumberedHeader | null {
  const inDigits = text.replace(
    /\b(?:first|one|second|two|third|three)\b/i,
    (word) => ordinals[word.toLowerCase()] ?? word,
  )
  const found = numbered.exec(inDigits.trim())
  if (!found) return null
  const [, before = '', digit = '', after = ''] = found
  const name = `${before} ${after}`.replace(/\s+/g, ' ').trim()
  const stem = stemOf(name)
  return stem === '' || digit === '0' ? null : { column, stem, name, number: Number(digit) }
}

const targetOf = (stem: string): string | undefined => readHeader(stem, false).named?.target

/** "State", "Sale date" and other facts of a sale belong to the car; phones and names belong to the person. */
function isOfCar(stem: string): boolean {
  const target = targetOf(stem)
  if (target !== undefined) return carTargets.has(target) || target === 'state' || target === 'sale_date'
  return carWords.test(stem)
}
