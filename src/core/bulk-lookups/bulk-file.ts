import type { BulkItem } from '../../contract/bulk-lookups.ts'
import { type DateFormat, formatDate } from '../../contract/calendar-date.ts'
import type { ExportedFile } from '../../contract/exported-file.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { CsvCell } from '../export/csv-text.ts'
import { tableFile, type TableFormat } from '../export/table-file.ts'
import type { CarLookups } from '../lookup/car-lookups.ts'
import { facetColumns } from '../lookup/facet-columns.ts'
import type { ReadLookup } from '../lookup/read-lookup.ts'
import { inSlices } from '../scheduling/in-slices.ts'
import { bulkFileText, bulkText } from './bulk-text.ts'

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
export async function bulkFile(
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
