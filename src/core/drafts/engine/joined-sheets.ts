import { rowIdOf, rowPlaceOf } from '../../../contract/row-id.ts'
import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'
import { normaliseHeader } from '../headers/normalise-header.ts'
import type { DraftSource } from '../model/draft-source.ts'
import { RowSelection } from '../columns/row-selection.ts'
import { findTable, type Table, type TableRules } from '../reading/find-table.ts'
import { tableWords } from './draft-text.ts'

/** Enough rows to find a header. */
const headRows = 60

/**
 * One table of the rows of several sheets with the same columns (monthly tabs), in the order of the file. Their columns
 * are put in the order of the first sheet, and a last column has the name of each row's sheet. Row numbers are row ids
 * (`row-id.ts`).
 */
export function joinSheets(source: DraftSource, sheets: readonly number[], rules: TableRules): Table {
  const parts = sheets.map((sheet) => ({ sheet, table: sheetTable(source, sheet, rules) }))
  const header = parts[0]?.table.header ?? []
  const skippedRows: Table['skippedRows'][number][] = []
  const overlong = new Set<number>()
  let width = header.length
  for (const { table } of parts) width = Math.max(width, table.header.length)
  function* joinedRows(): Generator<SourceRow> {
    for (const { sheet, table } of parts) {
      const name = source.facts.sheets[sheet]?.name ?? ''
      const order = columnOrder(header, table.header)
      for (const { row, cells } of table.records) {
        const placed: SourceCell[] = Array.from({ length: width }, () => null)
        for (const [column, cell] of cells.entries()) placed[order[column] ?? column] = cell
        placed[width] = name
        yield { row: idIn(sheet, row), cells: placed }
      }
    }
  }
  for (const { sheet, table } of parts) {
    for (const skipped of table.skippedRows) skippedRows.push({ ...skipped, row: idIn(sheet, skipped.row) })
    for (const row of table.overlong) overlong.add(idIn(sheet, row))
  }
  const names = Array.from({ length: width }, (_, column) => header[column] ?? '')
  return {
    headerRow: parts[0]?.table.headerRow ?? null,
    header: [...names, tableWords.sheetColumn],
    records: RowSelection.all(joinedRows()),
    skippedRows,
    overlong,
    shortRows: 0,
    isLastShort: false,
  }
}

const idIn = (sheet: number, row: number): number => rowIdOf({ row, sheet: sheet + 1, car: 0 })

/** The table of one of several sheets. */
function sheetTable({ facts, rows }: DraftSource, sheet: number, rules: TableRules): Table {
  const records = new Map<number, boolean>()
  for (const [id, isRecord] of rules.records ?? []) {
    const place = rowPlaceOf(id)
    if (place.sheet === sheet + 1) records.set(place.row, isRecord)
  }
  const { merges = [] } = facts.sheets[sheet] ?? {}
  return findTable({ rows: rows[sheet] ?? [], merges }, { ...rules, records })
}

/** Where each column of a sheet goes: under the column of the first sheet with the same name. */
function columnOrder(first: readonly string[], other: readonly string[]): number[] {
  const names = first.map(normaliseHeader)
  const taken = new Set<number>()
  const order = other.map((header) => {
    const name = normaliseHeader(header)
    const found = names.findIndex((one, at) => one === name && !taken.has(at))
    if (found >= 0) taken.add(found)
    return found
  })
  // Columns without a counterpart get the places that are left, in their order.
  let free = 0
  return order.map((place) => {
    if (place >= 0) return place
    while (taken.has(free)) free += 1
    taken.add(free)
    return free
  })
}

/** Positions of the sheets that have the same columns as this one, itself among them, in the order of the file. */
export function alikeSheets(
  source: DraftSource,
  sheet: number,
  candidates: readonly number[],
  rules: TableRules,
): number[] {
  const keyOf = (at: number): string | null => {
    const head = {
      ...source,
      rows: source.rows.map((rows, position) => (position === at ? rows.slice(0, headRows) : [])),
    }
    const { header, headerRow } = sheetTable(head, at, { ...rules, records: new Map() })
    const names = header.map(normaliseHeader).filter((name) => name !== '')
    return headerRow === null || names.length < 2 ? null : names.toSorted().join('|')
  }
  const wanted = keyOf(sheet)
  return wanted === null ? [] : candidates.filter((at) => at === sheet || keyOf(at) === wanted)
}
