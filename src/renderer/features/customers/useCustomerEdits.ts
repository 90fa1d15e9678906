import { computed, type ComputedRef, onScopeDispose, type Ref, ref, shallowRef, type ShallowRef } from 'vue'
import type { Customer, EditableField } from '../../../contract/customers.ts'
import type { MethodOutput } from '../../../contract/methods.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'
import type { LocalEdit } from './customer-cells.ts'

/** An unsettled change, with whose it is. */
export type JournalEdit = MethodOutput<'customers.edits'>['edits'][number]

/** A change that the program did not take: nothing of it is kept but what she typed, here. */
export interface RefusedEdit {
  readonly customer: Customer
  readonly field: EditableField
  readonly typed: string
  readonly failure: Failure
}

export interface CustomerEdits {
  /** Raised when what a cell shows of an edit may have changed. */
  readonly version: Ref<number>
  /** Every change that is not at the service, as the program last gave them. */
  readonly journal: ShallowRef<readonly JournalEdit[]>
  readonly refused: ComputedRef<readonly RefusedEdit[]>
  /** What this window knows of a cell beyond its record. */
  local(id: string, field: EditableField): LocalEdit | null
  /** Gives one field to the program, as it was typed; the cell shows it at once, and falls back with the reason when it is not taken. */
  save(customer: Customer, field: EditableField, typed: string): Promise<void>
  /** Forgets a change that was not taken. */
  forget(id: string, field: EditableField): void
  /** Sends a failed change again; `overwrite` when she has seen the newer value and wants hers. */
  retry(editId: string, overwrite: boolean): Promise<Result<Customer>>
  /** Gives a change up: the service's value stays. */
  drop(editId: string): Promise<Result<Customer>>
  /** Reads the journal again, and tells which changes that waited have gone from it since: saved, or taken back. */
  refresh(): Promise<readonly JournalEdit[]>
  /** Shows for a moment that a change was saved, when the record now holds it. */
  confirm(record: Customer, settled: JournalEdit): void
}

/** So long a cell says that it was saved. */
const savedMs = 2_500

const keyOf = (id: string, field: EditableField): string => `${id} ${field}`

/** Changes of cells. They are the program's to keep and to send; here is what the window sees of them. `changed` gets each newer record. */
export function useCustomerEdits(changed: (customer: Customer) => void): CustomerEdits {
  const version = ref(0)
  const journal = shallowRef<readonly JournalEdit[]>([])
  const local = shallowRef(
    new Map<string, LocalEdit & { readonly customer: Customer; readonly field: EditableField }>(),
  )
  const timers = new Set<ReturnType<typeof setTimeout>>()
  onScopeDispose(() => {
    for (const timer of timers) clearTimeout(timer)
  })

  function put(customer: Customer, field: EditableField, edit: LocalEdit | null): void {
    const next = new Map(local.value)
    if (edit) next.set(keyOf(customer.id, field), { ...edit, customer, field })
    else next.delete(keyOf(customer.id, field))
    local.value = next
    version.value += 1
  }

  function showSaved(customer: Customer, field: EditableField): void {
    const key = keyOf(customer.id, field)
    if (local.value.get(key)?.kind === 'taking') return
    put(customer, field, { kind: 'saved' })
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (local.value.get(key)?.kind === 'saved') put(customer, field, null)
    }, savedMs)
    timers.add(timer)
  }

  async function refresh(): Promise<readonly JournalEdit[]> {
    const answer = await call('customers.edits', {})
    if (!answer.ok) return []
    const before = journal.value
    const left = new Set(answer.value.edits.map(({ editId }) => editId))
    journal.value = answer.value.edits
    version.value += 1
    return before.filter(({ editId, state }) => state === 'pending' && !left.has(editId))
  }

  return {
    version,
    journal,
    refused: computed(() =>
      [...local.value.values()].flatMap((edit) =>
        edit.kind === 'refused'
          ? [{ customer: edit.customer, field: edit.field, typed: edit.typed, failure: edit.failure }]
          : [],
      ),
    ),
    local: (id, field) => local.value.get(keyOf(id, field)) ?? null,
    async save(customer, field, typed) {
      put(customer, field, { kind: 'taking', typed })
      const mine = local.value.get(keyOf(customer.id, field))
      const { id, lastUpdated } = customer
      const result = await call('customers.edit', { id, field, value: typed, lastUpdated })
      // She has typed something newer into the same cell: that one decides.
      if (local.value.get(keyOf(id, field)) !== mine) return
      if (!result.ok) {
        put(customer, field, { kind: 'refused', typed, failure: result.error })
        return
      }
      put(customer, field, null)
      changed(result.value)
      const edit = result.value.edits.find((each) => each.field === field)
      if (!edit) return showSaved(result.value, field)
      // Known before the program announces it, so that it is missed when it has gone.
      const others = journal.value.filter((each) => each.customerId !== id || each.field !== field)
      journal.value = [...others, { ...edit, customerId: id, clientName: customer.clientName, before: customer[field] }]
    },
    forget(id, field) {
      const edit = local.value.get(keyOf(id, field))
      if (edit) put(edit.customer, field, null)
    },
    async retry(editId, overwrite) {
      const result = await call('customers.retryEdit', { editId, overwrite })
      if (result.ok) changed(result.value)
      await refresh()
      return result
    },
    async drop(editId) {
      const result = await call('customers.dropEdit', { editId })
      if (result.ok) changed(result.value)
      await refresh()
      return result
    },
    refresh,
    confirm(record, settled) {
      if ((record[settled.field] ?? '') === (settled.value ?? '')) showSaved(record, settled.field)
    },
  }
}
