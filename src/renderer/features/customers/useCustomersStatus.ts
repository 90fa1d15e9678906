import { type ComputedRef, computed, ref, type Ref, type ShallowRef } from 'vue'
import type { CustomersStatus } from '../../../contract/customers.ts'
import type { Failure } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'
import { formatAge, formatCount, plural } from '../../ui/format.ts'
import { useCall } from '../../ui/useCall.ts'
import { useEvent } from '../../ui/useEvent.ts'
import { useCalmRefresh } from './throttled-refresh.ts'

/** Older than this, the copy is brought up to date when the screen opens. */
const staleMs = 10 * 60_000
const refreshMs = 400

/** Count and age of the copy in a sentence. */
export function statusWords(status: CustomersStatus, now: Date): string {
  if (status.total === 0)
    return status.syncedAt ? `None at the service yet; looked ${formatAge(status.syncedAt, now)}` : 'Not read yet'
  const counts = `${plural(status.total, 'customer')}, ${formatCount(status.withSightings)} of them seen for sale`
  const age = status.syncedAt ? `brought up to date ${formatAge(status.syncedAt, now)}` : 'not complete yet'
  return `${counts}; ${age}`
}

export const isStale = (status: CustomersStatus, now: Date): boolean =>
  status.syncedAt === null || now.getTime() - new Date(status.syncedAt).getTime() > staleMs

export interface CustomersStatusView {
  readonly status: ShallowRef<CustomersStatus | null>
  readonly failure: ShallowRef<Failure | null>
  readonly words: ComputedRef<string>
  /** The clock of "5 minutes ago"; to be moved on by the screen. */
  readonly now: Ref<Date>
  /** Reads the status, and begins a sync when the copy is old. */
  open(): Promise<void>
  refresh(): Promise<void>
  sync(): Promise<void>
}

export function useCustomersStatus(): CustomersStatusView {
  const { value: status, failure, run } = useCall('customers.status')
  const now = ref(new Date())
  const words = computed(() => (status.value ? statusWords(status.value, now.value) : ''))

  async function refresh(): Promise<void> {
    now.value = new Date()
    await run({})
  }

  async function sync(): Promise<void> {
    const result = await call('customers.sync', {})
    if (result.ok) status.value = result.value
    else failure.value = result.error
  }

  useEvent('customers.changed', useCalmRefresh(refresh, refreshMs))

  return {
    status,
    failure,
    words,
    now,
    async open() {
      await refresh()
      const known = status.value
      if (known && !known.syncing && isStale(known, new Date())) await sync()
    },
    refresh,
    sync,
  }
}
