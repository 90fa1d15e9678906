import type { Draft } from '../../../contract/drafts.ts'
import { cellText } from '../../fields/source-cell.ts'
import { headerKind, namesCars } from '../headers/header-score.ts'
import { skipReasons } from '../reading/file-messages.ts'
import type { DraftState } from './draft-state.ts'

/** A header stands in one of the first rows. */
const headRows = 30

/**
 * Rows that are in another table than the one that is read: of the same sheet, or of another one that is shown and names cars and customers.
 * Null: none, or the user chose the table. Of a table directly below only what is skipped is known.
 */
export function otherTablesOf(state: DraftState): Draft['source']['otherTables'] | null {
  const { index, reading, sheets, source, table } = state
  if (index.sheet !== null || index.sheets !== null) return null
  const headOf = (at: number): string[][] =>
    (source.rows[at] ?? []).slice(0, headRows).map(({ cells }) => cells.map(cellText))
  const { tableOf } = source.facts.sheets[sheets[0] ?? 0] ?? {}
  const others = reading.sheets.filter((at) => {
    const other = source.facts.sheets[at]
    if (!other || sheets.includes(at)) return false
    return (tableOf !== undefined && other.tableOf === tableOf) || (!other.hidden && headOf(at).some(namesCustomers))
  })
  const below = table.skippedRows.filter(({ reason }) => reason === skipReasons.otherTable).length
  const rows = others.reduce((sum, at) => sum + (source.facts.sheets[at]?.rowCount ?? 0), below)
  if (rows === 0) return null
  return { rows, hasCars: others.some((at) => headOf(at).some((texts) => texts.some(namesCars))) }
}

const namesCustomers = (texts: readonly string[]): boolean =>
  (['car', 'name'] as const).every((kind) => texts.some((text) => headerKind(text) === kind))
