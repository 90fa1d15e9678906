import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCustomerCache } from '../../../../src/core/customers/cache/customer-cache.ts'
import { createDoNotContact } from '../../../../src/core/customers/contact/do-not-contact.ts'
import { compressBlock } from '../../../../src/core/database/block-codec.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { packRows } from '../../../../src/core/drafts/storage/row-blocks.ts'
import { newRow, packJournalRows } from '../../../../src/core/drafts/storage/row-pack.ts'
import type { SourceCell } from '../../../../src/core/fields/source-cell.ts'
import type { RemoteCustomer } from '../../../../src/core/service/service-client.ts'
import { createRowPacks } from '../../../../src/core/uploads/row-packs.ts'
import { insert, plantedAt, scope, scopeColumns, type Planted } from './planted-row.ts'
import { plantTeamEntry, plantWork } from './plant-work.ts'

export { scope, type Planted }

export const dataKey = randomBytes(32).toString('hex')
const at = plantedAt

/** Opens the database in a folder; it must be closed by the caller. */
export function openData(folder: string): Database {
  const answer = openDatabase(join(folder, 'forecourt.db'), dataKey)
  if (answer.state !== 'ready') throw new Error(`The database is ${answer.state}`)
  return answer.database
}

export const remote = ({ id, name, mobile, rego, vin }: Planted): RemoteCustomer => ({
  id,
  lastUpdated: at,
  rego,
  state: 'VIC',
  vin,
  clientName: name,
  mobileNumber: mobile,
  saleDate: '2020-01-02',
  expiryDate: null,
  vehicleTitle: '2019 Toyota Corolla',
  sightings: [
    {
      at,
      listingId: `listing of ${id}`,
      listingUrl: 'https://example.com',
      listingTitle: 'Corolla',
      listingPrice: 9_000,
    },
  ],
  additionalFields: { notes: `Ask for ${name}` },
  other: {},
})

const recordOf = (person: Planted): string =>
  JSON.stringify({ ...remote(person), other: undefined, edits: [], deleting: null, doNotContact: false })

/** One upload with a row for each person; `state` of its only batch. */
export function plantUpload(database: Database, id: string, state: string, people: readonly Planted[]): void {
  insert(database, 'upload', {
    id,
    connection_id: scope.connectionId,
    region: 'au',
    name: `${people[0]?.name ?? ''}.csv`,
    file_name: `${people[0]?.name ?? ''}.csv`,
    look_up_missing_vins: 0,
    reference_key: 'forecourt_ref',
    header: '["Rego"]',
    rows_in_file: people.length,
    rows_excluded: 0,
    paid_lookups: 0,
    batch_size: 100,
    state: state === 'complete' ? 'complete' : 'open',
    created_at: at,
    finished_at: state === 'complete' ? at : null,
    fixes: JSON.stringify([{ name: 'cell:2:client_name', value: JSON.stringify(people[0]?.name) }]),
  })
  insert(database, 'upload_batch', {
    upload_id: id,
    number: 0,
    state,
    rows: people.length,
    service_record: JSON.stringify({ name: people[0]?.name }),
  })
  const isEnded = state === 'complete'
  createRowPacks(database).add(
    id,
    0,
    packJournalRows(
      people.map(({ name, mobile, rego, vin, id: customerId }, index) => ({
        ...newRow,
        row: index + 2,
        input: { client_name: name, mobile_number: mobile, rego, vin, state: 'VIC' },
        original: [rego, 'VIC', name, mobile, vin],
        outcome: isEnded ? 'accepted' : null,
        customerId: isEnded ? customerId : null,
      })),
    ),
  )
}

