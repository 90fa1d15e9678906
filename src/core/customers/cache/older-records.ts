import { z } from 'zod'
import { Region } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import {
  decodeBlock,
  encodeBlock,
  entriesOf,
  recordsPerBlock,
  type BlockEntry,
  type StoredBlock,
} from './record-block.ts'
import { hasSameFields, toRecordText } from '../record/record-text.ts'

/** A record as versions before the blocks stored it: one row of the table `older_customer`. */
interface OlderRecord {
  readonly number: number
  readonly id: string
  readonly last_updated: string
  readonly rego: string | null
  readonly state: string | null
  readonly vin: string | null
  readonly client_name: string | null
  readonly mobile_number: string | null
  readonly sale_date: string | null
  readonly expiry_date: string | null
  readonly vehicle_title: string | null
  readonly sightings: string
  readonly additional_fields: string
  readonly other: string
}

const Sightings = z.array(
  z.object({
    at: z.string(),
    listingId: z.string(),
    listingUrl: z.string(),
    listingTitle: z.string(),
    listingPrice: z.number().nullable(),
  }),
)
const StoredObject = z.record(z.string(), z.unknown())

/** The setting that says that the old table is gone, but its room in the file is not free yet. */
const compactSetting = 'customers.compact'
/** Records that are moved in one transaction: a multiple of the records of a block. */
const recordsPerPiece = recordsPerBlock * 8

