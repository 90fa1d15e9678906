import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { currentScope } from '../../connections/connection-region.ts'
import type { Answer, RemoteCustomer, ServiceClient } from '../../service/service-client.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { createStepLoop, type StepEnd } from '../../scheduling/step-loop.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { CustomerIndexes } from '../cache/customer-indexes.ts'
import type { ResultHandler } from './apply-results.ts'
import { eachPage } from '../../service/paging.ts'

export interface SyncTiming {
  /** Between two full looks while all is well. */
  readonly everyMs: number
  /** After a failed look: from the first, growing. */
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** The most vanished records that are asked for one by one before all of them leave the copy. */
  readonly maxConfirmed: number
}

export const defaultSyncTiming: SyncTiming = {
  everyMs: 120_000,
  firstRetryMs: 15_000,
  longestRetryMs: 300_000,
  maxConfirmed: 50,
}

/** How the bringing up to date of one copy stands. */
export interface SyncState {
  readonly syncing: { readonly read: number } | null
  readonly problem: string | null
}

export interface CustomerSync {
  start(): void
  request(scope: ConnectionRegion): void
  /** The time between two looks while all is well, from now on. */
  setSyncInterval(ms: number): void
  state(scope: ConnectionRegion): SyncState
  /** A record that was deleted while a page with it may be on its way. */
  forget(id: string): void
  /** All records of a connection are gone: what is still on its way is of before. */
  forgetConnection(connectionId: string): void
  close(): Promise<void>
}

interface Standing extends ConnectionRegion {
  /** Monotonic ms; null: not until asked. */
  nextAtMs: number | null
  failures: number
  read: number | null
  problem: string | null
  /** Aborts when its connection begins anew: what is still read for it is of before. */
  readonly over: AbortController
}

interface SyncStep {
  readonly do: 'sync'
  readonly standing: Standing
}

/** Records kept in one transaction: each writes nearly every page of the indexes anew, and the program stands still meanwhile. */
const takenAtOnce = 1_000

