import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { createQueue } from '../scheduling/queue.ts'
import {
  comparedByContent,
  createAccountCorrections,
  rowsPerPiece,
  scopeOf,
  type CheckedParts,
} from './account-corrections.ts'
import type { ListedReferences, ListedRows } from './listed-references.ts'
import { isOfOtherRow } from './matching.ts'
import type { UploadRecord } from './upload-record.ts'
import { isFinished } from './upload-steps.ts'
import type { Customer } from '../../contract/customer-record.ts'
import type { CustomerInput } from '../service/service-client.ts'

/**
 * Compares the account of each upload with the service's list, at the end of each sync. The work is done in pieces of a few
 * milliseconds, one call after the other.
 */
export type AccountCheck = ReturnType<typeof createAccountCheck>

export interface AccountCheckParts extends CheckedParts {
  changed(uploadId: string): void
  /** Duplicates were deleted without a question. */
  onDuplicatesDeleted(upload: UploadRecord, count: number): void
  /** Lets other work run between two pieces. */
  readonly pause?: () => Promise<void>
}

/** An upload of which nothing is listed. */
const noRows: ListedRows = { first: new Map(), several: [] }

/** Rows with several customers in one piece: each of these customers is read. */
export const duplicatesPerPiece = 25

export function createAccountCheck(parts: AccountCheckParts) {
  const { storage, journal, customers, pause = () => yieldToEventLoop() } = parts
  const corrections = createAccountCorrections({ ...parts, pause })
  const waiting = new Map<string, DuplicatePlan>()

  /** Runs work after all earlier work: two checks of one upload would plan its duplicates twice. */
  const inTurn = createQueue()

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
    const alike = corrections.severalByContent(upload).filter(([row]) => !byReference.has(row))
    let mustAsk = alike.length > 0
    await inPieces([...byReference, ...alike], duplicatesPerPiece, (piece) => {
      const plan = planDuplicates(duplicatedRows(upload, piece))
      kept.push(...plan.kept)
      deleted.push(...plan.deleted)
      mustAsk ||= plan.mustAsk
    })
    return { kept, deleted, mustAsk: mustAsk || deleted.length > mostWithoutQuestion }
  }

  const compareUpload = async (upload: UploadRecord, listed: ListedRows): Promise<void> => {
    const corrected = await corrections.correct(upload, listed)
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
    /** Corrects the results of rows, and deletes duplicates or asks the user about them. */
    compare: (scope: ConnectionRegion, references: ListedReferences): Promise<void> =>
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

    /** The uploads that have such duplicates. */
    asking: (): readonly string[] => [...waiting.keys()],

    /** Duplicates that wait for the user's decision. */
    duplicates: (uploadId: string): number => waiting.get(uploadId)?.deleted.length ?? 0,

    /** Deletes the duplicates that wait for a decision as the last comparison found them, or keeps both customers. */
    resolve: (upload: UploadRecord, decision: 'delete' | 'keep'): Promise<void> =>
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

/** A row with all customers at the service that carry its reference. */
export interface DuplicatedRow {
  readonly row: number
  /** What was sent. */
  readonly input: CustomerInput
  readonly customers: readonly ListedDuplicate[]
}

interface ListedDuplicate {
  readonly customer: Customer
  /** It has edits of this PC that are not sent yet. */
  readonly hasUnsentEdits: boolean
}

/** Which customer of each row stays, and which are deleted. */
interface DuplicatePlan {
  readonly kept: readonly { readonly row: number; readonly customerId: string }[]
  readonly deleted: readonly { readonly row: number; readonly customerId: string }[]
  /** The user is asked first: there are many, or one of them was edited or has a sighting that would be lost. */
  readonly mustAsk: boolean
}

/** More duplicates than this are deleted only after a question. */
export const mostWithoutQuestion = 20

/**
 * Keeps the customer with sightings, else the one that was edited, else the older one. A duplicate is deleted without a
 * question only if every field is as it was sent.
 */
export function planDuplicates(rows: readonly DuplicatedRow[]): DuplicatePlan {
  const kept: { row: number; customerId: string }[] = []
  const deleted: { row: number; customerId: string }[] = []
  let mustAsk = false
  for (const { row, input, customers } of rows) {
    const weighed = customers
      .map(({ customer, hasUnsentEdits }) => ({
        customer,
        isEdited: hasUnsentEdits || !isAsSent(customer, input),
        hasSightings: customer.sightings.length > 0,
      }))
      .toSorted(
        (a, b) =>
          Number(b.hasSightings) - Number(a.hasSightings) ||
          Number(b.isEdited) - Number(a.isEdited) ||
          Date.parse(a.customer.lastUpdated) - Date.parse(b.customer.lastUpdated) ||
          a.customer.id.localeCompare(b.customer.id),
      )
    const [first, ...others] = weighed
    if (!first || others.length === 0) continue
    kept.push({ row, customerId: first.customer.id })
    deleted.push(...others.map(({ customer }) => ({ row, customerId: customer.id })))
    mustAsk ||= weighed.some(({ isEdited }) => isEdited) || others.some(({ hasSightings }) => hasSightings)
  }
  return { kept, deleted, mustAsk: mustAsk || deleted.length > mostWithoutQuestion }
}

/**
 * Whether a customer has every field as it was sent. A field that can be edited and was not sent must be empty; the
 * service may add a VIN by a look-up (interface, part 4, rule 1).
 */
function isAsSent(customer: Customer, input: CustomerInput): boolean {
  const fields = [
    [customer.clientName, input.client_name],
    [customer.mobileNumber, input.mobile_number],
    [customer.saleDate, input.sale_date],
    [customer.expiryDate, input.expiry_date],
  ] as const
  const identity = [
    [customer.rego, input.rego],
    [customer.state, input.state],
    [customer.vin, input.vin],
  ] as const
  return (
    fields.every(([found, sent]) => (found ?? '') === (sent ?? '')) &&
    identity.every(([found, sent]) => sent === undefined || (found ?? '') === sent) &&
    Object.entries(input.additional_fields ?? {}).every(([name, sent]) =>
      isDeepStrictEqual(customer.additionalFields[name], sent),
    )
  )
}
