import { type Ref, ref, shallowRef, type ShallowRef } from 'vue'
import type { Customer, EditableField } from '../../../contract/customers.ts'
import type { Failure } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'

/** What became of a changed cell that is not (yet) saved. */
export type CellEdit =
  | { readonly kind: 'pending'; readonly mine: string }
  | { readonly kind: 'failed'; readonly mine: string; readonly failure: Failure }
  /** Changed elsewhere meanwhile: nothing was overwritten, she chooses. */
  | { readonly kind: 'conflict'; readonly mine: string; readonly theirs: Customer }

export interface EditProblem {
  readonly customer: Customer
  readonly field: EditableField
  readonly edit: Exclude<CellEdit, { kind: 'pending' }>
}

export interface CustomerEdits {
  /** Raised when any cell's edit changes. */
  readonly version: Ref<number>
  /** True while a change is being saved, and for the moment in which its own announcement comes in. */
  settling(): boolean
  /** Edits that wait for her, oldest first. */
  readonly problems: ShallowRef<readonly EditProblem[]>
  get(id: string, field: EditableField): CellEdit | null
  /** Saves one field at the service; the cell shows the new value at once, and falls back with the reason when it fails. */
  save(customer: Customer, field: EditableField, value: string): Promise<void>
  /** The same value again, over the newest record. */
  retry(problem: EditProblem): Promise<void>
  /** Forgets the change: the cell shows the record's own value again. */
  drop(problem: EditProblem): void
}

/** Announcements are held together for a quarter of a second, so that of a change comes after its answer. */
const announcementMs = 700

/** Edits by customer and field, so that they outlive sort, search and scrolling. `saved` gets every record that is newer than the list's. */
export function useCustomerEdits(saved: (customer: Customer) => void): CustomerEdits {
  const edits = new Map<string, { customer: Customer; field: EditableField; edit: CellEdit }>()
  const version = ref(0)
  const problems = shallowRef<readonly EditProblem[]>([])
  let saving = 0
  let lastSavedAt = -announcementMs
  const keyOf = (id: string, field: EditableField): string => `${id} ${field}`

  function put(customer: Customer, field: EditableField, edit: CellEdit | null): void {
    const key = keyOf(customer.id, field)
    if (edit) edits.set(key, { customer, field, edit })
    else edits.delete(key)
    problems.value = [...edits.values()].filter((entry): entry is EditProblem => entry.edit.kind !== 'pending')
    version.value += 1
  }

  async function save(customer: Customer, field: EditableField, value: string): Promise<void> {
    const pending: CellEdit = { kind: 'pending', mine: value }
    put(customer, field, pending)
    saving += 1
    const result = await call('customers.edit', {
      id: customer.id,
      field,
      value,
      lastUpdated: customer.lastUpdated,
    })
    saving -= 1
    lastSavedAt = performance.now()
    // She has typed something newer into the same cell: that one decides.
    if (edits.get(keyOf(customer.id, field))?.edit !== pending) return
    if (result.ok) {
      put(result.value, field, null)
      saved(result.value)
    } else if (result.error.kind === 'conflict') {
      await meetConflict(customer, field, value, result.error)
    } else {
      put(customer, field, { kind: 'failed', mine: value, failure: result.error })
    }
  }

  async function meetConflict(customer: Customer, field: EditableField, mine: string, failure: Failure): Promise<void> {
    const newer = await call('customers.get', { id: customer.id })
    if (!newer.ok) {
      put(customer, field, { kind: 'failed', mine, failure })
      return
    }
    saved(newer.value)
    put(customer, field, { kind: 'conflict', mine, theirs: newer.value })
  }

  return {
    version,
    settling: () => saving > 0 || performance.now() - lastSavedAt < announcementMs,
    problems,
    get: (id, field) => edits.get(keyOf(id, field))?.edit ?? null,
    save,
    async retry({ customer, field, edit }) {
      const base = edit.kind === 'conflict' ? edit.theirs : customer
      await save(base, field, edit.mine)
    },
    drop: ({ customer, field }) => put(customer, field, null),
  }
}