/** Brings the copies up to date in the background: the one in use now and every two minutes, others when asked. */
export function createCustomerSync(
  storage: OpenStorage,
  parts: {
    readonly copy: CustomerCache
    readonly indexes: CustomerIndexes
    readonly outcomes: Pick<ResultHandler, 'take' | 'vanished'>
  },
  timing: SyncTiming,
  /** How far a look is has changed. */
  progressed: (scope: ConnectionRegion) => void,
): CustomerSync {
  const { copy, indexes, outcomes } = parts
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const standings = new Map<string, Standing>()
  let { everyMs } = timing
  let forgotten = new Set<string>()

  const standingOf = (scope: ConnectionRegion): Standing => {
    const key = `${scope.region} ${scope.connectionId}`
    const known = standings.get(key)
    if (known) return known
    const made: Standing = {
      ...scope,
      nextAtMs: null,
      failures: 0,
      read: null,
      problem: null,
      over: new AbortController(),
    }
    standings.set(key, made)
    return made
  }
  const isInUse = (standing: Standing): boolean => {
    const active = currentScope(storage)
    return active !== null && active.connectionId === standing.connectionId && active.region === standing.region
  }

  /** Reads all pages into the copy; what the service no longer lists leaves it only after a look to the very end. */
  const pass = async (standing: Standing, client: ServiceClient, pageSize: number): Promise<Answer<null>> => {
    const seen = new Set<string>()
    const isFirstLook = copy.lastLook(standing) === null
    const over = AbortSignal.any([ended, standing.over.signal])
    let waiting: RemoteCustomer[] = []
    const takeWaiting = (): void => {
      outcomes.take(
        standing,
        waiting.filter(({ id }) => !forgotten.has(id)),
      )
      waiting = []
    }
    const passed = await eachPage(client, { pageSize, signal: over, readAhead: true }, (page) => {
      if (over.aborted) return false
      const isFirst = seen.size === 0
      for (const { id } of page) seen.add(id)
      waiting.push(...page)
      // The first page is there at once, for her to see.
      if (isFirst || waiting.length >= takenAtOnce) {
        // The first look at a long list: see the indexes.
        if (!isFirst && isFirstLook) indexes.takeAway()
        takeWaiting()
      }
      standing.read = seen.size
      progressed(standing)
      return !over.aborted
    })
    if (!over.aborted) takeWaiting()
    if (!passed.ok) return passed
    if (!passed.value.toTheEnd) return { ok: true, value: null }
    const vanished = copy.missingFrom(standing, seen)
    const asked = spread(vanished, timing.maxConfirmed)
    const confirmed = await confirm(client, asked, over)
    // Of many only some are asked for; where one of them is still there it was the list that was wrong, not the copy.
    const gone = confirmed.length === asked.length ? vanished : confirmed
    if (over.aborted) return { ok: true, value: null }
    const vanishedElsewhere = outcomes.vanished(standing, gone)
    copy.markSynced(standing, storage.clock.now().toISOString(), { listed: seen.size, vanished: vanishedElsewhere })
    return { ok: true, value: null }
  }

  /** A record can slip from one page to another while they are read: a few that seem gone are asked for. */
  const confirm = async (client: ServiceClient, ids: readonly string[], signal: AbortSignal): Promise<string[]> => {
    const gone: string[] = []
    for (const id of ids) {
      const answer = await client.getCustomer(id, { signal, attempts: 1 })
      if (!answer.ok && answer.error.failure.kind === 'not-found') gone.push(id)
    }
    return gone
  }

  const perform = async ({ standing }: SyncStep): Promise<StepEnd> => {
    const connection = storage.connections.find(standing.connectionId)
    if (!connection) {
      standings.delete(`${standing.region} ${standing.connectionId}`)
      return { end: 'done' }
    }
    standing.nextAtMs = null
    standing.read = 0
    progressed(standing)
    forgotten = new Set()
    try {
      const client = await storage.connections.client(standing.connectionId, standing.region)
      const answer = client.ok ? await pass(standing, client.value, connection.advanced.pageSize) : client
      await indexes.putBack(ended)
      standing.problem = answer.ok ? null : answer.error.failure.message
      standing.failures = answer.ok ? 0 : standing.failures + 1
    } finally {
      standing.read = null
      const waitMs =
        standing.failures === 0
          ? everyMs
          : Math.min(timing.longestRetryMs, timing.firstRetryMs * 2 ** (standing.failures - 1))
      // Asked for again meanwhile: then it is due already. One that is not in use is looked at when it is selected.
      if (isInUse(standing)) standing.nextAtMs ??= storage.clock.monotonicMs() + waitMs
    }
    progressed(standing)
    return { end: 'done' }
  }

  const loop = createStepLoop<SyncStep>({
    clock: storage.clock,
    random: () => 1,
    firstBackoffMs: timing.firstRetryMs,
    longestBackoffMs: timing.longestRetryMs,
    decide() {
      const nowMs = storage.clock.monotonicMs()
      const due = [...standings.values()]
        .filter((standing) => standing.nextAtMs !== null && (standing.nextAtMs <= nowMs || isInUse(standing)))
        .toSorted((a, b) => (a.nextAtMs ?? 0) - (b.nextAtMs ?? 0))[0]
      if (!due || due.nextAtMs === null) return { do: 'rest', untilMs: null }
      return due.nextAtMs > nowMs ? { do: 'rest', untilMs: due.nextAtMs } : { do: 'sync', standing: due }
    },
    perform,
    onError(error) {
      storage.log.write('error', 'customers.sync-failed', { name: error instanceof Error ? error.name : 'unknown' })
    },
    onWaitingChanged: () => undefined,
  })

  const request = (scope: ConnectionRegion): void => {
    standingOf(scope).nextAtMs = storage.clock.monotonicMs()
    loop.runNow()
  }

  let lastInUse: string | null = null
  const syncWhenSelected = (): void => {
    const active = currentScope(storage)
    const key = active && `${active.region} ${active.connectionId}`
    if (active && key !== lastInUse) request(active)
    lastInUse = key
  }
  const stopListening = storage.announcer.listen(({ name }) => {
    if (name === 'connections.changed' && !ended.aborted) syncWhenSelected()
  })

  return {
    start() {
      syncWhenSelected()
      loop.start()
    },
    request,
    setSyncInterval(ms) {
      everyMs = ms
      const latestMs = storage.clock.monotonicMs() + ms
      for (const standing of standings.values()) {
        if (standing.nextAtMs !== null && standing.failures === 0)
          standing.nextAtMs = Math.min(standing.nextAtMs, latestMs)
      }
      loop.runSoon()
    },
    state(scope) {
      const { read, problem } = standingOf(scope)
      return { syncing: read === null ? null : { read }, problem }
    },
    forget: (id) => void forgotten.add(id),
    forgetConnection(connectionId) {
      for (const [key, standing] of standings) {
        if (standing.connectionId !== connectionId) continue
        standing.over.abort(new Error('The connection begins anew'))
        standings.delete(key)
      }
    },
    async close() {
      stopListening()
      closing.abort()
      await loop.close()
    },
  }
}

/** At most so many of a list, from its beginning to its end. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.ceil(list.length / most))
  return list.filter((_, index) => index % step === 0)
}
