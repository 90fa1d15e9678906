import type { DataExport } from '../../contract/data-export.ts'
import { regionNames } from '../../contract/region-names.ts'
import { Region } from '../../contract/region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { createConnectionRows } from '../connections/connection-rows.ts'
import type { Customers } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { listedPersonTables, type ExportFile } from '../database/person-tables.ts'
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

/** Those that have the connection and region of their rows. */
const exportedTables = listedPersonTables.filter(({ exported, partOf }) => exported !== null && partOf === undefined)

/** One file of an export. */
export interface ExportStep {
  readonly content: ExportFile
  readonly connection: string
  readonly region: Region
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
        .values<string>(
          exportedTables
            .map(({ table }) => `SELECT DISTINCT region FROM ${table} WHERE connection_id = :id`)
            .join(' UNION '),
          { id },
        )
        .map((stored) => Region.parse(stored))
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
  const rowsOf = (what: string, from: string, isIn: string = inScope): number =>
    database.value<number>(`SELECT ${what} FROM ${from} WHERE ${isIn}`, scopeParams(scope)) ?? 0
  const sizeOf = (file: ExportFile): number => {
    if (file === 'sightings') return Math.ceil(sizeOf('customers') / 20)
    if (file === 'upload-rows') {
      return rowsOf('sum(rows)', 'upload_pack', `upload_id IN (SELECT id FROM upload WHERE ${inScope})`)
    }
    return exportedTables
      .filter(({ exported }) => exported === file)
      .reduce((sum, { table }) => sum + rowsOf('count(*)', table), 0)
  }
  const tables: Readonly<Record<ExportFile, () => ExportTable | Promise<ExportTable>>> = {
    async customers() {
      const { fields, batches } = await customers.allCustomers(scope, choices)
      return customerTable(fields, batches(), scope.region, hideContact)
    },
    async sightings() {
      await customers.ready(scope)
      return sightingTable(await runInSlices(customers.sightedSteps(scope)))
    },
    'call-notes': () => callNoteTable(callSources, scope),
    assignments: () => assignmentTable(callSources, scope),
    'contact-attempts': () => contactAttemptTable(callSources, scope),
    uploads: () => uploadTable(database, scope),
    'upload-rows': () => uploadRowTable(uploadSources, scope),
    lookups: () => lookupTable({ database, cars }, scope),
    'bulk-lookups': () => bulkLookupTable({ database, cars }, scope),
  }
  return (Object.keys(tables) as ExportFile[]).map((content) => ({
    content,
    connection: scope.connection,
    region: scope.region,
    path: `${scope.folder}/${exportFileNames[content]}`,
    size: sizeOf(content),
    table: async () => tables[content](),
  }))
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
