import { z } from 'zod'
import { parseJson } from '../../database/parse-json.ts'
import { compressBlock, decompressBlock } from '../../database/block-codec.ts'
import type { CustomerInput } from '../../service/service-client.ts'

/** What is known of a row at the end. */
const StoredOutcome = z.enum(['accepted', 'failed', 'not-processed', 'not-sent', 'with-errors', 'excluded', 'updated'])
export type StoredOutcome = z.infer<typeof StoredOutcome>

/** What is known of a row apart from its texts; it changes after the row was entered. */
export interface RowResults {
  readonly row: number
  /** Its car is already a customer, and the user wants it to be sent. */
  readonly known: boolean
  /** Its number in the upload that it corrects. */
  readonly correctsRow: number | null
  /** Null: not yet. */
  readonly outcome: StoredOutcome | null
  readonly reason: string | null
  /** The same without numbers of other rows, by which rows are counted; null: it is the same. */
  readonly generalReason: string | null
  /** The columns of the file whose cells are the reason, from 0; empty: the reason names none. */
  readonly reasonColumns: readonly number[]
  readonly customerId: string | null
  /** The other customer of the row that was noted last. */
  readonly duplicateId: string | null
}

/** A row of an upload in the journal. */
export interface JournalRow extends RowResults {
  /** The customer as it is posted, or would be: with errors in it, of a row that is not sent. */
  readonly input: CustomerInput
  /** The cells as in the file. */
  readonly original: readonly string[]
}

/** What a row has before anything is known of it. */
export const newRow = {
  known: false,
  correctsRow: null,
  outcome: null,
  reason: null,
  generalReason: null,
  reasonColumns: [],
  customerId: null,
  duplicateId: null,
} as const

/** A row without what it says: its number, results and customer's id stay. `reason`: replaces its reason. */
export const withoutTexts = (row: JournalRow, reason: string): JournalRow => ({
  ...row,
  input: {},
  original: [],
  reason: row.reason === null ? null : reason,
  generalReason: null,
  reasonColumns: [],
})

/** Rows of an upload as they are stored: lists in JSON, with an entry for each row. At most a batch. */
export interface RowPack extends PackedResults {
  readonly rows: number
  readonly firstRow: number
  readonly lastRow: number
  /** The numbers of the rows. */
  readonly numbers: string
  /** The customers, those of a batch byte for byte as they are posted, compressed. */
  readonly customers: Uint8Array
  /** The cells of the file, compressed. */
  readonly originals: Uint8Array
}

/** What is written again when the results of rows are known. */
export interface PackedResults {
  readonly outcomes: string
  /** What else is known; null: of no row anything. */
  readonly details: string | null
  /** How many rows have no customer. */
  readonly unresolved: number
}

const Numbers = z.array(z.number())
const Outcomes = z.array(StoredOutcome.nullable())
const Details = z.array(
  z
    .object({
      known: z.literal(true),
      correctsRow: z.number(),
      reason: z.string(),
      generalReason: z.string(),
      reasonColumns: z.array(z.number()),
      customerId: z.string(),
      duplicateId: z.string(),
    })
    .partial()
    .nullable(),
)
type RowDetails = z.infer<typeof Details>[number]

/** A row as it is sent, in the names of the interface. Loose: other properties are sent too. */
const Customers = z.array(
  z.looseObject({
    rego: z.string().optional(),
    state: z.string().optional(),
    vin: z.string().optional(),
    client_name: z.string().optional(),
    mobile_number: z.string().optional(),
    sale_date: z.string().optional(),
    expiry_date: z.string().optional(),
    additional_fields: z.record(z.string(), z.unknown()).optional(),
  }) satisfies z.ZodType<CustomerInput>,
)
const Originals = z.array(z.array(z.string()))

const pack = (list: readonly unknown[]): Uint8Array => compressBlock(Buffer.from(JSON.stringify(list)))
const unpack = <T>(schema: z.ZodType<T>, packed: Uint8Array): T => parseJson(schema, decompressBlock(packed).toString())

/** The customers of a pack as they are posted: a list in JSON (UTF-8). */
export const postedIn = (customers: Uint8Array): Buffer => decompressBlock(customers)

export const readOutcomes = (outcomes: string): readonly (StoredOutcome | null)[] => parseJson(Outcomes, outcomes)
export const readNumbers = (numbers: string): readonly number[] => parseJson(Numbers, numbers)

function detailsOf(row: RowResults): RowDetails {
  const { known, correctsRow, reason, generalReason, reasonColumns, customerId, duplicateId } = row
  const details = {
    ...(known && { known }),
    ...(correctsRow !== null && { correctsRow }),
    ...(reason !== null && { reason }),
    ...(generalReason !== null && { generalReason }),
    ...(reasonColumns.length > 0 && { reasonColumns: [...reasonColumns] }),
    ...(customerId !== null && { customerId }),
    ...(duplicateId !== null && { duplicateId }),
  }
  return Object.keys(details).length > 0 ? details : null
}

export function packResults(rows: readonly RowResults[]): PackedResults {
  const details = rows.map(detailsOf)
  return {
    outcomes: JSON.stringify(rows.map(({ outcome }) => outcome)),
    details: details.some((row) => row !== null) ? JSON.stringify(details) : null,
    unresolved: rows.filter(({ customerId }) => customerId === null).length,
  }
}

/** Packs rows that are all sent, or all not; at least one. */
export function packJournalRows(rows: readonly JournalRow[]): RowPack {
  const numbers = rows.map(({ row }) => row)
  return {
    rows: rows.length,
    firstRow: numbers.reduce((first, number) => Math.min(first, number)),
    lastRow: numbers.reduce((last, number) => Math.max(last, number)),
    numbers: JSON.stringify(numbers),
    customers: pack(rows.map(({ input }) => input)),
    originals: pack(rows.map(({ original }) => original)),
    ...packResults(rows),
  }
}

export type StoredResults = Pick<RowPack, 'numbers' | 'outcomes' | 'details'>

/** What is known of the rows of a pack apart from their texts. */
export function unpackResults({ numbers, outcomes, details }: StoredResults): RowResults[] {
  const known = details === null ? [] : parseJson(Details, details)
  const ended = readOutcomes(outcomes)
  return readNumbers(numbers).map((row, at) => ({ ...newRow, row, ...known[at], outcome: ended[at] ?? null }))
}

export function unpackJournalRows(stored: StoredResults & Pick<RowPack, 'customers' | 'originals'>): JournalRow[] {
  const customers = unpack(Customers, stored.customers)
  const originals = unpack(Originals, stored.originals)
  return unpackResults(stored).map((row, at) => ({
    ...row,
    input: customers[at] ?? {},
    original: originals[at] ?? [],
  }))
}
