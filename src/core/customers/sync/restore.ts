import { localDate } from '../../../contract/calendar-date.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { isFromBeforeRestore } from '../../database/restored-data.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import { fail } from '../../failures/failure-error.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CustomerInput } from '../../service/service-client.ts'
import type { RecordsToSend } from '../../uploads/upload-writer.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { DoNotContact } from '../contact/do-not-contact.ts'
import type { KnownVehicles } from '../list/known-vehicles.ts'
import { parseReference } from '../../service/row-reference.ts'
import { customerMessages, restoreUpload } from '../customer-messages.ts'
import type { Bin, RestoreResult } from '../changes/bin.ts'
import type { ChangeLedger } from '../changes/change-ledger.ts'
import { type ListedAgain, maxConfirmed } from './listed-again.ts'
import type { Signal } from '../../events/signal.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { CustomerUpdate } from './apply-results.ts'
import type { CustomerSync } from './customer-sync.ts'

/** Restores records of the bin by an upload. */
export type RestoreQueue = ReturnType<typeof createRestoreQueue>

export interface RestoreParts {
  readonly database: Database
  readonly clock: Clock
  readonly bin: Bin
  readonly ledger: ChangeLedger
  readonly doNotContact: DoNotContact
  readonly cache: Pick<CustomerCache, 'find'>
  readonly vehicles: Pick<KnownVehicles, 'idsOfVehicles'>
  createUpload(records: RecordsToSend): Promise<string>
  readonly listedAgain: Pick<ListedAgain, 'takeBackExisting'>
}

export function createRestoreQueue(parts: RestoreParts) {
  const { database, clock, bin, ledger, doNotContact, cache } = parts

  /** Do Not Contact is stored by record id as well, and the restored record gets a new id. */
  const keepDoNotContact = ({ scope, customerId, newId }: RestoreResult): void => {
    const mobileNumber = bin.find(scope, customerId)?.mobileNumber ?? null
    if (!doNotContact.has(scope, { id: customerId, mobileNumber })) return
    doNotContact.add(scope, { id: newId ?? customerId, mobileNumber }, clock.now().toISOString())
  }

  /** Whether the list has a record of the bin of restored data again: it was restored after the backup was made. */
  const wasRestoredSince = async (scope: ConnectionRegion, record: Customer): Promise<boolean> => {
    const deletedAt = bin.deletedAt(scope, record.id)
    if (deletedAt === null || !isFromBeforeRestore(database, deletedAt)) return false
    const others = await parts.vehicles.idsOfVehicles(scope, vehicleKeys(record))
    return others
      .flatMap((id) => cache.find(scope, id) ?? [])
      .some(({ clientName, mobileNumber }) => clientName === record.clientName && mobileNumber === record.mobileNumber)
  }

  const start = async (
    scope: ConnectionRegion,
    ids: readonly string[],
  ): Promise<{ readonly uploadId: string; readonly customers: number }> => {
    const deleted = bin.restorable(scope, [...new Set(ids)])
    if (deleted.length === 0) {
      const { message, kept } = customerMessages.nothingToRestore
      fail('conflict', message, { kept })
    }
    const existing = new Set(
      await parts.listedAgain.takeBackExisting(
        scope,
        deleted.map(({ id }) => id),
      ),
    )
    const left = deleted.filter(({ id }) => !existing.has(id))
    // Of many records only a sample was called.
    if (left.length === 0 || (existing.size > 0 && deleted.length > maxConfirmed)) {
      const { message, kept, next } = customerMessages.stillAtService
      fail('conflict', message, { kept, next })
    }
    const records: Customer[] = []
    for (const record of left) if (!(await wasRestoredSince(scope, record))) records.push(record)
    if (records.length === 0) {
      const { message, ...others } = customerMessages.restoredSince
      fail('conflict', message, others)
    }
    const today = localDate(clock.now())
    const uploadId = await parts.createUpload({
      ...scope,
      name: restoreUpload.name,
      header: restoreUpload.header,
      rows: records.map((record) => ({ input: toInput(record, scope, today), original: toCells(record) })),
      inTransaction(upload) {
        records.forEach(({ id }, index) => {
          // Two requests at once: the second upload must not be created.
          if (!bin.markRestoring(scope, id, upload, index + 1)) fail('conflict', customerMessages.alreadyRestoring)
        })
      },
    })
    return { uploadId, customers: records.length }
  }
  /** One after another: a second call must not find the records that the first one is about to restore. */
  let lastAsked: Promise<unknown> = Promise.resolve()

  return {
    /** Fails with `conflict` if none of the records is in the bin, or all are being restored already, or are in the list again. */
    start,

    /** Restores the records whose deletion the user has undone and the service has confirmed. */
    startAsked(scope: ConnectionRegion): Promise<void> {
      const started = lastAsked.then(async () => {
        const ids = bin.askedToRestore(scope)
        if (ids.length > 0) await start(scope, ids)
      })
      lastAsked = started.catch(() => null)
      return started
    },

    /** Removes the records of finished uploads from the bin. Returns the scopes that changed. */
    finish(): ConnectionRegion[] {
      const results = bin.restoreResults()
      if (results.length === 0) return []
      database.transaction(() => {
        for (const result of results) {
          if (result.accepted) keepDoNotContact(result)
          bin.finishRestore(result)
          if (result.accepted) ledger.addHistory(result.scope, result.newId ?? result.customerId, 'restored')
        }
      })
      return [...new Map(results.map(({ scope }) => [scopeKey(scope), scope])).values()]
    },
  }
}

