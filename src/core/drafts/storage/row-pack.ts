import { z } from 'zod'
import { parseJson } from '../../database/parse-json.ts'
import { compressBlock, decompressBlock, freeBytes } from '../../database/block-codec.ts'

/** What is known of a row at the end; null: not yet. The order is stored, so new ones are added at the end. */
const outcomes = ['accepted', 'failed', 'not-processed', 'not-sent', 'excluded'] as const
export type StoredOutcome = (typeof outcomes)[number]

/** A row of an upload in the journal. */
export interface JournalRow {
  readonly row: number
  /** The customer as it is posted (JSON); null: the row is not sent. */
  readonly body: string | null
  /** The cells as in the file (JSON). */
  readonly original: string
  /** Its car is already a customer, and the user wants it to be sent. */
  readonly known: boolean
  /** Its number in the upload that it corrects. */
  readonly correctsRow: number | null
  readonly outcome: StoredOutcome | null
  readonly reason: string | null
  /** The columns of the file whose cells are the reason, from 0; empty: the reason names none. */
  readonly reasonColumns: readonly number[]
  readonly customerId: string | null
  /** The other customer of the row that was noted last. */
  readonly duplicateId: string | null
}

/** What changes about a row after it was entered. */
export type RowResultPart = Pick<
  JournalRow,
  'known' | 'outcome' | 'reason' | 'reasonColumns' | 'customerId' | 'duplicateId'
>

/** Rows of an upload as they are stored: a batch at most. Lists of texts are compressed, with a text per line. */
export interface RowPack {
  readonly rows: number
  readonly firstRow: number
  readonly lastRow: number
  /** The row numbers: four bytes each, lowest first (`contract/row-id.ts`: they are below 2^32). */
  readonly numbers: Uint8Array
  /** One byte for each row, see `stateOf`. */
  readonly states: Uint8Array
  /** `correctsRow`, as `numbers`; 0: none. Null: no row has one. */
  readonly corrects: Uint8Array | null
  /** Reasons and customers. Null: no row has any. */
  readonly details: Uint8Array | null
  /** Null: the rows are not sent. */
  readonly bodies: Uint8Array | null
  readonly originals: Uint8Array
}

const outcomeBits = 7
const knownBit = 8
const customerBit = 16

const textOrNull = z.string().nullable()
/** Reason, customer, duplicate, and the columns of the reason where there are some. */
const Details = z.array(z.tuple([textOrNull, textOrNull, textOrNull, z.array(z.number()).optional()]).nullable())

/** The outcome that a state byte has; null: none yet. */
export const outcomeIn = (state: number): StoredOutcome | null => outcomes[(state & outcomeBits) - 1] ?? null
export const isKnownIn = (state: number): boolean => (state & knownBit) !== 0
/** Whether the row's customer is stored. */
export const hasCustomerIn = (state: number): boolean => (state & customerBit) !== 0

const stateOf = ({ outcome, known, customerId }: RowResultPart): number =>
  (outcome === null ? 0 : outcomes.indexOf(outcome) + 1) |
  (known ? knownBit : 0) |
  (customerId === null ? 0 : customerBit)

/** A character of UTF-16 has at most three bytes in UTF-8. */
const mostBytes = 3

/** Compresses texts without line ends; JSON has none. Each is encoded by itself: joined first, they take twice as long. */
function packLines(lines: readonly string[]): Uint8Array {
  const room = lines.reduce((sum, { length }) => sum + length * mostBytes + 1, 0)
  const bytes = Buffer.allocUnsafeSlow(room)
  let end = 0
  for (const line of lines) {
    end += bytes.write(line, end)
    bytes[end] = lineEnd
    end += 1
  }
  return compressLines(bytes.subarray(0, end))
}

/** Compresses lines, each with its end, and frees their memory. */
function compressLines(lines: Buffer): Uint8Array {
  const packed = compressBlock(lines.subarray(0, Math.max(0, lines.length - 1)))
  freeBytes(lines.buffer)
  return packed
}

const [lineEnd, comma] = [0x0a, 0x2c]

/** The customers of a pack as they are posted: JSON texts (UTF-8) with a comma between two. */
export function postedIn(bodies: Uint8Array): Buffer {
  const posted = decompressBlock(bodies)
  for (let at = posted.indexOf(lineEnd); at >= 0; at = posted.indexOf(lineEnd, at)) posted[at] = comma
  return posted
}

