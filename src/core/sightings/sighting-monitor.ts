import type { ConnectionRegion } from '../connections/connection-region.ts'
import { currentScope } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import type { Notifier } from '../ports/notifier.ts'
import { errorFields } from '../ports/log.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CarHistories } from './car-histories.ts'
import { notificationText, type SightingNews } from './notification-text.ts'

export interface SightingMonitorParts {
  readonly histories: Pick<CarHistories, 'recordArrivals'>
  readonly customers: Pick<Customers, 'status'>
  readonly notifier: Notifier | null
  /** Whether the user wants notifications. */
  isWanted(): boolean
  /** Called when the list may have changed. */
  onChange(): void
}

/** Watches for new sightings while the program runs, and notifies the user once per batch. */
export interface SightingMonitor {
  start(): void
  /** Records the sightings that have arrived up to now. */
  recordArrivals(scope: ConnectionRegion): void
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
  const recordArrivals = (scope: ConnectionRegion): void => add(scope, parts.histories.recordArrivals(scope))

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
    recordArrivals(scope)
    parts.onChange()
    if (!waiting) return
    const { syncing } = await parts.customers.status({}, ended)
    // The end of the sync changes the list once more; the notification waits for it.
    if (syncing !== null || !waiting) return
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
