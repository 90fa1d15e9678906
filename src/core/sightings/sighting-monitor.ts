import type { Source } from '../../contract/connection-region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { scopeKey } from '../database/scope-sql.ts'
import type { Notifier } from '../ports/notifier.ts'
import { errorFields } from '../ports/log.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CarHistories } from './car-histories.ts'
import { notificationText, type SightingNews } from './notification-text.ts'

/** How the last sync of a connection and region ended. */
export interface SyncedState {
  readonly syncedAt: string | null
  readonly isFailed: boolean
}

export interface SightingMonitorParts {
  readonly histories: Pick<CarHistories, 'recordArrivals'>
  readonly customers: Pick<Customers, 'ready' | 'syncState' | 'syncedAt'>
  readonly notifier: Notifier | null
  /** Whether the user wants notifications. */
  isWanted(): boolean
  /** Called when the list is up to date: no sync runs. `states`: of the sources. */
  onIdle(sources: readonly Source[], states: readonly SyncedState[]): void
  /** Called when the list may have changed. */
  onChange(): void
}

/** Records arrive page by page: sightings that arrive within this time make one notification. */
const batchPauseMs = 500

/** Watches for new sightings while the program runs, and notifies the user once per batch. */
export function createSightingMonitor(storage: OpenStorage, parts: SightingMonitorParts) {
  const { announcer, clock, log } = storage
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  /** News that no notification has shown, by connection and region. */
  const waiting = new Map<string, { readonly connectionId: string; newTitles: string[]; dropTitles: string[] }>()
  let isScheduled = false
  let running: Promise<void> = Promise.resolve()

  const add = (scope: ConnectionRegion, { newTitles, dropTitles }: SightingNews): void => {
    if (newTitles.length === 0 && dropTitles.length === 0) return
    const news = waiting.get(scopeKey(scope)) ?? { connectionId: scope.connectionId, newTitles: [], dropTitles: [] }
    waiting.set(scopeKey(scope), news)
    news.newTitles.push(...newTitles)
    news.dropTitles.push(...dropTitles)
  }
  const recordings = new Map<string, Promise<void>>()
  const recordArrivals = (scope: ConnectionRegion): Promise<void> => {
    const key = scopeKey(scope)
    const recording =
      recordings.get(key) ??
      parts.histories
        .recordArrivals(scope)
        .then((news) => add(scope, news))
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
    const sources = storage.connections.inUse()
    if (sources.length === 0 || ended.aborted) return
    for (const source of sources) await parts.customers.ready(source)
    // Before the arrivals are recorded: a list that is complete by now has all its sightings recorded below, and later ones are news.
    const states = sources.map((source) => ({
      ...parts.customers.syncState(source),
      syncedAt: parts.customers.syncedAt(source.connectionId, source.region),
    }))
    for (const source of sources) await recordArrivals(source)
    parts.onChange()
    // The end of a sync changes the list once more; the notification waits for it.
    if (states.some(({ syncing }) => syncing !== null) || ended.aborted) return
    parts.onIdle(
      sources,
      states.map(({ syncedAt, problem }) => ({ syncedAt, isFailed: problem !== null })),
    )
    const news = sources.flatMap((source) => waiting.get(scopeKey(source)) ?? [])
    waiting.clear()
    if (news.length === 0) return
    notify({
      newTitles: news.flatMap(({ newTitles }) => newTitles),
      dropTitles: news.flatMap(({ dropTitles }) => dropTitles),
    })
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
    /** Records the sightings that have arrived up to now. */
    recordArrivals,
    forgetConnection(connectionId: string): void {
      for (const [key, news] of waiting) if (news.connectionId === connectionId) waiting.delete(key)
    },
    async close(): Promise<void> {
      stopListening()
      closing.abort()
      await running
    },
  }
}
