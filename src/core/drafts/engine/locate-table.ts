import { cellText } from '../../fields/source-cell.ts'
import type { RowMark } from '../checking/row-marks.ts'
import { headerKind, headerScore } from '../mapping/header-score.ts'
import { undoExport } from '../mapping/reimport.ts'
import type { DraftSource } from '../model/draft-source.ts'
import type { OverrideIndex } from '../model/override-index.ts'
import { findTable, type Table } from '../reading/find-table.ts'
import { chooseReadings } from './repaired-rows.ts'

export interface LocatedTable {
  /** Position of the sheet in the file. */
  readonly sheet: number
  readonly table: Table
  /** Rows that can be read in two ways, by number. */
  readonly marks: ReadonlyMap<number, RowMark>
}

/** The sheet that the user chose or the likeliest one, and the table in it. */
export function locateTable(source: DraftSource, overrides: OverrideIndex): LocatedTable {
  const chosen = source.facts.sheets.findIndex(({ name }) => name === overrides.sheet)
  const sheet = chosen >= 0 ? chosen : likeliestSheet(source)
  const { merges = [], repairs = [] } = source.facts.sheets[sheet] ?? {}
  const { headerRow, records, otherReadings } = overrides
  const { rows, marks } = chooseReadings(source.rows[sheet] ?? [], repairs, otherReadings)
  const table = undoExport(findTable({ rows, merges }, { headerRow, records, headerScore, headerKind }))
  return { sheet, table, marks }
}

/**
 * The visible sheet with the most rows; a sheet whose header reads like a customer list goes before others. Of the
 * tables of a text file, which stand below one another, the first.
 */
function likeliestSheet(source: DraftSource): number {
  const { kind, sheets } = source.facts
  if (kind === 'csv') return 0
  const anyVisible = sheets.some(({ hidden }) => !hidden)
  let best = { at: 0, score: -1 }
  for (const [at, sheet] of sheets.entries()) {
    if (anyVisible && sheet.hidden) continue
    const headers = (source.rows[at] ?? []).slice(0, 30).map((row) => headerScore(row.cells.map(cellText)))
    const score = sheet.rowCount * (0.2 + Math.max(0, ...headers))
    if (score > best.score) best = { at, score }
  }
  return best.at
}
