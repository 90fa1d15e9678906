import type { CustomerField, RowColumn, RowSort } from '../../../contract/draft-rows.ts'
import { dateParts, dayNumber } from '../../../contract/calendar-date.ts'
import { cellKey, compareKeys, dateKey, numberKey, textKey, type SortKey } from '../checking/sort-key.ts'
import type { DraftState } from './draft-state.ts'
import { shownOriginal, valueOf } from './row-query.ts'

/** The rows by a column; equal ones stay in their order. `positions`: ascending. */
export function sortRows(state: DraftState, positions: Uint32Array, { column, descending }: RowSort): Uint32Array {
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
