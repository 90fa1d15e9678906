import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import type { Market } from '../market/market.ts'
import type { People } from '../people/people.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Notifier } from '../ports/notifier.ts'
import { createAssignmentHandlers } from './assignments.ts'
import { createCallListQuery } from './call-list-query.ts'
import { createCallLog } from './call-log.ts'
import { createCallRecorder } from './call-recorder.ts'
import { createCallReminders } from './call-reminders.ts'
import { createCarHistories } from './car-histories.ts'
import { createContactAttempts } from './contact-attempts.ts'
import { createContactHandlers } from './contact-handlers.ts'
import { createDailyDigest, createDigestTimer, type DigestTimer } from './daily-digest.ts'
import { createListHandlers } from './list-handlers.ts'
import { createListedCars, type ListedCars } from './listed-cars.ts'
import { createMessageSenders } from './message-sender.ts'
import { createRecordHandlers } from './record-handlers.ts'
import { createCallRules } from './call-rules.ts'
import { createCallSettings } from './call-settings.ts'
import { createSavedComparisons, type SavedComparisons } from './saved-comparisons.ts'
import { createSightingMonitor } from './sighting-monitor.ts'
import { createSightingVisits, continueVisit, type SightingVisits } from './sighting-visits.ts'
import { createListFigures, type ListFigures } from './list-figures.ts'
import { createCallGoals, type CallGoals } from './call-goals.ts'
import type { MarketComparison } from '../../contract/market-comparison.ts'
import type { CallListCar } from './call-list.ts'
import type { DateFormat } from '../../contract/calendar-date.ts'
import type { Source } from '../../contract/connection-region.ts'
import type { CallReport, ReportPeriod } from '../../contract/sightings.ts'
import { tableFile } from '../export/table-file.ts'
import { reportSheet } from './report-sheet.ts'
import { SightingSettings } from '../../contract/sighting-settings.ts'
import type { Database } from '../database/database.ts'
import { createSavedValues, type SavedValues } from '../database/settings.ts'
import type { Clock } from '../ports/clock.ts'

export type Sightings = DomainHandlers<'sightings', AbortSignal> & {
  /** Starts to watch for new sightings. */
  start(): void
  close(): Promise<void>
  /** Old notes or comparisons were deleted, or the team changed notes. */
  reload(): void
  /** What was done about the calls of a connection was removed: forgets the rest of it. */
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
  const histories = createCarHistories({ clock, customers, log, visits, ended: storage.ended })
  const callSettings = createCallSettings(database)
  const cars = createCallListQuery({
    clock,
    customers,
    histories,
    log,
    visits,
    comparisons: savedComparisons,
    database,
    connections: storage.connections,
    callRules: () => createCallRules(callSettings.get()),
    currentPerson: people.currentPerson,
  })
  const attempts = createContactAttempts(database, people.currentPerson)
  const senders = createMessageSenders(database)
  const recorder = createCallRecorder({ database, clock, customers, log, currentPerson: people.currentPerson })
  const comparisons = createMarketComparisons(market, savedComparisons, storage.ended)
  const announce = createThrottledAnnouncer(announcer, clock, 'sightings.changed', announceEveryMs, storage.ended)
  customers.onContactAllowed(({ scope, people, isUndone }) => {
    if (isUndone) recorder.closeAgain(scope, people)
    else recorder.reopenCars(scope, people)
    announce(null)
  })
  const reload = (): void => {
    log.reread()
    announce(null)
  }
  people.onChanged(reload)
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
      callSettings,
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
        for (const settings of [senders, goals]) settings.forgetConnection(connectionId)
      })
      log.reread()
      visits.clear()
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

interface ComparisonRequest {
  /** Null: the kilometres of the saved comparison, if any. */
  readonly kms: number | null
  /** Query the service even if a comparison for this price and these kilometres is saved. */
  readonly refresh: boolean
}

