import type { DataFolderProgram } from './data-folder-program.ts'
import type { Draft, DraftRow } from '../../../src/contract/drafts.ts'
import type { DraftCounts } from '../../../src/contract/draft-counts.ts'
import { omitEmpty, type Reader } from './reader.ts'

const readCells = (row: DraftRow): unknown =>
  Object.fromEntries(
    Object.entries(row.cells).flatMap(([field, { original, value, edited }]) =>
      original === '' && value === '' && !edited ? [] : [[field, { original, value, ...(edited ? { edited } : {}) }]],
    ),
  )

/** The counts that version 0.1 has too; its skipped rows are in `otherRows`. */
const readCounts = ({ skipped: _skipped, ...counts }: DraftCounts): unknown => counts

const readDecisions = (draft: Draft): unknown => ({
  sheet: draft.source.sheet,
  headerRow: draft.source.headerRow,
  targets: Object.fromEntries(draft.columns.map(({ header, target }) => [header, target])),
  dateOrders: Object.fromEntries(
    draft.columns.flatMap(({ header, dates }) =>
      dates ? [[header, { order: dates.order, decidedBy: dates.decidedBy }]] : [],
    ),
  ),
  defaultState: draft.defaultState,
  knownCustomers: draft.knownCustomers,
})

const readGroups = (draft: Draft): unknown =>
  draft.groups
    .map(({ rule, severity, field, rows, value, proposal }) => ({ rule, severity, field, rows, value, proposal }))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

const byFileName = (one: { fileName: string }, other: { fileName: string }): number =>
  one.fileName < other.fileName ? -1 : 1

export const drafts: Reader = async ({ get }) => {
  const { drafts: all } = await get('drafts.list', {})
  const read = []
  for (const summary of all.toSorted(byFileName)) {
    const draft = await get('drafts.get', { id: summary.id })
    const { rows } = await get('drafts.rows', { id: summary.id, offset: 0, limit: 500 })
    read.push({
      id: draft.id,
      fileName: draft.fileName,
      region: draft.region,
      createdAt: draft.createdAt,
      changedAt: draft.changedAt,
      step: draft.step,
      countsInList: readCounts(summary.counts),
      counts: readCounts(draft.counts),
      fileKind: draft.source.kind,
      bytes: draft.source.sizeBytes,
      sheets: draft.source.sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows, hidden: sheet.hidden })),
      ...(readDecisions(draft) as object),
      otherRows: draft.notRecords.map(({ row, text }) => ({ row, text })),
      groups: readGroups(draft),
      canUndo: draft.undo !== null,
      canRedo: draft.redo !== null,
      rows: rows.map((row) => ({
        row: row.row,
        status: row.status,
        cells: readCells(row),
        issues: row.issues.map(({ rule, severity, field, proposal }) => omitEmpty({ rule, severity, field, proposal })),
      })),
    })
  }
  return read
}

/** The part of a draft that undo and redo change. */
async function readDraftState({ get }: DataFolderProgram, id: string): Promise<unknown> {
  const draft = await get('drafts.get', { id })
  const { rows } = await get('drafts.rows', { id, offset: 0, limit: 500 })
  return {
    counts: readCounts(draft.counts),
    decisions: readDecisions(draft),
    edited: rows
      .toSorted((one, other) => one.row - other.row)
      .flatMap(({ row, cells }) =>
        Object.entries(cells).flatMap(([field, cell]) => (cell.edited ? [`${row} ${field} ${cell.value}`] : [])),
      ),
    excluded: rows
      .filter(({ status }) => status === 'left-out')
      .map(({ row }) => row)
      .toSorted((one, other) => one - other),
  }
}

/** The state of each draft after each undo, and then after each redo. Afterwards there is nothing left to redo. */
export const draftHistories: Reader = async (program) => {
  const { get } = program
  const { drafts: all } = await get('drafts.list', {})
  const histories: Record<string, { undone: unknown[]; redone: unknown[] }> = {}
  for (const { id, fileName } of all.toSorted(byFileName)) {
    const undone: unknown[] = []
    while ((await get('drafts.get', { id })).undo !== null) {
      await get('drafts.undo', { id })
      undone.push(await readDraftState(program, id))
    }
    const redone: unknown[] = []
    while ((await get('drafts.get', { id })).redo !== null) {
      await get('drafts.redo', { id })
      redone.push(await readDraftState(program, id))
    }
    histories[fileName] = { undone, redone }
  }
  return histories
}
