import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Customer, EditableField, ManyChange } from '../../../contract/customers.ts'
import { assertNever } from '../../../contract/result.ts'
import type { Database } from '../../database/database.ts'
import { fail, FailureError } from '../../failures/failure-error.ts'
import { addMonths } from '../../../contract/calendar-date.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Bin } from '../journal/bin.ts'
import { fieldTitles, newGroup, valueOnScreen, type ChangeJournal } from '../journal/change-journal.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { Edit, EditJournal } from '../journal/edit-journal.ts'
import { checkedValue, type EditRules } from './validate-edit.ts'
import { isSameValue } from './conflict.ts'

export interface ManyOutcome {
  readonly group: string
  readonly changed: number
  readonly unchanged: number
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
}

/** What she does to fields: checked, written to the journal, and taken back. Nothing here asks the service. */
export interface CustomerEdits {
  /** `invalid-input` with the rule's words; `not-found`; `conflict` while the record is being deleted. */
  edit(
    scope: ConnectionRegion,
    rules: EditRules,
    edit: {
      readonly id: string
      readonly field: EditableField
      readonly value: string
      readonly lastUpdated: string
    },
  ): void
  /** Slice by slice, so that other calls get their turn; what was written down of it stays if the program ends in between. */
  editMany(scope: ConnectionRegion, rules: EditRules, ids: readonly string[], change: ManyChange): Promise<ManyOutcome>
  /** What was taken back, in words; null: nothing to take back. */
  undo(scope: ConnectionRegion): Promise<string | null>
  retry(scope: ConnectionRegion, editId: string, overwrite: boolean): Edit
  drop(scope: ConnectionRegion, editId: string): Edit
}

export interface EditParts {
  readonly database: Database
  readonly clock: Clock
  readonly copy: CustomerCache
  readonly edits: EditJournal
  readonly changes: ChangeJournal
  readonly bin: Bin
}

/** Records that are changed in one transaction. */
const changedAtOnce = 100

const refusedReason = 'This customer is being deleted.'

