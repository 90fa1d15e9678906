import type { PersonPlace, PlaceCount } from '../../contract/privacy-places.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { createCustomerCache } from '../customers/cache/customer-cache.ts'
import type { Database } from '../database/database.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import { eraseFromDrafts } from './erase-drafts.ts'
import { eraseFromUploads } from './erase-uploads.ts'
import { createTextPattern, type IsPerson } from './person.ts'
import { valueOf, type PersonKey } from './person-keys.ts'
import { eraseRows } from './person-rows.ts'
import { eraseTeamRows } from './team-rows.ts'
import { readTraces, customerRows } from './traces.ts'
import { fromStored } from '../customers/cache/customer-rows.ts'
import { listedPersonTables } from '../database/person-tables.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import { replaceIn } from './replace-texts.ts'

export interface ErasingParts {
  /** ISO 8601. */
  readonly at: string
  /** The deletion that asks the service to delete its records. */
  readonly deletionId: string
}

export interface Erased {
  readonly places: readonly PlaceCount[]
  /** Records that the service has to delete. */
  readonly atService: number
  readonly withdrawn: number
  readonly waiting: number
  /** Finds the person in files; null: nothing is unmistakable. */
  readonly pattern: RegExp | null
}

/**
 * Deletes a person from a database that nothing else uses; can be ended at any moment and run again. Records that the service has
 * are queued to be deleted there. `known`: keys of the person that the database may no longer name.
 */
export function* erasePerson(
  database: Database,
  isPerson: IsPerson,
  known: readonly PersonKey[],
  parts: ErasingParts,
): Steps<Erased> {
  const found = yield* collect(database, isPerson)
  const keys = new Set([...known, ...found.sure])
  const pattern = createTextPattern(keys)
  const counts = new Map<PersonPlace, number>()
  const count = (place: PersonPlace, rows: number): void => void counts.set(place, (counts.get(place) ?? 0) + rows)
  const ids = [...keys].filter((key) => key.startsWith('id:')).map(valueOf)

  database.transaction(() => {
    for (const record of found.atService) queueDeletion(database, record, parts)
  })
  const erasing = { isPerson, keys, pattern }
  const uploads = yield* eraseFromUploads(database, erasing)
  count('uploads', uploads.erased)
  count('drafts', yield* eraseFromDrafts(database, erasing))
  database.transaction(() => {
    eraseRows(database, isPerson, ids, count)
    // Records that the service has deleted: nothing has to be sent for them.
    const inBin = 'DELETE FROM bin WHERE erased_by IS NULL AND customer_id IN (SELECT value FROM json_each(?))'
    count('bin', database.run(inBin, [JSON.stringify(ids)]).changes)
  })
  yield
  count('team', yield* eraseTeamRows(database, isPerson))
  count('customers', removeCustomers(database, found.cached))
  yield
  if (pattern) count('texts', yield* eraseFromTexts(database, pattern))
  // Deleted content is not in free pages (secure_delete), but older content of pages can be in the log.
  database.compact()
  yield
  const places = [...counts].filter(([, rows]) => rows > 0).map(([place, rows]) => ({ place, count: rows }))
  return { places, atService: found.atService.length, withdrawn: uploads.withdrawn, waiting: uploads.waiting, pattern }
}

interface ServiceRecord extends ConnectionRegion {
  readonly id: string
}

function* collect(
  database: Database,
  isPerson: IsPerson,
): Steps<{
  /** Keys of fields that are known to be the person's. */
  readonly sure: ReadonlySet<PersonKey>
  readonly cached: readonly ServiceRecord[]
  readonly atService: readonly ServiceRecord[]
}> {
  const sure = new Set<PersonKey>()
  const [cached, atService] = [new Map<string, ServiceRecord>(), new Map<string, ServiceRecord>()]
  yield* readTraces(database, ({ place, connectionId, region, keys: own, sure: ofFields = [], shown }) => {
    if (!isPerson(own)) return
    for (const key of ofFields) sure.add(key)
    const id = shown?.id ?? null
    if (id === null || connectionId === '') return
    const record = { connectionId, region, id }
    if (place === 'customers') cached.set(`${connectionId} ${region} ${id}`, record)
    if (place === 'customers' || place === 'uploads') atService.set(`${connectionId} ${region} ${id}`, record)
  })
  return { sure, cached: [...cached.values()], atService: [...atService.values()] }
}