function plantDraft(
  database: Database,
  { id, fileName }: { readonly id: string; readonly fileName: string },
  rows: readonly (readonly SourceCell[])[],
  choices: Readonly<Record<string, string>> = {},
): void {
  insert(database, 'draft', {
    id,
    connection_id: scope.connectionId,
    region: 'au',
    file_name: fileName,
    created_at: at,
    changed_at: at,
    step: 'check',
    source: JSON.stringify({ sizeBytes: 100 }),
    counts: '{}',
  })
  for (const block of packRows(
    0,
    rows.map((cells, index) => ({ row: index + 1, cells })),
  )) {
    insert(database, 'draft_block', { draft_id: id, sheet: 0, block: block.block, rows: block.rows })
  }
  for (const [name, value] of Object.entries(choices)) insert(database, 'draft_choice', { draft_id: id, name, value })
}

/** Writes a person, and another one, into every place of a data folder: the database, its log, its backups and the log of events. */
export async function plantEverywhere(folder: string, person: Planted, other: Planted): Promise<void> {
  const database = openData(folder)
  insert(database, 'connection', {
    id: scope.connectionId,
    name: 'Test',
    kind: 'account',
    base_url: 'https://service.invalid',
    scheme: 'api-key',
    region: 'au',
    advanced: '{}',
    created_at: at,
  })
  const cache = createCustomerCache(database)
  // Another customer's record says something about the person, also in a number and in a field that the program does not know.
  const said = `Brother of ${person.name}, ${person.mobile}`
  const mentioning = {
    additionalFields: { notes: said, [person.name]: Number(person.mobile) },
    other: { seen_with: [said] },
  }
  cache.save(scope, [remote(person), { ...remote(other), ...mentioning }])
  for (const each of [person, other]) plantOf(database, each)
  plantUpload(database, 'ended', 'complete', [person, other])
  plantUpload(database, 'planned', 'planned', [other, person])
  for (const [at, each] of [person, other].entries()) plantWork(database, each, at)
  plantDraft(
    database,
    { id: 'draft', fileName: `Cars of ${person.name}.csv` },
    [
      ['Rego', 'Name', 'Mobile', 'VIN'],
      [person.rego, person.name, person.mobile, person.vin],
      [other.rego, other.name, other.mobile, other.vin],
      ['XYZ999', 'Sam Buyer', `bought from ${person.name}`, null],
      ['', '', '', ''],
    ],
    {
      'cell:5:client_name': JSON.stringify(person.name),
      'cell:5:mobile_number': JSON.stringify(person.mobile),
      [`replacement:client_name:${person.name}`]: '"J"',
    },
  )
  insert(database, 'draft_change', {
    draft_id: 'draft',
    number: 1,
    label: `Fix ${person.name}`,
    entries: JSON.stringify([{ before: person.mobile }]),
  })
  insert(database, 'draft_file', {
    draft_id: 'draft',
    part: 0,
    bytes: compressBlock(Buffer.from(`${person.name},${person.mobile}`)),
  })
  insert(database, 'template', { region: 'au', shape: `rego|${person.name}`, choices: '{}', used_at: at })
  insert(database, 'template', {
    region: 'au',
    shape: 'rego|name',
    choices: JSON.stringify({ name: `List of ${person.name}` }),
    used_at: at,
  })
  insert(database, 'customer_view', {
    id: 'view',
    connection_id: scope.connectionId,
    name: person.name,
    view: JSON.stringify({ filter: { search: person.mobile } }),
  })
  insert(database, 'setting', { name: 'drafts.recent-files', value: JSON.stringify([`C:\\Lists\\${person.name}.csv`]) })
  insert(database, 'setting', { name: 'sightings.templates', value: JSON.stringify([{ text: `Hi ${person.name}` }]) })
  insert(database, 'webhook_list', {
    ...scopeColumns,
    records: JSON.stringify([{ name: `Cars of ${person.name}` }]),
    at,
  })
  insert(database, 'sighting_visit', { ...scopeColumns, digest: JSON.stringify({ text: `${person.name} and others` }) })
  // A note about somebody else.
  insert(database, 'sighting_entry', {
    ...entryOf(other),
    id: 'mentions',
    note: `Friend of ${person.name}, ${person.mobile}`,
  })
  database.checkpoint()
  // Deleted content that the log still has.
  insert(database, 'setting', { name: 'in-the-log', value: `${person.name} ${person.vin}` })
  database.run("DELETE FROM setting WHERE name = 'in-the-log'")
  copyFileSync(join(folder, 'forecourt.db'), join(folder, 'forecourt.backup-daily-2026-11-19.db'))
  copyFileSync(join(folder, 'forecourt.db'), join(folder, 'forecourt.set-aside-2026-11-18.db'))
  mkdirSync(join(folder, 'log'), { recursive: true })
  writeFileSync(join(folder, 'log', 'forecourt.log'), `{"event":"a","customerId":"${person.id}"}\n{"event":"b"}\n`)
  database.close()
}

