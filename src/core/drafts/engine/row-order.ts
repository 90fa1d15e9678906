import type { CustomerField, RowColumn, RowSort } from '../../../contract/draft-rows.ts'
import { type CalendarDate, dateParts, dayNumber } from '../../../contract/calendar-date.ts'
import type { DraftState } from './draft-state.ts'
import { filterTest, type RowQuery, shownOriginal, valueOf } from './row-query.ts'
import type { DateOrder } from '../../../contract/column-choices.ts'
import { readDate } from '../../fields/date-forms.ts'
import { fullYear, inOrder } from '../../fields/date-order.ts'
import { cellText, type SourceCell } from '../../fields/source-cell.ts'
import { statusCodes } from './row-issues.ts'

/** The rows by a column; equal ones stay in their order. `positions`: ascending. */
function sortRows(state: DraftState, positions: Uint32Array, { column, descending }: RowSort): Uint32Array {
  if (column === 'row') return descending ? positions.reverse() : positions
  const { keys, numbers } = keysOf(state, positions, column)
  const places = placesOf(keys, descending)
  // A counting sort: equal rows keep their order.
  const starts = new Uint32Array(keys.length + 1)
  for (const number of numbers) starts[(places[number] as number) + 1]! += 1
  for (let at = 1; at < starts.length; at += 1) starts[at]! += starts[at - 1] as number
  const sorted = new Uint32Array(positions.length)
  for (let at = 0; at < numbers.length; at += 1) {
    const place = places[numbers[at] as number] as number
    sorted[starts[place] as number] = positions[at] as number
    starts[place]! += 1
  }
  return sorted
}

/** By key: where its rows come. Equal keys have one place; rows without a text are last in either direction. */
function placesOf(keys: readonly SortKey[], descending: boolean): Uint32Array {
  const order = Uint32Array.from(keys, (_, key) => key)
  const compare = (a: number, b: number): number => compareKeys(keys[a] as SortKey, keys[b] as SortKey, descending)
  order.sort(compare)
  const places = new Uint32Array(keys.length)
  let place = 0
  for (let at = 1; at < order.length; at += 1) {
    if (compare(order[at - 1] as number, order[at] as number) !== 0) place += 1
    places[order[at] as number] = place
  }
  return places
}

/** What rows are sorted by: different keys, and for each row, in the order of the positions, the number of its key. */
interface RowKeys {
  readonly keys: readonly SortKey[]
  readonly numbers: Uint32Array
}

function keysOf(state: DraftState, positions: Uint32Array, column: RowColumn): RowKeys {
  if (typeof column === 'number') return keysOfCells(state, positions, column)
  const keys: SortKey[] = []
  const known = new Map<string, number>()
  const numbers = new Uint32Array(positions.length)
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number
    const value = valueOf(state, position, column)
    // A row without a value comes by the text that an issue leaves, if any.
    const text = value === '' ? shownOriginal(state, position, column) : value
    const name = value === '' ? `-${text}` : `+${text}`
    let number = known.get(name)
    if (number === undefined) {
      number = keys.push(value === '' ? textKey(text) : valueKey(column, value)) - 1
      known.set(name, number)
    }
    numbers[at] = number
  }
  return { keys, numbers }
}

function keysOfCells({ context, plan, rows }: DraftState, positions: Uint32Array, column: number): RowKeys {
  const dates = { order: plan.columns[column]?.dates?.order ?? 'dmy', today: context.today } as const
  const { cells } = rows.records.cellsOf(column)
  const numbersOfCells = rows.records.cellNumbers(column)
  return {
    keys: cells.map((cell) => cellKey(cell ?? null, dates)),
    numbers: positions.map((position) => numbersOfCells[position] as number),
  }
}

function valueKey(field: CustomerField, value: string): SortKey {
  switch (field) {
    case 'mobile_number':
      return numberKey(Number(value))
    case 'sale_date':
    case 'expiry_date':
      return dateKey(dayNumber(dateParts(value)))
    default:
      return textKey(value)
  }
}

/** Numbers come before dates, dates before texts, and empty cells are last in both directions. */
const sortRanks = { number: 0, date: 1, text: 2, empty: 3 } as const

/** What cells are sorted by. */
export interface SortKey {
  readonly rank: number
  /** A number, or the number of a day. */
  readonly number: number
  readonly text: string
}

/** How the dates of a column are read. */
export interface SortDates {
  readonly order: DateOrder
  readonly today: CalendarDate
}

const emptyKey: SortKey = { rank: sortRanks.empty, number: 0, text: '' }
const plainNumber = /^[-+]?\$? ?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?%?$/
/** Longer texts are no dates. */
const maxDateLength = 40

const numberKey = (number: number): SortKey => ({ rank: sortRanks.number, number, text: '' })
const dateKey = (day: number): SortKey => ({ rank: sortRanks.date, number: day, text: '' })

