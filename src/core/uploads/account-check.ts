import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Customer } from '../../contract/customer-record.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import type { Journal } from './journal.ts'
import type { OpenRow, RowEnd } from './journal-rows.ts'
import type { ListedReferences, ListedRows } from './listed-references.ts'
import { isOfOtherRow, matchRows, type MatchedCustomer } from './matching.ts'
import { mostWithoutQuestion, planDuplicates, type DuplicatedRow, type DuplicatePlan } from './duplicate-plan.ts'
import type { FinishedBatch, UploadRecord } from './upload-record.ts'
import { isFinished } from './upload-steps.ts'

/** The local customers, as the check of an upload's account uses them. */
export interface CheckedCustomers {
  find(scope: ConnectionRegion, id: string): Customer | null
  /** The customers in the local list, in its order. */
  listed(scope: ConnectionRegion): Iterable<MatchedCustomer>
  /** Saves records that the service has just listed. Absent: a later sync reads them. */
  saveListed?(scope: ConnectionRegion, records: readonly RemoteCustomer[]): Promise<void>
  /** Deletes records at the service and moves them to the bin. */
  deleteRecords(scope: ConnectionRegion, ids: readonly string[]): void
}

/**
 * Compares the account of each upload with the service's list, at the end of each sync. The work is done in pieces of a few
 * milliseconds, one call after the other.
 */
