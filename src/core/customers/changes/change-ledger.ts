import { randomBytes } from 'node:crypto'
import { type Customer, EditableField } from '../../../contract/customer-record.ts'
import { CustomerChange } from '../../../contract/customer-changes.ts'
import type { DateFormat } from '../../../contract/calendar-date.ts'
import type { Failure } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import { historyText } from '../customer-messages.ts'
import { createOpenEdits, type Edit, type OpenEdits } from './open-edits.ts'
import { createRecentSaves, type OverwrittenValue, type RecentSaves } from './recent-saves.ts'
import { createStepJournal, type StepKind } from './steps.ts'

/** An edit as it is recorded. */
export interface NewEdit {
  readonly customerId: string
  readonly field: EditableField
  readonly value: string | null
  /** The value that the user saw in the cell, for the history and undo. */
  readonly shown: string | null
  /** The service's value. */
  readonly before: string | null
  readonly clientName: string | null
  /** The record was changed elsewhere before the edit was made, so the edit is not sent. */
  readonly conflict: { readonly elsewhere: string | null } | null
  /** Null: a value that is saved again, which is no change of the user. */
  readonly group: EditGroup | null
}

/** Edits that belong together. */
export interface EditGroup {
  readonly id: string
  /** The user's step that they are; null for edits that undo another group. `isRedo`: they redo an undone step. */
  readonly step: { readonly kind: StepKind; readonly isRedo?: boolean } | null
}

export const newGroup = (): string => randomBytes(8).toString('hex')

/**
 * The table of changes (`customer_change`), and its only writer. Each operation is one transaction. The course of an edit: `record`,
 * `markSent`, then `save`, `markConflict`, `refuse` or `discard`.
 */
export type ChangeLedger = ReturnType<typeof createChangeLedger>

interface NewChange {
  readonly group: string | null
  readonly customerId: string
  readonly kind: CustomerChange['kind']
  readonly field?: EditableField
  readonly before?: string | null
  readonly after?: string | null
  readonly state: 'pending' | 'conflict' | 'done' | 'replaced'
}

interface ChangeColumns {
  readonly number: number
  readonly group_id: string
  readonly at: string
  readonly customer_id: string
  readonly kind: string
  readonly field: string | null
  readonly before: string | null
  readonly after: string | null
  readonly undone: number
}

/** Condition for the changes of a customer. Its parameters are those of the scope, and the customer. */
const ofCustomer = `${inScope} AND customer_id = ?`

