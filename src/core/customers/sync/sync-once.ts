import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { DateReading } from '../../service/field-values.ts'
import type { Answer, CallOptions } from '../../service/service-client.ts'
import type { PendingRefresh } from './refresh.ts'
import { runSyncPass, type SyncPassParts } from './sync-pass.ts'
import type { SyncedScopes } from './synced-pages.ts'

/** Somebody waits for it: a few attempts of each page. */
const refreshAttempts: CallOptions = { attempts: 3, patienceMs: 6_000 }

export interface SyncOnceParts extends Omit<SyncPassParts, 'clock' | 'database' | 'pages'> {
  readonly synced: Pick<SyncedScopes, 'of'>
  readonly deletedDuringSync: Set<string>
  readonly savedDuringSync: Set<string>
  /** Called when the state of a sync has changed. */
  onProgress(): void
}

/** The sync of one connection and region. */
export interface ScopeSync {
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

export const newScopeSync = (scope: ConnectionRegion): ScopeSync => ({
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
export async function syncOnce(
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
