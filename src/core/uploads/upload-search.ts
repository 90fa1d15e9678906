import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { z } from 'zod'
import { localDate, parseDate, readShownDate } from '../../contract/calendar-date.ts'
import type { MethodOutput } from '../../contract/methods.ts'
import { assertNever } from '../../contract/result.ts'
import type { uploadSearch } from '../../contract/upload-search.ts'
import type { UploadState } from '../../contract/uploads.ts'
import type { Journal } from './journal.ts'
import type { UploadRecord } from './upload-record.ts'

type UploadQuery = z.output<typeof uploadSearch.search.input>
type Found = MethodOutput<'uploads.search'>['found'][number]

/** A shorter text without spaces would fit almost every plate. */
const shortestKey = 3

export interface UploadSearchParts {
  readonly journal: Pick<Journal, 'rowTexts' | 'find'>
  /** The state of an upload as the list shows it. */
  readonly stateOf: (upload: UploadRecord) => UploadState
  /** Uploads that the user has removed from the list. */
  readonly isRemoved: (uploadId: string) => boolean
}

/**
 * Finds uploads by their period and state, and by their names, dates, ids at the service, and rows: the cells of the file, and the rego,
 * VIN and mobile as they are sent. Reads the rows in pieces; ends with what it has found when `signal` aborts, or at the limit.
 */
export async function searchUploads(
  parts: UploadSearchParts,
  uploadIds: readonly string[],
  query: UploadQuery,
  signal: AbortSignal,
): Promise<MethodOutput<'uploads.search'>> {
  const { text, within, after, limit } = query
  const found: Found[] = []
  const day = parseDate(readShownDate(text))
  const first = after === null ? 0 : uploadIds.indexOf(after) + 1
  for (let at = first; at < uploadIds.length; at += 1) {
    const id = uploadIds[at] ?? ''
    if (found.length === limit) return { found, next: found.at(-1)?.id ?? null }
    await yieldToEventLoop()
    if (signal.aborted) break
    const upload = parts.journal.find(id)
    if (!upload || !fitsQuery(parts, upload, query)) continue
    const isDay = day !== null && day === calendarDateOf(upload)
    if (isDay || namesOf(upload).some((name) => name.toLowerCase().includes(text.toLowerCase()))) {
      found.push({ id: upload.id, row: null })
    } else if (within === 'rows') {
      const row = await findRow(parts.journal, upload.id, text, signal)
      if (row) found.push({ id: upload.id, row })
    }
  }
  return { found, next: null }
}

function fitsQuery(
  { stateOf, isRemoved }: UploadSearchParts,
  upload: UploadRecord,
  { state, from, until }: UploadQuery,
): boolean {
  const date = calendarDateOf(upload)
  if ((from !== null && date < from) || (until !== null && date > until)) return false
  switch (state) {
    case 'any':
      return true
    case 'removed':
      return isRemoved(upload.id)
    case 'undone':
      return upload.undoneAt !== null
    case 'open':
      return openStates.has(stateOf(upload))
    case 'attention':
      return attentionStates.has(stateOf(upload))
    case 'complete':
    case 'cancelled':
      return stateOf(upload) === state
    default:
      return assertNever(state)
  }
}

const openStates: ReadonlySet<UploadState> = new Set(['running', 'waiting', 'paused', 'cancelling'])
const attentionStates: ReadonlySet<UploadState> = new Set(['stopped', 'undecided'])

const calendarDateOf = ({ createdAt }: UploadRecord): string => localDate(new Date(createdAt))

function namesOf({ name, serviceName, fileName, batches }: UploadRecord): string[] {
  const ids = batches.flatMap((batch) => ('remoteId' in batch && batch.remoteId !== null ? [batch.remoteId] : []))
  return [name, serviceName, fileName, ...ids]
}

async function findRow(
  journal: Pick<Journal, 'rowTexts'>,
  uploadId: string,
  text: string,
  signal: AbortSignal,
): Promise<Found['row']> {
  const words = text.toLowerCase()
  const letters = keyOf(text)
  const key = letters.length < shortestKey ? null : letters
  const found: NonNullable<Found['row']>[] = []
  let pieceEnd = 0
  // Packs of rows that are sent and that are not can overlap: the search ends behind the first row that was found.
  for (const { firstRow, rows } of journal.rowTexts(uploadId)) {
    if (signal.aborted || (found.length > 0 && firstRow > pieceEnd)) break
    for (const { row, input, original } of rows) {
      const { rego = null, vin = null, client_name: clientName = null, mobile_number: mobile = null } = input
      const isFound =
        [clientName ?? '', ...original].some((value) => value.toLowerCase().includes(words)) ||
        (key !== null && [rego, vin, mobile].some((value) => value !== null && value.toUpperCase().includes(key)))
      if (!isFound) continue
      found.push({ row, rego, vin, clientName })
      pieceEnd = found.reduce((first, one) => Math.min(first, one.row), row)
      break
    }
    await yieldToEventLoop()
  }
  return found.toSorted((a, b) => a.row - b.row)[0] ?? null
}

const keyOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
