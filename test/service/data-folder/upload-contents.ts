import Papa from 'papaparse'
import type { Upload } from '../../../src/contract/uploads.ts'
import { omitEmpty, readFailure, type Reader } from './reader.ts'

/** `running` and `waiting` depend on the network, so both count as in progress. */
function readUploadState({ state }: Upload): string {
  return state === 'running' || state === 'waiting' ? 'in progress' : state
}

export const readRowCounts = ({ rows }: Upload): Readonly<Record<string, number>> => ({
  inFile: rows.inFile,
  excluded: rows.leftOut,
  pending: rows.pending,
  notSent: rows.notSent,
  sent: rows.sent,
  accepted: rows.accepted,
  failed: rows.failed,
  notProcessed: rows.notProcessed,
  inProcess: rows.inProcess,
})

export const uploads: Reader = async ({ get }) => {
  const { uploads: all } = await get('uploads.list', {})
  const read = []
  for (const { id } of all) {
    const upload = await get('uploads.get', { id })
    const { rows } = await get('uploads.rows', { id, offset: 0, limit: 500 })
    const remainder = await get('uploads.exportRemainder', { id })
    read.push({
      id,
      name: upload.name,
      fileName: upload.fileName,
      region: upload.region,
      createdAt: upload.createdAt,
      finishedAt: upload.finishedAt,
      state: readUploadState(upload),
      rowCounts: readRowCounts(upload),
      looksUpVins: upload.lookUpMissingVins,
      paidLookups: upload.paidLookups,
      failure: readFailure(upload.failure),
      batches: upload.batches.map(({ number, state, rows: size, uploaded, processed, errors, note }) => ({
        number,
        state,
        rows: size,
        uploaded,
        processed,
        errors,
        hasNote: note !== null,
      })),
      rows: rows.map((row) =>
        omitEmpty({
          row: row.row,
          outcome: row.outcome,
          hasReason: row.reason !== null,
          customerId: row.customerId,
          rego: row.rego,
          vin: row.vin,
          name: row.clientName,
        }),
      ),
      // Without the first column and the last two, which hold the row number, the reason and the upload: they are added to the
      // columns of the file.
      remainder: Papa.parse<string[]>(remainder.text.trim().replace(/^\ufeff/, '')).data.map((cells) =>
        cells.slice(1, -2),
      ),
    })
  }
  return read
}
