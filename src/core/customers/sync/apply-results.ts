import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Signal } from '../../events/signal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RemoteCustomer, ServiceFailure } from '../../service/service-client.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { toCustomer } from '../cache/stored-customer.ts'
import { customerMessages } from '../customer-messages.ts'
import type { Bin } from '../changes/bin.ts'
import type { DeletionQueue } from '../changes/deletion-queue.ts'
import type { Edit } from '../changes/open-edits.ts'
import type { ChangeLedger } from '../changes/change-ledger.ts'
import type { SyncedScopes } from './synced-pages.ts'

/** The cache or a journal of this scope has changed. `sighted`: records with sightings may be among the changes. */
export interface CustomerUpdate {
  readonly scope: ConnectionRegion
  readonly sighted: boolean
  /** The customers whose edits or deletion may have changed; absent: all. */
  readonly ids?: readonly string[]
}

/** Saves the service's answers: cache, ledger and bin change together, in one transaction for each answer. */
export type ResultHandler = ReturnType<typeof createResultHandler>

export interface ResultParts {
  readonly cache: CustomerCache
  readonly ledger: ChangeLedger
  readonly deletions: DeletionQueue
  readonly bin: Bin
  /** Emits the id of a connection that has a new change to send. */
  readonly sendRequests: Signal<string>
  readonly updates: Signal<CustomerUpdate>
  readonly clock: Pick<Clock, 'now'>
  readonly synced: Pick<SyncedScopes, 'forget'>
  /** Deleted records are added here: a page that was read before must not bring them back. */
  readonly deletedDuringSync: Set<string>
}