const hasTable = (database: Database): boolean =>
  database.get(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'older_customer'`) !== undefined

const mustCompact = (database: Database): boolean =>
  database.get('SELECT 1 FROM setting WHERE name = ?', [compactSetting]) !== undefined

/** Whether records of an older version have to be moved into blocks before the cache is used. Takes no time. */
export function hasOlderRecords(database: Database): boolean {
  if (mustCompact(database)) return true
  if (!hasTable(database)) return false
  if (database.get('SELECT 1 FROM older_customer LIMIT 1')) return true
  dropOlderTables(database)
  return false
}

/**
 * Moves the records of an older version into blocks, a few at a time. The old table is removed only after all blocks were
 * read back and compared with it; then the file becomes smaller. Takes seconds for 100,000 records: call it outside the
 * program's thread. It can be stopped at any moment, and continues when it is called again. Throws when the blocks do not
 * have what the table has; then nothing is removed.
 * @param onProgress receives the share that is done, from 0 to 1.
 */
export function moveOlderRecords(database: Database, onProgress: (share: number) => void): void {
  if (hasTable(database)) {
    const scopes = scopesOf(database)
    const progress = countProgress(database, onProgress)
    for (const scope of scopes) copyRecords(database, scope, progress)
    for (const scope of scopes) {
      if (hasSameRecords(database, scope, progress)) continue
      database.run(`DELETE FROM customer_block WHERE ${inScope}`, scopeParams(scope))
      copyRecords(database, scope, progress)
      if (!hasSameRecords(database, scope, progress)) throw new Error('The customers could not be moved into blocks')
    }
    // Each page of the table would be overwritten here, and again when the file is made smaller.
    database.get('PRAGMA secure_delete = OFF')
    database.transaction(() => {
      database.run('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING', [compactSetting, '1'])
      dropOlderTables(database)
    })
    database.get('PRAGMA secure_delete = ON')
  }
  if (!mustCompact(database)) return
  try {
    database.compact()
  } catch (error) {
    // A second copy of the file may not fit on the disk. The records are complete, and the next start tries again.
    if (error instanceof FailureError && error.failure.kind === 'disk-full') return
    throw error
  }
  database.run('DELETE FROM setting WHERE name = ?', [compactSetting])
}

function dropOlderTables(database: Database): void {
  database.transaction(() => {
    for (const table of ['older_customer', 'customer_search', 'customer_field_set']) {
      database.run(`DROP TABLE IF EXISTS ${table}`)
    }
  })
}

function scopesOf(database: Database): ConnectionRegion[] {
  return database
    .all<{ connection_id: string; region: string }>('SELECT DISTINCT connection_id, region FROM older_customer')
    .map(({ connection_id: connectionId, region }) => ({ connectionId, region: Region.parse(region) }))
}

/** Each record is copied and compared. */
function countProgress(database: Database, onProgress: (share: number) => void): (records: number) => void {
  const { rows } = database.get<{ rows: number }>('SELECT count(*) AS rows FROM older_customer') ?? { rows: 0 }
  let done = 0
  return (records) => {
    done += records
    onProgress(Math.min(1, done / (rows * 2)))
  }
}

/** The records of a scope from a number on, in pieces. Those that cannot be read are left out: the next sync reads them again. */
function* olderRecords(database: Database, scope: ConnectionRegion, after: number): Generator<BlockEntry[]> {
  for (;;) {
    const rows = database.all<OlderRecord>(
      `SELECT * FROM older_customer NOT INDEXED WHERE ${inScope} AND number > ? ORDER BY number LIMIT ?`,
      [...scopeParams(scope), after, recordsPerPiece],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows.flatMap((row) => {
      const record = readRecord(row)
      return record ? { number: row.number, id: row.id, ...toRecordText(record) } : []
    })
    after = last.number
  }
}

function copyRecords(database: Database, scope: ConnectionRegion, onCopied: (records: number) => void): void {
  const { last } = database.get<{ last: number | null }>(
    `SELECT max(last) AS last FROM customer_block WHERE ${inScope}`,
    scopeParams(scope),
  ) ?? { last: null }
  for (const entries of olderRecords(database, scope, last ?? 0)) {
    database.transaction(() => {
      for (let first = 0; first < entries.length; first += recordsPerBlock) {
        const ofBlock = entries.slice(first, first + recordsPerBlock)
        const { keys, records } = encodeBlock(ofBlock)
        database.run(
          'INSERT INTO customer_block (connection_id, region, first, last, keys, records) VALUES (?, ?, ?, ?, ?, ?)',
          [...scopeParams(scope), ofBlock[0]?.number ?? 0, ofBlock.at(-1)?.number ?? 0, keys, records],
        )
      }
    })
    onCopied(entries.length)
  }
}

/** Reads the blocks of a scope back, and compares them with the table record by record. */
function hasSameRecords(database: Database, scope: ConnectionRegion, onCompared: (records: number) => void): boolean {
  const copied = storedEntries(database, scope)
  for (const entries of olderRecords(database, scope, 0)) {
    for (const expected of entries) {
      const { value } = copied.next()
      if (!value || !isSameEntry(value, expected)) return false
    }
    onCompared(entries.length)
  }
  return copied.next().done === true
}

const isSameEntry = (a: BlockEntry, b: BlockEntry): boolean =>
  a.number === b.number &&
  a.id === b.id &&
  a.line === b.line &&
  a.digest.other === b.digest.other &&
  hasSameFields(a.digest, b.digest)

/** The records of the blocks of a scope. Ends at a block that cannot be read. */
function* storedEntries(database: Database, scope: ConnectionRegion): Generator<BlockEntry, undefined> {
  const firsts = database.all<{ first: number }>(
    `SELECT first FROM customer_block WHERE ${inScope} ORDER BY first`,
    scopeParams(scope),
  )
  for (const { first } of firsts) {
    const stored = database.get<StoredBlock>(
      `SELECT keys, records FROM customer_block WHERE ${inScope} AND first = ?`,
      [...scopeParams(scope), first],
    )
    const block = stored ? decodeBlock(stored) : 'damaged'
    if (block === 'damaged') return
    yield* entriesOf(block)
  }
}

function readRecord(row: OlderRecord): RemoteCustomer | null {
  try {
    return toRecord(row)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

function toRecord(row: OlderRecord): RemoteCustomer {
  return {
    id: row.id,
    lastUpdated: row.last_updated,
    rego: row.rego,
    state: row.state,
    vin: row.vin,
    clientName: row.client_name,
    mobileNumber: row.mobile_number,
    saleDate: row.sale_date,
    expiryDate: row.expiry_date,
    vehicleTitle: row.vehicle_title,
    sightings: row.sightings === '[]' ? [] : Sightings.parse(JSON.parse(row.sightings)),
    additionalFields: StoredObject.parse(JSON.parse(row.additional_fields)),
    other: StoredObject.parse(JSON.parse(row.other)),
  }
}
