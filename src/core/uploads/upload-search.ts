import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { MethodOutput } from '../../contract/methods.ts'
import type { Database } from '../database/database.ts'
import type { UploadRecord } from './upload-record.ts'

type Found = MethodOutput<'uploads.search'>['found'][number]

/** Rows compared in one statement: a few milliseconds. */
const rowsPerPiece = 500
/** A shorter text without spaces would fit almost every plate. */
const shortestKey = 3

/**
 * Finds uploads by their names, their ids at the service, and their rows: the cells of the file, and the rego, VIN and mobile as
 * they are sent. Reads the rows in pieces; ends with what it has found when `signal` aborts.
 */
export async function searchUploads(
  database: Database,
  uploads: readonly UploadRecord[],
  text: string,
  signal: AbortSignal,
): Promise<Found[]> {
  const found: Found[] = []
  for (const upload of uploads) {
    if (signal.aborted) break
    if (namesOf(upload).some((name) => name.toLowerCase().includes(text.toLowerCase()))) {
      found.push({ id: upload.id, row: null })
      continue
    }
    const row = await findRow(database, upload.id, text, signal)
    if (row) found.push({ id: upload.id, row })
  }
  return found
}

function namesOf({ name, serviceName, fileName, batches }: UploadRecord): string[] {
  const ids = batches.flatMap((batch) => ('remoteId' in batch && batch.remoteId !== null ? [batch.remoteId] : []))
  return [name, serviceName, fileName, ...ids]
}

async function findRow(database: Database, uploadId: string, text: string, signal: AbortSignal): Promise<Found['row']> {
  const last = database.get<{ row: number | null }>('SELECT max(row) AS row FROM upload_row WHERE upload_id = ?', [
    uploadId,
  ])?.row
  const key = text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const keyPattern = key.length < shortestKey ? null : `%${key}%`
  for (let from = 0; from <= (last ?? -1) && !signal.aborted; from += rowsPerPiece) {
    const found = database.get<{ row: number; rego: string | null; vin: string | null; clientName: string | null }>(
      `SELECT row, body ->> '$.rego' AS rego, body ->> '$.vin' AS vin, body ->> '$.client_name' AS clientName
       FROM upload_row WHERE upload_id = :uploadId AND row >= :from AND row < :to
         AND (original LIKE :text ESCAPE '\\' OR clientName LIKE :text ESCAPE '\\' OR rego LIKE :key OR vin LIKE :key
           OR body ->> '$.mobile_number' LIKE :key)
       ORDER BY row LIMIT 1`,
      { uploadId, from, to: from + rowsPerPiece, text: likePattern(text), key: keyPattern },
    )
    if (found) return found
    await yieldToEventLoop()
  }
  return null
}

/** In the form that cells have in the stored JSON, without the special characters of LIKE. */
function likePattern(text: string): string {
  const asStored = JSON.stringify(text).slice(1, -1)
  return `%${asStored.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
