import { randomUUID } from 'node:crypto'
import type { BulkLookup, BulkItem } from '../../contract/bulk-lookups.ts'
import { maxBulkItems } from '../../contract/limits.ts'
import type { CustomerSelection } from '../../contract/customers.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { requireScope, type ConnectionRegion } from '../connections/connection-region.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { fail } from '../failures/failure-error.ts'
import { createFileReader } from '../drafts/file-process/file-reader.ts'
import { readerLimits } from '../drafts/file-process/process-limits.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { CarLookups } from '../lookup/car-lookups.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { StartReaderProcess } from '../ports/host.ts'
import type { CallsLeft } from '../service/calls-left.ts'
import { createBulkRepository, type BulkJob, type BulkRepository } from './bulk-repository.ts'
import { createBulkItems, type BulkItems } from './bulk-items.ts'
import { createBulkReview, type BulkReview, type SelectedCar } from './bulk-review.ts'
import { createBulkRunner, defaultBulkTiming, type BulkRunner, type BulkTiming } from './bulk-runner.ts'
import { bulkFailures, bulkFileText, bulkText } from './bulk-text.ts'
import { type DateFormat, formatDate } from '../../contract/calendar-date.ts'
import type { ExportedFile } from '../../contract/exported-file.ts'
import type { CsvCell } from '../export/csv-text.ts'
import { tableFile, type TableFormat } from '../export/table-file.ts'
import { facetColumns } from '../lookup/facet-columns.ts'
import type { ReadLookup } from '../lookup/read-lookup.ts'
import { inSlices } from '../scheduling/in-slices.ts'

export interface BulkLookupsNeeds {
  readonly cars: CarLookups
  readonly intake: Pick<FileIntake, 'take'>
  readonly startReaderProcess: StartReaderProcess
  selectedCars(scope: ConnectionRegion, selection: CustomerSelection): Promise<readonly SelectedCar[]>
  callsLeft(connectionId: string): CallsLeft | null
  readonly timing?: Partial<BulkTiming>
}

export type BulkLookups = DomainHandlers<'bulkLookups', AbortSignal> & {
  /** Continues what was running, and what is started from now on. */
  readonly life: { start(): void; close(): Promise<void> }
  retryNow(): void
}

const announceEveryMs = 250