/** The key of a text that is no number and no date. */
function textKey(text: string): SortKey {
  const trimmed = text.trim()
  return trimmed === '' ? emptyKey : { rank: sortRanks.text, number: 0, text: sortText(trimmed) }
}

/** A text without case and accents, and with one kind of quotes. */
function sortText(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\x20-\x7e]*$/.test(lower)) return lower
  // Letters of other shapes become plain ones, which can be capitals.
  return lower.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[‘’]/g, "'").toLowerCase()
}

/** The key of a cell of the file. */
export function cellKey(cell: SourceCell, dates: SortDates): SortKey {
  if (typeof cell === 'number') return numberKey(cell)
  if (cell !== null && typeof cell === 'object' && 'serial' in cell) return dateKey(cell.serial - serialOfDay0)
  const text = cellText(cell).trim()
  if (plainNumber.test(text)) return numberKey(numberOf(text))
  const day = text.length <= maxDateLength && /\d/.test(text) ? dayOf(text, dates) : null
  return day === null ? textKey(text) : dateKey(day)
}

/** Excel's serial of 1 January 1970. */
const serialOfDay0 = 25_569

const numberOf = (text: string): number => Number(text.replace(/[$, %+]/g, '')) / (text.endsWith('%') ? 100 : 1)

/** The day that a text names, as `dayNumber`; null: none. */
function dayOf(text: string, { order, today }: SortDates): number | null {
  const reading = readDate(text)
  switch (reading.kind) {
    case 'certain':
      return dayNumber(reading.parts)
    case 'certain-short':
      return dayNumber({ ...reading, year: fullYear(reading.shortYear, 'sale_date', today) })
    case 'numbers': {
      const parts = inOrder(reading, order, 'sale_date', today)
      return parts && dayNumber(parts)
    }
    case 'month': {
      const year = reading.shortYear ? fullYear(reading.year, 'sale_date', today) : reading.year
      return dayNumber({ year, month: reading.month, day: 1 })
    }
    case 'empty':
    case 'placeholder':
    case 'unreadable':
      return null
  }
}

/** Less than 0: `a` is before `b`. Equal cells keep the order that they have. */
export function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a.rank === sortRanks.empty || b.rank === sortRanks.empty) return a.rank - b.rank
  const ascending = a.rank - b.rank || a.number - b.number || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)
  return descending ? -ascending : ascending
}

/** Numbers of the rows that a query selects, in its order. */
export function orderRows(state: DraftState, query: RowQuery): Uint32Array {
  const { rows } = state
  const selected = selectRows(state, query)
  const { sort } = query
  if (!sort) return numbersOf(rows.numbers, sortByStatus(state, selected))
  return numbersOf(rows.numbers, sortRows(state, selected, sort))
}

function numbersOf(numbers: Uint32Array, positions: Uint32Array): Uint32Array {
  for (let at = 0; at < positions.length; at += 1) positions[at] = numbers[positions[at] ?? 0] ?? 0
  return positions
}

/** Positions of the rows that pass a query, ascending. */
export function selectRows(state: DraftState, { show, group, search, filters = [] }: RowQuery): Uint32Array {
  const wanted = search.trim().toLowerCase()
  const found = wanted === '' ? null : state.search.find(state.rows, wanted)
  const tests = filters.map((filter) => filterTest(state, filter))
  const { statuses } = state.issues
  const status = show === 'all' ? null : statusCodes[show]
  const selected = new Uint32Array(statuses.length)
  if (group === null && status === null && found === null && tests.length === 0) {
    for (let position = 0; position < selected.length; position += 1) selected[position] = position
    return selected
  }
  let count = 0
  const take = (position: number): void => {
    if (status !== null && statuses[position] !== status) return
    if (found?.[position] === 0 || !tests.every((test) => test(position))) return
    selected[count] = position
    count += 1
  }
  if (group !== null) for (const position of state.issues.positionsWith(group)) take(position)
  else for (let position = 0; position < statuses.length; position += 1) take(position)
  return selected.slice(0, count)
}

/** Errors first, then warnings, then the others, each in the order of the file. */
function sortByStatus({ issues }: DraftState, positions: Uint32Array): Uint32Array {
  const { statuses } = issues
  const sorted = new Uint32Array(positions.length)
  let count = 0
  for (const wanted of [statusCodes.error, statusCodes.warning, statusCodes.ready]) {
    for (let at = 0; at < positions.length; at += 1) {
      const position = positions[at] ?? 0
      // An excluded row stands where a ready one would.
      if (Math.min(statuses[position] ?? 0, statusCodes.ready) !== wanted) continue
      sorted[count] = position
      count += 1
    }
  }
  return sorted
}