export interface AccountCheck {
  /** Corrects the results of rows, and deletes duplicates or asks the user about them. */
  compare(scope: ConnectionRegion, references: ListedReferences): Promise<void>
  /** Duplicates that wait for the user's decision. */
  duplicates(uploadId: string): number
  /** The uploads that have such duplicates. */
  asking(): readonly string[]
  /** Deletes the duplicates that wait for a decision as the last comparison found them, or keeps both customers. */
  resolve(upload: UploadRecord, decision: 'delete' | 'keep'): Promise<void>
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

export interface AccountCheckParts {
  readonly storage: Pick<OpenStorage, 'database' | 'ended' | 'log'>
  readonly journal: CheckedJournal
  readonly customers: CheckedCustomers
  changed(uploadId: string): void
  /** Duplicates were deleted without a question. */
  onDuplicatesDeleted(upload: UploadRecord, count: number): void
  /** Lets other work run between two pieces. */
  readonly pause?: () => Promise<void>
}

/** An upload of which nothing is listed. */
const noRows: ListedRows = { first: new Map(), several: [] }

/** The finished batches of an upload without references whose rows are compared by their content. */
const comparedByContent = ({ referenceKey, batches }: UploadRecord): readonly FinishedBatch[] =>
  referenceKey === null ? batches.filter(isFinished).filter((batch) => batch.resent || hasOpenRows(batch)) : []

const hasOpenRows = ({ rows, result }: FinishedBatch): boolean =>
  result.accepted + result.failed + result.notProcessed + result.notSent < rows

/** Rows without a customer that are compared in one piece. */
export const rowsPerPiece = 250
/** Rows with several customers in one piece: each of these customers is read. */
export const duplicatesPerPiece = 25

export function createAccountCheck(parts: AccountCheckParts): AccountCheck {
  const { storage, journal, customers, pause = () => yieldToEventLoop() } = parts
  const waiting = new Map<string, DuplicatePlan>()
  let running: Promise<void> = Promise.resolve()

  const scopeOf = ({ connectionId, region }: UploadRecord): ConnectionRegion => ({ connectionId, region })

  /** Runs work after all earlier work: two checks of one upload would plan its duplicates twice. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const run = running.then(work)
    running = run.catch(() => undefined)
    return run
  }

  /** Calls `work` for pieces of a list. Ends early when the data is closed. */
  const inPieces = async <T>(
    items: readonly T[],
    size: number,
    work: (piece: readonly T[], first: number) => void,
  ): Promise<void> => {
    for (let first = 0; first < items.length && !storage.ended.aborted; first += size) {
      work(items.slice(first, first + size), first)
      await pause()
    }
  }

  const deleteDuplicates = async (upload: UploadRecord, { kept, deleted }: DuplicatePlan): Promise<void> => {
    const keptIds = new Map(kept.map(({ row, customerId }) => [row, customerId]))
    await inPieces(deleted, rowsPerPiece, (piece) => {
      const rows = [...new Set(piece.map(({ row }) => row))]
      // One transaction: after a kill in between, the note would stop the deletion.
      storage.database.transaction(() => {
        journal.correctRows(
          upload.id,
          rows.map((row) => ({ row, customerId: keptIds.get(row) ?? '' })),
        )
        journal.markDuplicates(upload.id, piece, 'delete')
        customers.deleteRecords(
          scopeOf(upload),
          piece.map(({ customerId }) => customerId),
        )
      })
    })
    storage.log.write('warning', 'uploads.duplicates-deleted', { rows: deleted.length })
  }

  /** Rows with several customers, without those that the user keeps. */
  const duplicatedRows = (
    upload: UploadRecord,
    several: readonly (readonly [row: number, ids: readonly string[]])[],
  ): DuplicatedRow[] => {
    const inputs = journal.inputsOf(
      upload.id,
      several.map(([row]) => row),
    )
    return several.flatMap(([row, ids]) => {
      const duplicate = journal.duplicateOf(upload.id, row)
      const input = inputs.get(row)
      if (input === undefined || (duplicate !== null && ids.includes(duplicate))) return []
      const found = ids
        .map((id) => customers.find(scopeOf(upload), id))
        .filter((customer) => customer !== null)
        .filter((customer) => customer.deleting === null && !isOfOtherRow(customer, input))
        .map((customer) => ({ customer, hasUnsentEdits: customer.edits.length > 0 }))
      return [{ row, input, customers: found }]
    })
  }

  const planFor = async (upload: UploadRecord, { several }: ListedRows): Promise<DuplicatePlan> => {
    const kept: DuplicatePlan['kept'][number][] = []
    const deleted: DuplicatePlan['deleted'][number][] = []
    const byReference = new Map(several)
    const alike = severalByContent(upload).filter(([row]) => !byReference.has(row))
    let mustAsk = alike.length > 0
    await inPieces([...byReference, ...alike], duplicatesPerPiece, (piece) => {
      const plan = planDuplicates(duplicatedRows(upload, piece))
      kept.push(...plan.kept)
      deleted.push(...plan.deleted)
      mustAsk ||= plan.mustAsk
    })
    return { kept, deleted, mustAsk: mustAsk || deleted.length > mostWithoutQuestion }
  }

  /** Corrects the rows without a customer that the list has meanwhile. Returns how many. */
  const correctRows = async (upload: UploadRecord, { first }: ListedRows): Promise<number> => {
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

  /** Rows of batches that were sent twice without references: each of these customers may be the second of its row. */
  const severalByContent = (upload: UploadRecord): [row: number, ids: string[]][] => {
    const sentTwice = comparedRows(upload, ({ resent }) => resent)
    const second = matchByContent(
      upload,
      sentTwice.filter(({ customerId }) => customerId !== null),
    )
    return sentTwice.flatMap(({ row, customerId }) => {
      const id = second.get(row)
      return customerId === null || id === undefined ? [] : [[row, [customerId, id]]]
    })
  }

  const compareUpload = async (upload: UploadRecord, listed: ListedRows): Promise<void> => {
    const corrected = (await correctRows(upload, listed)) + correctByContent(upload)
    if (corrected > 0) storage.log.write('info', 'uploads.account-corrected', { rows: corrected })
    const plan = await planFor(upload, listed)
    // The upload may have been removed meanwhile.
    if (storage.ended.aborted || !journal.find(upload.id)) return
    const before = waiting.get(upload.id)?.deleted.length ?? 0
    waiting.delete(upload.id)
    if (plan.deleted.length > 0) {
      if (plan.mustAsk) waiting.set(upload.id, plan)
      else {
        await deleteDuplicates(upload, plan)
        parts.onDuplicatesDeleted(upload, plan.deleted.length)
      }
    }
    const after = waiting.get(upload.id)?.deleted.length ?? 0
    if (corrected > 0 || plan.deleted.length > 0 || before !== after) parts.changed(upload.id)
  }

  return {
    compare: (scope, references) =>
      inTurn(async () => {
        for (const id of journal.idsOf(scope.connectionId).all) {
          const listed = references.get(id) ?? noRows
          const upload = journal.find(id)
          // While batches are sent and followed, their customers are still counted.
          if (!upload || upload.region !== scope.region || !upload.batches.every(isFinished)) continue
          if (listed === noRows && !waiting.has(id) && comparedByContent(upload).length === 0) continue
          await compareUpload(upload, listed)
        }
      }),

    asking: () => [...waiting.keys()],

    duplicates: (uploadId) => waiting.get(uploadId)?.deleted.length ?? 0,

    resolve: (upload, decision) =>
      inTurn(async () => {
        const plan = waiting.get(upload.id)
        if (!plan) return
        waiting.delete(upload.id)
        if (decision === 'delete') await deleteDuplicates(upload, plan)
        else {
          await inPieces(plan.deleted, rowsPerPiece, (piece) => journal.markDuplicates(upload.id, piece, 'keep'))
        }
        parts.changed(upload.id)
      }),
  }
}
