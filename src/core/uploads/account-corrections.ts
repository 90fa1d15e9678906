import type { Customer } from '../../contract/customer-record.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Journal } from './journal.ts'
import type { OpenRow, RowEnd } from './journal-rows.ts'
import type { ListedRows } from './listed-references.ts'
import { isOfOtherRow, matchRows, type MatchedCustomer } from './matching.ts'
import type { FinishedBatch, UploadRecord } from './upload-record.ts'
import { isFinished } from './upload-steps.ts'

/** The local customers, as the check of an upload's account uses them. */
export interface CheckedCustomers {
  find(scope: ConnectionRegion, id: string): Customer | null
  /** The customers in the local list, in its order. */
  listed(scope: ConnectionRegion): Iterable<MatchedCustomer>
  /** Deletes records at the service and moves them to the bin. */
  deleteRecords(scope: ConnectionRegion, ids: readonly string[]): void
}

export type CheckedJournal = Pick<
  Journal,
  | 'idsOf'
  | 'find'
  | 'unresolvedRows'
  | 'correctRows'
  | 'markDuplicates'
  | 'duplicateOf'
  | 'inputsOf'
  | 'openRows'
  | 'customerIds'
>

export interface CheckedParts {
  readonly storage: Pick<OpenStorage, 'database' | 'ended' | 'log'>
  readonly journal: CheckedJournal
  readonly customers: CheckedCustomers
}

/** Rows without a customer that are compared in one piece. */
export const rowsPerPiece = 250

export const scopeOf = ({ connectionId, region }: UploadRecord): ConnectionRegion => ({ connectionId, region })

/** The finished batches of an upload without references whose rows are compared by their content. */
export const comparedByContent = ({ referenceKey, batches }: UploadRecord): readonly FinishedBatch[] =>
  referenceKey === null ? batches.filter(isFinished).filter((batch) => batch.resent || hasOpenRows(batch)) : []

const hasOpenRows = ({ rows, result }: FinishedBatch): boolean =>
  result.accepted + result.failed + result.notProcessed + result.notSent < rows

/** Finds the customers of rows that had none when their batch ended. */
export function createAccountCorrections({
  storage,
  journal,
  customers,
  pause,
}: CheckedParts & { pause(): Promise<void> }) {
  /** Corrects the rows without a customer that the list has meanwhile. Returns how many. */
  const correctNamed = async (upload: UploadRecord, { first }: ListedRows): Promise<number> => {
    let corrected = 0
    for (let after = 0; !storage.ended.aborted;) {
      const rows = journal.unresolvedRows(upload.id, after, rowsPerPiece)
      const last = rows.at(-1)
      if (last === undefined) break
      after = last
      const named = rows.flatMap((row) => {
        const customerId = first.get(row)
        return customerId === undefined ? [] : [{ row, customerId }]
      })
      const inputs = journal.inputsOf(
        upload.id,
        named.map(({ row }) => row),
      )
      // The service may have cut a reference: then nothing else of the customer is as in the row that it names.
      const found = named.filter(({ row, customerId }) => {
        const [input, customer] = [inputs.get(row), customers.find(scopeOf(upload), customerId)]
        return !input || !customer || !isOfOtherRow(customer, input)
      })
      if (found.length > 0) corrected += journal.correctRows(upload.id, found)
      await pause()
    }
    return corrected
  }

  /** Rows without references with customers that have their content and are of no other row. */
  const matchByContent = (upload: UploadRecord, rows: readonly OpenRow[]): ReadonlyMap<number, string> => {
    if (rows.length === 0) return new Map()
    const others = journal.customerIds(upload.id)
    const listed = [...customers.listed(scopeOf(upload))].filter(({ id }) => !others.has(id))
    return matchRows(rows, listed, upload.id)
  }

  const comparedRows = (upload: UploadRecord, isWanted: (batch: FinishedBatch) => boolean): (OpenRow & RowEnd)[] =>
    storage.ended.aborted
      ? []
      : comparedByContent(upload)
          .filter(isWanted)
          .flatMap(({ number }) => journal.openRows(upload.id, number))

  /** Corrects the rows without a reference and without a result whose customer is listed meanwhile. Returns how many. */
  const correctByContent = (upload: UploadRecord): number => {
    const open = comparedRows(upload, hasOpenRows).filter(({ outcome }) => outcome === null)
    const found = [...matchByContent(upload, open)].map(([row, customerId]) => ({ row, customerId }))
    return found.length === 0 ? 0 : journal.correctRows(upload.id, found)
  }

  return {
    /** Corrects the rows of an upload whose customers are listed meanwhile. Returns how many. */
    correct: async (upload: UploadRecord, listed: ListedRows): Promise<number> =>
      (await correctNamed(upload, listed)) + correctByContent(upload),

    /** Rows of batches that were sent twice without references: each of these customers may be the second of its row. */
    severalByContent(upload: UploadRecord): [row: number, ids: string[]][] {
      const sentTwice = comparedRows(upload, ({ resent }) => resent)
      const second = matchByContent(
        upload,
        sentTwice.filter(({ customerId }) => customerId !== null),
      )
      return sentTwice.flatMap(({ row, customerId }) => {
        const id = second.get(row)
        return customerId === null || id === undefined ? [] : [[row, [customerId, id]]]
      })
    },
  }
}