/** Look-ups of several cars: reviewed, sent with a journal on the disk, and listed until they are removed. */
export function createBulkLookups(storage: OpenStorage, needs: BulkLookupsNeeds): BulkLookups {
  const { clock, database } = storage
  const repository = createBulkRepository(database)
  const items = createBulkItems(database)
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const changed = createThrottledAnnouncer(storage.announcer, clock, 'bulkLookups.changed', announceEveryMs, ended)
  const timing = { ...defaultBulkTiming, ...needs.timing }
  const runner = createBulkRunner(storage, { ...needs, repository, items, timing, changed })
  const reader = createFileReader({
    startReaderProcess: needs.startReaderProcess,
    limits: readerLimits,
    log: storage.log,
  })
  const review = createBulkReview(repository, { ...needs, items, reader })
  const toBulkLookup = createBulkView({ clock, repository, items, runner, review })
  const now = (): string => clock.now().toISOString()

  const requireJob = (id: string): BulkJob => {
    const { connectionId } = requireScope(storage)
    const job = repository.find(id)
    return job?.connectionId === connectionId ? job : fail('not-found', ...bulkFailures.removed)
  }
  const requireReview = (id: string): BulkJob => {
    const job = requireJob(id)
    return job.state === 'review' ? job : fail('conflict', ...bulkFailures.started)
  }

  /** Announces a change and returns the bulk look-up as it is now. */
  const updated = (id: string): BulkLookup => {
    changed(id)
    return toBulkLookup(requireJob(id))
  }

  return {
    async create({ source }, signal) {
      const scope = requireScope(storage)
      const read = await review.read(scope, source, AbortSignal.any([signal, ended]))
      const job = newJob(scope, read.name, source.from, now())
      database.transaction(() => {
        repository.create(job, read.review)
        review.plan(job)
      })
      changed(job.id)
      return { id: job.id }
    },
    list: async () => ({ jobs: repository.list(requireScope(storage)).map(toBulkLookup) }),
    get: async ({ id }) => toBulkLookup(requireJob(id)),
    async items({ id, statuses, offset, limit }) {
      const job = requireJob(id)
      const { total, rows } = items.page(id, statuses, offset, limit)
      const listed = rows.map((row) => {
        const { registration, writeOffs } = needs.cars.registration(job, row)
        return { ...row, registration, writeOffs: [...writeOffs] }
      })
      return { total, rows: listed }
    },
    async change({ id, askAgain, defaultState, carColumn, stateColumn }) {
      const job = requireReview(id)
      database.transaction(() => {
        repository.change(id, {
          ...(askAgain === undefined ? {} : { askAgain }),
          ...(defaultState === undefined ? {} : { defaultState }),
        })
        const next = { ...job, defaultState: defaultState === undefined ? job.defaultState : defaultState }
        if (defaultState === undefined && carColumn === undefined && stateColumn === undefined) return
        review.choose(job, next, {
          ...(carColumn === undefined ? {} : { car: carColumn }),
          ...(stateColumn === undefined ? {} : { state: stateColumn }),
        })
      })
      return updated(id)
    },
    async removeItems({ id, numbers }) {
      const job = requireReview(id)
      database.transaction(() => review.removeItems(job, numbers))
      return updated(id)
    },
    async restoreItems({ id, count }) {
      const job = requireReview(id)
      database.transaction(() => review.restoreItems(job, count))
      return updated(id)
    },
    async start({ id, expectedToAsk }) {
      const { toAsk, counts } = toBulkLookup(requireReview(id))
      if (toAsk + (counts.saved ?? 0) === 0) fail('invalid-input', ...bulkFailures.nothingToAsk)
      if (toAsk !== expectedToAsk) fail('conflict', ...bulkFailures.costChanged(toAsk))
      repository.start(id, now())
      runner.run()
      return updated(id)
    },
    async pause({ id }) {
      if (requireJob(id).state === 'running') repository.change(id, { state: 'paused', problem: null })
      runner.run()
      return updated(id)
    },
    async resume({ id }) {
      if (requireJob(id).state !== 'paused') fail('conflict', ...bulkFailures.ended)
      repository.change(id, { state: 'running', problem: null })
      runner.run()
      return updated(id)
    },
    async cancel({ id }) {
      const { state } = requireJob(id)
      if (state !== 'running' && state !== 'paused') fail('conflict', ...bulkFailures.ended)
      database.transaction(() => {
        items.moveAll(id, 'queued', 'cancelled')
        repository.change(id, { state: 'cancelled', endedAt: now(), problem: null })
      })
      runner.run()
      return updated(id)
    },
    async retry({ id, statuses, numbers }) {
      const job = requireJob(id)
      if (job.state === 'review') fail('conflict', ...bulkFailures.nothingToAsk)
      database.transaction(() => {
        const queued = statuses.reduce((sum, status) => sum + items.moveAll(id, status, 'queued', numbers), 0)
        if (queued > 0) repository.change(id, { state: 'running', endedAt: null, problem: null })
      })
      runner.run()
      return updated(id)
    },
    async export({ id, format }) {
      const job = requireJob(id)
      const { rows } = items.page(id, [], 0, maxBulkItems)
      return bulkFile(job, rows, needs.cars, format, storage.dateFormat())
    },
    async remove({ id }) {
      if (requireJob(id).state === 'running') fail('conflict', ...bulkFailures.running)
      repository.remove(id)
      changed(id)
      return {}
    },

    life: {
      start: runner.start,
      async close() {
        closing.abort()
        reader.close()
        await runner.close()
      },
    },
    retryNow: runner.run,
  }
}

