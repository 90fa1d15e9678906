import type { Failure } from '../../../contract/result.ts'
import { currentScope, type ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { backoffMs, type Backoff } from '../../scheduling/backoff.ts'
import { createStepLoop, type StepEnd } from '../../scheduling/step-loop.ts'
import type { Answer, ServiceFailure, CallOptions } from '../../service/service-client.ts'
import { createRefresh, type PendingRefresh } from './refresh.ts'
import type { DateReading } from '../../service/field-values.ts'
import { runSyncPass, type SyncPassParts } from './sync-pass.ts'
import type { SyncedScopes } from './synced-pages.ts'

/** Somebody waits for it: a few attempts of each page. */
const refreshAttempts: CallOptions = { attempts: 3, patienceMs: 6_000 }

interface SyncOnceParts extends Omit<SyncPassParts, 'clock' | 'database' | 'pages'> {
  readonly synced: Pick<SyncedScopes, 'of'>
  readonly deletedDuringSync: Set<string>
  readonly savedDuringSync: Set<string>
  /** Called when the state of a sync has changed. */
  onProgress(): void
  /** Called when a sync has ended, before those who wait for it go on: an upload is checked against what it has read. */
  onEnded(): void
}

/** The sync of one connection and region. */
interface ScopeSync {
  readonly scope: ConnectionRegion
  /** Monotonic ms of the next sync; null: on request only. */
  nextAtMs: number | null
  failures: number
  read: number | null
  problem: string | null
  /** The last deleted records that were listed again. */
  returned: { readonly count: number; readonly at: string } | null
  /** The number of syncs that have started. */
  started: number
  readonly refreshes: Set<PendingRefresh>
  /** Aborts when the records of the connection are removed. */
  readonly removed: AbortController
}

const newScopeSync = (scope: ConnectionRegion): ScopeSync => ({
  scope,
  nextAtMs: null,
  failures: 0,
  read: null,
  problem: null,
  returned: null,
  started: 0,
  refreshes: new Set(),
  removed: new AbortController(),
})

/** Reads all records of a connection and region once, and counts it in `sync`. */
async function syncOnce(
  storage: OpenStorage,
  parts: SyncOnceParts,
  sync: ScopeSync,
  limits: {
    readonly pageSize: number
    readonly dates: DateReading
    /** Calls that fail are repeated for long. Not for a connection that only the list of all connections shows: others wait for it. */
    readonly isPatient: boolean
    readonly ended: AbortSignal
  },
): Promise<Answer<null>> {
  const { scope } = sync
  sync.read = 0
  parts.onProgress()
  parts.deletedDuringSync.clear()
  parts.savedDuringSync.clear()
  const client = await storage.connections.client(scope.connectionId, scope.region)
  const answer = client.ok
    ? await runSyncPass(
        {
          ...parts,
          pages: parts.synced.of(scope),
          clock: storage.clock,
          database: storage.database,
        },
        {
          scope,
          client: client.value,
          pageSize: limits.pageSize,
          dates: limits.dates,
          callOptions: sync.refreshes.size > 0 || !limits.isPatient ? refreshAttempts : {},
          signal: AbortSignal.any([limits.ended, sync.removed.signal]),
          onProgress(read) {
            sync.read = read
            for (const refresh of sync.refreshes) refresh.onProgress(read)
            parts.onProgress()
          },
          onReturned: (count) => void (sync.returned = { count, at: storage.clock.now().toISOString() }),
        },
      )
    : client
  sync.problem = answer.ok ? null : answer.error.failure.message
  sync.failures = answer.ok ? 0 : sync.failures + 1
  return answer
}

export interface SyncTiming {
  /** Between two syncs without failures. */
  readonly everyMs: number
  /** After a failed sync: the first wait, which then doubles up to the longest. */
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** A refresh that reads nothing for this long counts as failed. */
  readonly stalledMs: number
}

export const defaultSyncTiming: SyncTiming = {
  everyMs: 120_000,
  firstRetryMs: 15_000,
  longestRetryMs: 300_000,
  stalledMs: 30_000,
}

/** The progress of a sync, the message of the last failure, and the last deleted records that were listed again. */
export interface SyncState extends Pick<ScopeSync, 'returned'> {
  readonly syncing: { readonly read: number } | null
  readonly problem: string | null
}

/** Syncs the cache in the background: the connections in use at once and every two minutes, others on request. */
export type CustomerSync = ReturnType<typeof createCustomerSync>

export interface SyncParts extends SyncOnceParts {
  readonly timing: SyncTiming
}

interface SyncStep {
  readonly do: 'sync'
  readonly sync: ScopeSync
}

export function createCustomerSync(storage: OpenStorage, parts: SyncParts) {
  const { timing } = parts
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const syncs = new Map<string, ScopeSync>()
  let { everyMs } = timing
  const backoff: Backoff = {
    firstBackoffMs: timing.firstRetryMs,
    longestBackoffMs: timing.longestRetryMs,
    random: () => 1,
  }

  const syncOf = ({ connectionId, region }: ConnectionRegion): ScopeSync => {
    const scope = { connectionId, region }
    const found = syncs.get(scopeKey(scope)) ?? newScopeSync(scope)
    syncs.set(scopeKey(scope), found)
    return found
  }
  const keysInUse = (): ReadonlySet<string> => new Set(storage.connections.inUse().map(scopeKey))
  const isInUse = ({ scope }: ScopeSync): boolean => keysInUse().has(scopeKey(scope))
  const isCurrent = ({ scope }: ScopeSync): boolean => {
    const current = currentScope(storage)
    return current !== null && scopeKey(current) === scopeKey(scope)
  }

  const perform = async ({ sync }: SyncStep): Promise<StepEnd> => {
    const { scope } = sync
    const connection = storage.connections.find(scope.connectionId)
    if (!connection) {
      sync.removed.abort(new Error('The connection was removed'))
      syncs.delete(scopeKey(scope))
      return { end: 'done' }
    }
    sync.nextAtMs = null
    sync.started += 1
    let result: Answer<null> | null = null
    try {
      const { pageSize, dates } = connection.advanced
      const limits = { pageSize, dates, isPatient: isCurrent(sync), ended }
      result = await syncOnce(storage, parts, sync, limits)
    } catch (error) {
      // For example a full disk: whoever waits for this sync gets the cause.
      if (error instanceof FailureError) {
        result = { ok: false, error: failureOfPc(error.failure) }
        sync.problem = error.failure.message
      }
      throw error
    } finally {
      sync.read = null
      // A request that arrived during the sync is due already. A connection that is not in use is synced when it is selected.
      if (isInUse(sync)) sync.nextAtMs ??= storage.clock.monotonicMs() + waitMs(sync)
      parts.onEnded()
      for (const refresh of sync.refreshes) refresh.onEnded(sync.started, result)
    }
    parts.onProgress()
    return { end: 'done' }
  }

  const waitMs = ({ failures }: ScopeSync): number => (failures === 0 ? everyMs : backoffMs(backoff, failures))

  const loop = createStepLoop<SyncStep>({
    clock: storage.clock,
    ...backoff,
    decide() {
      const nowMs = storage.clock.monotonicMs()
      const inUse = keysInUse()
      const next = [...syncs.values()]
        .filter(({ nextAtMs, scope }) => nextAtMs !== null && (nextAtMs <= nowMs || inUse.has(scopeKey(scope))))
        .toSorted((a, b) => (a.nextAtMs ?? 0) - (b.nextAtMs ?? 0))[0]
      if (next && next.nextAtMs !== null && next.nextAtMs <= nowMs) return { do: 'sync', sync: next }
      return { do: 'rest', untilMs: next?.nextAtMs ?? null }
    },
    perform,
    onError(error) {
      storage.log.write('error', 'customers.sync-failed', { name: error instanceof Error ? error.name : 'unknown' })
    },
    onWaitingChanged: () => undefined,
  })

  const request = (scope: ConnectionRegion): void => {
    syncOf(scope).nextAtMs = storage.clock.monotonicMs()
    loop.runNow()
  }

  const forgetConnection = (connectionId: string): void => {
    for (const [key, sync] of syncs) {
      if (sync.scope.connectionId !== connectionId) continue
      sync.removed.abort(new Error('The records of the connection were removed'))
      syncs.delete(key)
    }
  }

  let lastInUse: ReadonlySet<string> = new Set()
  const syncWhenSelected = (): void => {
    const before = lastInUse
    lastInUse = keysInUse()
    for (const scope of storage.connections.inUse()) if (!before.has(scopeKey(scope))) request(scope)
  }
  const stopListening = storage.announcer.listen(({ name }) => {
    if (name !== 'connections.changed' || ended.aborted) return
    for (const { scope } of syncs.values()) {
      if (!storage.connections.find(scope.connectionId)) forgetConnection(scope.connectionId)
    }
    syncWhenSelected()
  })

  return {
    start(): void {
      syncWhenSelected()
      loop.start()
    },
    request,
    /** Resolves when a sync that started after this call has ended. */
    refresh: createRefresh({ clock: storage.clock, ended, stalledMs: timing.stalledMs, syncOf, request }),
    /** Sets the time between two syncs without failures. */
    setInterval(ms: number): void {
      everyMs = ms
      const latestMs = storage.clock.monotonicMs() + ms
      for (const sync of syncs.values()) {
        if (sync.nextAtMs !== null && sync.failures === 0) sync.nextAtMs = Math.min(sync.nextAtMs, latestMs)
      }
      loop.runSoon()
    },
    state(scope: ConnectionRegion): SyncState {
      const { read, problem, returned } = syncOf(scope)
      return { syncing: read === null ? null : { read }, problem, returned }
    },
    /** All records of the connection were removed: answers that are still expected are ignored. */
    forgetConnection,
    async close(): Promise<void> {
      stopListening()
      closing.abort()
      await loop.close()
    },
  }
}

const failureOfPc = (failure: Failure): ServiceFailure => ({
  failure,
  certainty: 'not-sent',
  status: null,
  retryAfterMs: null,
})
