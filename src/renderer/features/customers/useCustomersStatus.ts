import { useIntervalFn } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import type { CustomersStatus } from '../../../contract/customers.ts'
import type { ConnectionState, Reachability } from '../../../contract/connections.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { type Blocked, customersText } from './customers-text.ts'

/** An older cache of customers is synced when the screen opens. */
const staleMs = 10 * 60_000
const refreshGapMs = 400
const clockMs = 30_000

/** The number of customers and the age of the cache, as a sentence. */
export function statusText(status: CustomersStatus, now: Date): string {
  const { sync } = customersText
  const { total, syncedAt } = status
  if (total === 0) return syncedAt ? sync.none(syncedAt, now) : sync.notDownloaded
  const age = syncedAt ? sync.updated(syncedAt, now) : sync.incomplete
  return `${sync.counts(total, status.withSightings)} ${age}`
}

/** Also for a time ahead of now: the PC's clock was set back, so nobody knows how old the cache is. */
export const isStale = (status: CustomersStatus, now: Date): boolean =>
  status.syncedAt === null || Math.abs(now.getTime() - new Date(status.syncedAt).getTime()) > staleMs

/** The cache of customers on this PC: how many, how old, and a running sync. */
export function useCustomersStatus() {
  const query = useQuery('customers.status', {
    lazy: true,
    refreshOn: ['customers.changed'],
    minGapMs: refreshGapMs,
    adaptiveGap: true,
  })
  const syncing = useAction('customers.sync', { failed: 'shown' })
  const status = query.data
  /** The time for ages such as "5 minutes ago". */
  const now = ref(new Date())
  useIntervalFn(() => (now.value = new Date()), clockMs)
  watch(status, () => (now.value = new Date()))

  async function sync(): Promise<void> {
    const answer = await syncing.run()
    if (answer) query.set(answer)
  }

  return {
    status,
    failure: computed(() => query.failure.value ?? syncing.failure.value),
    text: computed(() => (status.value ? statusText(status.value, now.value) : '')),
    now,
    /** Reads the status, and syncs when the cache is old. */
    async open(): Promise<void> {
      await query.refresh()
      if (status.value && !status.value.syncing && isStale(status.value, new Date())) await sync()
    },
    refresh: query.refresh,
    sync,
  }
}

/** Why the list of customers cannot be shown. */
export type CustomersEmptyKind = 'failed' | 'loading' | 'reading' | 'problem' | 'empty'

/** What is shown instead of the list; null when the list can be shown. */
export function customersEmptyKind(
  status: CustomersStatus | null,
  list: { readonly statusFailed: boolean; readonly isAnswered: boolean },
): CustomersEmptyKind | null {
  if (!status) return list.statusFailed ? 'failed' : 'loading'
  if (status.total > 0) return list.isAnswered ? null : 'loading'
  if (status.syncing) return 'reading'
  if (status.problem) return 'problem'
  return status.syncedAt ? 'empty' : 'loading'
}

/** Why the list is not up to date; null when it is. Offline, the message of an earlier sync is outdated. */
export function currentProblem(problem: string | null, reachability: Reachability | undefined): string | null {
  return problem !== null && reachability === 'offline' ? customersText.sync.offline : problem
}

/** Why no change reaches the service now; null: changes are sent. */
export function blockedOf(state: Pick<ConnectionState, 'current' | 'reachability'> | null): Blocked | null {
  if (state?.current?.credentials === 'missing') return 'sign-in-required'
  const by = state?.reachability
  return by === 'offline' || by === 'service-down' || by === 'sign-in-required' ? by : null
}
