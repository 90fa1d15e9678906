import { ref } from 'vue'
import type { UploadSummary } from '../../../contract/uploads.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import type { FewCalls } from '../../connection/useFewCalls.ts'
import type { Confirmation } from '../../ui/useConfirm.ts'
import type { Toasts } from '../../ui/useToasts.ts'
import { uploadsText } from './uploads-text.ts'

/** Customers named in the confirmation. */
const maxNames = 8

/** Undoes an upload: the customers that it created are counted, confirmed and moved to the bin. */
export function useUndoUpload(
  { call, read }: Pick<ProgramClient, 'call' | 'read'>,
  confirm: (confirmation: Confirmation) => Promise<boolean>,
  toasts: Pick<Toasts, 'success' | 'failure'>,
  fewCalls: FewCalls,
) {
  const busy = ref(false)
  const { undo: text } = uploadsText

  async function whileBusy<T>(work: Promise<T>): Promise<T> {
    busy.value = true
    const result = await work
    busy.value = false
    return result
  }

  /** True when the customers are being deleted. */
  async function undo(
    upload: Pick<UploadSummary, 'id' | 'name' | 'rows' | 'joined' | 'lookUpMissingVins' | 'paidLookups'>,
  ): Promise<boolean> {
    const { id, name } = upload
    const query = { uploadId: id, sort: 'clientName', descending: false, offset: 0, limit: maxNames } as const
    const created = await whileBusy(read('customers.list', query))
    if (!created.ok) {
      toasts.failure(created.error)
      return false
    }
    const { total, customers } = created.value
    if (total === 0) {
      toasts.success(text.nothing)
      return false
    }
    const agreed = await confirm({
      title: text.title(name, total),
      text: [text.text(upload), fewCalls('deletion', total)].filter(Boolean).join(' '),
      names: text.names(customers, total),
      confirmLabel: text.confirm(total),
      tone: 'danger',
      typed: String(total),
    })
    if (!agreed) return false
    const deleted = await whileBusy(call('uploads.undo', { id, customers: total }))
    if (deleted.ok) toasts.success(text.done(deleted.value.deleting, name))
    else toasts.failure(deleted.error)
    return deleted.ok
  }

  return { busy, undo }
}
