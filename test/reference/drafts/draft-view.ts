import type { Draft, DraftColumn, DraftRow } from '../../../src/contract/drafts.ts'
import type { CustomerField } from '../../../src/contract/draft-rows.ts'
import { titleCaseName } from '../../../src/core/fields/title-case.ts'
import { mobileForSending } from '../../../src/core/fields/mobile.ts'
import { customerFields, type CheckedRow } from '../../../src/core/drafts/checking/check-row.ts'
import { columnReasons, otherRegionText } from '../../../src/core/drafts/mapping/column-text.ts'
import { headerShape } from '../../../src/core/drafts/mapping/columns.ts'
import type { RowState } from './row-state.ts'
import { tableChoices } from '../../../src/core/drafts/engine/table-actions.ts'
import { tableNotes } from '../../../src/core/drafts/engine/draft-text.ts'
import { causesPaidLookup, filledVin } from './upload-row.ts'
import { cellText } from '../../../src/core/fields/source-cell.ts'

/** What follows from a draft's source and overrides. Name, times, step and undo are stored beside it. */
export type DraftView = Omit<
  Draft,
  'id' | 'fileName' | 'name' | 'createdAt' | 'changedAt' | 'step' | 'undo' | 'redo' | 'source'
> & {
  readonly source: Omit<Draft['source'], 'file'>
  readonly unsearchedVins: number
}

/** A draft as it is shown, without its rows. */
export function draftView(state: RowState): DraftView {
  const { comparison, context, index, plan, rows, sheet, table } = state
  const { facts } = state.source
  const skipped = table.skippedRows.length
  const counts = { rows: rows.length, ready: 0, warning: 0, error: 0, leftOut: 0, skipped, paidLookups: 0 }
  const reasons = new Map<string, number>()
  let knownRows = 0
  let knownVins = 0
  let unsearchedVins = 0
  /** By column: the rows that are not sent because a cell of the column says so. */
  const optOuts = new Map<number, number>()
  for (const row of rows) {
    const status = state.statusOf(row)
    if (status !== 'error' && comparison.known.has(row.row)) knownRows += 1
    if (status === 'left-out') {
      counts.leftOut += 1
      const reason = comparison.excluded.get(row.row)?.general ?? ''
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      if (row.optOut && reason === row.optOut.reason) {
        optOuts.set(row.optOut.column, (optOuts.get(row.optOut.column) ?? 0) + 1)
      }
      continue
    }
    counts[status] += 1
    if (status === 'error' || !causesPaidLookup(row, context)) continue
    const known = state.knownVins.get(`${row.values.rego}|${row.values.state}`)
    if (known === undefined) unsearchedVins += 1
    if (known) knownVins += 1
    if (!filledVin(state, row)) counts.paidLookups += 1
  }
  return {
    region: context.region,
    otherRegion: plan.otherRegion && {
      region: plan.otherRegion.region,
      evidence: otherRegionText(plan.otherRegion, context.region),
    },
    counts,
    source: {
      kind: facts.kind,
      sizeBytes: facts.sizeBytes,
      encoding: facts.encoding,
      delimiter: facts.delimiter,
      sheets: facts.sheets.map(({ name, rowCount, hidden }, at) => ({
        name,
        rows: rowCount,
        hidden,
        alike: state.alike.includes(at),
      })),
      sheet: facts.sheets[sheet]?.name ?? '',
      choices: tableChoices(state),
      cars:
        state.rowsWithCars === null
          ? null
          : { choice: state.index.carsTogether ? 'together' : 'each', rows: state.rowsWithCars },
      headerRow: table.headerRow,
      notes: fileNotes(state),
      remembered: isRemembered(state),
      // The drafts that are compared have none.
      template: null,
    },
    columns: plan.columns.map((column) => withExcludedRows(column, optOuts.get(column.index) ?? 0)),
    notRecords: [...table.skippedRows],
    contactQuestions: [...plan.contact.questions],
    defaultState: index.defaultState,
    knownCustomers: index.skipKnown ? 'skip' : 'send',
    knownRows,
    knownVins: { choice: index.fillKnownVins ? 'fill' : 'ignore', rows: knownVins },
    nameCase: nameCase(state),
    unsearchedVins,
    groups: [...state.groups()],
    leftOutReasons: [...reasons]
      .map(([reason, count]) => ({ reason, rows: count }))
      .toSorted((a, b) => b.rows - a.rows),
  }
}

function nameCase({ rows, index }: RowState): Draft['nameCase'] {
  const names = rows.slice(0, 100).map(({ values }) => values.client_name)
  const capitals = [...new Set(names)].filter((name) => titleCaseName(name) !== name).slice(0, 3)
  return {
    choice: index.titleCase ? 'title' : 'as-written',
    capitals: capitals.map((name) => ({ name, titleCase: titleCaseName(name) })),
  }
}

/** The column with the number of rows that it excludes, counted like the rows of the whole draft. */
function withExcludedRows(column: DraftColumn, rows: number): DraftColumn {
  if (rows === 0) return column
  const reason = `${column.suggested.reason} ${columnReasons.excludes(rows)}`
  return { ...column, suggested: { ...column.suggested, reason } }
}

/** Whether the columns are those of an earlier file with this header. */
const isRemembered = ({ source, table }: RowState): boolean =>
  source.facts.remembered !== null && headerShape(table.header) === source.facts.remembered.shape

function fileNotes({ plan, rows, sheet, source, table }: RowState): string[] {
  const { facts } = source
  const notes = [...facts.notes, ...(facts.sheets[sheet]?.notes ?? []), ...plan.notes]
  if (table.headerRow === null) notes.push(tableNotes.noHeader)
  if (rows.length === 0) notes.push(tableNotes.noRows)
  if (table.overlong.size > 0) notes.push(tableNotes.overlong(table.overlong.size))
  return notes
}

/** A row as it is shown: each field as in the file and as it would be sent, with its issues. */
export function shownRow(state: RowState, row: CheckedRow): DraftRow {
  const { comparison, context } = state
  const shownCell = (field: CustomerField): DraftRow['cells'][CustomerField] => {
    const value = row.values[field]
    return {
      original: row.originals[field],
      value:
        field === 'mobile_number' && value !== '' ? mobileForSending(value, context.region, context.mobileForm) : value,
      edited: row.edited.has(field),
    }
  }
  const status = state.statusOf(row)
  const knownVin = status === 'ready' || status === 'warning' ? filledVin(state, row) : null
  const cells = {
    rego: shownCell('rego'),
    state: shownCell('state'),
    vin: knownVin ? { ...shownCell('vin'), value: knownVin.vin } : shownCell('vin'),
    client_name: shownCell('client_name'),
    mobile_number: shownCell('mobile_number'),
    sale_date: shownCell('sale_date'),
    expiry_date: shownCell('expiry_date'),
  }
  return {
    row: row.row,
    status,
    leftOutBecause: comparison.excluded.get(row.row)?.reason ?? null,
    cells,
    issues: [...state.issuesOf(row)],
    ...(knownVin && { knownVin }),
  }
}

/** Whether a row contains a text, in the file or as it would be sent. Digits of a mobile match with any spacing. */
export function holdsText(row: CheckedRow, wanted: string): boolean {
  for (const field of customerFields) if (row.values[field].toLowerCase().includes(wanted)) return true
  if (row.source.cells.some((cell) => cellText(cell).toLowerCase().includes(wanted))) return true
  const digits = wanted.replace(/[\s()+-]/g, '')
  return /^\d{3,}$/.test(digits) && row.values.mobile_number.includes(digits.replace(/^0/, ''))
}
