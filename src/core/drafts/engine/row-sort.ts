import type { CustomerField, RowColumn, RowSort } from '../../../contract/draft-rows.ts'
import { dateParts, dayNumber } from '../../../contract/calendar-date.ts'
import { keyPlaces } from '../checking/key-order.ts'
import { unnumbered } from '../checking/numbered-texts.ts'
import { originalColumn } from '../checking/row-columns.ts'
import { numberedFields, rowFlags, type NumberedField } from '../checking/row-facts.ts'
import { cellKey, dateKey, numberKey, sortRanks, textKey, type SortKey } from '../checking/sort-key.ts'
import { SortKeys } from '../checking/sort-keys.ts'
import { cellEnd } from '../packed/cell-bytes.ts'
import { CellTable } from '../packed/cell-table.ts'
import type { DraftState } from './draft-state.ts'
import { shownOriginal, valueOf } from './row-texts.ts'

/** Cells of a column that are looked for among those before. With more, most are in one row only. */
const maxKept = 20_000

/** The rows by a column; equal ones stay in their order. `positions`: ascending. */
export function sortRows(state: DraftState, positions: Uint32Array, { column, descending }: RowSort): Uint32Array {
  if (column === 'row') return descending ? positions.reverse() : positions
  const { keys, numbers } = keysOf(state, positions, column)
  const places = keyPlaces(keys)
  const last = keys.length
  /** By key: where its rows come, among all keys. */
  const targets = places
  let [lastPlace, hasEmpty] = [-1, false]
  for (let key = 0; key < last; key += 1) {
    const place = places[key] as number
    if (place > lastPlace) lastPlace = place
    if (keys.ranks[key] === sortRanks.empty) {
      targets[key] = last
      hasEmpty = true
    } else if (descending) targets[key] = last - 1 - place
  }
  const sorted = new Uint32Array(positions.length)
  // Each row has a place of its own.
  if (!hasEmpty && last === numbers.length && lastPlace === last - 1) {
    for (let at = 0; at < numbers.length; at += 1)
      sorted[targets[numbers[at] as number] as number] = positions[at] as number
    return sorted
  }
  const starts = new Uint32Array(last + 2)
  for (let at = 0; at < numbers.length; at += 1) {
    const target = (targets[numbers[at] as number] as number) + 1
    starts[target] = (starts[target] as number) + 1
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] as number) + (starts[at - 1] as number)
  for (let at = 0; at < numbers.length; at += 1) {
    const target = targets[numbers[at] as number] as number
    const place = starts[target] as number
    sorted[place] = positions[at] as number
    starts[target] = place + 1
  }
  return sorted
}

/** Keys, and by row, in the order of the positions, the number of its key. */
interface RowKeys {
  readonly keys: SortKeys
  readonly numbers: Uint32Array
}

function keysOf(state: DraftState, positions: Uint32Array, column: RowColumn): RowKeys {
  // Each row has a key at most, and '' has one.
  const rows = { keys: new SortKeys(positions.length + 1), numbers: new Uint32Array(positions.length) }
  if (typeof column === 'number') addCells(state, positions, column, rows)
  else if (isNumbered(column)) addNumbered(state, positions, column, rows)
  else if (column === 'mobile_number') addMobiles(state, positions, rows)
  else addVehicles(state, positions, column, rows)
  return rows
}

/** Cells of the file. Equal ones have one key as far as they repeat. */
function addCells({ context, plan, rows }: DraftState, positions: Uint32Array, column: number, added: RowKeys): void {
  const dates = { order: plan.columns[column]?.dates?.order ?? 'dmy', today: context.today } as const
  const { keys, numbers } = added
  const cursor = rows.cells(column)
  const emptyKey = keys.add(textKey(''))
  let table: CellTable | null = new CellTable(maxKept)
  let repeated = 0
  /** By number in the table. */
  const kept: number[] = []
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number
    cursor.moveTo(position)
    const { bytes, start } = cursor
    if (start < 0 || bytes[start] === 0) {
      numbers[at] = emptyKey
      continue
    }
    const number = table ? table.numberOf(bytes, start, cellEnd(bytes, start)) : -1
    const known = number < 0 ? undefined : kept[number]
    if (known !== undefined) {
      numbers[at] = known
      repeated += 1
      continue
    }
    const length = cursor.shortLength
    const key =
      length < 0
        ? keys.add(cellKey(rows.cellAt(position, column), dates))
        : keys.addCellText(bytes, start + 1, start + 1 + length, dates)
    numbers[at] = key
    if (number >= 0) kept[number] = key
    else if (repeated < maxKept) table = null
  }
}

/** By the numbers of values, without their texts. */
function addNumbered(
  state: DraftState,
  positions: Uint32Array,
  field: NumberedField,
  { keys, numbers }: RowKeys,
): void {
  const { facts, texts } = state.rows
  const values = facts.values[field]
  const known: number[] = []
  const { texts: numbered } = texts.numbered[field]
  const spare = texts.spare[field]
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number
    const value = values[position] as number
    if (value === 0) numbers[at] = addOriginal(state, position, field, keys)
    else if (value === unnumbered) {
      const short = isDate(field) ? null : spare.shortTextAt(position)
      numbers[at] = short
        ? keys.addText(short.bytes, short.start, short.start + short.length)
        : keys.add(fieldKey(field, valueOf(state, position, field)))
    } else numbers[at] = known[value] ??= keys.add(fieldKey(field, numbered[value] ?? ''))
  }
}

function addMobiles(state: DraftState, positions: Uint32Array, { keys, numbers }: RowKeys): void {
  const { mobiles } = state.rows.facts
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number
    const mobile = mobiles[position] as number
    numbers[at] = mobile === 0 ? addOriginal(state, position, 'mobile_number', keys) : keys.add(numberKey(mobile))
  }
}

/** Regos and VINs, which are mostly the texts in the file. */
function addVehicles(
  state: DraftState,
  positions: Uint32Array,
  field: 'rego' | 'vin',
  { keys, numbers }: RowKeys,
): void {
  const { facts, rules } = state.rows
  const hashes = facts[field === 'rego' ? 'regos' : 'vins']
  const asWritten = field === 'rego' ? rowFlags.regoAsWritten : rowFlags.vinAsWritten
  const cursor = state.rows.cells(originalColumn(field, rules.plan) ?? -1)
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number
    if (hashes[position] !== 0 && ((facts.flags[position] as number) & asWritten) !== 0) {
      cursor.moveTo(position)
      const length = cursor.shortLength
      if (length > 0) {
        numbers[at] = keys.addText(cursor.bytes, cursor.start + 1, cursor.start + 1 + length)
        continue
      }
    }
    const value = valueOf(state, position, field)
    numbers[at] = value === '' ? addOriginal(state, position, field, keys) : keys.add(textKey(value))
  }
}

/** A row without a value: by the text that an issue leaves, if any. */
const addOriginal = (state: DraftState, position: number, field: CustomerField, keys: SortKeys): number =>
  keys.add(textKey(shownOriginal(state, position, field)))

const isNumbered = (field: CustomerField): field is NumberedField => numberedFields.some((one) => one === field)
const isDate = (field: CustomerField): boolean => field === 'sale_date' || field === 'expiry_date'

const fieldKey = (field: CustomerField, value: string): SortKey =>
  isDate(field) ? dateKey(dayNumber(dateParts(value))) : textKey(value)
