import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Clock } from '../../ports/clock.ts'
import { faultText } from '../../service/failure-text.ts'
import { cancelledCall } from '../../service/http-call.ts'
import type { Answer } from '../../service/service-client.ts'
import { customerMessages } from '../customer-messages.ts'

export interface RefreshOptions {
  readonly signal: AbortSignal
  /** Called with the number of records read. */
  onProgress(read: number): void
}

/**
 * Syncs a connection and region now. Not ok when the sync failed, reads nothing for a while (`timeout`), or was aborted
 * (`cancelled`); the sync itself then continues in the background.
 */
export type Refresh = (scope: ConnectionRegion, options: RefreshOptions) => Promise<Answer<null>>

/** A refresh that waits for its sync. */
export interface PendingRefresh {
  onProgress(read: number): void
  /** `sync`: the number of the sync that ended; `result` is null when it threw. */
  onEnded(sync: number, result: Answer<null> | null): void
}

export interface RefreshParts {
  readonly clock: Clock
  /** Aborts when the program closes. */
  readonly ended: AbortSignal
  readonly stalledMs: number
  syncOf(scope: ConnectionRegion): {
    readonly started: number
    readonly refreshes: Set<PendingRefresh>
    readonly removed: AbortController
  }
  request(scope: ConnectionRegion): void
}

export function createRefresh({ clock, ended, stalledMs, syncOf, request }: RefreshParts): Refresh {
  return async (scope, { signal, onProgress }) => {
    const sync = syncOf(scope)
    const aborted = AbortSignal.any([signal, ended, sync.removed.signal])
    if (aborted.aborted) return { ok: false, error: cancelledCall(false) }
    // A sync that is running may have read a page before the latest change.
    const { started: startedBefore } = sync
    const finished = Promise.withResolvers<Answer<null>>()
    let lastProgressMs = clock.monotonicMs()
    const pending: PendingRefresh = {
      onProgress(read) {
        lastProgressMs = clock.monotonicMs()
        onProgress(read)
      },
      onEnded(number, result) {
        lastProgressMs = clock.monotonicMs()
        if (number > startedBefore) finished.resolve(result ?? failed('unexpected', customerMessages.syncFailed))
      },
    }
    const watching = new AbortController()
    const watchForStall = async (): Promise<void> => {
      for (;;) {
        const leftMs = lastProgressMs + stalledMs - clock.monotonicMs()
        if (leftMs <= 0) return finished.resolve(failed('timeout', faultText.timeout.message))
        await clock.sleep(leftMs, watching.signal)
      }
    }
    const cancel = (): void => finished.resolve({ ok: false, error: cancelledCall(false) })
    aborted.addEventListener('abort', cancel, { once: true })
    sync.refreshes.add(pending)
    watchForStall().catch((error: unknown) => {
      if (!watching.signal.aborted) finished.reject(error)
    })
    request(scope)
    try {
      return await finished.promise
    } finally {
      watching.abort()
      aborted.removeEventListener('abort', cancel)
      sync.refreshes.delete(pending)
    }
  }
}

const failed = (kind: 'timeout' | 'unexpected', message: string): Answer<never> => ({
  ok: false,
  error: { failure: { kind, message }, certainty: 'not-sent', status: null, retryAfterMs: null },
})