/** Compares cars with the market, and saves the results because each may be charged as a look-up. `ended`: when the program ends. */
function createMarketComparisons(market: Pick<Market, 'compare'>, saved: SavedComparisons, ended: AbortSignal) {
  /** Two requests for the same comparison share one call. */
  const inFlight = new Map<string, Promise<MarketComparison>>()

  return {
    /** Saves the comparison of a car; returns false where it was saved before. Failures as for `lookup`. */
    async compare(
      scope: ConnectionRegion,
      { customer, history: { price } }: CallListCar,
      { kms: requestedKms, refresh }: ComparisonRequest,
    ): Promise<boolean> {
      const previous = saved.get(scope, customer.id)
      const { vin, rego, state } = customer
      const kms = requestedKms ?? previous?.kms ?? null
      const isSaved = previous !== null && previous.price === price && previous.kms === kms
      if (isSaved && !refresh) return false
      const key = JSON.stringify([scope.region, scope.connectionId, customer.id, price, kms])
      // Not the caller's signal: the call may be charged even if the user leaves the screen.
      const running =
        inFlight.get(key) ?? market.compare(scope, { vin, rego, state, price, kms }, { refresh, signal: ended })
      inFlight.set(key, running)
      try {
        saved.save(scope, customer.id, { comparison: await running, price, kms })
      } finally {
        inFlight.delete(key)
      }
      return true
    },
  }
}

interface ReportHandlersParts {
  readonly figures: Pick<ListFigures, 'report'>
  readonly goals: Pick<CallGoals, 'get' | 'set'>
  readonly dateFormat: () => DateFormat
  /** The connections and regions that the report is about, with their arrivals recorded. */
  readonly updatedSources: () => Promise<readonly Source[]>
  readonly announce: (customerId: null) => void
}

/** The report of a week or month, and the goals that it compares with. */
function createReportHandlers({ figures, goals, dateFormat, updatedSources, announce }: ReportHandlersParts) {
  const reportOf = async (period: ReportPeriod): Promise<CallReport> => {
    const sources = await updatedSources()
    return figures.report(sources, period, goals.get(sources))
  }
  return {
    report: reportOf,
    async setGoal(goal) {
      const before = goals.set(await updatedSources(), goal)
      announce(null)
      return { before }
    },
    exportReport: async ({ format, ...period }) => tableFile(reportSheet(await reportOf(period), dateFormat()), format),
  } satisfies Partial<DomainHandlers<'sightings', AbortSignal>>
}

const settingName = 'sightings.settings'

const defaultSightingSettings: SightingSettings = {
  checkEveryMinutes: 5,
  notify: true,
  sort: 'suggested',
  digest: true,
  digestAt: null,
}

const createSightingSettings = (database: Database): SavedValues<SightingSettings> =>
  createSavedValues(database, settingName, { schema: SightingSettings.partial(), defaults: defaultSightingSettings })

interface VisitHandlerParts {
  readonly clock: Clock
  readonly figures: Pick<ListFigures, 'summary' | 'sources'>
  readonly visits: SightingVisits
  readonly digestTimer: Pick<DigestTimer, 'check'>
  readonly listed: Pick<ListedCars, 'updatedSources'>
  announce(customerId: null): void
}

/** The methods that say what is new since the last visit, and when that was. */
function createVisitHandlers({ clock, figures, visits, digestTimer, listed, announce }: VisitHandlerParts) {
  return {
    summary: async () => figures.summary(await listed.updatedSources()),
    sources: async () => ({ sources: figures.sources(await listed.updatedSources()) }),

    async visit() {
      const sources = await listed.updatedSources()
      digestTimer.check(sources)
      for (const source of sources) visits.setVisit(source, continueVisit(visits.visit(source), clock.now()))
      return figures.summary(sources)
    },

    async markSeen({ undo }) {
      const sources = await listed.updatedSources()
      const before = visits.setSeen(sources, clock.now().toISOString(), undo)
      announce(null)
      return { summary: await figures.summary(sources), before }
    },
  } satisfies Partial<DomainHandlers<'sightings', AbortSignal>>
}
