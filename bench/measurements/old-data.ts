import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepEverything, type RetentionDays, type RetentionKind } from '../../src/contract/retention-kinds.ts'
import type { Database } from '../../src/core/database/database.ts'
import { createRetention } from '../../src/core/retention/retention.ts'
import { connectionId, openBenchStorage, openOnDisk, ownFolder } from '../core-storage.ts'
import { JobFigures } from '../job-figures.ts'
import type { GivenItems, Measurement } from '../measurement.ts'
import { newPlace } from './customers.ts'

const signal = new AbortController().signal
const dayMs = 24 * 60 * 60_000
/** The data is of the last two years, so each limit deletes half of it. */
const ageDays = 730
const limitDays = 365
/** Of the look-ups, each tenth is a price that was compared on the call list. */
const comparedEvery = 10
const itemsOfBulk = 5_000

/** What is deleted by its age: its preview, and the run of each kind. Half of `items` of each kind are old, in no order. */
export const oldDataJobs: Measurement<GivenItems> = async ({ items }) => {
  const { path, key } = newPlace()
  const logFolder = join(ownFolder(), 'log')
  const database = openOnDisk(path, key)
  const ending = new AbortController()
  const storage = openBenchStorage(database, ending.signal)
  plantData(database, items)
  plantLog(logFolder)
  const retention = createRetention(storage, { logFolder, onDeleted: () => undefined })
  const jobs = new JobFigures()
  const days: RetentionDays = {
    lookups: limitDays,
    uploads: limitDays,
    notes: limitDays,
    logs: limitDays,
    exports: limitDays,
  }
  globalThis.gc?.()
  await jobs.measure('preview', () => retention.handlers.preview({ days }, signal))
  const counts = await retention.handlers.preview({ days }, signal)
  let set: RetentionDays = keepEverything
  for (const [kind, job] of [
    ['lookups', 'lookups'],
    ['notes', 'notes'],
    ['exports', 'exports'],
    ['logs', 'logs'],
  ] as const satisfies readonly (readonly [RetentionKind, string])[]) {
    set = { ...set, [kind]: limitDays }
    globalThis.gc?.()
    await jobs.measure(job, async () => {
      await retention.handlers.setDays({ days: set }, signal)
      while ((await retention.handlers.status({}, signal)).running)
        await new Promise((resolve) => setTimeout(resolve, 20))
    })
    const deleted = (await retention.handlers.status({}, signal)).last?.deleted[kind]
    if (!deleted || deleted < counts[kind]) throw new Error(`${deleted} of ${counts[kind]} ${kind} were deleted`)
  }
  ending.abort()
  await retention.close()
  database.close()
  return jobs.figures
}

function plantData(database: Database, items: number): void {
  const now = Date.now()
  /** Spread over the two years, in an order that has nothing to do with that of the rows. */
  const timeOf = (index: number): string =>
    new Date(now - (((index * 7_919) % items) / items) * ageDays * dayMs).toISOString()
  const idOf = (index: number): string => `0f8fad5b-d9cb-469f-a165-${index.toString(16).padStart(12, '0')}`
  const numbers = Array.from({ length: items }, (_, index) => index)
  const plant = (
    sql: string,
    rows: readonly number[],
    paramsOf: (index: number) => readonly (string | number | null)[],
  ) =>
    database.transaction(() => {
      for (const index of rows) database.run(sql, paramsOf(index))
    })
  // As long as the answer of a look-up usually is.
  const answer = JSON.stringify({ vehicle: 'x'.repeat(1_500) })
  plant(
    `INSERT INTO kept_answer (id, connection_id, region, kind, key, query, title, answer, at, listed, used, pinned)
     VALUES (?, ?, 'au', 'plate', ?, ?, '2019 Toyota HiLux', ?, ?, 1, ?, 0)`,
    numbers,
    (index) => [idOf(index), connectionId, `R${index}`, `R${index}`, answer, timeOf(index), index],
  )
  plant(
    `INSERT INTO rego_vin (connection_id, region, rego, vin, source, at) VALUES (?, 'au', ?, ?, 'lookup', ?)`,
    numbers,
    (index) => [connectionId, `R${index}|VIC`, `6T153KK40${String(index).padStart(8, '0')}`, timeOf(index)],
  )
  plant(
    `INSERT INTO sighting_comparison (connection_id, region, customer_id, comparison) VALUES (?, 'au', ?, ?)`,
    numbers.filter((index) => index % comparedEvery === 0),
    (index) => [connectionId, idOf(index), JSON.stringify({ listings: 'x'.repeat(600), at: timeOf(index) })],
  )
  plant(
    `INSERT INTO bulk_lookup (id, connection_id, region, name, source, state, created_at, ended_at, ask_again, duplicates, without_state)
     VALUES (?, ?, 'au', 'Cars', 'text', 'finished', ?, ?, 0, 0, 0)`,
    numbers.filter((index) => index % itemsOfBulk === 0),
    (index) => [idOf(index), connectionId, timeOf(index), timeOf(index)],
  )
  plant(
    `INSERT INTO bulk_lookup_item (job_id, number, kind, query, line, lines, status, title, result_id)
     VALUES (?, ?, 'plate', ?, 1, 1, 'done', '2019 Toyota HiLux', ?)`,
    numbers,
    (index) => [idOf(index - (index % itemsOfBulk)), index, `R${index}`, idOf(index)],
  )
  plant(
    `INSERT INTO sighting_entry (id, connection_id, region, customer_id, at, outcome, note, next_action)
     VALUES (?, ?, 'au', ?, ?, 'no_answer', 'Rang twice, no answer. Try again after five.', '')`,
    numbers,
    (index) => [idOf(index), connectionId, idOf(index), timeOf(index)],
  )
  plant(
    `INSERT INTO contact_attempt (id, connection_id, region, customer_id, at, channel, reason) VALUES (?, ?, 'au', ?, ?, 'call', '')`,
    numbers,
    (index) => [idOf(index), connectionId, idOf(index), timeOf(index)],
  )
  plant(
    `INSERT INTO export_log (at, action, row_count, file_name, hidden_numbers) VALUES (?, 'customers.export', 10, 'Customers.csv', 0)`,
    numbers,
    (index) => [timeOf(index)],
  )
  plant(
    `INSERT INTO number_reveal (connection_id, region, customer_id, client_name, at, kind, numbers)
     VALUES (?, 'au', ?, 'Sam Lee', ?, 'shown', '["0491570006"]')`,
    numbers,
    (index) => [connectionId, idOf(index), timeOf(index)],
  )
  database.checkpoint()
}

/** Files of the size at which the log begins a new one, the older half of their lines old. */
function plantLog(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const lines = 6_000
  for (const [file, name] of ['forecourt.2.log', 'forecourt.1.log', 'forecourt.log'].entries()) {
    const texts = Array.from({ length: lines }, (_, line) => {
      const at = new Date(Date.now() - (1 - (file * lines + line) / (3 * lines)) * ageDays * dayMs).toISOString()
      return JSON.stringify({
        at,
        level: 'info',
        event: 'service.answered',
        path: '/v2/recapture/customers',
        status: 200,
        ms: 120,
      })
    })
    writeFileSync(join(folder, name), `${texts.join('\n')}\n`)
  }
}
