import { ref, type Ref, type ShallowRef, shallowRef } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import type { CustomerEdits, UnsavedEdit } from './useCustomerEdits.ts'

export interface UnsavedChanges {
  /** The conflict that is compared in the dialog; null while the dialog is closed. */
  readonly conflict: ShallowRef<UnsavedEdit | null>
  readonly resolving: Ref<boolean>
  compare(editId: string): void
  closeConflict(): void
  /** Keeps the user's value (overwrite) or the one at the service. */
  resolve(edit: UnsavedEdit, keep: 'mine' | 'theirs'): Promise<void>
  retry(edit: UnsavedEdit): Promise<void>
  discard(edit: UnsavedEdit): Promise<void>
  retryDeletions(): Promise<void>
  dropDeletions(): Promise<void>
}

/** Decisions about changes that failed or conflict with a newer value. */
export function useUnsavedChanges(
  client: ProgramClient,
  edits: Pick<CustomerEdits, 'unsaved' | 'retry' | 'discard'>,
  on: { failed: (failure: Failure) => void; changed: () => Promise<unknown> },
): UnsavedChanges {
  const conflict = shallowRef<UnsavedEdit | null>(null)
  const resolving = ref(false)

  async function settle(method: 'customers.retryDeletions' | 'customers.dropDeletions'): Promise<void> {
    const result = await client.call(method, {})
    if (!result.ok) on.failed(result.error)
    await on.changed()
  }

  async function apply(request: ReturnType<CustomerEdits['retry']>): Promise<boolean> {
    const result = await request
    if (!result.ok) on.failed(result.error)
    return result.ok
  }

  return {
    conflict,
    resolving,
    compare(editId) {
      conflict.value = edits.unsaved.value.find((edit) => edit.editId === editId) ?? null
    },
    closeConflict() {
      conflict.value = null
    },
    async resolve({ editId }, keep) {
      resolving.value = true
      const isResolved = await apply(keep === 'mine' ? edits.retry(editId, true) : edits.discard(editId))
      resolving.value = false
      if (isResolved) conflict.value = null
    },
    async retry({ editId }) {
      await apply(edits.retry(editId, false))
      await on.changed()
    },
    async discard({ editId }) {
      await apply(edits.discard(editId))
      await on.changed()
    },
    retryDeletions: () => settle('customers.retryDeletions'),
    dropDeletions: () => settle('customers.dropDeletions'),
  }
}