const newJob = (scope: ConnectionRegion, name: string, source: BulkJob['source'], createdAt: string): BulkJob => ({
  ...scope,
  id: randomUUID(),
  name,
  source,
  state: 'review',
  createdAt,
  startedAt: null,
  endedAt: null,
  askAgain: false,
  defaultState: null,
  duplicates: 0,
  withoutState: 0,
  problem: null,
})

interface ViewParts {
  readonly clock: OpenStorage['clock']
  readonly repository: BulkRepository
  readonly items: BulkItems
  readonly runner: BulkRunner
  readonly review: BulkReview
}

/** Bulk look-ups as the window shows them. */
function createBulkView({ clock, repository, items, runner, review }: ViewParts): (job: BulkJob) => BulkLookup {
  return (job) => {
    const counts = items.counts(job.id)
    const isReview = job.state === 'review'
    const toAsk = (counts.queued ?? 0) + (counts.asking ?? 0) + (isReview && job.askAgain ? (counts.saved ?? 0) : 0)
    const isCurrent = repository.running()[0]?.id === job.id
    // Those behind the first one wait with it.
    const waiting = job.state === 'running' ? runner.waiting() : null
    const msPerAnswer = isCurrent ? runner.msPerAnswer(job.id) : null
    const waitMs = waiting ? Math.max(0, Date.parse(waiting.until) - clock.now().getTime()) : 0
    const { connectionId: _, ...shown } = job
    return {
      ...shown,
      counts,
      toAsk,
      table: isReview ? review.table(job) : null,
      waiting,
      secondsLeft: msPerAnswer === null ? null : Math.ceil((msPerAnswer * toAsk + waitMs) / 1_000),
    }
  }
}

type Found = ReturnType<CarLookups['registration']> & { readonly read: ReadLookup | null }
type Column = readonly [string, (item: BulkItem, found: Found, dateFormat: DateFormat) => CsvCell]

const columns: readonly Column[] = [
  ['Row', ({ line }) => line],
  ['Rego', ({ kind, query }) => (kind === 'vin' ? null : query)],
  ['State', ({ state }) => state],
  ['VIN', ({ vin }) => vin],
  ['Status', ({ status }) => bulkFileText.statuses[status]],
  ['Vehicle', ({ title }) => title],
  ...facetColumns.map(({ title, valueOf }): Column => [title, (_, { read }) => valueOf(read)]),
  ['Vehicle ID', (_, { read }) => read?.vehicle?.vehicleId ?? null],
  ['Road authority', (_, { read }) => read?.authority?.description ?? null],
  ['Registration', (_, { registration }) => registration],
  [
    'Write-off',
    (_, { writeOffs }, dateFormat) =>
      writeOffs
        .map(({ typeCode, state, recordedDate }) =>
          [typeCode, recordedDate && formatDate(recordedDate, dateFormat), state].filter(Boolean).join(', '),
        )
        .join('; ') || null,
  ],
  ['Note', ({ note }) => note],
  ['Looked up', ({ answeredAt }, _, dateFormat) => (answeredAt === null ? null : formatDate(answeredAt, dateFormat))],
]

/** All cars of a bulk look-up with what was found, as a file for Excel. */
async function bulkFile(
  job: ConnectionRegion & { readonly name: string },
  items: readonly BulkItem[],
  cars: Pick<CarLookups, 'byId' | 'registration'>,
  format: TableFormat,
  dateFormat: DateFormat,
): Promise<ExportedFile> {
  const rows: CsvCell[][] = []
  for await (const item of inSlices(items)) {
    const read = item.resultId === null ? null : (cars.byId(item.resultId)?.read() ?? null)
    const found = { read, ...cars.registration(job, item) }
    rows.push(columns.map(([, valueOf]) => valueOf(item, found, dateFormat)))
  }
  return tableFile({ name: bulkText.exported(job.name), columns: columns.map(([title]) => title), rows }, format)
}
