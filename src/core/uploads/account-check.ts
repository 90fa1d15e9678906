import type { Customer } from '../../contract/customers.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Journal } from './journal.ts'
import type { MatchedCustomer } from './matching.ts'
import { planDuplicates, type DuplicatedRow, type DuplicatePlan } from './duplicate-plan.ts'
import { parseReference, type UploadRecord } from './upload-record.ts'
import { isFinished } from './upload-steps.ts'

/** The ids of the listed customers by upload reference. */
export type ListedReferences = ReadonlyMap<string, readonly string[]>

/** The local customers, as the check of an upload's account uses them. */
export interface CheckedCustomers {
  find(scope: ConnectionRegion, id: string): Customer | null
  /** The customers in the local list, in its order. */
  listed(scope: ConnectionRegion): Iterable<MatchedCustomer>
  /** Deletes records at the service and moves them to the bin. */
  deleteRecords(scope: ConnectionRegion, ids: readonly string[]): void
}

/** Compares the account of each upload with the service's list, at the end of the upload and at every later sync. */
export interface AccountCheck {
  /** Corrects the results of rows, and deletes duplicates or asks the user about them. */
  compare(scope: ConnectionRegion, references: ListedReferences): void
  /** Duplicates that wait for the user's decision. */
  duplicates(uploadId: string): number
  /** Deletes the duplicates that wait for a decision, or keeps both customers. */
  resolve(upload: UploadRecord, decision: 'delete' | 'keep'): void
}

export interface AccountCheckParts {
  readonly storage: OpenStorage
  readonly journal: Journal
  readonly customers: CheckedCustomers
  changed(uploadId: string): void
  /** Duplicates were deleted without a question. */
  onDuplicatesDeleted(upload: UploadRecord, count: number): void
}

export function createAccountCheck(parts: AccountCheckParts): AccountCheck {
  const { storage, journal, customers } = parts
  const waiting = new Map<string, DuplicatePlan>()

  const scopeOf = ({ connectionId, region }: UploadRecord): ConnectionRegion => ({ connectionId, region })

  const deleteDuplicates = (upload: UploadRecord, { kept, deleted }: DuplicatePlan): void => {
    // One transaction: after a kill in between, the note would stop the deletion.
    storage.database.transaction(() => {
      journal.correctRows(upload.id, kept)
      journal.markDuplicates(upload.id, deleted, 'delete')
      customers.deleteRecords(
        scopeOf(upload),
        deleted.map(({ customerId }) => customerId),
      )
    })
    storage.log.write('warning', 'uploads.duplicates-deleted', { rows: deleted.length })
  }

  /** The rows with several customers, without those that the user keeps. */
  const duplicatedRows = (upload: UploadRecord, listed: ReadonlyMap<number, readonly string[]>): DuplicatedRow[] => {
    const rows: DuplicatedRow[] = []
    for (const [row, ids] of listed) {
      if (ids.length < 2) continue
      const duplicate = journal.duplicateOf(upload.id, row)
      const input = journal.inputOf(upload.id, row)
      if (input === null || (duplicate !== null && ids.includes(duplicate))) continue
      const found = ids
        .map((id) => customers.find(scopeOf(upload), id))
        .filter((customer) => customer !== null)
        .filter(({ deleting }) => deleting === null)
      rows.push({
        row,
        input,
        customers: found.map((customer) => ({ customer, hasUnsentEdits: customer.edits.length > 0 })),
      })
    }
    return rows
  }

  const compareUpload = (upload: UploadRecord, listed: ReadonlyMap<number, readonly string[]>): void => {
    const found = journal.unresolvedRows(upload.id).flatMap((row) => {
      const [customerId] = listed.get(row) ?? []
      return customerId === undefined ? [] : [{ row, customerId }]
    })
    const corrected = found.length > 0 ? journal.correctRows(upload.id, found) : 0
    if (corrected > 0) storage.log.write('info', 'uploads.account-corrected', { rows: corrected })
    const plan = planDuplicates(duplicatedRows(upload, listed))
    const before = waiting.get(upload.id)?.deleted.length ?? 0
    waiting.delete(upload.id)
    if (plan.deleted.length > 0) {
      if (plan.mustAsk) waiting.set(upload.id, plan)
      else {
        deleteDuplicates(upload, plan)
        parts.onDuplicatesDeleted(upload, plan.deleted.length)
      }
    }
    const after = waiting.get(upload.id)?.deleted.length ?? 0
    if (corrected > 0 || plan.deleted.length > 0 || before !== after) parts.changed(upload.id)
  }

  return {
    compare(scope, references) {
      const byUpload = new Map<string, Map<number, readonly string[]>>()
      for (const [reference, ids] of references) {
        const parsed = parseReference(reference)
        if (!parsed) continue
        const rows = byUpload.get(parsed.uploadId) ?? new Map<number, readonly string[]>()
        byUpload.set(parsed.uploadId, rows.set(parsed.row, ids))
      }
      for (const upload of journal.ofConnection(scope.connectionId)) {
        const listed = byUpload.get(upload.id)
        // While batches are sent and followed, their customers are still counted.
        if (!listed || upload.region !== scope.region || !upload.batches.every(isFinished)) continue
        compareUpload(upload, listed)
      }
    },

    duplicates: (uploadId) => waiting.get(uploadId)?.deleted.length ?? 0,

    resolve(upload, decision) {
      const plan = waiting.get(upload.id)
      if (!plan) return
      if (decision === 'delete') deleteDuplicates(upload, plan)
      else journal.markDuplicates(upload.id, plan.deleted, 'keep')
      waiting.delete(upload.id)
      parts.changed(upload.id)
    },
  }
}
