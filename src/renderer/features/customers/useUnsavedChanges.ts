import { ref, shallowRef } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import type { CustomerEdits, UnsavedEdit } from './useCustomerEdits.ts'

/** Decisions about changes that failed or conflict with a newer value. */
export function useUnsavedChanges(
  edits: Pick<CustomerEdits, 'unsaved' | 'retry' | 'discard'>,
  on: { failed: (failure: Failure) => void; changed: () => Promise<unknown> },
) {
  const client = useClient()
  /** The conflict that is compared in the dialog; null while the dialog is closed. */
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
    compare(editId: string): void {
      conflict.value = edits.unsaved.value.find((edit) => edit.editId === editId) ?? null
    },
    closeConflict(): void {
      conflict.value = null
    },
    /** Keeps the user's value (overwrite) or the one at the service. */
    async resolve({ editId }: UnsavedEdit, keep: 'mine' | 'theirs'): Promise<void> {
      resolving.value = true
      const isResolved = await apply(keep === 'mine' ? edits.retry(editId, true) : edits.discard(editId))
      resolving.value = false
      if (isResolved) conflict.value = null
    },
    async retry({ editId }: UnsavedEdit): Promise<void> {
      await apply(edits.retry(editId, false))
      await on.changed()
    },
    async discard({ editId }: UnsavedEdit): Promise<void> {
      await apply(edits.discard(editId))
      await on.changed()
    },
    retryDeletions: () => settle('customers.retryDeletions'),
    dropDeletions: () => settle('customers.dropDeletions'),
  }
}
