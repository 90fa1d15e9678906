import type { Draft } from '../../../contract/drafts.ts'
import { cellText } from '../../fields/source-cell.ts'
import { namesCars } from '../headers/header-score.ts'
import { skipReasons } from '../reading/file-messages.ts'
import type { DraftState } from './draft-state.ts'

/** A header stands in one of the first rows. */
const headRows = 30

/**
 * Rows of the sheet that are in another table than the one that is read. Null: none, or the user chose the table. Of a table directly
 * below only what is skipped is known.
 */
export function otherTablesOf(state: DraftState): Draft['source']['otherTables'] | null {
  const { index, reading, sheets, source, table } = state
  if (index.sheet !== null || index.sheets !== null) return null
  const { tableOf } = source.facts.sheets[sheets[0] ?? 0] ?? {}
  const others = reading.sheets.filter(
    (at) => tableOf !== undefined && source.facts.sheets[at]?.tableOf === tableOf && !sheets.includes(at),
  )
  const below = table.skippedRows.filter(({ reason }) => reason === skipReasons.otherTable).length
  const rows = others.reduce((sum, at) => sum + (source.facts.sheets[at]?.rowCount ?? 0), below)
  if (rows === 0) return null
  const hasCars = others.some((at) =>
    (source.rows[at] ?? []).slice(0, headRows).some(({ cells }) => cells.some((cell) => namesCars(cellText(cell)))),
  )
  return { rows, hasCars }
}
