import type { Draft, DraftColumn, DraftRow } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { titleCaseName } from '../../fields/title-case.ts'
import { cellText } from '../../fields/source-cell.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import { customerFields } from '../checking/check-row.ts'
import { columnReasons, otherRegionText } from '../mapping/column-text.ts'
import { toShownNotes } from '../mapping/contact-notes.ts'
import { headerShape } from '../mapping/columns.ts'
import { shortenText } from '../reading/cell-length.ts'
import { isTextFile } from '../model/file-readings.ts'
import type { DraftState } from './draft-state.ts'
import { tableChoices } from './table-actions.ts'
import { tableNotes } from './draft-text.ts'
import { rowsOfOtherRegion } from './other-region.ts'
import { otherTablesOf } from './other-tables.ts'
import { filledVin, isSent } from './upload-row.ts'
import { statusCodes } from './row-issues.ts'

/** What follows from a draft's source and overrides. Name, times, step and undo are stored beside it. */
export type DraftView = Omit<
  Draft,
  'id' | 'fileName' | 'name' | 'createdAt' | 'changedAt' | 'step' | 'undo' | 'redo' | 'source'
> & {
  readonly source: Omit<Draft['source'], 'file'>
  /** Rows to send without a VIN for which no known VIN was looked for yet; see `unsearchedRegos`. */
  readonly unsearchedVins: number
}

/** A draft as it is shown, without its rows. */
export function draftView(state: DraftState): DraftView {
  const { context, index, plan, rows, table } = state
  const { facts } = state.reading
  const choices = tableChoices(state)
  const sheet = sheetNames(choices.sheets)
  const skipped = table.skippedRows.length
  const otherRegion = state.otherRegion()
  const otherTables = otherTablesOf(state)
  const otherRows = otherRegion ? null : rowsOfOtherRegion(state)
  const { byStatus, knownRows, knownVins, optOuts, paidLookups, reasons, unsearchedVins } = countRows(state)
  const [error = 0, warning = 0, ready = 0, update = 0, excluded = 0] = byStatus
  return {
    region: context.region,
    otherRegion: otherRegion && {
      region: otherRegion.region,
      evidence: otherRegionText(otherRegion, context.region),
    },
    ...(otherRows && { otherRegionRows: { region: otherRows.region, rows: otherRows.included } }),
    counts: { rows: rows.length, ready, warning, error, update, excluded, skipped, paidLookups },
    source: {
      kind: facts.kind,
      sizeBytes: state.source.facts.sizeBytes,
      encoding: facts.encoding,
      delimiter: facts.delimiter,
      sheets: shownSheets(state),
      sheet,
      choices,
      cars:
        state.rowsWithCars === null
          ? null
          : { choice: index.carsTogether ? 'together' : 'each', rows: state.rowsWithCars },
      headerRow: table.headerRow,
      notes: fileNotes(state, sheet),
      remembered: isRemembered(state),
      template: templateInUse(state),
      ...(isCutOff(state) && { cutOff: true }),
      ...(otherTables && { otherTables }),
    },
    columns: plan.columns.map((column) => withExcludedRows(column, optOuts.get(column.index) ?? 0)),
    notRecords: [...table.skippedRows],
    contactQuestions: [...plan.contact.questions],
    contactNotes: plan.contact.notes.map(toShownNotes),
    defaultState: index.defaultState,
    knownCustomers: index.knownCustomers,
    knownRows,
    ...(state.source.facts.correction && { corrects: state.source.facts.correction }),
    knownVins: { choice: index.fillKnownVins ? 'fill' : 'ignore', rows: knownVins },
    nameCase: nameCase(state),
    unsearchedVins,
    groups: [...state.groups()],
    excludedReasons: [...reasons]
      .map(([reason, count]) => ({ reason, rows: count }))
      .toSorted((a, b) => b.rows - a.rows),
  }
}

/** The column with the number of rows that it excludes, counted like the rows of the whole draft. */
function withExcludedRows(column: DraftColumn, rows: number): DraftColumn {
  if (rows === 0) return column
  const reason = `${column.suggested.reason} ${columnReasons.excludes(rows)}`
  return { ...column, suggested: { ...column.suggested, reason } }
}

function templateInUse(state: DraftState): Draft['source']['template'] {
  const choices = state.source.facts.remembered?.choices
  if (!isRemembered(state) || choices?.name === undefined) return null
  const { fixes = [] } = choices
  const used = fixes.filter(({ field, original }) => state.index.replacements.get(field)?.has(original))
  return { name: choices.name, fixes: used.length }
}

/** Whether the columns are those of an earlier file with this header. */
const isRemembered = ({ source, table }: DraftState): boolean =>
  source.facts.remembered !== null && headerShape(table.header) === source.facts.remembered.shape

/** Enough rows to see how names are written. */
const namedRows = 100
const maxCapitals = 3

function nameCase({ index, rows }: DraftState): Draft['nameCase'] {
  const capitals = new Map<string, string>()
  for (let position = 0; position < Math.min(rows.length, namedRows); position += 1) {
    const name = rows.nameAt(position)
    const titleCase = titleCaseName(name)
    if (titleCase !== name) capitals.set(name, titleCase)
    if (capitals.size === maxCapitals) break
  }
  return {
    choice: index.titleCase ? 'title' : 'as-written',
    capitals: Array.from(capitals, ([name, titleCase]) => ({ name, titleCase })),
  }
}

/** The sheets of the reading in use. */
function shownSheets({ alike, reading, source }: DraftState): Draft['source']['sheets'] {
  return reading.sheets.flatMap((at) => {
    const sheet = source.facts.sheets[at]
    return sheet ? [{ name: sheet.name, rows: sheet.rowCount, hidden: sheet.hidden, alike: alike.includes(at) }] : []
  })
}

