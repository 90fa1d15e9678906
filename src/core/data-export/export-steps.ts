import type { DataExport } from '../../contract/data-export.ts'
import { regionNames } from '../../contract/region-names.ts'
import { Region } from '../../contract/region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { createConnectionRows } from '../connections/connection-rows.ts'
import type { Customers } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'
import type { CarLookups } from '../lookup/car-lookups.ts'
import { runInSlices } from '../scheduling/in-slices.ts'
import { assignmentTable, callNoteTable, contactAttemptTable } from './call-tables.ts'
import { customerTable, sightingTable } from './customer-tables.ts'
import { exportFileNames } from './data-export-text.ts'
import { createHiddenContact } from './hide-contact.ts'
import { bulkLookupTable, lookupTable } from './lookup-tables.ts'
import { uploadRowTable, uploadTable } from './upload-tables.ts'
import type { ExportTable } from './write-table.ts'

export interface ExportSources {
  readonly database: Database
  readonly customers: Pick<Customers, 'allCustomers' | 'sightedSteps' | 'ready' | 'find' | 'doNotContact'>
  readonly cars: Pick<CarLookups, 'byId'>
}

type Content = keyof typeof exportFileNames

/** One file of an export. */
export interface ExportStep {
  readonly key: string
  readonly content: Content
  readonly connection: string
  readonly region: string
  /** In the export, with slashes, without its ending. */
  readonly path: string
  /** About how many rows it has: for the progress. */
  readonly size: number
  table(): Promise<ExportTable>
}

interface ExportedScope extends ConnectionRegion {
  readonly connection: string
  /** The folder of its files. */
  readonly folder: string
}

type Choices = Pick<DataExport, 'connectionId' | 'includeDoNotContactNumbers'>

/** The connections that an export has, in the order in which they were added. */
export function exportedConnections(
  database: Database,
  connectionId: string | null,
): readonly { readonly id: string; readonly name: string; readonly regions: readonly Region[] }[] {
  return createConnectionRows(database)
    .all()
    .filter(({ id }) => connectionId === null || id === connectionId)
    .map(({ id, name, region }) => {
      const stored = database
        .all<{ region: string }>(
          ['customer', 'sighting_entry', 'contact_attempt', 'upload', 'kept_answer', 'bulk_lookup']
            .map((table) => `SELECT DISTINCT region FROM ${table} WHERE connection_id = :id`)
            .join(' UNION '),
          { id },
        )
        .map((row) => Region.parse(row.region))
      return { id, name, regions: [...new Set([region, ...stored])] }
    })
}

/** The files of an export, in the order in which they are written. */
export function exportSteps(sources: ExportSources, choices: Choices): readonly ExportStep[] {
  const taken = new Set<string>()
  return exportedConnections(sources.database, choices.connectionId).flatMap(({ id, name, regions }) =>
    regions.flatMap((region) => {
      const folder = freeName(folderName(`${name} - ${regionNames[region]}`), taken)
      return stepsOf(sources, { connectionId: id, region, connection: name, folder }, choices)
    }),
  )
}

function stepsOf(sources: ExportSources, scope: ExportedScope, choices: Choices): ExportStep[] {
  const { database, customers, cars } = sources
  const hideContact = !choices.includeDoNotContactNumbers
  const isDoNotContact = customers.doNotContact.reader(scope)
  const hidden = hideContact ? createHiddenContact(customers.doNotContact.people(scope).numbers, scope.region) : null
  const callSources = {
    database,
    hidden,
    find: customers.find,
    isDoNotContact: (id: string) => isDoNotContact({ id, mobileNumber: null }),
  }
  const uploadSources = {
    database,
    hidden,
    isDoNotContact: (id: string | null, mobileNumber: string | null) => isDoNotContact({ id: id ?? '', mobileNumber }),
  }
  const count = (sql: string): number =>
    database.get<{ count: number | null }>(`SELECT ${sql} WHERE ${inScope}`, scopeParams(scope))?.count ?? 0
  const inUploads = `upload_pack WHERE upload_id IN (SELECT id FROM upload WHERE ${inScope})`
  const uploadRows = database.get<{ count: number | null }>(
    `SELECT sum(rows) AS count FROM ${inUploads}`,
    scopeParams(scope),
  )
  const step = (content: Content, size: number, table: () => ExportTable | Promise<ExportTable>): ExportStep => ({
    key: `${scope.connectionId} ${scope.region} ${content}`,
    content,
    connection: scope.connection,
    region: scope.region,
    path: `${scope.folder}/${exportFileNames[content]}`,
    size,
    table: async () => table(),
  })
  const customerCount = count('count(*) AS count FROM customer')
  return [
    step('customers', customerCount, async () => {
      const { fields, batches } = await customers.allCustomers(scope, choices)
      return customerTable(fields, batches(), scope.region, hideContact)
    }),
    step('sightings', Math.ceil(customerCount / 20), async () => {
      await customers.ready(scope)
      return sightingTable(await runInSlices(customers.sightedSteps(scope)))
    }),
    step('call-notes', count('count(*) AS count FROM sighting_entry'), () => callNoteTable(callSources, scope)),
    step('contact-attempts', count('count(*) AS count FROM contact_attempt'), () =>
      contactAttemptTable(callSources, scope),
    ),
    step('assignments', count('count(*) AS count FROM assignment'), () => assignmentTable(callSources, scope)),
    step('uploads', count('count(*) AS count FROM upload'), () => uploadTable(database, scope)),
    step('upload-rows', uploadRows?.count ?? 0, () => uploadRowTable(uploadSources, scope)),
    step('lookups', count('count(*) AS count FROM kept_answer'), () => lookupTable({ database, cars }, scope)),
    step('bulk-lookups', count('count(*) AS count FROM bulk_lookup'), () => bulkLookupTable({ database, cars }, scope)),
  ]
}

/** Without characters that a folder of Windows cannot have, and short enough for long paths. */
export function folderName(name: string): string {
  const cleaned = name
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '')
    .slice(0, 80)
    .trim()
  return cleaned === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(cleaned) ? `${cleaned} -`.trim() : cleaned
}

function freeName(name: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} (${number})`
    if (taken.has(free.toLowerCase())) continue
    taken.add(free.toLowerCase())
    return free
  }
}