export function createResultHandler(parts: ResultParts) {
  const { cache, ledger, deletions, bin, updates, deletedDuringSync } = parts

  const saveRecords = (
    scope: ConnectionRegion,
    records: readonly RemoteCustomer[],
    durable?: 'now' | 'later',
  ): number => {
    // In one transaction: after a crash in between, overwritten values would not be noticed again.
    const saved = cache.transaction(() => {
      const changed = cache.save(scope, deletions.withoutErased(scope, records), durable)
      if (changed.length > 0) {
        reopenOverwritten(
          scope,
          changed.map(({ record }) => record),
        )
      }
      return changed
    }, durable)
    if (saved.length === 0) return 0
    const ids = saved.map(({ record }) => record.id)
    const sighted = saved.some(
      ({ record, before }) => record.sightings.length > 0 || (before !== null && before.sightings.length > 0),
    )
    parts.synced.forget(scope, ids)
    updates.emit({ scope, sighted, ids })
    return saved.length
  }

  /** Checks whether records overwrite recent saves of this PC: after a late call the value is sent again, after a race it is a conflict. */
  const reopenOverwritten = (scope: ConnectionRegion, records: readonly RemoteCustomer[]): void => {
    for (const overwritten of ledger.overwrittenIn(scope, records)) {
      const customer = cache.find(scope, overwritten.customerId)
      if (customer && ledger.reopen(scope, customer, overwritten)) parts.sendRequests.emit(scope.connectionId)
    }
  }

  /** The record with the values that the user last gave it, which may not have reached the service before the deletion. */
  const withLatestValues = (scope: ConnectionRegion, record: Customer): Customer => {
    const values = [
      ...ledger.overwrittenIn(scope, [record]).filter(({ by }) => by === 'late-call'),
      ...ledger.edits.ofCustomer(scope, record.id).filter(({ state }) => state === 'pending'),
    ]
    return { ...record, ...Object.fromEntries(values.map(({ field, value }) => [field, value])) }
  }

  /** Ends the deletion of a person's record. Nothing of it may stay, neither here nor in the cache. */
  const finishErased = (scope: ConnectionRegion, customerId: string): boolean => {
    if (!deletions.finishErased(scope, customerId, parts.clock.now().toISOString())) return false
    ledger.discardAll(scope, customerId)
    cache.remove(scope, [customerId])
    return true
  }

  const moveToBin = (scope: ConnectionRegion, record: Customer): void => {
    bin.add(scope, withLatestValues(scope, record))
    ledger.endDeletion(scope, record.id)
  }

  /** Ends the deletion and the edits of a vanished record. Returns whether this PC deleted it. */
  const endChanges = (scope: ConnectionRegion, customerId: string): boolean => {
    if (finishErased(scope, customerId)) return true
    const record = cache.find(scope, customerId)
    const deletion = deletions.find(scope, customerId)
    const isOwnDeletion = deletion !== null && deletion.sent
    if (isOwnDeletion && record) moveToBin(scope, record)
    else if (deletion) deletions.remove(scope, customerId)
    if (isOwnDeletion) ledger.discardAll(scope, customerId)
    else ledger.failAll(scope, customerId, { kind: 'not-found', ...customerMessages.deletedElsewhere }, record)
    return isOwnDeletion
  }

  return {
    /** Records that the service listed or sent. Returns how many are new or different. `durable`: see `CustomerRows.save`. */
    saveRecords,

    /** An answer about one record, with what it left out as the cache has it. `sent`: what it was changed to. */
    complete(
      scope: ConnectionRegion,
      { missing, ...record }: RemoteCustomer,
      sent: Partial<RemoteCustomer> = {},
    ): RemoteCustomer {
      const before = missing ? cache.find(scope, record.id) : null
      if (!missing || !before) return record
      const kept = { ...before, ...sent }
      return {
        ...record,
        ...Object.fromEntries(missing.map((field) => [field, kept[field]])),
        other: { ...cache.otherFields(scope, record.id), ...record.other },
      }
    },

    /** The service has the edit's value. */
    saveEdit(edit: Edit, record: RemoteCustomer): void {
      const { scope } = edit
      cache.transaction(() => {
        // Neither exists if the connection was emptied in the meantime: then the answer is outdated.
        if (ledger.edits.find(edit.id) || cache.find(scope, record.id)) saveRecords(scope, [record])
        ledger.save(edit, record)
      })
      updates.emit({ scope, sighted: record.sightings.length > 0, ids: [record.id] })
    },

    saveConflict(edit: Edit, record: RemoteCustomer): void {
      cache.transaction(() => {
        saveRecords(edit.scope, [record])
        ledger.markConflict(edit, record[edit.field])
      })
      updates.emit({ scope: edit.scope, sighted: true, ids: [edit.customerId] })
    },

    refuseEdit(edit: Edit, { failure, certainty }: ServiceFailure): void {
      const isUnchanged = certainty !== 'unknown'
      const isRefused = ledger.refuse(edit, {
        ...failure,
        ...(isUnchanged ? { kept: customerMessages.editRefused } : {}),
      })
      if (isRefused) updates.emit({ scope: edit.scope, sighted: true, ids: [edit.customerId] })
    },

    /** The service has deleted the record on this PC's request. Null if only a call whose answer was lost can have done it. */
    saveDeletion(scope: ConnectionRegion, customerId: string, record: RemoteCustomer | null): void {
      cache.transaction(() => {
        if (finishErased(scope, customerId)) return
        const last = record ? { ...toCustomer(record), id: customerId } : cache.find(scope, customerId)
        if (last) moveToBin(scope, last)
        else deletions.remove(scope, customerId)
        ledger.discardAll(scope, customerId)
        cache.remove(scope, [customerId])
      })
      parts.synced.forget(scope, [customerId])
      deletedDuringSync.add(customerId)
      updates.emit({ scope, sighted: true, ids: [customerId] })
    },

    refuseDeletion(scope: ConnectionRegion, customerId: string, { failure }: ServiceFailure): void {
      deletions.refuse(scope, customerId, { ...failure, kept: customerMessages.deletionRefused })
      updates.emit({ scope, sighted: true, ids: [customerId] })
    },

    /**
     * The service no longer has these records. They leave the cache, their edits fail, and pending deletions that were sent are done.
     * Returns how many were not deleted by this PC.
     */
    removeVanished(scope: ConnectionRegion, ids: readonly string[]): number {
      if (ids.length === 0) return 0
      const deletedElsewhere = cache.transaction(() => {
        const others = ids.filter((id) => !endChanges(scope, id)).length
        cache.remove(scope, ids)
        return others
      })
      parts.synced.forget(scope, ids)
      for (const id of ids) deletedDuringSync.add(id)
      updates.emit({ scope, sighted: true, ids })
      return deletedElsewhere
    },
  }
}