/** "March", "March, April and May", "March, April and 10 more". */
function sheetNames(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? ''
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

const isCutOff = ({ reading, table }: DraftState): boolean => isTextFile(reading.facts) && table.isLastShort

/** `sheet`: the names of the sheets that are read. */
function fileNotes(state: DraftState, sheet: string): string[] {
  const { plan, reading, rows, sheets, source, table } = state
  const notes = [...reading.facts.notes]
  if (sheets.length > 1) notes.push(tableNotes.together(sheet))
  for (const at of sheets) {
    const { name, notes: ofSheet } = source.facts.sheets[at] ?? { name: '', notes: [] }
    notes.push(...ofSheet.map((note) => (sheets.length > 1 ? `${name}: ${note}` : note)))
  }
  notes.push(...plan.notes)
  if (table.headerRow === null) notes.push(tableNotes.noHeader)
  if (table.isHeaderMoved) notes.push(tableNotes.headerMoved)
  if (rows.length === 0) notes.push(tableNotes.noRows)
  const withoutCustomer = rowsWithoutCustomer(state)
  if (withoutCustomer > 0) notes.push(tableNotes.noCustomer(withoutCustomer))
  // An export that leaves out empty cells at the end does so in many rows.
  const areFew = table.shortRows * 5 < table.records.length
  if (isCutOff(state)) notes.push(tableNotes.cutOff)
  else if (isTextFile(reading.facts) && table.shortRows > 0 && areFew) notes.push(tableNotes.short(table.shortRows))
  if (table.overlong.size > 0) notes.push(tableNotes.overlong(table.overlong.size))
  return notes
}

/**
 * Rows with a car and without a customer below a row with one. Some systems write a customer only in the first of several rows, but a row
 * whose customer is unknown looks the same, so nothing is filled in.
 */
function rowsWithoutCustomer({ plan, rows }: DraftState): number {
  const hasNames = Object.values(plan.nameColumns).some((column) => column >= 0)
  if (!hasNames) return 0
  const { mobile_number: mobile, vehicle, vin } = rows.checks
  let [found, isBelow] = [0, false]
  for (let position = 0; position < rows.length; position += 1) {
    const hasCar = vehicle.keyAt(position) !== 0 || vin.keyAt(position) !== 0
    if (rows.valueAt(position, 'client_name') !== '') isBelow = true
    else if (isBelow && hasCar && mobile.keyAt(position) === 0) found += 1
  }
  return found
}

/** How else the row can be read; nothing when its file is sound there. */
function otherReading({ marks }: DraftState, row: number): Pick<DraftRow, 'otherReading'> {
  const mark = marks.get(row)
  if (!mark) return {}
  const { repair, otherInUse } = mark
  const shortCell = (cell: string): string => shortenText(cell, 200)
  return { otherReading: { inUse: otherInUse, rows: repair.other.map((cells) => cells.map(shortCell)) } }
}

/** Characters of a cell that the grid shows. */
const maxShownText = 300

/** A row as it is shown: each field as in the file and as it would be sent, with its issues. */
export function shownRow(state: DraftState, position: number, columns: readonly number[] = []): DraftRow {
  const { comparison, context, issues } = state
  const row = state.rows.at(position)
  const shownCell = (field: CustomerField): DraftRow['cells'][CustomerField] => {
    const value = row.values[field]
    return {
      original: row.originals[field],
      value:
        field === 'mobile_number' && value !== '' ? mobileForSending(value, context.region, context.mobileForm) : value,
      edited: row.edited.has(field),
    }
  }
  const status = issues.statusAt(position)
  const knownVin = isSent(status) ? filledVin(state, position) : null
  const cells = Object.fromEntries(customerFields.map((field) => [field, shownCell(field)])) as DraftRow['cells']
  if (knownVin) cells.vin.value = knownVin.vin
  return {
    row: row.row,
    status,
    excludedBecause: comparison.exclusionOf(position)?.reason ?? null,
    cells,
    issues: [...issues.of(position, row)],
    ...(columns.length > 0 && {
      texts: Object.fromEntries(
        columns.map((column) => [column, shortenText(cellText(row.source.cells[column]), maxShownText)]),
      ),
    }),
    ...(knownVin && { knownVin }),
    ...otherReading(state, row.row),
  }
}

/** The rows of a draft, counted for its view. */
function countRows(state: DraftState) {
  const { comparison, index, issues, rows } = state
  /** By `statusCodes`. */
  const byStatus = new Uint32Array(5)
  /** By why rows are excluded. */
  const reasons = new Map<string, number>()
  /** By column: the rows that are not sent because a cell of the column says so. */
  const optOuts = new Map<number, number>()
  let [paidLookups, knownRows, knownVins, unsearchedVins] = [0, 0, 0, 0]
  for (let position = 0; position < rows.length; position += 1) {
    const status = issues.statuses[position] as number
    byStatus[status]! += 1
    if (status === statusCodes.error) continue
    if (comparison.isKnown(position)) knownRows += 1
    if (status === statusCodes.excluded) {
      const { general = '', column } = comparison.exclusionOf(position) ?? {}
      reasons.set(general, (reasons.get(general) ?? 0) + 1)
      if (column !== undefined) optOuts.set(column, (optOuts.get(column) ?? 0) + 1)
    } else if (status !== statusCodes.update && rows.causesPaidLookup(position)) {
      const vin = state.vinAt(position)
      if (vin === undefined) unsearchedVins += 1
      if (vin) knownVins += 1
      if (!vin || !index.fillKnownVins) paidLookups += 1
    }
  }
  return { byStatus, reasons, optOuts, paidLookups, knownRows, knownVins, unsearchedVins }
}
