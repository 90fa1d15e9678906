import type { Customer, EditableField } from '../../../contract/customer-record.ts'
import type { CustomerChange } from '../../../contract/customer-changes.ts'
import type { Failure } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import { createChangeJournal, newGroup, type ChangeReader, type NewChange } from './change-journal.ts'
import { createEditJournal, type Edit, type EditReader, type NewEdit } from './edit-journal.ts'
import { createStepJournal, type StepKind, type StepReader } from './step-journal.ts'
import { createUnfinishedChanges, type UnfinishedChanges } from './unfinished-changes.ts'
import { createRecentSaves, type OverwrittenValue, type VersionedRecord } from './recent-saves.ts'

export interface RecordedEdit extends Omit<NewEdit, 'changeNumber'> {
  /** The value that the user saw in the cell, for the history and undo. */
  readonly shown: string | null
  readonly group: EditGroup
}

/** Edits that belong together. */
export interface EditGroup {
  readonly id: string
  /** The user's step that they are; null for edits that undo another group. `isRedo`: they redo an undone step. */
  readonly step: { readonly kind: StepKind; readonly isRedo?: boolean } | null
  /** The group that they undo. */
  readonly undoOf: string | null
}

/** The group of a new step. */
export const newStep = (kind: StepKind): EditGroup => ({ id: newGroup(), step: { kind }, undoOf: null })

/**
 * The only writer of edits (`customer_edit`), the history (`customer_change`) and recent saves (`customer_saved`). Each operation is one
 * transaction. The course of an edit: `record`, `markSent`, then `save`, `markConflict`, `refuse` or `discard`.
 */
export interface EditLedger {
  readonly edits: EditReader
  readonly changes: ChangeReader
  readonly steps: StepReader
  readonly unfinished: UnfinishedChanges
  /** Records an edit with its history entry. It replaces an unconfirmed edit of the same field. */
  record(scope: ConnectionRegion, edit: RecordedEdit): void
  /** The user gives a field the service's value again: its unconfirmed edit, which was not sent, is removed. */
  takeBack(edit: Edit, value: string | null, group: EditGroup): void
  /** Call before a value is sent: after a crash it is then known that it may have arrived. */
  markSent(edit: Edit): void
  /** The value that was sent has certainly not arrived. */
  clearSent(edit: Edit): void
  /**
   * The service has the edit's value. Until this is recorded the value counts as one that may have arrived: after a crash in between it is
   * not taken for a change by others. False if the edit was discarded in the meantime.
   */
  save(edit: Edit, record: RemoteCustomer): boolean
  /** The record was changed elsewhere. Ignored if the edit has been replaced in the meantime. */
  markConflict(edit: Edit, elsewhere: string | null): void
  /** The service refused the edit. False if the edit has been replaced in the meantime. */
  refuse(edit: Edit, failure: Failure): boolean
  /** The service has deleted the record: its edits fail, and each keeps the last known record. */
  failAll(scope: ConnectionRegion, customerId: string, failure: Failure, record: Customer | null): void
  /** `overwrite`: the user has seen the service's value and replaces it. */
  retry(editId: string, overwrite: boolean): void
  discard(edit: Edit): void
  discardAll(scope: ConnectionRegion, customerId: string): void
  /** Marks one change as undone. */
  markUndone(change: number): void
  markRedone(change: number): void
  /** The step has been undone. */
  endUndo(scope: ConnectionRegion, group: string): void
  /** The step can be neither undone nor redone. */
  removeStep(group: string): void
  /** Records that the user deletes customers, as a part of the step `group`. `isRedo`: it redoes an undone step. */
  addDeletions(scope: ConnectionRegion, group: string, ids: readonly string[], isRedo: boolean): void
  /** Adds a history entry for the record as a whole. */
  addHistory(scope: ConnectionRegion, customerId: string, kind: Exclude<CustomerChange['kind'], 'edited'>): void
  /** Earlier values of a field whose calls may still arrive. */
  lateValues(scope: ConnectionRegion, customerId: string, field: EditableField): readonly (string | null)[]
  /** Recently saved values that these versions of the records no longer have. */
  overwrittenIn(scope: ConnectionRegion, records: readonly VersionedRecord[]): OverwrittenValue[]
  /**
   * Handles an overwritten value: after a late call the value is sent again, after a race the edit becomes a conflict. False if the
   * field has a newer edit.
   */
  reopen(scope: ConnectionRegion, customer: Customer, overwritten: OverwrittenValue): boolean
}