/** A deletion that is sent like those of the user, and leaves nothing in the bin. */
function queueDeletion(
  database: Database,
  { connectionId, region, id }: ServiceRecord,
  { at, deletionId }: ErasingParts,
): void {
  database.run(
    `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending, sent, erased_by) VALUES (?, ?, ?, '', ?, 1, 0, ?)
     ON CONFLICT DO UPDATE SET pending = 1, record = '', search = '', failure = NULL, restore_asked = 0, held_by = NULL,
       restore_upload_id = NULL, restore_row = NULL, erased_by = excluded.erased_by`,
    [connectionId, region, id, at, deletionId],
  )
}

function removeCustomers(database: Database, records: readonly ServiceRecord[]): number {
  const cache = createCustomerCache(database)
  for (const { id, ...scope } of records) cache.remove(scope, [id])
  return records.length
}

interface Column {
  readonly name: string
  readonly pk: number
}

/** What the service has still to delete is named here. */
const notChanged: Readonly<Record<string, string>> = { bin: 'customer_id' }

/**
 * Replaces a person's name, number and VIN in all texts of the database. A row that is named by such a text is removed. Returns how many
 * rows had one.
 */
function* eraseFromTexts(database: Database, pattern: RegExp): Steps<number> {
  let changed = yield* eraseFromCustomers(database, pattern)
  for (const { table } of listedPersonTables) {
    // Customers have a function of their own.
    if (table !== 'customer') changed += database.transaction(() => eraseFromTable(database, table, pattern))
    yield
  }
  return changed
}

function eraseFromTable(database: Database, table: string, pattern: RegExp): number {
  const columns = database.all<Column>('SELECT name, pk FROM pragma_table_info(?)', [table])
  const keys = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
  const texts = columns.filter(({ name }) => notChanged[table] !== name)
  const where = keys.map(({ name }) => `"${name}" = ?`).join(' AND ')
  const found: { readonly key: (string | number)[]; readonly texts: ReadonlyMap<string, string> }[] = []
  for (const row of database.each<Record<string, unknown>>(`SELECT * FROM "${table}"`)) {
    const replaced = new Map<string, string>()
    for (const { name } of texts) {
      const text = row[name]
      if (typeof text !== 'string') continue
      const next = replaceIn(text, pattern)
      if (next !== text) replaced.set(name, next)
    }
    if (replaced.size > 0) found.push({ key: keys.map(({ name }) => row[name] as string | number), texts: replaced })
  }
  for (const { key, texts: replaced } of found) {
    // The log of revealed numbers refuses changes, and a new name could be that of another row.
    const isNamed = keys.some(({ name }) => replaced.has(name)) || table === 'number_reveal'
    if (isNamed) database.run(`DELETE FROM "${table}" WHERE ${where}`, key)
    else {
      // Texts of two rows can be equal without the person.
      const assignments = [...replaced.keys()].map((name) => `"${name}" = ?`).join(', ')
      database.run(`UPDATE OR REPLACE "${table}" SET ${assignments} WHERE ${where}`, [...replaced.values(), ...key])
    }
  }
  return found.length
}

/**
 * Replaces what the records of other customers say about the person. Their own names, numbers and cars stay: two people can share one.
 * The service still has the text, and the next sync brings it back as long as it does.
 */
function* eraseFromCustomers(database: Database, pattern: RegExp): Steps<number> {
  const cache = createCustomerCache(database)
  let changed = 0
  for (const rows of customerRows(database)) {
    for (const row of rows) {
      const record = fromStored(row)
      const { sightings, additionalFields, other } = record
      const said = { sightings, additionalFields, other }
      const next = replaceInValue(said, pattern) as Pick<RemoteCustomer, keyof typeof said>
      if (JSON.stringify(next) === JSON.stringify(said)) continue
      cache.save({ connectionId: row.connection_id, region: row.region }, [{ ...record, ...next }])
      changed += 1
    }
    yield
  }
  return changed
}

/** A JSON value with the pattern replaced in its texts, numbers and names. */
function replaceInValue(value: unknown, pattern: RegExp): unknown {
  if (typeof value === 'string') return replaceIn(value, pattern)
  if (typeof value === 'number') return replaceIn(String(value), pattern) === String(value) ? value : null
  if (Array.isArray(value)) return value.map((each) => replaceInValue(each, pattern))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [replaceIn(name, pattern), replaceInValue(each, pattern)]),
  )
}
