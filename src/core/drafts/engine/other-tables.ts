import type { Draft } from '../../../contract/drafts.ts'
import { cellText } from '../../fields/source-cell.ts'
import { headerKind, namesCars } from '../headers/header-score.ts'
import { skipReasons } from '../reading/file-messages.ts'
import type { DraftSource } from '../model/draft-source.ts'
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
  const { tableOf } = source.facts.sheets[sheets[0] ?? 0] ?? {}
  const others = reading.sheets.filter((at) => {
    const other = source.facts.sheets[at]
    if (!other || sheets.includes(at)) return false
    return (tableOf !== undefined && other.tableOf === tableOf) || isCustomerSheet(source, at)
  })
  const below = table.skippedRows.filter(({ reason }) => reason === skipReasons.otherTable).length
  const rows = others.reduce((sum, at) => sum + (source.facts.sheets[at]?.rowCount ?? 0), below)
  if (rows === 0) return null
  return { rows, hasCars: others.some((at) => headOf(source, at).some((texts) => texts.some(namesCars))) }
}

/** Whether a sheet is shown, and names cars and customers. */
export const isCustomerSheet = (source: DraftSource, at: number): boolean =>
  source.facts.sheets[at]?.hidden === false && headOf(source, at).some(namesCustomers)

const headOf = ({ rows }: DraftSource, at: number): string[][] =>
  (rows[at] ?? []).slice(0, headRows).map(({ cells }) => cells.map(cellText))

const namesCustomers = (texts: readonly string[]): boolean =>
  (['car', 'name'] as const).every((kind) => texts.some((text) => headerKind(text) === kind))
