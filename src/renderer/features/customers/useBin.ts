import { useThrottleFn } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import type { BinRecord } from '../../../contract/customers.ts'
import type { Failure } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'
import { useEvent } from '../../ui/useEvent.ts'

const pageSize = 100
const refreshMs = 400

/** Deleted customers that can be created again, newest first, a page more whenever she asks for it. */
export function useBin() {
  const search = ref('')
  const records = shallowRef<readonly BinRecord[]>([])
  const total = ref<number | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const chosen = shallowRef<ReadonlySet<string>>(new Set())
  let generation = 0

  async function fetch(limit: number): Promise<void> {
    generation += 1
    const mine = generation
    const found: BinRecord[] = []
    for (let offset = 0; offset < limit; offset += pageSize) {
      const answer = await call('customers.bin', { search: search.value, offset, limit: pageSize })
      if (mine !== generation) return
      if (!answer.ok) {
        failure.value = answer.error
        return
      }
      total.value = answer.value.total
      found.push(...answer.value.records)
      if (answer.value.records.length < pageSize) break
    }
    failure.value = null
    records.value = found
    const there = new Set(found.map(({ customer }) => customer.id))
    chosen.value = new Set([...chosen.value].filter((id) => there.has(id)))
  }

  const load = (): Promise<void> => fetch(Math.max(pageSize, records.value.length))
  const loadSoon = useThrottleFn(load, refreshMs, true)
  useEvent('customers.changed', () => void loadSoon())
  useEvent('uploads.changed', () => void loadSoon())

  /** Those that can be created again or removed: not still being deleted, nor on their way already. */
  const free = (record: BinRecord): boolean => !record.pending && record.restoreUploadId === null

  return {
    search,
    records,
    total,
    failure,
    chosen,
    load,
    more: () => fetch(records.value.length + pageSize),
    ask(text: string): Promise<void> {
      search.value = text
      return fetch(pageSize)
    },
    free,
    choosable: computed(() => records.value.filter(free)),
    toggle(id: string): void {
      const next = new Set(chosen.value)
      if (!next.delete(id)) next.add(id)
      chosen.value = next
    },
    choose(ids: readonly string[]): void {
      chosen.value = new Set(ids)
    },
  }
}
