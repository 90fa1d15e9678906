import type { Draft, DraftRow } from '../../../contract/drafts.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import { customerFields, type CheckedRow } from '../checking/check-row.ts'
import { headerShape } from '../mapping/columns.ts'
import type { DraftState } from './engine.ts'
import { causesPaidLookup } from './upload-row.ts'
import { cellText } from '../../fields/source-cell.ts'

/** All of a draft that follows from its source and its choices; the rest (name, times, step, undo) is kept beside it. */
export type DraftView = Omit<Draft, 'id' | 'fileName' | 'createdAt' | 'changedAt' | 'step' | 'undo' | 'redo'>

/** The whole of a draft as it is shown, without its rows. */
export function draftView(state: DraftState): DraftView {
  const { across, context, index, plan, rows, sheet, table } = state
  const { facts } = state.source
  const counts = { rows: rows.length, ready: 0, warning: 0, error: 0, leftOut: 0, paidLookups: 0 }
  const reasons = new Map<string, number>()
  for (const row of rows) {
    const status = state.statusAt(row)
    if (status === 'left-out') {
      counts.leftOut += 1
      const reason = across.leftOut.get(row.row)?.general ?? ''
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      continue
    }
    counts[status] += 1
    if (status !== 'error' && causesPaidLookup(row, context)) counts.paidLookups += 1
  }
  return {
    region: context.region,
    counts,
    source: {
      kind: facts.kind,
      sizeBytes: facts.sizeBytes,
      encoding: facts.encoding,
      delimiter: facts.delimiter,
      sheets: facts.sheets.map(({ name, rowCount, hidden }) => ({ name, rows: rowCount, hidden })),
      sheet: facts.sheets[sheet]?.name ?? '',
      headerRow: table.headerRow,
      notes: fileNotes(state),
    },
    columns: [...plan.columns],
    notRecords: [...table.notRecords],
    defaultState: index.defaultState,
    knownCustomers: index.skipKnown ? 'skip' : 'send',
    groups: [...state.groups()],
    leftOutReasons: [...reasons]
      .map(([reason, count]) => ({ reason, rows: count }))
      .toSorted((a, b) => b.rows - a.rows),
  }
}

function fileNotes({ plan, sheet, source, table }: DraftState): string[] {
  const { facts } = source
  const notes = [...facts.notes, ...(facts.sheets[sheet]?.notes ?? []), ...plan.notes]
  if (table.headerRow === null)
    notes.push('No row with column names was found: the columns are named by their letters.')
  if (table.overlong.size > 0) {
    const count = table.overlong.size
    notes.push(
      `${count} ${count === 1 ? 'row has' : 'rows have'} more cells than the header: values may stand in the wrong column there.`,
    )
  }
  const remembered = facts.remembered
  if (remembered && headerShape(table.header) === remembered.shape) {
    notes.push('The columns are set as in an earlier file with the same header.')
  }
  return notes
}

/** A row as it is shown: each field as it stood and as it would be sent, and what there is to say. */
export function shownRow(state: DraftState, row: CheckedRow): DraftRow {
  const { across, context } = state
  const cells = {} as DraftRow['cells']
  for (const field of customerFields) {
    const value = row.values[field]
    cells[field] = {
      original: row.originals[field],
      value:
        field === 'mobile_number' && value !== '' ? mobileForSending(value, context.region, context.mobileForm) : value,
      edited: row.edited.has(field),
    }
  }
  return {
    row: row.row,
    status: state.statusAt(row),
    leftOutBecause: across.leftOut.get(row.row)?.reason ?? null,
    cells,
    issues: [...state.issuesOf(row)],
  }
}

/** Whether a text stands in a row, as it was in the file or as it would be sent; digits of a mobile however they are spaced. */
export function holdsText(row: CheckedRow, wanted: string): boolean {
  for (const field of customerFields) if (row.values[field].toLowerCase().includes(wanted)) return true
  if (row.source.cells.some((cell) => cellText(cell).toLowerCase().includes(wanted))) return true
  const digits = wanted.replace(/[\s()+-]/g, '')
  return /^\d{3,}$/.test(digits) && row.values.mobile_number.includes(digits.replace(/^0/, ''))
}