export function createChangeLedger(database: Database, clock: Clock) {
  const edits = createOpenEdits(database)
  const steps = createStepJournal(database)
  const recentSaves = createRecentSaves(database)

  const add = (scope: ConnectionRegion, change: NewChange): number => {
    const { group, customerId, kind, field = null, before = null, after = null, state } = change
    return database.value<number>(
      `INSERT INTO customer_change (group_id, connection_id, region, at, customer_id, kind, field, before, after, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
      [group, ...scopeParams(scope), clock.now().toISOString(), customerId, kind, field, before, after, state],
    )!
  }
  const beginStep = (scope: ConnectionRegion, { id, step }: EditGroup): void => {
    if (step) steps.add(scope, { group: id, kind: step.kind }, step.isRedo ?? false)
  }
  const record = (
    scope: ConnectionRegion,
    { customerId, field, value, shown, before, conflict, ...edit }: NewEdit,
  ): void =>
    database.transaction(() => {
      const others = edits.ofCustomer(scope, customerId)
      const replaced = others.find((other) => other.field === field)
      if (replaced) settle(database, replaced, replaced.state === 'pending' ? 'replaced' : 'dropped')
      const { group } = edit
      if (group) beginStep(scope, group)
      const change = {
        group: group?.id ?? null,
        customerId,
        kind: 'edited',
        field,
        before: shown,
        after: value,
      } as const
      const number = add(scope, { ...change, state: conflict ? 'conflict' : 'pending' })
      const newName = others.find((other) => other.field === 'clientName' && other.state === 'pending')?.value
      database.run(
        'UPDATE customer_change SET edit = ?, base = ?, sent = ?, elsewhere = ?, client_name = ? WHERE number = ?',
        [
          replaced ? Number(replaced.id) : number,
          before,
          JSON.stringify(replaced?.sent ?? []),
          conflict?.elsewhere ?? null,
          (field === 'clientName' ? null : newName) ?? edit.clientName,
          number,
        ],
      )
      if (field !== 'clientName' || value === null) return
      database.run(
        `UPDATE customer_change SET client_name = ? WHERE ${ofCustomer} AND field <> 'clientName' AND edit IS NOT NULL`,
        [value, ...scopeParams(scope), customerId],
      )
    })

  return {
    edits,
    steps,
    lateValues: recentSaves.lateValues,
    /** Recently saved values that these versions of the records no longer have. */
    overwrittenIn: (
      scope: ConnectionRegion,
      records: Parameters<RecentSaves['overwrittenIn']>[1],
    ): readonly OverwrittenValue[] => recentSaves.overwrittenIn(scope, records, clock.now()),
    ...createHistory(database),
    ...createAnswers(database, clock, { edits, recentSaves }),
    /** Records an edit. It replaces an unconfirmed edit of the same field, and is sent in its place. */
    record,

    /** The user gives a field the service's value again: its unconfirmed edit, which was not sent, ends. */
    takeBack: (edit: Edit, value: string | null, group: EditGroup): void =>
      database.transaction(() => {
        // A value that was not shown any more, or that is undone, is not needed to undo anything.
        if (!group.step || edit.state !== 'pending') return settle(database, edit, 'dropped')
        const { scope, customerId, field } = edit
        settle(database, edit, 'replaced')
        beginStep(scope, group)
        const change = { group: group.id, customerId, kind: 'edited', field, before: edit.value, after: value } as const
        add(scope, { ...change, state: 'replaced' })
      }),

    /** The user deletes the customer. */
    addDeletion: (scope: ConnectionRegion, customerId: string, group: EditGroup): void =>
      database.transaction(() => {
        beginStep(scope, group)
        add(scope, { group: group.id, customerId, kind: 'deleted', state: 'pending' })
      }),
    /** The service has deleted the customer. */
    endDeletion(scope: ConnectionRegion, customerId: string): void {
      const ended = database.run(
        `UPDATE customer_change SET state = 'done', at = ? WHERE number = (SELECT max(number) FROM customer_change
           WHERE ${ofCustomer} AND kind = 'deleted' AND state = 'pending' AND undone = 0)`,
        [clock.now().toISOString(), ...scopeParams(scope), customerId],
      )
      if (ended.changes === 0) add(scope, { group: newGroup(), customerId, kind: 'deleted', state: 'done' })
    },
    /** Adds a history entry for the record as a whole. */
    addHistory: (scope: ConnectionRegion, customerId: string, kind: 'deleted' | 'restored' | 'listed-again'): void =>
      void add(scope, { group: newGroup(), customerId, kind, state: 'done' }),

    /**
     * Handles an overwritten value: after a late call the value is sent again, after a race the edit becomes a conflict. False if the
     * field has a newer edit.
     */
    reopen: (scope: ConnectionRegion, customer: Customer, { field, value, by }: OverwrittenValue): boolean =>
      database.transaction(() => {
        if (edits.findByField(scope, customer.id, field)) return false
        record(scope, {
          customerId: customer.id,
          field,
          value,
          shown: null,
          before: by === 'late-call' ? customer[field] : value,
          clientName: customer.clientName,
          conflict: by === 'late-call' ? null : { elsewhere: customer[field] },
          group: null,
        })
        // Another late call may follow. A race is shown only once.
        if (by === 'race') recentSaves.remove(scope, customer.id, field)
        return true
      }),
  }
}

/** Ends an edit. A dropped one can be redone only if it was undone before. */
function settle(database: Database, { number }: Edit, state: 'done' | 'replaced' | 'dropped'): void {
  database.run(
    `UPDATE customer_change SET state = ?, undone = CASE WHEN ? AND undone = 0 THEN 2 ELSE undone END, edit = NULL,
       base = NULL, sent = NULL, failure = NULL, elsewhere = NULL, client_name = NULL, record = NULL WHERE number = ?`,
    [state, state === 'dropped' ? 1 : 0, number],
  )
}

/** The operations of a recorded edit: it is sent, answered, retried or discarded. */
function createAnswers(
  database: Database,
  clock: Clock,
  { edits, recentSaves }: { readonly edits: OpenEdits; readonly recentSaves: RecentSaves },
) {
  const discard = (edit: Edit): void => settle(database, edit, 'dropped')
  const setSent = ({ id }: Edit, update: (sent: Edit['sent']) => Edit['sent']): void => {
    const found = edits.find(id)
    if (!found) return
    database.run('UPDATE customer_change SET sent = ? WHERE number = ?', [
      JSON.stringify(update(found.sent)),
      found.number,
    ])
  }
  const setFailed = (edit: Edit, failure: Failure, record: Customer | null): void => {
    database.run(`UPDATE customer_change SET state = 'failed', failure = ?, record = ? WHERE number = ?`, [
      JSON.stringify(failure),
      record === null ? null : JSON.stringify(record),
      edit.number,
    ])
  }
  const isLatest = (edit: Edit): boolean => edits.find(edit.id)?.number === edit.number

  return {
    /** Call before a value is sent: after a crash it is then known that it may have arrived. */
    markSent: (edit: Edit): void => setSent(edit, (sent) => [...sent, edit.value]),
    /** The value that was sent has certainly not arrived. */
    clearSent: (edit: Edit): void => setSent(edit, (sent) => sent.toSpliced(sent.lastIndexOf(edit.value), 1)),

    /**
     * The service has the edit's value. Until this is recorded the value counts as one that may have arrived: after a crash in between it is
     * not taken for a change by others. Ignored if the edit was discarded in the meantime.
     */
    save: (edit: Edit, saved: RemoteCustomer): void =>
      database.transaction(() => {
        const current = edits.find(edit.id)
        if (!current) return
        const unconfirmed = current.sent.filter((value) => value !== edit.value)
        recentSaves.add(edit, unconfirmed, saved, clock.now())
        const serverValue = saved[edit.field]
        if (current.number === edit.number || isSameValue(edit.field, current.value, serverValue, edit.scope.region)) {
          return settle(database, current, 'done')
        }
        database.run(`UPDATE customer_change SET base = ?, sent = '[]' WHERE number = ?`, [serverValue, current.number])
      }),

    /** The record was changed elsewhere. Ignored if the edit has been replaced in the meantime. */
    markConflict: (edit: Edit, elsewhere: string | null): void =>
      database.transaction(() => {
        if (!isLatest(edit)) return
        const sql = `UPDATE customer_change SET state = 'conflict', elsewhere = ?, sent = '[]' WHERE number = ?`
        database.run(sql, [elsewhere, edit.number])
      }),

    /** The service refused the edit. False if the edit has been replaced in the meantime. */
    refuse: (edit: Edit, failure: Failure): boolean =>
      database.transaction(() => {
        const isRefused = isLatest(edit)
        if (isRefused) setFailed(edit, failure, null)
        return isRefused
      }),

    /** The service has deleted the record: its edits fail, and each keeps the last known record. */
    failAll: (scope: ConnectionRegion, customerId: string, failure: Failure, last: Customer | null): void =>
      database.transaction(() => {
        for (const edit of edits.ofCustomer(scope, customerId)) setFailed(edit, failure, edit.record ?? last)
      }),

    /** `overwrite`: the user has seen the service's value and replaces it. */
    retry({ number }: Edit, overwrite: boolean): void {
      database.run(
        `UPDATE customer_change SET state = 'pending', failure = NULL, record = NULL, elsewhere = NULL,
           base = CASE WHEN ? AND state = 'conflict' THEN elsewhere ELSE base END WHERE number = ?`,
        [overwrite ? 1 : 0, number],
      )
    },
    discard,
    discardAll: (scope: ConnectionRegion, customerId: string): void =>
      database.transaction(() => edits.ofCustomer(scope, customerId).forEach(discard)),
  }
}

const createHistory = (database: Database) => ({
  /** The confirmed changes of one customer, newest first. */
  history: (scope: ConnectionRegion, customerId: string, limit: number, dateFormat: DateFormat): CustomerChange[] =>
    database
      .all<ChangeColumns>(
        `SELECT * FROM customer_change WHERE ${ofCustomer} AND state = 'done' AND group_id IS NOT NULL
         ORDER BY number DESC LIMIT ?`,
        [...scopeParams(scope), customerId, limit],
      )
      .map((columns) => toChange(columns, { region: scope.region, dateFormat })),

  /** The value that this PC last saved in a field; undefined if it never did. */
  lastSaved: (
    scope: ConnectionRegion,
    customerId: string,
    field: EditableField,
  ): { readonly after: string | null } | undefined =>
    database.get<{ after: string | null }>(
      `SELECT after FROM customer_change WHERE ${ofCustomer} AND kind = 'edited' AND field = ? AND state = 'done'
       ORDER BY number DESC LIMIT 1`,
      [...scopeParams(scope), customerId, field],
    ),
})

function toChange(columns: ChangeColumns, form: Parameters<typeof historyText>[1]): CustomerChange {
  const change = {
    kind: CustomerChange.shape.kind.parse(columns.kind),
    field: columns.field === null ? null : EditableField.parse(columns.field),
    before: columns.before,
    after: columns.after,
  }
  return {
    id: String(columns.number),
    group: columns.group_id,
    at: columns.at,
    customerId: columns.customer_id,
    ...change,
    words: historyText(change, form),
    undone: columns.undone > 0,
  }
}
