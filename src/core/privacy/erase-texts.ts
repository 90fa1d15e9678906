import { createCustomerCache } from '../customers/cache/customer-cache.ts'
import { fromStored } from '../customers/cache/customer-rows.ts'
import type { Database } from '../database/database.ts'
import { listedPersonTables } from '../database/person-tables.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import { replaceIn } from './replace-texts.ts'
import { customerRows } from './traces.ts'

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
export function* eraseFromTexts(database: Database, pattern: RegExp): Steps<number> {
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
