import type { ConnectionRegion } from '../connections/connection-region.ts'
import { currentScope } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import type { Notifier } from '../ports/notifier.ts'
import { errorFields } from '../ports/log.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CallListQuery } from './call-list-query.ts'
import { notificationText, type SightingNews } from './notification-text.ts'

export interface SightingMonitorParts {
  readonly cars: Pick<CallListQuery, 'recordArrivals'>
  readonly customers: Pick<Customers, 'status'>
  readonly notifier: Notifier | null
  /** Whether she wants notices. */
  isWanted(): boolean
  /** The list may have changed. */
  changed(): void
}

/** Notices what arrives in the copy while the program runs, and tells of it once a batch. */
export interface SightingMonitor {
  start(): void
  /** Writes down what has arrived up to now. */
  look(scope: ConnectionRegion): void
  forgetConnection(connectionId: string): void
  close(): Promise<void>
}

/** Records come page by page, and a sighting seldom alone: what comes within this time is one piece of news. */
const pauseMs = 500

export function createSightingMonitor(storage: OpenStorage, parts: SightingMonitorParts): SightingMonitor {
  const { announcer, clock, log } = storage
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  let waiting: { readonly scope: ConnectionRegion; newTitles: string[]; dropTitles: string[] } | null = null
  let planned = false
  let running: Promise<void> = Promise.resolve()

  const add = (scope: ConnectionRegion, { newTitles, dropTitles }: SightingNews): void => {
    if (newTitles.length === 0 && dropTitles.length === 0) return
    if (waiting?.scope.connectionId !== scope.connectionId || waiting.scope.region !== scope.region) waiting = null
    waiting ??= { scope, newTitles: [], dropTitles: [] }
    waiting.newTitles.push(...newTitles)
    waiting.dropTitles.push(...dropTitles)
  }
  const look = (scope: ConnectionRegion): void => add(scope, parts.cars.recordArrivals(scope))

  const tell = (spotted: SightingNews): void => {
    const words = parts.isWanted() ? notificationText(spotted) : null
    if (!words) return
    if (parts.notifier) {
      parts.notifier.show({ ...words, onChosen: () => announcer.announce('app.commanded', 'show-sightings') })
    } else {
      announcer.announce('sightings.spotted', `${words.title} ${words.body}`)
    }
  }

  const lookAfterChange = async (): Promise<void> => {
    const scope = currentScope(storage)
    if (!scope || ended.aborted) return
    look(scope)
    parts.changed()
    if (!waiting) return
    const { syncing } = await parts.customers.status({}, ended)
    // The end of the look changes the list once more, and then all of it is told at once.
    if (syncing !== null || !waiting) return
    const spotted = waiting
    waiting = null
    tell(spotted)
  }

  const plan = (): void => {
    if (planned || ended.aborted) return
    planned = true
    const run = async (): Promise<void> => {
      planned = false
      try {
        await lookAfterChange()
      } catch (error) {
        // The next change looks again; the list itself says what is wrong when she opens it.
        log.write('error', 'sightings.not-looked', errorFields(error))
      }
    }
    running = clock.sleep(pauseMs, ended).then(run, () => void (planned = false))
  }
  const stopListening = announcer.listen(({ name }) => {
    if (name === 'customers.changed' || name === 'connections.changed') plan()
  })

  return {
    start: plan,
    look,
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
