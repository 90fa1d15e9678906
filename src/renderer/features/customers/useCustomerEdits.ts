import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Customer, EditableField } from '../../../contract/customer-record.ts'
import type { MethodOutput } from '../../../contract/methods.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { CustomersStatus } from '../../../contract/customers.ts'
import { useClient } from '../../bridge/program-client.ts'
import { customerTitle, isHiddenField, type LocalEdit } from './customer-cells.ts'

/** An edit that the program has stored and the service does not have yet, with its customer. */
export type UnsavedEdit = MethodOutput<'customers.edits'>['edits'][number]

/** An edit that the program rejected. Only this window has what was typed. */
export interface RejectedEdit {
  readonly customerId: string
  /** The title of the customer; empty when the record could not be read. */
  readonly name: string
  readonly field: EditableField
  readonly typed: string
  readonly failure: Failure
}

const savedMarkMs = 2_500

const keyOf = (id: string, field: EditableField): string => `${id} ${field}`

/** A customer before and after an edit of one field. */
export interface SavedEdit {
  readonly before: Customer
  readonly after: Customer
  readonly field: EditableField
}

/**
 * Edits of cells. The program stores and sends them; `onChanged` gets each newer record, `onSaved` each edit that the program has
 * accepted.
 */
export function useCustomerEdits(
  onChanged: (customer: Customer) => void,
  onSaved: (edit: SavedEdit) => void = () => undefined,
) {
  const client = useClient()
  /** Rises when the appearance of a cell may have changed. */
  const version = ref(0)
  const unsaved = shallowRef<readonly UnsavedEdit[]>([])
  const local = shallowRef(new Map<string, LocalEdit & Pick<RejectedEdit, 'customerId' | 'name' | 'field'>>())
  const timers = new Set<ReturnType<typeof setTimeout>>()
  onScopeDispose(() => {
    for (const timer of timers) clearTimeout(timer)
  })

  function setLocal(
    { id, name }: { readonly id: string; readonly name: string },
    field: EditableField,
    edit: LocalEdit | null,
  ): void {
    const next = new Map(local.value)
    if (edit) next.set(keyOf(id, field), { ...edit, customerId: id, name, field })
    else next.delete(keyOf(id, field))
    local.value = next
    version.value += 1
  }

  function markSaved(customer: Customer, field: EditableField): void {
    const key = keyOf(customer.id, field)
    if (local.value.get(key)?.kind === 'saving') return
    const named = { id: customer.id, name: customerTitle(customer) }
    setLocal(named, field, { kind: 'saved' })
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (local.value.get(key)?.kind === 'saved') setLocal(named, field, null)
    }, savedMarkMs)
    timers.add(timer)
  }

  /** Reads the unsaved edits again. Returns the pending ones that have left the list: saved or undone. */
  async function refresh(): Promise<readonly UnsavedEdit[]> {
    const answer = await client.read('customers.edits', {})
    if (!answer.ok) return []
    const previous = unsaved.value
    const remaining = new Set(answer.value.edits.map(({ editId }) => editId))
    unsaved.value = answer.value.edits
    version.value += 1
    return previous.filter(({ editId, state }) => state === 'pending' && !remaining.has(editId))
  }

  async function change(request: Promise<Result<Customer>>): Promise<Result<Customer>> {
    const result = await request
    if (result.ok) onChanged(result.value)
    await refresh()
    return result
  }

  return {
    version,
    unsaved,
    rejected: computed<readonly RejectedEdit[]>(() =>
      [...local.value.values()].flatMap((edit) => (edit.kind === 'rejected' ? [edit] : [])),
    ),
    /** The state of a cell that only this window knows. */
    localEdit: (id: string, field: EditableField): LocalEdit | null => local.value.get(keyOf(id, field)) ?? null,
    /** Hands one field to the program as typed. The cell shows it at once, and its old value with the reason when it is rejected. */
    async save(customer: Customer, field: EditableField, typed: string): Promise<void> {
      const { id, lastUpdated } = customer
      const named = { id, name: customerTitle(customer) }
      setLocal(named, field, { kind: 'saving', typed })
      const own = local.value.get(keyOf(id, field))
      const result = await client.call('customers.edit', { id, field, value: typed, lastUpdated })
      // A newer edit of the same cell replaces this one.
      if (local.value.get(keyOf(id, field)) !== own) return
      if (!result.ok) {
        setLocal(named, field, { kind: 'rejected', typed, failure: result.error })
        return
      }
      setLocal(named, field, null)
      onChanged(result.value)
      onSaved({ before: customer, after: result.value, field })
      const edit = result.value.edits.find((each) => each.field === field)
      if (!edit) return markSaved(result.value, field)
      // Added at once, so that the next refresh can tell that it has been saved.
      const others = unsaved.value.filter((each) => each.customerId !== id || each.field !== field)
      const hidden = isHiddenField(result.value, field)
      const stored = { ...edit, customerId: id, clientName: customer.clientName, before: customer[field], hidden }
      unsaved.value = [...others, stored]
    },
    /** Shows an edit as rejected that could not be handed to the program, because its record could not be read. */
    reject: (id: string, field: EditableField, typed: string, failure: Failure): void =>
      setLocal({ id, name: '' }, field, { kind: 'rejected', typed, failure }),
    dismiss(id: string, field: EditableField): void {
      if (local.value.has(keyOf(id, field))) setLocal({ id, name: '' }, field, null)
    },
    /** Sends a failed edit again; `overwrite` replaces the newer value at the service. */
    retry: (editId: string, overwrite: boolean) => change(client.call('customers.retryEdit', { editId, overwrite })),
    /** Deletes an edit; the value at the service stays. */
    discard: (editId: string) => change(client.call('customers.dropEdit', { editId })),
    refresh,
    /** Marks a cell as saved for a moment if its record has the value of the edit. */
    confirmSaved(record: Customer, edit: UnsavedEdit): void {
      if ((record[edit.field] ?? '') === (edit.value ?? '')) markSaved(record, edit.field)
    },
  }
}

export type CustomerEdits = ReturnType<typeof useCustomerEdits>

export interface EditsStatus {
  /** Changes that the service does not have yet. */
  readonly pending: number
  /** Those of `pending` that wait while Undo is offered. */
  readonly held: number
  /** Changes that need the user: failed, in conflict, or rejected before they were stored. */
  readonly failed: number
}

/**
 * Counts the changes that are not saved. The counts and the lists come from different answers of the program, so the larger number
 * counts: "All saved" is never shown beside a change that was not saved.
 */
export function editsStatus(
  { edits, deletions }: Pick<CustomersStatus, 'edits' | 'deletions'>,
  unsaved: readonly Pick<UnsavedEdit, 'state'>[],
  rejected: readonly RejectedEdit[],
): EditsStatus {
  const listed = unsaved.filter(({ state }) => state !== 'pending').length
  return {
    pending: Math.max(edits.pending, unsaved.length - listed) + deletions.pending,
    held: deletions.held,
    failed: Math.max(edits.failed + edits.conflicts, listed) + deletions.failed + rejected.length,
  }
}
