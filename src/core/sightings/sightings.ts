import { localDate } from '../../contract/calendar-date.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { CallReport, ReportPeriod, SightedCar, SightingSummary } from '../../contract/sightings.ts'
import { currentScope, requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { runAtOnce, runInSlices } from '../scheduling/in-slices.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { tableFile } from '../export/table-file.ts'
import { fail } from '../failures/failure-error.ts'
import type { Market } from '../market/market.ts'
import type { People } from '../people/people.ts'
import type { OpenStorage } from '../open-storage.ts'
import { errorFields } from '../ports/log.ts'
import type { Notifier } from '../ports/notifier.ts'
import { createCallListQuery } from './call-list-query.ts'
import type { CallListCar } from './call-list.ts'
import { createCallLog } from './call-log.ts'
import { createCallRecorder } from './call-recorder.ts'
import { createCallReminders } from './call-reminders.ts'
import { callSheet } from './call-sheet.ts'
import { createCarHistories } from './car-histories.ts'
import { createContactAttempts } from './contact-attempts.ts'
import { createContactHandlers } from './contact-handlers.ts'
import { createDailyDigest } from './daily-digest.ts'
import { createMarketComparisons } from './market-comparisons.ts'
import { createMessageSenders } from './message-sender.ts'
import { createSavedCallRules } from './saved-call-rules.ts'
import { createSavedComparisons } from './saved-comparisons.ts'
import { createSightingMonitor } from './sighting-monitor.ts'
import { createSightingSettings } from './sighting-settings.ts'
import { continueVisit, createSightingVisits } from './sighting-visits.ts'
import { sightingFailures } from './sightings-text.ts'
import { daysOfWeek } from './week.ts'
import { callReport, countDays, daysOfPeriod, emptySummary, timeOf } from './call-report.ts'
import { reportSheet } from './report-sheet.ts'

export type Sightings = DomainHandlers<'sightings', AbortSignal> & {
  /** Starts to watch for new sightings. */
  start(): void
  close(): Promise<void>
  /** Old notes or comparisons were deleted. */
  reload(): void
  /** Removes call notes, visits and comparisons of a connection. */
  forgetConnection(connectionId: string): void
}

export interface SightingsParts {
  readonly customers: Customers
  readonly market: Pick<Market, 'compare'>
  /** Desktop notifications. Null where the host has none: then the window shows them (`sightings.spotted`). */
  readonly notifier: Notifier | null
  readonly people: Pick<People, 'byId' | 'currentPerson' | 'onChanged'>
}

const announceEveryMs = 250
const minuteMs = 60_000
const longestWaitMs = 60 * minuteMs

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
  const histories = createCarHistories({ clock, customers, log, visits })
  const callRules = createSavedCallRules(database)
  const listed = { clock, customers, histories, log, visits, comparisons: savedComparisons }
  const cars = createCallListQuery({ ...listed, callRules: callRules.get })
  const attempts = createContactAttempts(database, people.currentPerson)
  const senders = createMessageSenders(database)
  const recorder = createCallRecorder({ database, clock, customers, log, currentPerson: people.currentPerson })
  const comparisons = createMarketComparisons(market, savedComparisons, storage.ended)
  const announce = createThrottledAnnouncer(announcer, clock, 'sightings.changed', announceEveryMs, storage.ended)
  customers.onContactAllowed(({ scope, people }) => {
    recorder.reopenCars(scope, people)
    announce(null)
  })
  const reload = (): void => {
    log.forgetNames()
    savedComparisons.forgetPrices()
    announce(null)
  }
  people.onChanged(reload)
  const digest = createDailyDigest(storage, { cars, visits, notifier, settings: settings.get })
  const startedAt = clock.now()
  let isListCurrent = false
  const closing = new AbortController()
  const isOver = AbortSignal.any([storage.ended, closing.signal])
  let digestWait = new AbortController()
  /** Waits for the set time of the digest. Waits are short, because the clock of a PC can be set. */
  const waitForDigest = (): void => {
    digestWait.abort()
    digestWait = new AbortController()
    const ms = digest.waitMs()
    if (ms === null || isOver.aborted) return
    void clock
      .sleep(Math.min(ms, longestWaitMs), AbortSignal.any([isOver, digestWait.signal]))
      .then(
        () => checkDigest().then(waitForDigest),
        () => undefined,
      )
      .catch((error: unknown) => {
        storage.log.write('error', 'sightings.digestFailed', errorFields(error))
        waitForDigest()
      })
  }
  const monitor = createSightingMonitor(storage, {
    histories,
    customers,
    notifier,
    isWanted: () => settings.get().notify,
    onChange: () => announce(null),
    onIdle(scope, { syncedAt, isFailed }) {
      // A digest before the first sync of a start would miss what is new.
      isListCurrent ||= isFailed || (syncedAt !== null && syncedAt >= startedAt.toISOString())
      // After a night, the first use of the day makes it (`visit`), not a sync at midnight.
      if (isListCurrent && localDate(clock.now()) === localDate(startedAt)) digest.check(scope)
    },
  })

  /** Reads the list in pieces; after it, nothing of it takes long. */
  const ready = async (scope: ConnectionRegion): Promise<void> => {
    await customers.ready(scope)
    await monitor.recordArrivals(scope)
  }
  const reminders = createCallReminders(storage, {
    customers: { ready },
    cars,
    log,
    notifier,
    onDue: () => announce(null),
  })

  const activeScope = async (): Promise<ConnectionRegion> => {
    const scope = requireScope(storage)
    await ready(scope)
    return scope
  }
  /** The active scope, with its arrivals recorded; null before the first connection. */
  const updatedScope = async (): Promise<ConnectionRegion | null> => {
    const scope = currentScope(storage)
    if (!scope) return null
    await ready(scope)
    return scope
  }
  const checkDigest = async (): Promise<void> => {
    const scope = await updatedScope()
    if (scope && isListCurrent) digest.check(scope)
  }
  const requireCar = (scope: ConnectionRegion, customerId: string): CallListCar =>
    cars.get(scope, customerId) ?? fail('not-found', ...sightingFailures.notInList)
  const sightedCars = (scope: ConnectionRegion, found: readonly CallListCar[]): Promise<SightedCar[]> =>
    runInSlices(cars.toSightedCars(scope, found))
  const sightedCar = (scope: ConnectionRegion, customerId: string): SightedCar => {
    const [car] = runAtOnce(cars.toSightedCars(scope, [requireCar(scope, customerId)]))
    return car ?? fail('not-found', ...sightingFailures.notInList)
  }
  const historyOf = (scope: ConnectionRegion, id: string) => ({
    entries: log.notes(scope, id),
    attempts: attempts.ofCustomer(scope, id),
  })
  const announceChange = async (scope: ConnectionRegion, customerId: string): Promise<SightedCar> => {
    announce(customerId)
    // Every record of the list may have changed: a person was marked Do Not Contact.
    await ready(scope)
    return sightedCar(scope, customerId)
  }

  const summaryOf = async (scope: ConnectionRegion): Promise<SightingSummary> => {
    const days = daysOfWeek(clock.now())
    const notes = await runInSlices(log.recent(scope, ...timeOf(days)))
    const { firstSeen, views, ...counts } = cars.counts(scope)
    return {
      ...counts,
      views: { ...views },
      week: countDays(days, firstSeen, notes),
      lastVisitAt: visits.visit(scope).lastVisitAt,
      checkedAt: customers.syncedAt(scope.connectionId, scope.region),
      doNotContact: customers.doNotContact.count(scope),
    }
  }

  const digestText = (verb: 'today' | 'take'): { text: string | null } => {
    const scope = currentScope(storage)
    return { text: scope && digest[verb](scope) }
  }
  const reportOf = async ({ period, back }: ReportPeriod): Promise<CallReport> => {
    const scope = await updatedScope()
    const days = daysOfPeriod(period, back, localDate(clock.now()))
    if (!scope) return runInSlices(callReport(days, new Map(), [], people.byId()))
    const firstSeen = new Map(cars.counts(scope).firstSeen)
    return runInSlices(callReport(days, firstSeen, log.between(scope, ...timeOf(days)), people.byId()))
  }

  return {
    async summary() {
      const scope = await updatedScope()
      return scope ? summaryOf(scope) : emptySummary(clock.now())
    },

    async list({ offset, limit, ...filter }) {
      const scope = await updatedScope()
      if (!scope) return { total: 0, cars: [] }
      const found = await runInSlices(cars.find(scope, filter))
      return { total: found.length, cars: await sightedCars(scope, found.slice(offset, offset + limit)) }
    },

    async cars({ customerIds }) {
      const scope = await updatedScope()
      return { cars: scope ? await sightedCars(scope, cars.inOrder(scope, customerIds)) : [] }
    },

    async get({ customerId }) {
      const scope = (await updatedScope()) ?? (await activeScope())
      return { car: sightedCar(scope, customerId), ...historyOf(scope, customerId) }
    },

    history: async ({ customerId }) => historyOf(requireScope(storage), customerId),

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
      activeScope,
      updatedScope,
      requireCar,
      announce,
    }),

    async record({ customerId, ...input }) {
      const scope = await activeScope()
      recorder.record(scope, requireCar(scope, customerId).customer, input)
      return announceChange(scope, customerId)
    },

    async recordMany({ customerIds, ...input }) {
      const scope = await activeScope()
      const ids = [...new Set(customerIds)]
      const found = cars.inOrder(scope, ids)
      const result = recorder.recordMany(
        scope,
        found.map(({ customer }) => customer),
        input,
      )
      announce(null)
      return { ...result, missing: ids.length - found.length }
    },

    async undoMany({ groupId }) {
      const scope = await activeScope()
      const undone = recorder.undoMany(scope, groupId, (id) => cars.get(scope, id)?.customer ?? null)
      if (undone > 0) announce(null)
      return { undone }
    },

    async undoRecord({ customerId }) {
      const scope = await activeScope()
      recorder.undoLatest(scope, requireCar(scope, customerId).customer)
      return announceChange(scope, customerId)
    },

    async allowContact({ customerId }) {
      const scope = await activeScope()
      const { customer } = requireCar(scope, customerId)
      if (recorder.allowContact(scope, customer)) announce(customerId)
      return sightedCar(scope, customerId)
    },

    async visit() {
      const scope = await updatedScope()
      if (!scope) return emptySummary(clock.now())
      if (isListCurrent) digest.check(scope)
      visits.setVisit(scope, continueVisit(visits.visit(scope), clock.now()))
      return summaryOf(scope)
    },

    async markSeen() {
      const scope = await updatedScope()
      if (!scope) return emptySummary(clock.now())
      const nowIso = clock.now().toISOString()
      visits.setVisit(scope, { ...visits.visit(scope), lastVisitAt: nowIso, activeAt: nowIso })
      announce(null)
      return summaryOf(scope)
    },

    async compare({ customerId, kms, refresh }) {
      const scope = await activeScope()
      const car = requireCar(scope, customerId)
      if (await comparisons.compare(scope, car, { kms, refresh })) announce(customerId)
      return sightedCar(scope, customerId)
    },

    async exportSheet({ format, customerIds, ...filter }) {
      const scope = (await updatedScope()) ?? (await activeScope())
      const listed =
        customerIds === null ? await runInSlices(cars.find(scope, filter)) : cars.inOrder(scope, customerIds)
      const form = { today: localDate(clock.now()), region: scope.region, dateFormat: dateFormat() }
      return tableFile(callSheet(await sightedCars(scope, listed), filter.sort, form), format)
    },

    digest: async () => digestText('today'),
    // Checked first: after a night, a window may open on another screen than the call list.
    takeDigest: () => checkDigest().then(() => digestText('take')),
    report: reportOf,
    exportReport: async ({ format, ...period }) => tableFile(reportSheet(await reportOf(period), dateFormat()), format),
    settings: async () => settings.get(),

    async setSettings(changes) {
      const saved = settings.set(changes)
      customers.setSyncInterval(saved.checkEveryMinutes * minuteMs)
      await checkDigest()
      waitForDigest()
      announce(null)
      return saved
    },

    reload,
    forgetConnection(connectionId) {
      database.transaction(() => {
        for (const repository of [log, visits, savedComparisons, attempts, senders])
          repository.forgetConnection(connectionId)
      })
      histories.clear()
      monitor.forgetConnection(connectionId)
      announce(null)
    },

    start() {
      customers.setSyncInterval(settings.get().checkEveryMinutes * minuteMs)
      monitor.start()
      waitForDigest()
      reminders.start()
    },

    close: async () => {
      closing.abort()
      await Promise.all([monitor.close(), reminders.close()])
    },
  }
}