/**
 * The record as it is uploaded. Its upload reference is replaced by a new one. An expiry date that has passed is left out: the
 * service would delete the record again at once (interface, part 3, rule 6).
 */
function toInput(record: Customer, { region }: ConnectionRegion, today: string): CustomerInput {
  const fields = Object.entries(record.additionalFields).filter(([, value]) => parseReference(value) === null)
  return {
    ...(record.rego === null ? {} : { rego: record.rego }),
    ...(record.state === null || region !== 'au' ? {} : { state: record.state }),
    ...(record.vin === null ? {} : { vin: record.vin }),
    ...(record.clientName === null ? {} : { client_name: record.clientName }),
    ...(record.mobileNumber === null ? {} : { mobile_number: record.mobileNumber }),
    ...(record.saleDate === null ? {} : { sale_date: record.saleDate }),
    ...(record.expiryDate === null || record.expiryDate <= today ? {} : { expiry_date: record.expiryDate }),
    ...(fields.length === 0 ? {} : { additional_fields: Object.fromEntries(fields) }),
  }
}

function toCells(record: Customer): string[] {
  const { rego, state, vin, clientName, mobileNumber, saleDate, expiryDate } = record
  return [rego, state, vin, clientName, mobileNumber, saleDate, expiryDate].map((value) => value ?? '')
}

/** Continues restores in the background: begins those that wait for a deletion, and finishes those whose upload has ended. */
export function createRestoreWatch(
  { announcer, log }: Pick<OpenStorage, 'announcer' | 'log'>,
  {
    restores,
    bin,
    updates,
    sync,
    ended,
  }: {
    readonly restores: RestoreQueue
    readonly bin: Pick<Bin, 'scopesAskedToRestore'>
    readonly updates: Signal<CustomerUpdate>
    readonly sync: Pick<CustomerSync, 'request'>
    readonly ended: AbortSignal
  },
): { start(): void; stop(): void } {
  const begin = (scope: ConnectionRegion): void => {
    restores.startAsked(scope).catch((error: unknown) => {
      log.write('error', 'customers.restore-failed', { name: error instanceof Error ? error.name : 'unknown' })
    })
  }
  const finish = (): void => {
    for (const scope of restores.finish()) {
      updates.emit({ scope, sighted: true })
      sync.request(scope)
    }
  }
  const stops = [
    // The service may have confirmed a deletion that the user has undone.
    updates.listen(({ scope }) => begin(scope)),
    announcer.listen(({ name }) => {
      if (name === 'uploads.changed' && !ended.aborted) finish()
    }),
  ]
  return {
    start() {
      finish()
      bin.scopesAskedToRestore().forEach(begin)
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}
