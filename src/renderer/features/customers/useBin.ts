import { computed, ref, shallowRef, watch } from 'vue'
import type { BinRecord } from '../../../contract/customers.ts'
import { success } from '../../../contract/result.ts'
import type { FewCalls } from '../../connection/useFewCalls.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useConfirm } from '../../ui/useConfirm.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { binText } from './bin-text.ts'
import { recordName } from './customer-cells.ts'

const pageSize = 100
const refreshGapMs = 400
/** From this number on, the user types it before the customers are deleted. */
const typedCountFrom = 51

/** Deleted customers, newest first, which can be restored or permanently deleted. */
export function useBin(fewCalls: FewCalls, showUpload: (uploadId: string) => void) {
  const client = useClient()
  const confirm = useConfirm()
  const toasts = useToasts()
  const search = ref('')
  const limit = ref(pageSize)
  const selected = shallowRef<ReadonlySet<string>>(new Set())

  async function fetchRecords(input: { search: string; limit: number }) {
    const records: BinRecord[] = []
    let total = 0
    for (let offset = 0; offset < input.limit; offset += pageSize) {
      const answer = await client.read('customers.bin', { search: input.search, offset, limit: pageSize })
      if (!answer.ok) return answer
      total = answer.value.total
      records.push(...answer.value.records)
      if (answer.value.records.length < pageSize) break
    }
    return success({ total, records })
  }
  const query = useQuery(client, fetchRecords, {
    input: () => ({ search: search.value, limit: limit.value }),
    refreshOn: ['customers.changed', 'uploads.changed'],
    minGapMs: refreshGapMs,
  })
  const records = computed<readonly BinRecord[]>(() => query.data.value?.records ?? [])
  /** Null until the first answer. */
  const total = computed(() => query.data.value?.total ?? null)
  watch(search, () => (limit.value = pageSize), { flush: 'sync' })
  // A record that has left the bin cannot stay selected.
  watch(
    records,
    (current) => {
      const ids = new Set(current.map(({ customer }) => customer.id))
      selected.value = new Set([...selected.value].filter((id) => ids.has(id)))
    },
    { flush: 'sync' },
  )

  const isSelectable = (record: BinRecord): boolean => !record.pending && record.restoreUploadId === null
  const selectable = computed(() => records.value.filter(isSelectable))
  /** Every record, none, or some of those that can be selected. */
  const extent = computed(() => {
    if (selected.value.size === 0) return 'none'
    return selected.value.size === selectable.value.length ? 'all' : 'some'
  })

  const restoring = useAction('customers.restore')
  const deleting = useAction('customers.emptyBin')

  async function finish<T>(answer: T | null, report: (value: T) => void): Promise<void> {
    if (answer === null) return
    selected.value = new Set()
    report(answer)
    await query.refresh()
  }

  return {
    search,
    records,
    total,
    failure: query.failure,
    busy: computed(() => restoring.busy.value || deleting.busy.value),
    selected,
    selectable,
    selectedRecords: computed(() => records.value.filter(({ customer }) => selected.value.has(customer.id))),
    extent,
    isSelectable,
    toggle(id: string): void {
      const next = new Set(selected.value)
      if (!next.delete(id)) next.add(id)
      selected.value = next
    },
    toggleAll(): void {
      selected.value = new Set(extent.value === 'all' ? [] : selectable.value.map(({ customer }) => customer.id))
    },
    load: query.refresh,
    /** Fetches one more page. */
    more(): void {
      limit.value = records.value.length + pageSize
    },
    async restore(restored: readonly BinRecord[]): Promise<void> {
      const names = restored.map(({ customer }) => recordName(customer))
      const agreed = await confirm({
        title: binText.restoreTitle(restored.length, names[0] ?? ''),
        text: [binText.restoreText(restored.length), fewCalls('restore', restored.length)].filter(Boolean).join(' '),
        names: restored.length === 1 ? [] : names,
        confirmLabel: binText.restoreConfirm(restored.length),
      })
      if (!agreed) return
      const ids = restored.map(({ customer }) => customer.id)
      await finish(await restoring.run({ ids }), ({ uploadId, customers }) =>
        toasts.success(binText.restoreStarted(customers), {
          label: binText.showUpload,
          lasting: true,
          run: () => showUpload(uploadId),
        }),
      )
    },
    /** Null: the whole bin. */
    async deletePermanently(deleted: readonly BinRecord[] | null): Promise<void> {
      const count = deleted?.length ?? total.value ?? 0
      const agreed = await confirm({
        title: deleted ? binText.deleteTitle(count) : binText.emptyTitle(count),
        text: binText.deleteText(count),
        names: (deleted ?? records.value).map(({ customer }) => recordName(customer)),
        confirmLabel: deleted ? binText.deletePermanently : binText.emptyBin,
        tone: 'danger',
        ...(count >= typedCountFrom ? { typed: String(count) } : {}),
      })
      if (!agreed) return
      const ids = deleted ? deleted.map(({ customer }) => customer.id) : null
      await finish(await deleting.run({ ids }), ({ removed }) => toasts.success(binText.removed(removed)))
    },
  }
}
