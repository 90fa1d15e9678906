import { computed, ref, shallowRef, watch } from 'vue'
import type { BinRecord } from '../../../contract/customers.ts'
import { success } from '../../../contract/result.ts'
import type { FewCalls } from '../../connection/useUsage.ts'
import { useClient } from '../../bridge/program-client.ts'
import { together, useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { binText } from './bin-text.ts'
import { recordName } from './customer-cells.ts'

const pageSize = 100
const refreshGapMs = 400
/** From this number on, the user types it before the customers are deleted. */
const typedCountFrom = 51

const idsOf = (records: readonly BinRecord[]): string[] => records.map(({ customer }) => customer.id)
const namesOf = (records: readonly BinRecord[]): string[] => records.map(({ customer }) => recordName(customer))

/** What is deleted permanently. */
interface Emptying {
  /** Null: the whole bin. */
  readonly deleted: readonly BinRecord[] | null
  readonly count: number
  /** Records of the bin whose deletion or restore is not finished. */
  readonly staying: number
}

/** Deleted customers, newest first, which can be restored or permanently deleted. */
export function useBin(fewCalls: FewCalls, showUpload: (uploadId: string) => void) {
  const client = useClient()
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
  const query = useQuery(fetchRecords, {
    input: () => ({ search: search.value, limit: limit.value }),
    refreshOn: ['customers.changed', 'uploads.changed'],
    minGapMs: refreshGapMs,
  })
  const records = computed<readonly BinRecord[]>(() => query.data.value?.records ?? [])
  const total = computed(() => query.data.value?.total ?? null)
  watch(search, () => (limit.value = pageSize), { flush: 'sync' })
  // A record that has left the bin cannot stay selected.
  watch(
    records,
    (current) => {
      const ids = new Set(idsOf(current))
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

  const restoring = useAction(
    (restored: readonly BinRecord[]) => client.call('customers.restore', { ids: idsOf(restored) }),
    {
      confirm: (restored) => ({
        title: binText.restoreTitle(restored.length, namesOf(restored)[0] ?? ''),
        text: [binText.restoreText(restored.length), fewCalls('restore', restored.length)].filter(Boolean).join(' '),
        names: restored.length === 1 ? [] : namesOf(restored),
        confirmLabel: binText.restoreConfirm(restored.length),
      }),
      done({ uploadId, customers }) {
        const run = (): void => showUpload(uploadId)
        toasts.success(binText.restoreStarted(customers), { label: binText.showUpload, lasting: true, run })
      },
    },
  )
  const deleting = useAction(
    ({ deleted, count }: Emptying) =>
      client.call('customers.emptyBin', deleted ? { ids: idsOf(deleted) } : { ids: null, most: count }),
    {
      confirm: ({ deleted, count, staying }) => ({
        title: deleted ? binText.deleteTitle(count) : binText.emptyTitle(count),
        text: [binText.deleteText(count), binText.staying(staying)].filter(Boolean).join(' '),
        names: namesOf(deleted ?? selectable.value),
        confirmLabel: deleted ? binText.deletePermanently : binText.emptyBin,
        tone: 'danger',
        ...(count >= typedCountFrom ? { typed: String(count) } : {}),
      }),
      done: ({ removed }) => binText.removed(removed),
    },
  )
  async function refreshAfter(answer: object | null): Promise<void> {
    if (answer === null) return
    selected.value = new Set()
    await query.refresh()
  }

  return {
    search,
    records,
    total,
    failure: query.failure,
    busy: together(restoring, deleting).busy,
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
      selected.value = new Set(extent.value === 'all' ? [] : idsOf(selectable.value))
    },
    load: query.refresh,
    more(): void {
      limit.value = records.value.length + pageSize
    },
    restore: async (restored: readonly BinRecord[]) => refreshAfter(await restoring.run(restored)),
    /** Null: the whole bin, without what is not finished, which is among the newest and so loaded. */
    async deletePermanently(deleted: readonly BinRecord[] | null): Promise<void> {
      const staying = deleted ? 0 : records.value.length - selectable.value.length
      const count = deleted?.length ?? (total.value ?? 0) - staying
      await refreshAfter(await deleting.run({ deleted, count, staying }))
    },
  }
}