export function createEditLedger(database: Database, clock: Clock): EditLedger {
  const edits = createEditJournal(database)
  const changes = createChangeJournal(database)
  const steps = createStepJournal(database)
  const recentSaves = createRecentSaves(database)

  const discard = (edit: Edit): void =>
    database.transaction(() => {
      edits.remove(edit.id)
      if (edit.changeNumber !== null) changes.setState(edit.changeNumber, 'dropped')
    })
  /** Adds a change of a cell to the history and to the user's step. */
  const addChange = (
    scope: ConnectionRegion,
    { id: group, step, undoOf }: EditGroup,
    change: Pick<NewChange, 'customerId' | 'field' | 'before' | 'after' | 'state'>,
  ): number => {
    if (step) steps.add(scope, { group, kind: step.kind, size: 1 }, step.isRedo ?? false)
    return changes.add(scope, { ...change, group, kind: 'edited', at: clock.now().toISOString(), undoOf })
  }
  const isLatest = (edit: Edit): boolean => edits.find(edit.id)?.revision === edit.revision

  return {
    edits,
    changes,
    steps,
    unfinished: createUnfinishedChanges(database),

    record: (scope, { shown, group, ...edit }) =>
      database.transaction(() => {
        const replaced = edits.findByField(scope, edit.customerId, edit.field)
        const { customerId, field, value } = edit
        const changeNumber = addChange(scope, group, {
          customerId,
          field,
          before: shown,
          after: value,
          state: 'pending',
        })
        if (replaced && replaced.changeNumber !== null) {
          changes.setState(replaced.changeNumber, replaced.state === 'pending' ? 'replaced' : 'dropped')
        }
        edits.put(scope, { ...edit, changeNumber })
      }),

    takeBack: (edit, value, group) =>
      database.transaction(() => {
        // A value that was not shown any more, or that is undone, is not needed to undo anything.
        if (!group.step || edit.state !== 'pending') return discard(edit)
        const { scope, customerId, field } = edit
        edits.remove(edit.id)
        if (edit.changeNumber !== null) changes.setState(edit.changeNumber, 'replaced')
        addChange(scope, group, { customerId, field, before: edit.value, after: value, state: 'local' })
      }),

    markSent: edits.addSent,
    clearSent: edits.removeSent,

    save: (edit, record) =>
      database.transaction(() => {
        const current = edits.find(edit.id)
        if (!current) return false
        const unconfirmed = current.sent.filter((value) => value !== edit.value)
        recentSaves.add(edit, unconfirmed, record, clock.now())
        const isSaved =
          current.revision === edit.revision ||
          isSameValue(current.field, current.value, record[current.field], edit.scope.region)
        if (isSaved) {
          edits.remove(current.id)
          if (current.changeNumber !== null) changes.setState(current.changeNumber, 'done')
        } else edits.setBefore(current.id, record[current.field])
        return true
      }),

    markConflict: (edit, elsewhere) =>
      database.transaction(() => {
        if (isLatest(edit)) edits.setConflict(edit.id, elsewhere)
      }),

    refuse: (edit, failure) =>
      database.transaction(() => {
        const isRefused = isLatest(edit)
        if (isRefused) edits.setFailed(edit.id, failure, null)
        return isRefused
      }),

    failAll: (scope, customerId, failure, record) =>
      database.transaction(() => {
        for (const edit of edits.ofCustomer(scope, customerId)) {
          edits.setFailed(edit.id, failure, edit.record ?? record)
        }
      }),

    retry: edits.setPending,
    discard,
    discardAll: (scope, customerId) => database.transaction(() => edits.ofCustomer(scope, customerId).forEach(discard)),
    markUndone: changes.markUndone,
    markRedone: changes.markRedone,
    endUndo: steps.markUndone,
    removeStep: steps.remove,
    addDeletions: (scope, group, ids, isRedo) =>
      database.transaction(() => {
        if (ids.length === 0) return
        steps.add(scope, { group, kind: 'delete', size: ids.length }, isRedo)
        steps.addCustomers(group, ids)
      }),

    addHistory(scope, customerId, kind) {
      changes.add(scope, {
        group: newGroup(),
        customerId,
        kind,
        field: null,
        before: null,
        after: null,
        at: clock.now().toISOString(),
        state: 'done',
        undoOf: null,
      })
    },

    lateValues: recentSaves.lateValues,
    overwrittenIn: (scope, records) => recentSaves.overwrittenIn(scope, records, clock.now()),

    reopen: (scope, customer, { field, value, by }) =>
      database.transaction(() => {
        if (edits.findByField(scope, customer.id, field)) return false
        edits.put(scope, {
          customerId: customer.id,
          field,
          value,
          before: by === 'late-call' ? customer[field] : value,
          clientName: customer.clientName,
          changeNumber: null,
          conflict: by === 'late-call' ? null : { elsewhere: customer[field] },
        })
        // Another late call may follow. A race is shown only once.
        if (by === 'race') recentSaves.remove(scope, customer.id, field)
        return true
      }),
  }
}