export function createEditCustomers({ database, clock, copy, edits, changes, bin }: EditParts): CustomerEdits {
  let undoing: Promise<unknown> = Promise.resolve()

  const known = (scope: ConnectionRegion, id: string): Customer =>
    copy.get(scope, id) ?? fail('not-found', 'This customer is not in your list any more.')

  /** What the field held in the record that she saw; undefined where that is no longer known. */
  const seenValue = (
    scope: ConnectionRegion,
    customer: Customer,
    field: EditableField,
    lastUpdated: string,
  ): { readonly value: string | null } | undefined => {
    if (customer.lastUpdated === lastUpdated) return { value: customer[field] }
    // This PC's own change is none by others, though it makes the record newer than what she saw.
    const own = changes.lastAfter(scope, customer.id, field)
    if (own && isSameValue(field, own.after, customer[field], scope.region)) return { value: customer[field] }
    const earlier = copy.earlier.find(scope, customer.id, lastUpdated)
    return earlier ? { value: earlier[field] } : undefined
  }

  /** Writes an edit down, in the place of one that is not settled; nothing where the service and the journal hold the value already. */
  const put = (
    scope: ConnectionRegion,
    customer: Customer,
    field: EditableField,
    value: string | null,
    options: {
      readonly group: string
      readonly seen: { readonly value: string | null } | undefined
      readonly undoOf: string | null
    },
  ): boolean => {
    const existing = edits.ofField(scope, customer.id, field)
    const current = customer[field]
    const hasLeft = existing !== null && existing.sent.length > 0
    if (existing?.state === 'pending' && existing.value === value) return false
    if (value === current && !hasLeft) {
      if (!existing) return false
      discard(existing)
      return true
    }
    const shown = existing?.state === 'pending' ? existing.value : current
    const changeNumber = changes.add(scope, {
      group: options.group,
      customerId: customer.id,
      kind: 'edited',
      field,
      before: shown,
      after: value,
      at: clock.now().toISOString(),
      state: 'pending',
      undoOf: options.undoOf,
    })
    if (existing && existing.changeNumber !== null) {
      if (existing.state === 'pending') changes.replaced(existing.changeNumber)
      else changes.dropped(existing.changeNumber)
    }
    const { seen } = options
    const isForeign = seen === undefined || !isSameValue(field, seen.value, current, scope.region)
    edits.put(scope, {
      customerId: customer.id,
      field,
      value,
      before: isForeign ? (seen?.value ?? null) : current,
      clientName: customer.clientName,
      changeNumber,
      conflict: isForeign && !hasLeft ? { elsewhere: current } : null,
    })
    return true
  }

  const discard = (edit: Edit): void => {
    edits.remove(edit.id)
    if (edit.changeNumber !== null) changes.dropped(edit.changeNumber)
  }

  const existing = (scope: ConnectionRegion, editId: string): Edit => {
    const found = edits.find(editId)
    return found && found.scope.connectionId === scope.connectionId && found.scope.region === scope.region
      ? found
      : fail('not-found', 'This change is settled already.')
  }

  /** The value that a change gives a record; `unchanged` where there is nothing to move. */
  const valueFor = (
    customer: Customer,
    change: ManyChange,
    rules: EditRules,
    scope: ConnectionRegion,
  ): { value: string | null } | 'unchanged' => {
    switch (change.do) {
      case 'set':
        return { value: checkedValue(change.field, change.value, rules) }
      case 'move-date': {
        const pending = edits.ofField(scope, customer.id, change.field)
        const date = pending?.state === 'pending' ? pending.value : customer[change.field]
        if (date === null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'unchanged'
        return { value: checkedValue(change.field, addMonths(date, change.years * 12 + change.months), rules) }
      }
      default:
        return assertNever(change)
    }
  }

  const sliced = async <T>(items: readonly T[], work: (item: T) => void): Promise<void> => {
    for (let first = 0; first < items.length; first += changedAtOnce) {
      database.transaction(() => items.slice(first, first + changedAtOnce).forEach(work))
      await yieldToEventLoop()
    }
  }

  const undoLast = async (scope: ConnectionRegion): Promise<string | null> => {
    const last = changes.lastGroup(scope)
    if (!last) return null
    const group = newGroup()
    const undone: { field: EditableField; name: string | null; value: string | null }[] = []
    await sliced(last.changes, ({ number, customerId, field, before, after }) => {
      const customer = copy.get(scope, customerId)
      if (!customer) return
      const edit = edits.ofField(scope, customerId, field)
      if (edit?.changeNumber === number && edit.state !== 'pending') discard(edit)
      else {
        const isOwn = edit !== null || isSameValue(field, customer[field], after, scope.region)
        put(scope, customer, field, before, {
          group,
          seen: { value: isOwn ? customer[field] : after },
          undoOf: last.group,
        })
      }
      undone.push({ field, name: customer.clientName, value: before })
    })
    changes.markUndone(last.group)
    const [first] = undone
    if (!first) return 'The customers of the last change are no longer in your list, so there was nothing to take back.'
    const title = fieldTitles[first.field]
    if (undone.length > 1)
      return `${title} of ${undone.length.toLocaleString('en-AU')} customers is back to what it was.`
    const whose = first.name === null ? '' : ` of ${first.name}`
    return `${title}${whose} is back to ${valueOnScreen(first.field, first.value)}.`
  }

  return {
    edit(scope, rules, { id, field, value, lastUpdated }) {
      const customer = known(scope, id)
      if (bin.deletion(scope, id)?.state === 'pending') {
        fail('conflict', 'This customer is being deleted, so nothing of it can be changed.', {
          kept: 'Nothing was changed.',
        })
      }
      const checked = checkedValue(field, value, rules)
      database.transaction(() => {
        put(scope, customer, field, checked, {
          group: newGroup(),
          seen: seenValue(scope, customer, field, lastUpdated),
          undoOf: null,
        })
      })
    },

    async editMany(scope, rules, ids, change) {
      const group = newGroup()
      const refused: { id: string; reason: string }[] = []
      let [changed, unchanged] = [0, 0]
      // A value that cannot be sent is wrong for all of them: said at once, and nothing is kept.
      if (change.do === 'set') checkedValue(change.field, change.value, rules)
      await sliced(ids, (id) => {
        const customer = copy.get(scope, id)
        if (!customer) return
        if (bin.deletion(scope, id)?.state === 'pending') {
          refused.push({ id, reason: refusedReason })
          return
        }
        try {
          const next = valueFor(customer, change, rules, scope)
          const isChanged =
            next !== 'unchanged' &&
            put(scope, customer, change.field, next.value, {
              group,
              seen: { value: customer[change.field] },
              undoOf: null,
            })
          if (isChanged) changed += 1
          else unchanged += 1
        } catch (error) {
          if (!(error instanceof FailureError) || error.failure.kind !== 'invalid-input') throw error
          refused.push({ id, reason: error.failure.message })
        }
      })
      return { group, changed, unchanged, refused }
    },

    undo(scope) {
      // One after the other: asked for twice at once, it takes two back.
      const undone = undoing.then(() => undoLast(scope))
      undoing = undone.catch(() => null)
      return undone
    },

    retry(scope, editId, overwrite) {
      const edit = existing(scope, editId)
      if (edit.record) fail('not-found', 'This customer is no longer at the service, so the change cannot be saved.')
      if (edit.state !== 'pending') edits.retry(editId, overwrite)
      return edit
    },

    drop(scope, editId) {
      const edit = existing(scope, editId)
      const customer = copy.get(scope, edit.customerId)
      database.transaction(() => {
        if (edit.state !== 'pending' || edit.sent.length === 0 || !customer) discard(edit)
        // It has left: what it replaced is sent behind it.
        else {
          const seen = { value: customer[edit.field] }
          put(scope, customer, edit.field, edit.before, { group: newGroup(), seen, undoOf: null })
        }
      })
      return edit
    },
  }
}
