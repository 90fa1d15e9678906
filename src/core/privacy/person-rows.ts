import type { PersonPlace } from '../../contract/privacy-places.ts'
import type { Database, SqlValue } from '../database/database.ts'
import { listedPersonTables, personTables, type TableFoundBy } from '../database/person-tables.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import type { IsPerson } from './person.ts'
import { keysOfCells, keysOfFields, type PersonKey } from './person-keys.ts'
import { scopeOf, type OnTrace, type Scoped } from './trace.ts'

/** A row with what it says about a person. */
interface ReadRow {
  /** The values of the table's key. */
  readonly key: readonly SqlValue[]
  readonly scope: Scoped
  readonly keys: readonly PersonKey[]
  readonly content: unknown
}

interface ReadTable {
  readonly keyColumns: readonly string[]
  read(database: Database): Generator<ReadRow, void>
}

const readTable = <Row extends Scoped>(
  keyColumns: readonly (keyof Row & string)[],
  select: string,
  keysOf: (row: Row) => PersonKey[],
  contentOf: (row: Row) => unknown,
): ReadTable => ({
  keyColumns,
  *read(database) {
    for (const row of database.all<Row>(select)) {
      const key = keyColumns.map((column) => row[column] as SqlValue)
      yield { key, scope: row, keys: keysOf(row), content: contentOf(row) }
    }
  },
})

/** A VIN anywhere in a text. */
const vinInText = /(?<![A-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-Z0-9])/g

interface LookupRow extends Scoped {
  readonly id: string
  readonly kind: string
  readonly key: string
  readonly query: string
  readonly title: string
  readonly at: string
  readonly answer: string
}

interface BulkRow extends Scoped {
  readonly job_id: string
  readonly number: number
  readonly query: string
  readonly vin: string | null
  readonly title: string | null
}

interface RegoVinRow extends Scoped {
  readonly rego: string
  readonly vin: string
}

interface EventRow extends Scoped {
  readonly number: number
  readonly at: string
  readonly customer_id: string | null
  readonly text: string
}

/** What a saved look-up is about. Searches of the catalogue, specs and market are about no one's car. */
function keysOfLookup({ kind, key, query, answer, region }: LookupRow): PersonKey[] {
  if (!['plate', 'vin', 'status'].includes(kind)) return keysOfCells([query], region)
  return [...keysOfCells([query, key, ...textsIn(key)], region), ...vinsIn(answer)]
}

const vinsIn = (text: string): PersonKey[] => [...text.toUpperCase().matchAll(vinInText)].map(([vin]) => `vin:${vin}`)

/** All texts in JSON, or the text itself. */
function textsIn(json: string): string[] {
  const found: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  try {
    collect(JSON.parse(json))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    found.push(json)
  }
  return found
}

const readTables: Readonly<Record<TableFoundBy<'row'>, ReadTable>> = {
  kept_answer: readTable<LookupRow>(
    ['id'],
    'SELECT id, connection_id, region, kind, key, query, title, at, answer FROM kept_answer',
    keysOfLookup,
    ({ kind, query, title, at, answer }) => ({ kind, query, title, at, answer }),
  ),
  bulk_lookup_item: readTable<BulkRow>(
    ['job_id', 'number'],
    `SELECT i.job_id, i.number, i.query, i.vin, i.title, j.connection_id, j.region
     FROM bulk_lookup_item i JOIN bulk_lookup j ON j.id = i.job_id`,
    ({ query, vin, region }) => keysOfCells([query, vin ?? ''], region),
    ({ query, vin, title }) => ({ query, vin, title }),
  ),
  rego_vin: readTable<RegoVinRow>(
    ['connection_id', 'region', 'rego', 'vin'],
    'SELECT connection_id, region, rego, vin FROM rego_vin',
    ({ rego, vin, region }) => keysOfFields({ rego: rego.split('|')[0] ?? '', vin }, region),
    ({ rego, vin }) => ({ rego, vin }),
  ),
  inspector_event: readTable<EventRow>(
    ['number'],
    'SELECT number, at, connection_id, region, customer_id, text FROM inspector_event',
    ({ customer_id: id, text, region }) => [...keysOfFields({ id }, region), ...keysOfCells(textsIn(text), region)],
    ({ at, text }) => ({ at, text }),
  ),
  // `person`: see `contact/do-not-contact.ts`.
  do_not_contact: readTable<Scoped & { person: string }>(
    ['connection_id', 'region', 'person'],
    'SELECT * FROM do_not_contact',
    ({ person }) => [person.startsWith('id:') ? person : `mobile:${person}`],
    (row) => row,
  ),
}

const tableNames = Object.keys(readTables) as (keyof typeof readTables)[]
const tablesByCustomer = listedPersonTables.filter(({ foundBy }) => foundBy === 'customer')

/** The rows that are about one person, by what they say or by the id of the customer. */
export function* rowTraces(database: Database, onTrace: OnTrace): Steps<void> {
  for (const table of tableNames) {
    const { place } = personTables[table]
    for (const { scope, keys, content } of readTables[table].read(database)) {
      onTrace({ place, ...scopeOf(scope), keys, shown: null, content })
      yield
    }
  }
  for (const { table, place, partOf } of tablesByCustomer) {
    for (const row of database.all<Scoped & { customer_id: string }>(`SELECT * FROM ${table}`)) {
      const scope = partOf ? { connectionId: '', region: 'au' as const } : scopeOf(row)
      onTrace({ place, ...scope, keys: [`id:${row.customer_id}`], shown: null, content: row })
    }
    yield
  }
}

/** Deletes the same rows of a person. `ids`: of the person's records. */
export function eraseRows(
  database: Database,
  isPerson: IsPerson,
  ids: readonly string[],
  count: (place: PersonPlace, rows: number) => void,
): void {
  for (const { table, place } of tablesByCustomer) {
    const sql = `DELETE FROM ${table} WHERE customer_id IN (SELECT value FROM json_each(?))`
    count(place, database.run(sql, [JSON.stringify(ids)]).changes)
  }
  for (const table of tableNames) {
    const { keyColumns, read } = readTables[table]
    const found = [...read(database)].filter(({ keys }) => isPerson(keys))
    const sql = `DELETE FROM ${table} WHERE ${keyColumns.map((column) => `${column} = ?`).join(' AND ')}`
    for (const { key } of found) database.run(sql, key)
    count(personTables[table].place, found.length)
  }
}
