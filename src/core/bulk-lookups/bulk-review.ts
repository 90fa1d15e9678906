import Papa from 'papaparse'
import type { BulkLookup } from '../../contract/bulk-lookups.ts'
import { maxBulkItems } from '../../contract/limits.ts'
import { whyUnavailable } from '../../contract/availability.ts'
import type { CustomerSelection } from '../../contract/customers.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { FileReader } from '../drafts/file-process/file-reader.ts'
import { fail } from '../failures/failure-error.ts'
import { plateKey } from '../fields/plate-rules.ts'
import type { SourceRow } from '../fields/source-cell.ts'
import { isVin } from '../fields/vin.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { CarLookups } from '../lookup/car-lookups.ts'
import type { BulkItems, ReviewedCar } from './bulk-items.ts'
import type { BulkJob, BulkRepository } from './bulk-repository.ts'
import { bulkFailures, bulkText } from './bulk-text.ts'
import { carsOfList, carsOfTable, findTable, type CarTable, type ChosenColumns } from './find-cars.ts'
import { carKey, planCars, type CarPlan } from './plan-cars.ts'
import { readStoredRows } from '../drafts/storage/row-blocks.ts'

/** The car of a customer, by what identifies it. */
export interface SelectedCar {
  readonly rego: string | null
  readonly state: string | null
  readonly vin: string | null
}

export type BulkSource =
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'file'; readonly fileId: string }
  | { readonly from: 'customers'; readonly selection: CustomerSelection }

/** What a review is made of. The form is stored. */
interface Review {
  readonly rows: readonly SourceRow[]
  /** Of customers: a VIN or rego, and a state. */
  readonly isCustomers: boolean
  /** What the user chose in place of what the table suggests. */
  readonly chosen: Partial<ChosenColumns>
  /** Keys of the cars that the user took out, the last one at the end. */
  readonly removed: readonly string[]
}

/** A source that was read, with the name of its list. */
export interface ReadSource {
  readonly name: string
  /** The stored form. */
  readonly review: string
}

/** Finds the cars of a source, and changes the choice until the bulk look-up is started. */
export type BulkReview = ReturnType<typeof createBulkReview>

interface ReviewNeeds {
  readonly items: BulkItems
  readonly cars: CarLookups
  readonly intake: Pick<FileIntake, 'take'>
  readonly reader: Pick<FileReader, 'read'>
  selectedCars(scope: ConnectionRegion, selection: CustomerSelection): Promise<readonly SelectedCar[]>
}

const fixedColumns: ChosenColumns = { car: 0, state: 1 }

export function createBulkReview(repository: BulkRepository, needs: ReviewNeeds) {
  const load = (job: BulkJob): { readonly review: Review; readonly table: CarTable | null } => {
    const stored = repository.review(job.id)
    if (stored === null) fail('conflict', ...bulkFailures.started)
    const review = JSON.parse(stored) as Review
    return { review, table: tableOf(review, job) }
  }
  const save = (job: BulkJob, review: Review): void => {
    repository.setReview(job.id, JSON.stringify(review))
    plan(job)
  }
  const plan = (job: BulkJob): void => {
    const { review, table } = load(job)
    const { cars, ...counts } = carsOf(review, table, job)
    const removed = new Set(review.removed)
    const reviewed = cars
      .filter((car) => !removed.has(carKey(car)))
      .map((car): ReviewedCar => {
        const { kind } = car
        return { ...car, answer: kind === null ? null : needs.cars.saved(job, { ...car, kind }) }
      })
    needs.items.replaceAll(job.id, reviewed, counts)
  }

  return {
    /** Fails with `invalid-input` when the source has no cars, or too many. */
    async read(scope: ConnectionRegion, source: BulkSource, signal: AbortSignal): Promise<ReadSource> {
      const { name, rows } = await readSource(needs, scope, source, signal)
      const review: Review = { rows, isCustomers: source.from === 'customers', chosen: {}, removed: [] }
      const table = tableOf(review, scope)
      const { cars } = carsOf(review, table, { ...scope, defaultState: null })
      if (cars.length > maxBulkItems || (table?.records.length ?? 0) > maxBulkItems) {
        fail('invalid-input', ...bulkFailures.tooMany(maxBulkItems))
      }
      const mayBeChosen = table !== null && table.suggested.car === null && table.columns.length > 0
      if (cars.length === 0 && !mayBeChosen) fail('invalid-input', ...bulkFailures.empty)
      return { name: name ?? bulkText.pasted(cars.length), review: JSON.stringify(review) }
    },
    /** Saves the cars of a new review. */
    plan,
    /** `next`: the same bulk look-up with another default state. Cars that were taken out stay out. */
    choose(job: BulkJob, next: BulkJob, columns: Partial<ChosenColumns>): void {
      const { review, table } = load(job)
      const chosen = { ...review, chosen: { ...review.chosen, ...columns } }
      const lines = new Map(carsOf(review, table, job).cars.map((car) => [carKey(car), car.line]))
      const keys = new Map(carsOf(chosen, table, next).cars.map((car) => [car.line, carKey(car)]))
      const removed = review.removed.map((key) => keys.get(lines.get(key) ?? -1) ?? key)
      save(next, { ...chosen, removed })
    },
    removeItems(job: BulkJob, numbers: readonly number[]): void {
      const { review } = load(job)
      const wanted = new Set(numbers)
      const removed = needs.items
        .page(job.id, [], 0, maxBulkItems)
        .rows.filter(({ number }) => wanted.has(number))
        .map(carKey)
      save(job, { ...review, removed: [...review.removed, ...removed] })
    },
    /** Puts back the cars that were taken out last. */
    restoreItems(job: BulkJob, count: number): void {
      const { review } = load(job)
      save(job, { ...review, removed: review.removed.slice(0, -count) })
    },
    table(job: BulkJob): BulkLookup['table'] {
      const { review, table } = load(job)
      if (table === null || table.columns.length < 2) return null
      return {
        columns: table.columns.map(({ name, samples }) => ({ name, samples: [...samples] })),
        ...table.suggested,
        ...review.chosen,
      }
    },
  }
}

