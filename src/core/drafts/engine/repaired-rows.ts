import type { SourceRow } from '../../fields/source-cell.ts'
import type { RowMark } from '../checking/row-marks.ts'
import type { RowRepair } from '../model/draft-source.ts'
import type { RowList } from '../columns/row-list.ts'

/** The rows of a sheet with the readings that the user chose, and a mark for each row that has two. */
export interface RepairedRows {
  readonly rows: RowList
  /** By row number. */
  readonly marks: ReadonlyMap<number, RowMark>
}

/**
 * Replaces the rows of each repaired place whose other reading was chosen; `chosen` has their first rows. Every other
 * row keeps its number. A reading with more rows than the one before gets numbers after the last row of the sheet for
 * them, always the same ones.
 */
export function chooseReadings(
  rows: RowList,
  repairs: readonly RowRepair[],
  chosen: ReadonlySet<number>,
): RepairedRows {
  const marks = new Map<number, RowMark>()
  if (repairs.length === 0) return { rows, marks }
  const replaced = new Map<number, RowRepair>()
  const added: SourceRow[] = []
  let nextFree = (rows.at(rows.length - 1)?.row ?? 0) + 1
  for (const repair of repairs) {
    const otherInUse = chosen.has(repair.row)
    const count = otherInUse ? Math.min(repair.rows, repair.other.length) : repair.rows
    for (let at = 0; at < count; at += 1) marks.set(repair.row + at, { repair, otherInUse })
    if (otherInUse) replaced.set(repair.row, repair)
    for (const cells of repair.other.slice(repair.rows)) {
      if (otherInUse) {
        marks.set(nextFree, { repair, otherInUse })
        added.push({ row: nextFree, cells })
      }
      nextFree += 1
    }
  }
  if (replaced.size === 0) return { rows, marks }
  const result: SourceRow[] = []
  let until = 0
  for (const row of rows) {
    const repair = replaced.get(row.row)
    if (repair) {
      until = repair.row + repair.rows
      result.push(...repair.other.slice(0, repair.rows).map((cells, at) => ({ row: repair.row + at, cells })))
    } else if (row.row >= until) {
      result.push(row)
    }
  }
  return { rows: [...result, ...added], marks }
}
