import type { RowOutcome } from '../../contract/uploads.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'
import type { JournalRow } from '../drafts/storage/row-pack.ts'
import { rowText } from '../../contract/row-id.ts'
import type { CsvCell } from '../export/csv-text.ts'
import { toHeader } from '../uploads/journal-columns.ts'
import { lastEnd, readJoinedRows, type JoinedRow } from '../uploads/joined-rows.ts'
import { createRowPacks } from '../uploads/row-packs.ts'
import { readRowCounts } from '../uploads/upload-accounts.ts'
import { additionalFieldText } from '../customers/record/search-text.ts'
import { exportHeaders as headers, noResultYet, rowResultLabels, uploadStateLabels } from './data-export-text.ts'
import type { HiddenContact } from './hide-contact.ts'
import type { ExportTable } from './write-table.ts'

interface UploadRow {
  readonly id: string
  readonly name: string
  readonly file_name: string
  readonly state: string
  readonly created_at: string
  readonly finished_at: string | null
  readonly undone_at: string | null
  readonly user_name: string | null
  readonly header: string
}

/** Uploads of a connection and region, the oldest first. One that is being entered is not among them. */
function uploadsOf(database: Database, scope: ConnectionRegion): UploadRow[] {
  return database.all<UploadRow>(
    `SELECT id, name, file_name, state, created_at, finished_at, undone_at, user_name, header
     FROM upload WHERE ${inScope} AND state <> 'preparing' ORDER BY created_at, id`,
    scopeParams(scope),
  )
}

/** The rows of the file, and by result. */
function rowsOf(database: Database, uploadId: string): number[] {
  const rows = readRowCounts(database, createRowPacks(database), uploadId)
  if (!rows) return []
  const { inFile, accepted, failed, notProcessed, notSent, withErrors, updated, excluded } = rows
  return [inFile, accepted, failed, notProcessed, notSent, withErrors, updated, excluded]
}

const uploadsPerBatch = 50

/** A row for each upload, with its results. */
export const uploadTable = (database: Database, scope: ConnectionRegion): ExportTable => ({
  columns: [
    headers.uploadId,
    headers.upload,
    headers.file,
    headers.status,
    headers.createdAt,
    headers.finishedAt,
    headers.undoneAt,
    headers.sentBy,
    headers.rowsInFile,
    ...Object.values(rowResultLabels),
  ].map((title) => ({ title })),
  *batches() {
    const uploads = uploadsOf(database, scope).map((upload): CsvCell[] => [
      upload.id,
      upload.name,
      upload.file_name,
      uploadStateLabels[upload.state] ?? upload.state,
      upload.created_at,
      upload.finished_at,
      upload.undone_at,
      upload.user_name,
      ...rowsOf(database, upload.id),
    ])
    for (let first = 0; first < uploads.length; first += uploadsPerBatch) {
      yield uploads.slice(first, first + uploadsPerBatch)
    }
  },
})

export interface UploadRowSources {
  readonly database: Database
  /** Null where numbers are included. */
  readonly hidden: HiddenContact | null
  isDoNotContact(customerId: string | null, mobileNumber: string | null): boolean
}

const rowsPerBatch = 100

/** A row for each row of each upload, with its result and the cells of its file. */
export const uploadRowTable = (sources: UploadRowSources, scope: ConnectionRegion): ExportTable => ({
  columns: [
    headers.uploadId,
    headers.upload,
    headers.row,
    headers.result,
    headers.reason,
    headers.recordId,
    headers.name,
    headers.rego,
    headers.state,
    headers.vin,
    headers.mobile,
  ]
    .map((title): { title: string; isDay?: boolean } => ({ title }))
    .concat([
      { title: headers.saleDate, isDay: true },
      { title: headers.expiryDate, isDay: true },
    ])
    .concat([{ title: headers.additional }, { title: headers.cells }]),
  *batches() {
    const packs = createRowPacks(sources.database)
    for (const upload of uploadsOf(sources.database, scope)) {
      const header = toHeader(upload.header)
      const joined = readJoinedRows(sources.database, packs, upload.id)
      for (const { batch, rows } of packs.each(upload.id, 'all')) {
        for (let first = 0; first < rows.length; first += rowsPerBatch) {
          yield rows.slice(first, first + rowsPerBatch).map((row) => {
            const end = lastEnd(row.outcome, joined.get(row.row)) ?? row
            return [upload.id, upload.name, ...cellsOf({ ...row, isSent: batch !== null, end }, header, sources)]
          })
        }
      }
    }
  },
})

interface RowWithEnd extends JournalRow {
  readonly isSent: boolean
  /** As it ended last, maybe in a later upload. */
  readonly end: Pick<JoinedRow, 'reason' | 'customerId'> & { readonly outcome: RowOutcome | null }
}

function cellsOf(row: RowWithEnd, header: readonly string[], { hidden, isDoNotContact }: UploadRowSources): CsvCell[] {
  const { end, input } = row
  const mobile = input.mobile_number ?? null
  // A row may not be sent because its person is not to be contacted.
  const isHidden = hidden !== null && (!row.isSent || isDoNotContact(end.customerId, mobile))
  const hide = hidden === null ? (text: string) => text : isHidden ? hidden.ofPerson : hidden.inText
  const additional = Object.entries(input.additional_fields ?? {}).map(
    ([name, value]) => `${name}: ${additionalFieldText(value)}`,
  )
  const cells = row.original.flatMap((cell, at) => (cell === '' ? [] : `${header[at] ?? at + 1}: ${cell}`))
  return [
    rowText(row.row),
    end.outcome === null || end.outcome === 'pending' || end.outcome === 'in-process'
      ? noResultYet
      : rowResultLabels[end.outcome],
    end.reason === null ? null : hide(end.reason),
    end.customerId,
    input.client_name ?? null,
    input.rego ?? null,
    input.state ?? null,
    input.vin ?? null,
    isHidden ? null : mobile,
    input.sale_date ?? null,
    input.expiry_date ?? null,
    hide(additional.join('; ')),
    hide(cells.join('; ')),
  ]
}
