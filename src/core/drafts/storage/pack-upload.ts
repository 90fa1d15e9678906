import type { KnownVin } from '../../../contract/drafts.ts'
import type { CustomerInput } from '../../service/service-client.ts'
import { correctedRow } from '../mapping/reimport.ts'
import { withReference } from '../../service/row-reference.ts'
import { newRow, packJournalRows, type RowPack } from './row-pack.ts'
import type { RowUpdates } from './row-updates.ts'

/** A row that is sent. */
export interface SentRow {
  readonly row: number
  readonly input: CustomerInput
  readonly original: readonly string[]
  /** Its car is already a customer, and it is sent nevertheless. */
  readonly known?: boolean
  /** The VIN in `input` is not from the file. */
  readonly knownVin?: KnownVin | null
}

/** A row that is not sent. */
export interface UnsentRow {
  readonly row: number
  readonly outcome: 'with-errors' | 'excluded' | 'updated'
  readonly reason: string
  /** Without the numbers of other rows; absent: the same. */
  readonly generalReason?: string
  readonly input: CustomerInput
  /** The columns of the cells that are the reason, from 0. */
  readonly reasonColumns?: readonly number[]
  readonly original: readonly string[]
}

/** What packs of an upload depend on apart from its rows. */
export interface PackForm {
  readonly uploadId: string
  readonly batchSize: number
  /** Null: the rows have no references. */
  readonly referenceKey: string | null
  /** The upload that the rows join; null: none. */
  readonly corrects: string | null
  /** The results of rows that update customers; absent: there are none. */
  readonly updates?: RowUpdates
}

/** A batch, or rows that are not sent, and those of its rows whose VIN was filled in. */
export interface PackedRows {
  readonly isBatch: boolean
  readonly pack: RowPack
  readonly filled: readonly Pick<SentRow, 'input' | 'knownVin'>[]
}

/** Packs rows of a batch. */
export function packSent(header: readonly string[], rows: readonly SentRow[], form: PackForm): PackedRows {
  const { uploadId, referenceKey: key } = form
  const pack = packJournalRows(
    rows.map(({ row, input, original, known = false }) => ({
      ...newRow,
      row,
      input: withReference(input, key, uploadId, row),
      original,
      known,
      correctsRow: correctsRowOf(header, original, form),
    })),
  )
  return {
    isBatch: true,
    pack,
    filled: rows.filter(({ knownVin }) => knownVin).map(({ input, knownVin = null }) => ({ input, knownVin })),
  }
}

export function packUnsent(header: readonly string[], rows: readonly UnsentRow[], form: PackForm): PackedRows {
  const pack = packJournalRows(
    rows.map(({ row, input, outcome, reason, generalReason = reason, reasonColumns = [], original }) => ({
      ...newRow,
      row,
      input,
      original,
      correctsRow: correctsRowOf(header, original, form),
      outcome,
      reason,
      generalReason: generalReason === reason ? null : generalReason,
      reasonColumns,
    })),
  )
  return { isBatch: false, pack, filled: [] }
}

const correctsRowOf = (header: readonly string[], original: readonly string[], { corrects }: PackForm): number | null =>
  corrects === null ? null : correctedRow(header, original, corrects)