const tableOf = ({ rows, isCustomers }: Review, { region }: Pick<ConnectionRegion, 'region'>): CarTable | null =>
  isCustomers ? null : findTable(rows, region)

function carsOf(
  { rows, isCustomers, chosen }: Review,
  table: CarTable | null,
  { region, defaultState }: Pick<BulkJob, 'region' | 'defaultState'>,
): CarPlan {
  const written = isCustomers
    ? carsOfTable({ records: rows }, fixedColumns)
    : table
      ? carsOfTable(table, { ...table.suggested, ...chosen })
      : carsOfList(rows, region)
  return planCars(written, region, defaultState)
}

async function readSource(
  needs: ReviewNeeds,
  scope: ConnectionRegion,
  source: BulkSource,
  signal: AbortSignal,
): Promise<{ readonly name: string | null; readonly rows: readonly SourceRow[] }> {
  switch (source.from) {
    case 'text':
      return { name: null, rows: pastedRows(source.text) }
    case 'file':
      return readFileRows(needs, source.fileId, signal)
    case 'customers': {
      const selected = await needs.selectedCars(scope, source.selection)
      const hasVins = whyUnavailable('vin-search', scope.region) === null
      // By VIN where possible: a plate may have moved to another car.
      const rows = selected.map(({ rego, state, vin }, at): SourceRow => {
        const byVin = hasVins && vin !== null && isVin(plateKey(vin))
        return { row: at + 1, cells: byVin ? [vin] : [rego, state] }
      })
      return { name: bulkText.customers(selected.length), rows }
    }
  }
}

/** A list can have a header and titles beside its cars. */
const maxSourceRows = maxBulkItems + 100

/** Reads the first visible sheet of a file that has rows. Fails as opening a draft does. */
async function readFileRows(
  { intake, reader }: { readonly intake: Pick<FileIntake, 'take'>; readonly reader: Pick<FileReader, 'read'> },
  fileId: string,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly rows: readonly SourceRow[] }> {
  const file = intake.take(fileId)
  const sheets = new Map<number, SourceRow[]>()
  let count = 0
  const stopping = new AbortController()
  const read = await reader
    .read(file, {
      async onBlock({ sheet, rows }) {
        const read = sheets.get(sheet) ?? []
        sheets.set(sheet, read)
        for (const row of readStoredRows(rows)) {
          count += 1
          // No sheet may be longer, and a file has few of them.
          if (read.length <= maxSourceRows) read.push(row)
        }
        if (count > maxSourceRows * 20) stopping.abort()
      },
      async onRestart() {
        sheets.clear()
        count = 0
      },
      onProgress: () => undefined,
      signal: AbortSignal.any([signal, stopping.signal]),
    })
    .catch((error: unknown) => {
      if (stopping.signal.aborted) fail('invalid-input', ...bulkFailures.tooMany(maxBulkItems))
      throw error
    })
  if (!read.ok) return fail('invalid-input', read.problem.message, { next: read.problem.next })
  const order = read.facts.sheets.map(({ hidden }, sheet) => ({ hidden, rows: sheets.get(sheet) ?? [] }))
  const filled = order.filter(({ rows }) => rows.length > 0)
  const chosen = filled.find(({ hidden }) => !hidden) ?? filled[0]
  return { name: file.name.replace(/\.[^.]+$/, ''), rows: chosen?.rows ?? [] }
}

/** A copied table has tabs. Semicolons come before commas, which also are in names and amounts. */
const delimiters = ['\t', ';', ','] as const

/** The lines of a pasted text as rows, with their numbers from 1. */
export function pastedRows(text: string): SourceRow[] {
  const clean = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  const delimiter = delimiters.find((each) => clean.includes(each)) ?? ','
  const { data } = Papa.parse<string[]>(clean, { delimiter, newline: '\n' })
  return data.flatMap((cells, at) => (cells.some((cell) => cell.trim() !== '') ? [{ row: at + 1, cells }] : []))
}
