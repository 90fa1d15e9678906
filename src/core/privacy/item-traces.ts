import type { PersonPlace } from '../../contract/privacy-places.ts'
import type { Database } from '../database/database.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import { keysOfCells, keysOfFields, type PersonKey } from './person-keys.ts'
import { scopeOf, type OnTrace, type Scoped } from './trace.ts'

/** A VIN anywhere in a text. */
const vinInText = /(?<![A-Z0-9])[A-HJ-NPR-Z0-9]{17}(?![A-Z0-9])/g

export interface LookupRow extends Scoped {
  readonly id: string
  readonly kind: string
  readonly key: string
  readonly query: string
  readonly title: string
  readonly at: string
  readonly answer: string
}

/** What a saved look-up is about. Searches of the catalogue, specs and market are about no one's car. */
export function keysOfLookup({ kind, key, query, answer, region }: LookupRow): PersonKey[] {
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

export const lookupRows = (database: Database): LookupRow[] =>
  database.all<LookupRow>('SELECT id, connection_id, region, kind, key, query, title, at, answer FROM kept_answer')

export interface BulkRow extends Scoped {
  readonly job_id: string
  readonly number: number
  readonly query: string
  readonly vin: string | null
  readonly title: string | null
}

export const bulkRows = (database: Database): BulkRow[] =>
  database.all<BulkRow>(
    `SELECT i.job_id, i.number, i.query, i.vin, i.title, j.connection_id, j.region
     FROM bulk_lookup_item i JOIN bulk_lookup j ON j.id = i.job_id`,
  )
export const keysOfBulk = ({ query, vin, region }: BulkRow): PersonKey[] => keysOfCells([query, vin ?? ''], region)

export interface RegoVinRow extends Scoped {
  readonly rego: string
  readonly vin: string
}

export const regoVinRows = (database: Database): RegoVinRow[] =>
  database.all<RegoVinRow>('SELECT connection_id, region, rego, vin FROM rego_vin')
export const keysOfRegoVin = ({ rego, vin, region }: RegoVinRow): PersonKey[] =>
  keysOfFields({ rego: rego.split('|')[0] ?? '', vin }, region)

export function* lookupTraces(database: Database, onTrace: OnTrace): Steps<void> {
  for (const row of lookupRows(database)) {
    const { kind, query, title, at, answer } = row
    onTrace({
      place: 'lookups',
      ...scopeOf(row),
      keys: keysOfLookup(row),
      shown: null,
      content: { kind, query, title, at, answer },
    })
  }
  yield
  for (const row of bulkRows(database)) {
    const { query, vin, title } = row
    onTrace({
      place: 'bulk-lookups',
      ...scopeOf(row),
      keys: keysOfBulk(row),
      shown: null,
      content: { query, vin, title },
    })
  }
  yield
  for (const row of regoVinRows(database)) {
    const { rego, vin } = row
    onTrace({ place: 'known-vins', ...scopeOf(row), keys: keysOfRegoVin(row), shown: null, content: { rego, vin } })
  }
  yield
}

export interface EventRow extends Scoped {
  readonly number: number
  readonly at: string
  readonly customer_id: string | null
  readonly text: string
}

export const eventRows = (database: Database): EventRow[] =>
  database.all<EventRow>('SELECT number, at, connection_id, region, customer_id, text FROM inspector_event')
export const keysOfEvent = ({ customer_id: id, text, region }: EventRow): PersonKey[] => [
  ...keysOfFields({ id }, region),
  ...keysOfCells(textsIn(text), region),
]

export function* eventTraces(database: Database, onTrace: OnTrace): Steps<void> {
  for (const row of eventRows(database)) {
    onTrace({
      place: 'events',
      ...scopeOf(row),
      keys: keysOfEvent(row),
      shown: null,
      content: { at: row.at, text: row.text },
    })
    yield
  }
}

/** Which place a table is; tables of later versions are changes. */
const placeOfTable: Readonly<Record<string, PersonPlace>> = {
  sighting_entry: 'calls',
  contact_attempt: 'calls',
  sighting_arrival: 'sightings',
  sighting_comparison: 'sightings',
  number_reveal: 'reveals',
  upload_customer: 'uploads',
  assignment: 'calls',
}

/** The tables whose rows belong to the customer in `customer_id`, apart from the bin and events. */
export const customerTables = (database: Database): { table: string; place: PersonPlace; hasScope: boolean }[] =>
  database
    .all<{ name: string; scoped: number }>(
      `SELECT m.name, (SELECT count(*) FROM pragma_table_info(m.name) WHERE name IN ('connection_id', 'region')) = 2 AS scoped
       FROM sqlite_master m WHERE m.type = 'table' AND m.name NOT IN ('bin', 'inspector_event')
         AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'customer_id') ORDER BY m.name`,
    )
    .map(({ name, scoped }) => ({ table: name, place: placeOfTable[name] ?? 'changes', hasScope: scoped === 1 }))

export function* traceByCustomer(database: Database, onTrace: OnTrace): Steps<void> {
  for (const { table, place, hasScope } of customerTables(database)) {
    for (const row of database.all<Scoped & { customer_id: string }>(`SELECT * FROM ${table}`)) {
      const scope = hasScope ? scopeOf(row) : { connectionId: '', region: 'au' as const }
      onTrace({ place, ...scope, keys: [`id:${row.customer_id}`], shown: null, content: row })
    }
    yield
  }
  for (const row of database.all<Scoped & { person: string }>('SELECT * FROM do_not_contact')) {
    onTrace({
      place: 'do-not-contact',
      ...scopeOf(row),
      keys: keysOfDoNotContact(row.person),
      shown: null,
      content: row,
    })
  }
  yield
}

/** `person`: see `contact/do-not-contact.ts`. */
export const keysOfDoNotContact = (person: string): PersonKey[] => [
  person.startsWith('id:') ? person : `mobile:${person}`,
]
