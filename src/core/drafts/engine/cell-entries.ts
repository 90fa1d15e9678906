import type { CustomerField } from '../../../contract/draft-rows.ts'
import { entryToClear, entryToSet, isChange, type OverrideEntry } from '../model/overrides.ts'
import { nextRangeId } from './plan-entries.ts'
import { RowRanges } from '../model/row-ranges.ts'
import type { DraftState } from './draft-state.ts'

/** A text that the user typed for a cell, and the text in the file. */
export interface CellText {
  readonly row: number
  readonly field: CustomerField
  readonly text: string
  readonly original: string
}

/** From this many cells of one field on, one entry has them all: 100,000 entries would take a second to save. */
export const rangeFrom = 8

/**
 * Whether a cell with this typed text is as in the file, so that it needs no override. A blank state can come from the
 * rego's cell or the default state, and "LEE, Ann" may be turned, so these always need one.
 */
const isAsInFile = ({ index }: Pick<DraftState, 'index'>, { field, text, original }: Omit<CellText, 'row'>): boolean =>
  text === original.trim() &&
  !index.replacements.get(field)?.has(original) &&
  !(field === 'state' && text === '') &&
  !(field === 'client_name' && text.includes(','))

/** The entry by which a cell has the text of the file again. */
function entryForOriginal({ overrides, index }: DraftState, row: number, field: CustomerField): OverrideEntry {
  return index.cells.of(field).inRange(row) === undefined
    ? entryToClear(overrides, { kind: 'cell', row, field })
    : entryToSet(overrides, { kind: 'cell', row, field, text: null })
}

/** The entries that give cells their texts. */
export function cellEntries(state: DraftState, cells: readonly CellText[]): OverrideEntry[] {
  const entries: OverrideEntry[] = []
  /** By field and row: of a row that is pasted twice, the last text counts. */
  const typed = new Map<CustomerField, Map<number, string>>()
  for (const cell of cells) {
    const { row, field, text } = cell
    if (isAsInFile(state, cell)) entries.push(entryForOriginal(state, row, field))
    else typed.set(field, (typed.get(field) ?? new Map<number, string>()).set(row, text))
  }
  let id = nextRangeId(state.overrides)
  for (const [field, found] of typed) {
    const rows = [...found.keys()].toSorted((one, other) => one - other)
    entries.push(...textEntries(state, { field, rows, texts: rows.map((row) => found.get(row) ?? '') }, id))
    id += 1
  }
  return entries.filter(isChange)
}

/** Typed texts of one field: rows, ascending, and the text of each. */
interface TypedCells {
  readonly field: CustomerField
  readonly rows: readonly number[]
  readonly texts: readonly string[]
}

/** The entries for typed texts of one field: one for all, or one for each of a few. `id`: of a new range. */
export function textEntries({ overrides, index }: DraftState, typed: TypedCells, id: number): OverrideEntry[] {
  const { field, rows, texts } = typed
  if (rows.length < rangeFrom)
    return rows.map((row, at) => entryToSet(overrides, { kind: 'cell', row, field, text: texts[at] ?? '' }))
  const range = entryToSet(overrides, {
    kind: 'cells',
    id,
    field,
    rows: RowRanges.of(rows),
    texts: texts.every((text) => text === texts[0]) ? texts.slice(0, 1) : texts,
  })
  // A single cell would win over the range.
  const singles = rows.filter((row) => index.cells.of(field).isSingle(row))
  return [range, ...singles.map((row) => entryToClear(overrides, { kind: 'cell', row, field }))]
}