/** In the byte order of the processors for which Electron exists: lowest byte first. */
const packNumbers = (numbers: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(numbers).buffer)

/** Copies, because stored bytes may begin anywhere in memory. */
export const numbersIn = (packed: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(packed).buffer)

/** States and details of rows: what is written again when their results are known. */
export function packResults(rows: readonly RowResultPart[]): Pick<RowPack, 'states' | 'details'> {
  const details = rows.map(({ reason, reasonColumns: columns, customerId, duplicateId }) => {
    if (reason === null && customerId === null && duplicateId === null && columns.length === 0) return null
    return [reason, customerId, duplicateId, ...(columns.length > 0 ? [columns] : [])]
  })
  return {
    states: Uint8Array.from(rows, stateOf),
    details: details.some((row) => row !== null) ? packLines([JSON.stringify(details)]) : null,
  }
}

/** Packs rows that are all sent, or all not. */
export function packJournalRows(rows: readonly JournalRow[]): RowPack {
  const bodies = rows.flatMap(({ body }) => body ?? [])
  if (rows.length === 0 || (bodies.length > 0 && bodies.length < rows.length)) {
    throw new Error('Rows that are packed together must all be sent, or all not')
  }
  const isCorrection = rows.some(({ correctsRow }) => correctsRow !== null)
  return {
    ...rowNumbers(rows.map(({ row }) => row)),
    corrects: isCorrection ? packNumbers(rows.map(({ correctsRow }) => correctsRow ?? 0)) : null,
    bodies: bodies.length > 0 ? packLines(bodies) : null,
    originals: packLines(rows.map(({ original }) => original)),
    ...packResults(rows),
  }
}

const rowNumbers = (numbers: readonly number[]): Pick<RowPack, 'rows' | 'firstRow' | 'lastRow' | 'numbers'> => ({
  rows: numbers.length,
  firstRow: numbers.reduce((first, number) => Math.min(first, number)),
  lastRow: numbers.reduce((last, number) => Math.max(last, number)),
  numbers: packNumbers(numbers),
})

/** What is known of rows apart from their texts, without the numbers of the rows. */
function unpackResults({ states, details }: Pick<RowPack, 'states' | 'details'>): RowResultPart[] {
  const read = details && parseJson(Details, decompressBlock(details).toString())
  return Array.from(states, (state, at) => {
    const [reason, customerId, duplicateId, reasonColumns = []] = read?.[at] ?? [null, null, null]
    return { known: isKnownIn(state), outcome: outcomeIn(state), reason, reasonColumns, customerId, duplicateId }
  })
}

/**
 * The columns of a pack without what its rows say: customers and cells are empty, reasons are `reason`. Row numbers, results and customers'
 * ids stay.
 */
export function emptyTexts(
  pack: Pick<RowPack, 'states' | 'details'> & { readonly isSent: boolean },
  reason: string,
): Pick<RowPack, 'details' | 'bodies' | 'originals'> {
  const rows = unpackResults(pack).map((row) => ({
    ...row,
    reason: row.reason === null ? null : reason,
    reasonColumns: [],
  }))
  return {
    details: packResults(rows).details,
    bodies: pack.isSent ? packLines(rows.map(() => '{}')) : null,
    originals: packLines(rows.map(() => '[]')),
  }
}

/** What is known of the rows of a pack apart from their texts. */
export function unpackRowResults(
  pack: Pick<RowPack, 'numbers' | 'states' | 'details'>,
): (RowResultPart & Pick<JournalRow, 'row'>)[] {
  const numbers = numbersIn(pack.numbers)
  return unpackResults(pack).map((result, at) => ({ row: numbers[at] ?? 0, ...result }))
}

export function unpackJournalRows(pack: Omit<RowPack, 'firstRow' | 'lastRow' | 'rows'>): JournalRow[] {
  const corrects = pack.corrects && numbersIn(pack.corrects)
  const bodies = pack.bodies && decompressBlock(pack.bodies).toString().split('\n')
  const originals = decompressBlock(pack.originals).toString().split('\n')
  return unpackRowResults(pack).map((result, at) => ({
    ...result,
    body: bodies?.[at] ?? null,
    original: originals[at] ?? '[]',
    correctsRow: corrects?.[at] || null,
  }))
}
