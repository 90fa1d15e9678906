import { cellText, type SourceRow } from '../../fields/source-cell.ts'
import type { RowMark } from '../checking/row-rules.ts'
import { headerKind, headerScore } from '../headers/header-score.ts'
import { undoExport } from '../mapping/reimport.ts'
import type { DraftSource, RowRepair } from '../model/draft-source.ts'
import { type ChosenReading, isTextFile, readingOf } from '../model/file-readings.ts'
import type { OverrideIndex } from '../model/override-index.ts'
import { findTable, type Table } from '../reading/find-table.ts'
import { splitCars } from './cars-in-rows.ts'
import { alikeSheets, joinSheets } from './joined-sheets.ts'
import type { RowList } from '../columns/row-list.ts'

export interface LocatedTable {
  readonly reading: ChosenReading
  /** Positions of the sheets that are read, among all sheets of the source. Never empty. */
  readonly sheets: readonly number[]
  /** Positions of the sheets with the same columns as the first of them, itself among them. */
  readonly alike: readonly number[]
  readonly table: Table
  /** Rows of the file with more than one car; null: its columns are those of one car. */
  readonly rowsWithCars: number | null
  /** Rows that can be read in two ways, by number. */
  readonly marks: ReadonlyMap<number, RowMark>
}

/** The sheets that the user chose or the likeliest one, and the table in them. */
export function locateTable(source: DraftSource, overrides: OverrideIndex): LocatedTable {
  const reading = readingOf(source.facts, overrides.form)
  const chosen = sheetsNamed(source, reading, overrides.sheets ?? [overrides.sheet ?? ''])
  const first = chosen[0] ?? likeliestSheet(source, reading)
  const { headerRow, lastRow, records, otherReadings } = overrides
  const rules = { headerRow, lastRow, records }
  const candidates = isTextFile(reading.facts) ? [] : reading.sheets
  const alike = candidates.length > 1 ? alikeSheets(source, first, candidates, rules) : []
  if (chosen.length > 1) {
    const joined = withCars(joinSheets(source, chosen, rules), overrides)
    return { reading, sheets: chosen, alike, ...joined, marks: new Map() }
  }
  const { merges = [], repairs = [] } = source.facts.sheets[first] ?? {}
  const { rows, marks } = chooseReadings(source.rows[first] ?? [], repairs, otherReadings)
  return {
    reading,
    sheets: [first],
    alike,
    ...withCars(undoExport(findTable({ rows, merges }, rules)), overrides),
    marks,
  }
}

/** The table with a row for each car, unless the user wants the rows of the file. */
function withCars(
  table: Table,
  { carsTogether, records }: OverrideIndex,
): Pick<LocatedTable, 'table' | 'rowsWithCars'> {
  const split = splitCars(table, records)
  if (!split) return { table, rowsWithCars: null }
  return carsTogether ? { ...split, table } : split
}

/** Positions of the sheets of a reading that have one of the names. */
export function sheetsNamed(
  { facts }: DraftSource,
  reading: ChosenReading,
  names: readonly string[],
): readonly number[] {
  const wanted = new Set(names)
  return reading.sheets.filter((at) => wanted.delete(facts.sheets[at]?.name ?? ''))
}

/**
 * The visible sheet with the most rows; a sheet whose header reads like a customer list goes before others. Of the
 * tables of a text file, which stand below one another, the first with known names of columns: of a car and of a customer if there is
 * one, or else of a car. A list of stock has cars without customers.
 */
function likeliestSheet({ facts, rows }: DraftSource, { facts: { kind }, sheets: positions }: ChosenReading): number {
  const first = positions[0] ?? 0
  const names = (at: number, kind: 'car' | 'name'): boolean =>
    (rows[at] ?? []).slice(0, 30).some(({ cells }) => cells.some((cell) => headerKind(cellText(cell)) === kind))
  const namesCar = (at: number): boolean => names(at, 'car')
  const headerOf = (at: number): number =>
    Math.max(0, ...(rows[at] ?? []).slice(0, 30).map((row) => headerScore(row.cells.map(cellText))))
  if (kind === 'csv') {
    const known = positions.length < 2 ? [] : positions.filter((at) => headerOf(at) >= knownHeader)
    return known.find((at) => namesCar(at) && names(at, 'name')) ?? known.find(namesCar) ?? known[0] ?? first
  }
  const sheets = positions.flatMap((at) => (facts.sheets[at] ? [{ at, sheet: facts.sheets[at] }] : []))
  const anyVisible = sheets.some(({ sheet }) => !sheet.hidden)
  let best = { at: first, score: -1 }
  for (const { at, sheet } of sheets) {
    if (anyVisible && sheet.hidden) continue
    const score = sheet.rowCount * (0.2 + headerOf(at))
    if (score > best.score) best = { at, score }
  }
  return best.at
}

/** How much a row reads like names of columns, from 0 to 1, when about half of them are known. */
const knownHeader = 0.4

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