const entryOf = ({ id }: Planted) => ({
  ...scopeColumns,
  id: `entry of ${id}`,
  customer_id: id,
  at,
  outcome: 'call_back',
  note: '',
  next_action: '',
})

/** What is stored about a customer apart from lists and files. */
function plantOf(database: Database, person: Planted): void {
  plantTeamEntry(database, person)
  const { id, name, mobile, rego, vin } = person
  const of = { ...scopeColumns, customer_id: id }
  insert(database, 'sighting_entry', { ...entryOf(person), note: `Spoke with ${name}`, next_action: `Call ${mobile}` })
  insert(database, 'contact_attempt', { ...of, id: `attempt ${id}`, at, channel: 'sms', reason: name })
  insert(database, 'sighting_arrival', { ...of, sighting: `at listing of ${id}`, at })
  insert(database, 'sighting_comparison', { ...of, comparison: JSON.stringify({ title: name }) })
  const change = { ...of, group_id: `group ${id}`, at, kind: 'edited' }
  insert(database, 'customer_change', {
    ...change,
    edit: database.get<{ next: number }>('SELECT count(*) + 1 AS next FROM customer_change')!.next,
    field: 'mobileNumber',
    before: null,
    after: mobile,
    state: 'pending',
    sent: JSON.stringify([mobile]),
    client_name: name,
    record: recordOf(person),
  })
  insert(database, 'customer_change', {
    ...change,
    field: 'clientName',
    before: name,
    after: 'J',
    state: 'done',
    saved: name,
    saved_version: at,
    late: JSON.stringify([name]),
    watched_until: at,
  })
  insert(database, 'number_reveal', { ...of, at, kind: 'shown' })
  insert(database, 'bin', {
    ...scopeColumns,
    customer_id: `${id}-earlier`,
    record: recordOf({ ...person, id: `${id}-earlier` }),
    deleted_at: at,
    pending: 0,
    search: name,
  })
  createDoNotContact(database).add(scope, { id, mobileNumber: mobile }, at)
  insert(database, 'kept_answer', {
    ...scopeColumns,
    id: `look-up ${id}`,
    kind: 'plate',
    key: JSON.stringify([rego, 'VIC']),
    query: rego,
    state: 'VIC',
    title: 'Corolla',
    answer: JSON.stringify({ body: { vin } }),
    at,
    listed: 1,
    used: 1,
    pinned: 0,
  })
  insert(database, 'rego_vin', { ...scopeColumns, rego: `${rego}|VIC`, vin, source: 'lookup', at })
  insert(database, 'bulk_lookup', {
    ...scopeColumns,
    id: `bulk ${id}`,
    name,
    source: 'paste',
    state: 'done',
    created_at: at,
    ask_again: 0,
    duplicates: 0,
    without_state: 0,
  })
  insert(database, 'bulk_lookup_item', {
    job_id: `bulk ${id}`,
    number: 1,
    query: rego,
    line: 1,
    lines: 1,
    status: 'found',
    vin,
  })
  insert(database, 'inspector_event', {
    ...of,
    at,
    event: 'recapture_new',
    size_bytes: 10,
    state: 'decoded',
    summary: name,
    customer_words: name,
    text: JSON.stringify({ data: { client_name: name, mobile_number: mobile, rego, vin } }),
  })
}
