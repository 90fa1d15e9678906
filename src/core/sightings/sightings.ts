import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import type { Market } from '../market/market.ts'
import type { People } from '../people/people.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Notifier } from '../ports/notifier.ts'
import { createAssignmentHandlers, forgetAssignments } from './assignments.ts'
import { createCallListQuery } from './call-list-query.ts'
import { createCallLog } from './call-log.ts'
import { createCallRecorder } from './call-recorder.ts'
import { createCallReminders } from './call-reminders.ts'
import { createCarHistories } from './car-histories.ts'
import { createContactAttempts } from './contact-attempts.ts'
import { createContactHandlers } from './contact-handlers.ts'
import { createDailyDigest } from './daily-digest.ts'
import { createListHandlers } from './list-handlers.ts'
import { createListedCars } from './listed-cars.ts'
import { createMarketComparisons } from './market-comparisons.ts'
import { createMessageSenders } from './message-sender.ts'
import { createRecordHandlers } from './record-handlers.ts'
import { createSavedCallRules } from './saved-call-rules.ts'
import { createSavedComparisons } from './saved-comparisons.ts'
import { createSightingMonitor } from './sighting-monitor.ts'
import { createSightingSettings } from './sighting-settings.ts'
import { createSightingVisits } from './sighting-visits.ts'
import { createDigestTimer } from './digest-timer.ts'
import { createListFigures } from './list-figures.ts'
import { createVisitHandlers } from './visit-handlers.ts'
import { createReportHandlers } from './report-handlers.ts'
import { createCallGoals } from './call-goals.ts'

export type Sightings = DomainHandlers<'sightings', AbortSignal> & {
  /** Starts to watch for new sightings. */
  start(): void
  close(): Promise<void>
  /** Old notes or comparisons were deleted; or the team changed the notes of these customers. */
  reload(changed?: { readonly scope: ConnectionRegion; readonly customerIds: readonly string[] }): void
  /** Removes what was done about the calls of a connection. */
  forgetConnection(connectionId: string): void
}

export interface SightingsParts {
  readonly customers: Customers
  readonly market: Pick<Market, 'compare'>
  /** Desktop notifications. Null where the host has none: then the window shows them (`sightings.spotted`). */
  readonly notifier: Notifier | null
  readonly people: Pick<People, 'byId' | 'currentPerson' | 'personNamed' | 'onChanged'>
}

const [announceEveryMs, minuteMs] = [250, 60_000]

/** The call list: the sightings of every customer's car, with its call log. */
export function createSightings(
  storage: OpenStorage,
  { customers, market, notifier, people }: SightingsParts,
): Sightings {
  const { database, clock, dateFormat, announcer } = storage
  const log = createCallLog(database)
  const visits = createSightingVisits(database)
  const savedComparisons = createSavedComparisons(database)
  const settings = createSightingSettings(database)
  const goals = createCallGoals(database)
  const histories = createCarHistories({ clock, customers, log, visits })
  const callRules = createSavedCallRules(database)
  const cars = createCallListQuery({
    clock,
    customers,
    histories,
    log,
    visits,
    comparisons: savedComparisons,
    database,
    connections: storage.connections,
    callRules: callRules.get,
    currentPerson: people.currentPerson,
  })
  const attempts = createContactAttempts(database, people.currentPerson)
  const senders = createMessageSenders(database)
  const recorder = createCallRecorder({ database, clock, customers, log, currentPerson: people.currentPerson })
  const comparisons = createMarketComparisons(market, savedComparisons, storage.ended)
  const announce = createThrottledAnnouncer(announcer, clock, 'sightings.changed', announceEveryMs, storage.ended)
  customers.onContactAllowed(({ scope, people }) => {
    recorder.reopenCars(scope, people)
    announce(null)
  })
  const reload: Sightings['reload'] = (changed) => {
    if (changed) log.reread(changed.scope, changed.customerIds)
    else log.forgetNames()
    savedComparisons.forgetPrices()
    announce(null)
  }
  people.onChanged(() => reload())
  const digest = createDailyDigest(storage, { cars, visits, notifier, settings: settings.get })
  const closing = new AbortController()
  const digestTimer = createDigestTimer(storage, {
    digest,
    updatedSources: () => updatedSources(),
    ended: AbortSignal.any([storage.ended, closing.signal]),
  })
  const monitor = createSightingMonitor(storage, {
    histories,
    customers,
    notifier,
    isWanted: () => settings.get().notify,
    onChange: () => announce(null),
    onIdle: digestTimer.handleIdle,
  })
  const ready = async (scope: ConnectionRegion): Promise<void> => {
    await customers.ready(scope)
    await monitor.recordArrivals(scope)
    // In a turn of its own, because of lists of several connections.
    await yieldToEventLoop()
    cars.counts(scope)
  }
  const listed = createListedCars(storage, cars, ready)
  const { scopeOf, updatedSources } = listed
  const reminders = createCallReminders(storage, {
    customers: { ready },
    cars,
    log,
    notifier,
    onDue: () => announce(null),
  })

  const figures = createListFigures({ clock, customers, cars, log, visits, people, database })
  const digestText = (verb: 'today' | 'take'): { text: string | null } => ({
    text: digest[verb](storage.connections.inUse()),
  })

  return {
    ...createVisitHandlers({ clock, figures, visits, digestTimer, listed, announce }),
    ...createListHandlers({ ...storage, cars, listed, log, attempts }),

    ...createContactHandlers({
      ...storage,
      customers,
      cars,
      attempts,
      reminders,
      senders,
      callRules,
      database,
      currentName: () => people.currentPerson()?.name ?? null,
      scopeOf,
      updatedSources,
      requireCar: listed.require,
      announce,
    }),

    ...createAssignmentHandlers({ ...storage, people, scopeOf, announce }),

    ...createRecordHandlers({ ...storage, recorder, log, cars, listed, announce }),

    async compare({ customerId, source, kms, refresh }) {
      const scope = await scopeOf(source)
      const car = listed.require(scope, customerId)
      if (await comparisons.compare(scope, car, { kms, refresh })) announce(customerId)
      return listed.shown(scope, customerId)
    },

    digest: async () => digestText('today'),
    // Checked first: after a night, a window may open on another screen than the call list.
    takeDigest: () => digestTimer.checkNow().then(() => digestText('take')),
    ...createReportHandlers({ figures, goals, dateFormat, updatedSources, announce }),
    settings: async () => settings.get(),

    async setSettings(changes) {
      const saved = settings.set(changes)
      customers.setSyncInterval(saved.checkEveryMinutes * minuteMs)
      await digestTimer.checkNow()
      digestTimer.wait()
      announce(null)
      return saved
    },

    reload,
    forgetConnection(connectionId) {
      database.transaction(() => {
        for (const repository of [log, visits, savedComparisons, attempts, senders, goals])
          repository.forgetConnection(connectionId)
        forgetAssignments(database, connectionId)
      })
      histories.clear()
      monitor.forgetConnection(connectionId)
      announce(null)
    },

    start() {
      customers.setSyncInterval(settings.get().checkEveryMinutes * minuteMs)
      monitor.start()
      digestTimer.wait()
      reminders.start()
    },

    close: async () => {
      closing.abort()
      await Promise.all([monitor.close(), reminders.close()])
    },
  }
}
