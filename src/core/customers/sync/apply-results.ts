import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Customer } from '../../../contract/customers.ts'
import type { Failure } from '../../../contract/result.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import type { Bin } from '../journal/bin.ts'
import { newGroup, type ChangeJournal } from '../journal/change-journal.ts'
import type { SentOutcomes } from './change-sender.ts'
import { toCustomer } from '../cache/customer-columns.ts'
import type { CustomerCache, Taken } from '../cache/customer-cache.ts'
import type { EditJournal } from '../journal/edit-journal.ts'
import type { SavedValues } from '../journal/recent-saves.ts'
import { isSameValue } from '../editing/conflict.ts'

export interface ResultHandler extends SentOutcomes {
  take(scope: ConnectionRegion, records: readonly RemoteCustomer[]): Taken
  /**
   * The service has these records no more: they leave the copy. What was to be changed of them is failed, not lost; what was to be deleted is
   * deleted. Gives how many were none of this PC's deletions.
   */
  vanished(scope: ConnectionRegion, ids: readonly string[]): number
}

export interface OutcomeParts {
  readonly clock: Clock
  readonly copy: CustomerCache
  readonly edits: EditJournal
  readonly changes: ChangeJournal
  readonly bin: Bin
  readonly saved: SavedValues
  /** There is something to be sent. */
  resend(scope: ConnectionRegion): void
  /** A page that is on its way must not bring the record back. */
  forget(id: string): void
  /** The copy or a journal is other than before; `sighted`: records that were seen for sale are among them. */
  changed(scope: ConnectionRegion, sighted: boolean): void
}

const vanishedFailure: Failure = {
  kind: 'not-found',
  message: 'This customer was deleted elsewhere, or has expired, before the change was saved.',
  kept: 'Your change is kept here until you drop it.',
  next: 'There is no record to change any more. Drop the change once you have seen it.',
}

/** Writes down what became of edits and deletions: copy, journals and bin together, in one transaction each. */
export function createResultHandler(parts: OutcomeParts): ResultHandler {
  const { clock, copy, edits, changes, bin, saved } = parts

  const take = (scope: ConnectionRegion, records: readonly RemoteCustomer[]): Taken => {
    // Together: after a kill in between the record would be known, and what it undoes would not be looked for again.
    const taken = copy.transaction(() => {
      const now = copy.take(scope, records)
      if (now.changed > 0) guard(scope, records)
      return now
    })
    if (taken.changed > 0) parts.changed(scope, taken.sighted)
    return taken
  }

  /** Looks whether a record undoes what was saved a moment ago: a straggler of ours is saved over again, a change by others is shown. */
  const guard = (scope: ConnectionRegion, records: readonly RemoteCustomer[]): void => {
    for (const { customerId, field, value, is } of saved.undoneBy(scope, records, clock.now())) {
      const customer = copy.get(scope, customerId)
      if (!customer || edits.ofField(scope, customerId, field)) continue
      edits.put(scope, {
        customerId,
        field,
        value,
        before: is === 'straggler' ? customer[field] : value,
        clientName: customer.clientName,
        changeNumber: null,
        conflict: is === 'straggler' ? null : { elsewhere: customer[field] },
      })
      // Another straggler may follow; a race is shown once.
      if (is === 'race') saved.forget(scope, customerId, field)
      parts.resend(scope)
    }
  }

  /** What a record was to hold: a straggler of ours may have come in behind what was saved, and what was to mend it is not sent any more. */
  const asMeant = (scope: ConnectionRegion, record: Customer): Customer => {
    const values = [
      ...saved.undoneBy(scope, [record], clock.now()).filter(({ is }) => is === 'straggler'),
      ...edits.ofCustomer(scope, record.id).filter(({ state }) => state === 'pending'),
    ]
    return { ...record, ...Object.fromEntries(values.map(({ field, value }) => [field, value])) }
  }

  const intoBin = (scope: ConnectionRegion, record: Customer): void => {
    bin.deleted(scope, asMeant(scope, record))
    changes.add(scope, {
      group: newGroup(),
      customerId: record.id,
      kind: 'deleted',
      field: null,
      before: null,
      after: null,
      at: clock.now().toISOString(),
      state: 'done',
      undoOf: null,
    })
  }

  /** Settles what was under way for a record that the service no longer has. Gives whether it was deleted by this PC. */
  const endOf = (scope: ConnectionRegion, customerId: string): boolean => {
    const record = copy.get(scope, customerId)
    const deletion = bin.deletion(scope, customerId)
    const isOurs = deletion !== null && deletion.sent
    if (deletion) {
      if (isOurs && record) intoBin(scope, record)
      else bin.drop(scope, customerId)
    }
    for (const edit of edits.ofCustomer(scope, customerId)) {
      if (isOurs) {
        edits.remove(edit.id)
        if (edit.changeNumber !== null) changes.dropped(edit.changeNumber)
      } else edits.fail(edit.id, vanishedFailure, edit.record ?? record ?? undefined)
    }
    return isOurs
  }

  const remove = (scope: ConnectionRegion, ids: readonly string[]): number => {
    const others = copy.transaction(() => {
      const notOurs = ids.filter((id) => !endOf(scope, id)).length
      copy.remove(scope, ids)
      return notOurs
    })
    for (const id of ids) parts.forget(id)
    parts.changed(scope, true)
    return others
  }

  return {
    take,
    seen: (scope, record) => void take(scope, [record]),

    settled(edit, record) {
      const { scope } = edit
      copy.transaction(() => {
        const now = edits.find(edit.id)
        // Its connection may have begun anew meanwhile: then this is a record of before.
        if (now || copy.get(scope, record.id)) take(scope, [record])
        if (!now) return
        saved.keep(edit, now.sent, record, clock.now())
        if (now.revision === edit.revision || isSameValue(now.field, now.value, record[now.field], scope.region)) {
          edits.remove(now.id)
          if (now.changeNumber !== null) changes.done(now.changeNumber)
        } else edits.rebase(now.id, record[now.field])
      })
      parts.changed(scope, record.sightings.length > 0)
    },

    conflict(edit, record) {
      copy.transaction(() => {
        take(edit.scope, [record])
        if (edits.find(edit.id)?.revision === edit.revision) edits.conflict(edit.id, record[edit.field])
      })
      parts.changed(edit.scope, true)
    },

    refused(edit, { failure }) {
      if (edits.find(edit.id)?.revision !== edit.revision) return
      edits.fail(edit.id, { ...failure, kept: 'The field still holds what it held before.' })
      parts.changed(edit.scope, true)
    },

    gone: (scope, customerId) => void remove(scope, [customerId]),

    deleted(scope, customerId, record) {
      copy.transaction(() => {
        const last = record ? { ...toCustomer(record), id: customerId } : copy.get(scope, customerId)
        if (last) intoBin(scope, last)
        else bin.drop(scope, customerId)
        for (const edit of edits.ofCustomer(scope, customerId)) {
          edits.remove(edit.id)
          if (edit.changeNumber !== null) changes.dropped(edit.changeNumber)
        }
        copy.remove(scope, [customerId])
      })
      parts.forget(customerId)
      parts.changed(scope, true)
    },

    deletionRefused(scope, customerId, { failure }) {
      bin.fail(scope, customerId, { ...failure, kept: 'The customer was not deleted.' })
      parts.changed(scope, true)
    },

    vanished: (scope, ids) => (ids.length === 0 ? 0 : remove(scope, ids)),
  }
}
