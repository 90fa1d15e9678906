import { localDate } from '../../contract/calendar-date.ts'
import type { DomainHandlers, MethodOutput } from '../../contract/methods.ts'
import type { Source } from '../../contract/connection-region.ts'
import { rowKey } from '../../contract/source-key.ts'
import type { SightedCar } from '../../contract/sightings.ts'
import { currentScope, requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import { runAtOnce, runInSlices, type Steps } from '../scheduling/in-slices.ts'
import { scopeKey } from '../database/scope-sql.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { tableFile } from '../export/table-file.ts'
import { fail } from '../failures/failure-error.ts'
import type { Market } from '../market/market.ts'
import type { People } from '../people/people.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Notifier } from '../ports/notifier.ts'
import { createAssignmentHandlers } from './assignments.ts'
import { createCallListQuery } from './call-list-query.ts'
import type { CallListCar } from './call-list.ts'
import { createCallLog } from './call-log.ts'
import { createCallRecorder } from './call-recorder.ts'
import { createCallReminders } from './call-reminders.ts'
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
import { createDigestTimer } from './digest-timer.ts'
import { createListFigures } from './list-figures.ts'
import { createReportHandlers } from './report-handlers.ts'
import { createCallGoals } from './call-goals.ts'

export type Sightings = DomainHandlers<'sightings', AbortSignal> & {
  /** Starts to watch for new sightings. */
  start(): void
  close(): Promise<void>
  /** Old notes or comparisons were deleted; or the team changed the notes of these customers. */
  reload(changed?: { readonly scope: ConnectionRegion; readonly customerIds: readonly string[] }): void
  /** Removes call notes, visits and comparisons of a connection. */
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

/** A customer of one of several connections. */
interface CarOfSource {
  readonly customerId: string
  readonly source: ConnectionRegion
}

const distinctScopes = (scopes: readonly ConnectionRegion[]): readonly ConnectionRegion[] => [
  ...new Map(scopes.map((scope) => [scopeKey(scope), scope])).values(),
]

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
  const listed = { clock, customers, histories, log, visits, comparisons: savedComparisons, database }
  const cars = createCallListQuery({
    ...listed,
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
  const startedAt = clock.now()
  let isListCurrent = false
  const closing = new AbortController()
  const monitor = createSightingMonitor(storage, {
    histories,
    customers,
    notifier,
    isWanted: () => settings.get().notify,
    onChange: () => announce(null),
    onIdle(sources, states) {
      // A digest before the first sync of a start would miss what is new.
      isListCurrent ||= states.every(
        ({ syncedAt, isFailed }) => isFailed || (syncedAt !== null && syncedAt >= startedAt.toISOString()),
      )
      // After a night, the first use of the day makes it (`visit`), not a sync at midnight.
      if (isListCurrent && localDate(clock.now()) === localDate(startedAt)) digest.check(sources)
    },
  })

  /** Reads the list in pieces; after it, nothing of it takes long. */
  const ready = async (scope: ConnectionRegion): Promise<void> => {
    await customers.ready(scope)
    await monitor.recordArrivals(scope)
    await runInSlices(cars.prepare(scope))
  }
  const reminders = createCallReminders(storage, {
    customers: { ready },
    cars,
    log,
    notifier,
    onDue: () => announce(null),
  })

  /** The connection and region of a row, else those in use. */
  const scopeOf = async (source?: ConnectionRegion): Promise<ConnectionRegion> => {
    const scope = source ?? requireScope(storage)
    if (source && !storage.connections.find(source.connectionId)) fail('not-found', ...sightingFailures.noConnection)
    await ready(scope)
    return scope
  }
  /** What the list shows, with its arrivals recorded; empty before the first connection. */
  const updatedSources = async (): Promise<readonly Source[]> => {
    const sources = storage.connections.inUse()
    for (const source of sources) await ready(source)
    return sources
  }
  const checkDigest = async (): Promise<void> => {
    const sources = await updatedSources()
    if (isListCurrent) digest.check(sources)
  }
  const waitForDigest = createDigestTimer({
    clock,
    log: storage.log,
    waitMs: digest.waitMs,
    check: checkDigest,
    ended: AbortSignal.any([storage.ended, closing.signal]),
  })
  const figures = createListFigures({ clock, customers, cars, log, visits, people, database })
  const requireCar = (scope: ConnectionRegion, customerId: string): CallListCar =>
    cars.get(scope, customerId) ?? fail('not-found', ...sightingFailures.notInList)
  const sightedCars = (found: readonly CallListCar[]): Promise<SightedCar[]> => runInSlices(cars.toSightedCars(found))
  const sightedCar = (scope: ConnectionRegion, customerId: string): SightedCar => {
    const [car] = runAtOnce(cars.toSightedCars([requireCar(scope, customerId)]))
    return car ?? fail('not-found', ...sightingFailures.notInList)
  }
  const historyOf = (scope: ConnectionRegion, id: string) => {
    return { entries: log.notes(scope, id), attempts: attempts.ofCustomer(scope, id) }
  }
  const announceChange = async (scope: ConnectionRegion, customerId: string): Promise<SightedCar> => {
    announce(customerId)
    // Every record of the list may have changed: a person was marked Do Not Contact.
    await ready(scope)
    return sightedCar(scope, customerId)
  }
  /** Those of the customers that the list still has, in their order. */
  const carsOf = async (customerIds: readonly string[], ofSources: readonly CarOfSource[] = []) => {
    const [current] = customerIds.length > 0 ? [currentScope(storage)] : []
    const wanted = [
      ...(current ? customerIds.map((customerId) => ({ customerId, source: current })) : []),
      ...ofSources.filter(({ source }) => storage.connections.find(source.connectionId)),
    ]
    const scopes = distinctScopes(wanted.map(({ source }) => source))
    for (const scope of scopes) await ready(scope)
    const finders = new Map(scopes.map((scope) => [scopeKey(scope), cars.finder(scope)]))
    return wanted.flatMap(({ customerId, source }) => finders.get(scopeKey(source))?.(customerId) ?? [])
  }
  const digestText = (verb: 'today' | 'take'): { text: string | null } => ({
    text: digest[verb](storage.connections.inUse()),
  })

  return {
    summary: async () => figures.summary(await updatedSources()),
    sources: async () => ({ sources: figures.sources(await updatedSources()) }),

    async list({ offset, limit, ...filter }) {
      const sources = await updatedSources()
      function* page(): Steps<MethodOutput<'sightings.list'>> {
        const { cars: found, groups } = yield* cars.find(sources, filter)
        yield
        return { total: found.length, groups, cars: yield* cars.toSightedCars(found.slice(offset, offset + limit)) }
      }
      return runInSlices(page())
    },

    cars: async ({ customerIds, cars: ofSources }) => ({
      cars: await sightedCars(await carsOf(customerIds, ofSources)),
    }),

    async get({ customerId, source }) {
      const scope = await scopeOf(source)
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
      scopeOf,
      updatedSources,
      requireCar,
      announce,
    }),

    ...createAssignmentHandlers({ database, people, scopeOf, announce }),

    async record({ customerId, source, ...input }) {
      const scope = await scopeOf(source)
      recorder.record(scope, requireCar(scope, customerId).customer, input)
      return announceChange(scope, customerId)
    },

    async recordMany({ customerIds, cars: ofSources = [], ...input }) {
      if (customerIds.length > 0) requireScope(storage)
      const found = new Set(await carsOf(customerIds, ofSources))
      const wanted = new Set([...customerIds, ...ofSources.map(({ customerId, source }) => rowKey(customerId, source))])
      const result = recorder.recordMany([...found], input)
      announce(null)
      return { ...result, missing: wanted.size - found.size }
    },

    async undoMany({ groupId }) {
      const scopes = log.scopesOfGroup(groupId)
      for (const scope of scopes) await ready(scope)
      const undone = await recorder.undoMany(scopes, groupId, (scope, id) => cars.get(scope, id)?.customer ?? null)
      if (undone > 0) announce(null)
      return { undone }
    },

    async undoRecord({ customerId, source }) {
      const scope = await scopeOf(source)
      recorder.undoLatest(scope, requireCar(scope, customerId).customer)
      return announceChange(scope, customerId)
    },

    async allowContact({ customerId, source }) {
      const scope = await scopeOf(source)
      const { customer } = requireCar(scope, customerId)
      if (recorder.allowContact(scope, customer)) announce(customerId)
      return sightedCar(scope, customerId)
    },

    async visit() {
      const sources = await updatedSources()
      if (isListCurrent) digest.check(sources)
      for (const source of sources) visits.setVisit(source, continueVisit(visits.visit(source), clock.now()))
      return figures.summary(sources)
    },

    async markSeen({ undo }) {
      const sources = await updatedSources()
      const before = visits.setSeen(sources, clock.now().toISOString(), undo)
      announce(null)
      return { summary: await figures.summary(sources), before }
    },

    async compare({ customerId, source, kms, refresh }) {
      const scope = await scopeOf(source)
      const car = requireCar(scope, customerId)
      if (await comparisons.compare(scope, car, { kms, refresh })) announce(customerId)
      return sightedCar(scope, customerId)
    },

    async exportSheet({ format, customerIds, cars: ofSources, ...filter }) {
      const { region } = requireScope(storage)
      const sources = await updatedSources()
      const listed =
        customerIds === null && !ofSources
          ? (await runInSlices(cars.find(sources, filter))).cars
          : await carsOf(customerIds ?? [], ofSources)
      const form = { today: localDate(clock.now()), region, dateFormat: dateFormat() }
      const { callSheet } = await import('./call-sheet.ts')
      return tableFile(callSheet(await sightedCars(listed), filter.sort, form), format)
    },

    digest: async () => digestText('today'),
    // Checked first: after a night, a window may open on another screen than the call list.
    takeDigest: () => checkDigest().then(() => digestText('take')),
    ...createReportHandlers({ figures, goals, dateFormat, updatedSources, announce }),
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
        for (const repository of [log, visits, savedComparisons, attempts, senders, goals])
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
