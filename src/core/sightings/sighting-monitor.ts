import type { ConnectionRegion } from '../connections/connection-region.ts'
import { currentScope } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { scopeKey } from '../database/scope-sql.ts'
import { runInSlicesWhile } from '../scheduling/in-slices.ts'
import type { Notifier } from '../ports/notifier.ts'
import { errorFields } from '../ports/log.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CarHistories } from './car-histories.ts'
import { notificationText, type SightingNews } from './notification-text.ts'

export interface SightingMonitorParts {
  readonly histories: Pick<CarHistories, 'recordArrivals'>
  readonly customers: Pick<Customers, 'ready' | 'status'>
  readonly notifier: Notifier | null
  /** Whether the user wants notifications. */
  isWanted(): boolean
  /** Called when the list is up to date: no sync runs. */
  onIdle(scope: ConnectionRegion, status: { readonly syncedAt: string | null; readonly isFailed: boolean }): void
  /** Called when the list may have changed. */
  onChange(): void
}

/** Watches for new sightings while the program runs, and notifies the user once per batch. */
export interface SightingMonitor {
  start(): void
  /** Records the sightings that have arrived up to now. */
  recordArrivals(scope: ConnectionRegion): Promise<void>
  forgetConnection(connectionId: string): void
  close(): Promise<void>
}

/** Records arrive page by page: sightings that arrive within this time make one notification. */
const batchPauseMs = 500

export function createSightingMonitor(storage: OpenStorage, parts: SightingMonitorParts): SightingMonitor {
  const { announcer, clock, log } = storage
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  let waiting: { readonly scope: ConnectionRegion; newTitles: string[]; dropTitles: string[] } | null = null
  let isScheduled = false
  let running: Promise<void> = Promise.resolve()

  const add = (scope: ConnectionRegion, { newTitles, dropTitles }: SightingNews): void => {
    if (newTitles.length === 0 && dropTitles.length === 0) return
    if (waiting?.scope.connectionId !== scope.connectionId || waiting.scope.region !== scope.region) waiting = null
    waiting ??= { scope, newTitles: [], dropTitles: [] }
    waiting.newTitles.push(...newTitles)
    waiting.dropTitles.push(...dropTitles)
  }
  const recordings = new Map<string, Promise<void>>()
  const recordArrivals = (scope: ConnectionRegion): Promise<void> => {
    const key = scopeKey(scope)
    const recording =
      recordings.get(key) ??
      runInSlicesWhile(parts.histories.recordArrivals(scope), () => !ended.aborted)
        .then((news) => {
          if (news) add(scope, news)
        })
        .finally(() => recordings.delete(key))
    recordings.set(key, recording)
    return recording
  }

  const notify = (news: SightingNews): void => {
    const text = parts.isWanted() ? notificationText(news) : null
    if (!text) return
    if (parts.notifier) {
      parts.notifier.show({ ...text, onClick: () => announcer.announce('app.commanded', 'show-sightings') })
    } else {
      announcer.announce('sightings.spotted', `${text.title} ${text.body}`)
    }
  }

  const handleChange = async (): Promise<void> => {
    const scope = currentScope(storage)
    if (!scope || ended.aborted) return
    await parts.customers.ready(scope)
    await recordArrivals(scope)
    parts.onChange()
    const { syncing, syncedAt, problem } = await parts.customers.status({}, ended)
    // The end of the sync changes the list once more; the notification waits for it.
    if (syncing !== null || ended.aborted) return
    parts.onIdle(scope, { syncedAt, isFailed: problem !== null })
    if (!waiting) return
    const news = waiting
    waiting = null
    notify(news)
  }

  const scheduleCheck = (): void => {
    if (isScheduled || ended.aborted) return
    isScheduled = true
    const run = async (): Promise<void> => {
      isScheduled = false
      try {
        await handleChange()
      } catch (error) {
        // The next change tries again, and the list shows the failure when it is opened.
        log.write('error', 'sightings.checkFailed', errorFields(error))
      }
    }
    running = clock.sleep(batchPauseMs, ended).then(run, () => void (isScheduled = false))
  }
  const stopListening = announcer.listen(({ name }) => {
    if (name === 'customers.changed' || name === 'connections.changed') scheduleCheck()
  })

  return {
    start: scheduleCheck,
    recordArrivals,
    forgetConnection(connectionId) {
      if (waiting?.scope.connectionId === connectionId) waiting = null
    },
    async close() {
      stopListening()
      closing.abort()
      await running
    },
  }
}
