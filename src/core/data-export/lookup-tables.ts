import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'
import type { CsvCell } from '../export/csv-text.ts'
import type { CarLookups } from '../lookup/car-lookups.ts'
import { facetColumns } from '../lookup/facet-columns.ts'
import type { ReadLookup } from '../lookup/read-lookup.ts'
import { bulkFileText } from '../bulk-lookups/bulk-text.ts'
import { createBulkItems } from '../bulk-lookups/bulk-items.ts'
import { createBulkRepository } from '../bulk-lookups/bulk-repository.ts'
import { exportHeaders as headers, lookupKindLabels } from './data-export-text.ts'
import type { ExportTable } from './write-table.ts'

const carHeaders = [headers.vin, 'Vehicle ID', ...facetColumns.map(({ title }) => title), 'Road authority']

const carCells = (read: ReadLookup | null, vin: string | null): CsvCell[] => [
  vin ?? read?.authority?.vin ?? null,
  read?.vehicle?.vehicleId ?? null,
  ...facetColumns.map(({ valueOf }) => valueOf(read)),
  read?.authority?.description ?? null,
]

export interface LookupSources {
  readonly database: Database
  readonly cars: Pick<CarLookups, 'byId'>
}

interface SavedRow {
  readonly id: string
  readonly kind: string
  readonly query: string
  readonly state: string | null
  readonly title: string
  readonly answer: string
  readonly at: string
  readonly pinned: number
}

/** An answer about the market can have 200 KB. */
const answersPerBatch = 10

/** Every saved answer of the service. */
export const lookupTable = ({ database, cars }: LookupSources, scope: ConnectionRegion): ExportTable => ({
  columns: [
    headers.kind,
    headers.query,
    headers.state,
    headers.vehicle,
    headers.answeredAt,
    headers.pinned,
    ...carHeaders,
    headers.answer,
  ].map((title) => ({ title })),
  *batches() {
    const sql = `SELECT id, kind, query, state, title, answer, at, pinned FROM kept_answer
      WHERE ${inScope} AND id > ? ORDER BY id LIMIT ${answersPerBatch}`
    for (let after = ''; ;) {
      const rows = database.all<SavedRow>(sql, [...scopeParams(scope), after])
      yield rows.map(({ id, kind, query, state, title, answer, at, pinned }) => {
        const read = kind === 'plate' || kind === 'vin' ? (cars.byId(id)?.read() ?? null) : null
        const what = [lookupKindLabels[kind] ?? kind, query, state, title, at, pinned === 1 ? headers.yes : null]
        return [...what, ...carCells(read, kind === 'vin' ? query : null), answer]
      })
      const last = rows.at(-1)
      if (!last || rows.length < answersPerBatch) return
      after = last.id
    }
  },
})

const itemsPerBatch = 50

/** A row for each car of each bulk look-up. */
export const bulkLookupTable = ({ database, cars }: LookupSources, scope: ConnectionRegion): ExportTable => ({
  columns: [
    headers.list,
    headers.createdAt,
    headers.row,
    headers.query,
    headers.state,
    headers.status,
    headers.vehicle,
    headers.answeredAt,
    headers.notes,
    ...carHeaders,
  ].map((title) => ({ title })),
  *batches() {
    const items = createBulkItems(database)
    for (const { id, name, createdAt } of createBulkRepository(database).list(scope)) {
      for (let offset = 0; ; offset += itemsPerBatch) {
        const { rows } = items.page(id, [], offset, itemsPerBatch)
        yield rows.map((item) => [
          name,
          createdAt,
          item.line,
          item.query,
          item.state,
          bulkFileText.statuses[item.status],
          item.title,
          item.answeredAt,
          item.note,
          ...carCells(item.resultId === null ? null : (cars.byId(item.resultId)?.read() ?? null), item.vin),
        ])
        if (rows.length < itemsPerBatch) break
      }
    }
  },
})
