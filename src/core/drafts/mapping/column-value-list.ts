import type { ColumnTarget } from '../../../contract/column-choices.ts'
import { normaliseHeader } from '../headers/normalise-header.ts'
import { cellText } from '../../fields/source-cell.ts'
import type { ColumnCounts } from './column-counts.ts'
import { noteKey, noteText } from './contact-notes.ts'

/** More different values are a list of customers, not of meanings. */
const maxValues = 60

/** Fields whose column has the whole text of the field in each cell. */
const listedFields = ['state', 'sale_date', 'expiry_date'] as const

/** The field that a column with this target gives, where its texts can become other texts; null: its values can exclude rows. */
export const listedField = (target: ColumnTarget): (typeof listedFields)[number] | null =>
  listedFields.find((field) => field === target) ?? null

/** Whether the values of a column with this target can get a meaning. */
export const hasValueList = (target: ColumnTarget): boolean =>
  listedField(target) !== null || target === 'keep' || target === 'leave_out' || target === 'opt_out'

/** A different text of a column. */
export interface ListedValue {
  readonly text: string
  readonly rows: number
  /** By which an exclusion of its rows is remembered: of the column's name and its text, as a digest. */
  readonly key: string
  /** See `noteText`: how cells are compared with it. */
  readonly note: string
}

/** The different texts of a column, most rows first; null: there are too many, or none. `header`: as written. */
export function listValues(column: number, header: string, counts: ColumnCounts): readonly ListedValue[] | null {
  return counts.once(`values ${column}`, () => {
    const found = new Map<string, number>()
    for (const { cell, count } of counts.cells(column)) {
      const text = cellText(cell)
      if (text.trim() === '') continue
      found.set(text, (found.get(text) ?? 0) + count)
      if (found.size > maxValues) return null
    }
    if (found.size === 0) return null
    const name = normaliseHeader(header)
    return [...found]
      .map(([text, rows]) => ({ text, rows, key: noteKey(`${name}\n${noteText(text)}`), note: noteText(text) }))
      .toSorted((a, b) => b.rows - a.rows)
  })
}

/**
 * What was decided about the rows of a column's values, by `noteText`: true: they are excluded. `decided`: in this draft;
 * `remembered`: for an earlier file. Both are by key.
 */
export function decidedValues(
  values: readonly ListedValue[] | null,
  decided: ReadonlyMap<string, boolean>,
  remembered: Readonly<Record<string, boolean>>,
): ReadonlyMap<string, boolean> {
  return new Map(
    (values ?? []).flatMap(({ key, note }) => {
      const excluded = decided.get(key) ?? remembered[key]
      return excluded === undefined ? [] : [[note, excluded] as const]
    }),
  )
}

/** Whether only one column can have this target. Several mobiles are tried in order, and all opt-outs count. */
export const takesOneColumn = (target: ColumnTarget): boolean =>
  !['keep', 'leave_out', 'mobile_number', 'opt_out'].includes(target)
