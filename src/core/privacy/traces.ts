import type { Region } from '../../contract/region.ts'
import { fromStored, recordColumns, type StoredRecord } from '../customers/cache/customer-rows.ts'
import { parseStoredCustomer } from '../customers/cache/stored-customer.ts'
import type { Database } from '../database/database.ts'
import type { TableFoundBy } from '../database/person-tables.ts'
import type { JournalRow } from '../drafts/storage/row-pack.ts'
import { readStoredRows } from '../drafts/storage/row-blocks.ts'
import { cellText } from '../fields/source-cell.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import type { CustomerInput } from '../service/service-client.ts'
import { createRowPacks, type PackPlace } from '../uploads/row-packs.ts'
import { rowTraces } from './person-rows.ts'
import { keysOfCells, keysOfFields, type PersonFields, type PersonKey } from './person-keys.ts'
import { teamTraces } from './team-rows.ts'
import { scopeOf, type OnTrace, type Scoped, type Trace } from './trace.ts'
import { typedTexts } from './typed-rows.ts'

type ReadContent = (database: Database, onTrace: OnTrace) => Steps<void>

/** What is packed, or belongs to other rows. */
const contentTraces: Readonly<Record<TableFoundBy<'content'>, ReadContent>> = {
  customer: customerTraces,
  bin: binTraces,
  upload_pack: uploadTraces,
  draft_block: draftTraces,
  team_entry: teamTraces,
}

/** Hands over everything that is stored about persons, place by place. Reads all of the database. */
export function* readTraces(database: Database, onTrace: OnTrace): Steps<void> {
  for (const read of Object.values(contentTraces)) yield* read(database, onTrace)
  yield* rowTraces(database, onTrace)
}

/** Customers that are read between two pauses. */
const customersPerStep = 200

type CustomerRow = Scoped & StoredRecord

/** The stored customers of all connections, piece by piece. */
export function* customerRows(database: Database): Generator<readonly CustomerRow[], undefined> {
  for (let after = 0; ;) {
    const rows = database.all<CustomerRow>(
      `SELECT connection_id, region, ${recordColumns} FROM customer WHERE number > ? ORDER BY number LIMIT ?`,
      [after, customersPerStep],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.number
  }
}

function* customerTraces(database: Database, onTrace: OnTrace): Steps<void> {
  for (const rows of customerRows(database)) {
    for (const row of rows) {
      const record = fromStored(row)
      const fields = { ...record, name: record.clientName, mobile: record.mobileNumber }
      const further = Object.values(record.additionalFields).filter((value) => typeof value === 'string')
      const others = keysOfCells(further, row.region).filter((key) => /^(?:mobile|vin):/.test(key))
      onTrace({
        place: 'customers',
        ...scopeOf(row),
        keys: [...keysOfFields(fields, row.region), ...others],
        sure: [...keysOfFields(fields, row.region), ...others],
        shown: fields,
        content: record,
      })
    }
    yield
  }
}

function* binTraces(database: Database, onTrace: OnTrace): Steps<void> {
  for (const row of database.all<Scoped & { customer_id: string; record: string }>(
    "SELECT connection_id, region, customer_id, record FROM bin WHERE record <> ''",
  )) {
    const record = parseStoredCustomer(row.record)
    const fields = { ...record, name: record.clientName, mobile: record.mobileNumber }
    onTrace({
      place: 'bin',
      ...scopeOf(row),
      keys: keysOfFields(fields, row.region),
      sure: keysOfFields(fields, row.region),
      shown: fields,
      content: record,
    })
    yield
  }
}

/** Batches of which nothing has left this PC, or nothing will until the user says so. */
const notSentStates = new Set(['planned', 'refused'])
const endedStates = new Set(['complete', 'cancelled'])

/** What a row of an upload says about a person. */
export const keysOfRow = ({ input, original, customerId }: JournalRow, region: Region): PersonKey[] => [
  ...keysOfFields(fieldsOfInput(input, customerId), region),
  ...keysOfCells(original, region),
]

/** Stands in rows whose customer was erased. */
export const erasedCustomer = 'deleted'

const fieldsOfInput = (input: CustomerInput, customerId: string | null): PersonFields => ({
  id: customerId === erasedCustomer ? null : customerId,
  name: input.client_name ?? null,
  mobile: input.mobile_number ?? null,
  rego: input.rego ?? null,
  vin: input.vin ?? null,
})

export interface StoredPack extends Scoped, PackPlace {
  readonly upload_id: string
  readonly state: string | null
}

export const listPacks = (database: Database): StoredPack[] =>
  database.all<StoredPack>(
    `SELECT p.number, p.upload_id, p.batch, u.connection_id, u.region, b.state FROM upload_pack p JOIN upload u ON u.id = p.upload_id
     LEFT JOIN upload_batch b ON b.upload_id = p.upload_id AND b.number = p.batch ORDER BY p.number`,
  )

/** Whether rows of a pack can still be sent; null: no. */
export const sendingOf = ({ batch, state }: StoredPack): Trace['sending'] | null =>
  batch === null || state === null || endedStates.has(state) ? null : notSentStates.has(state) ? 'planned' : 'sent'

function* uploadTraces(database: Database, onTrace: OnTrace): Steps<void> {
  const packs = createRowPacks(database)
  for (const pack of listPacks(database)) {
    const sending = sendingOf(pack)
    for (const row of packs.read(pack.number).rows) {
      const { input } = row
      onTrace({
        place: 'uploads',
        ...scopeOf(pack),
        keys: keysOfRow(row, pack.region),
        sure: keysOfFields(fieldsOfInput(input, row.customerId), pack.region),
        shown: fieldsOfInput(input, row.customerId),
        content: {
          row: row.row,
          ...(pack.batch === null ? { notSent: input } : { sent: input }),
          file: row.original,
          outcome: row.outcome,
        },
        ...(sending && { sending }),
      })
    }
    yield
  }
}

function* draftTraces(database: Database, onTrace: OnTrace): Steps<void> {
  for (const draft of database.all<Scoped & { id: string }>('SELECT id, connection_id, region FROM draft')) {
    const typed = typedTexts(database, draft.id)
    for (const { sheet, block } of database.all<{ sheet: number; block: number }>(
      'SELECT sheet, block FROM draft_block WHERE draft_id = ? ORDER BY sheet, block',
      [draft.id],
    )) {
      for (const { row, cells } of readDraftBlock(database, draft.id, sheet, block)) {
        const texts = [...cells.map(cellText), ...(typed.get(row) ?? [])]
        typed.delete(row)
        const keys = keysOfCells(texts, draft.region)
        if (keys.length > 0)
          onTrace({
            place: 'drafts',
            ...scopeOf(draft),
            keys,
            shown: null,
            content: texts.filter((text) => text !== ''),
          })
      }
      yield
    }
    // Rows that were typed by hand have no cells of a file.
    for (const texts of typed.values())
      onTrace({
        place: 'drafts',
        ...scopeOf(draft),
        keys: keysOfCells(texts, draft.region),
        shown: null,
        content: texts,
      })
    yield
  }
}

export function readDraftBlock(database: Database, id: string, sheet: number, block: number) {
  const stored = database.value<Uint8Array>(
    'SELECT rows FROM draft_block WHERE draft_id = ? AND sheet = ? AND block = ?',
    [id, sheet, block],
  )
  return stored ? [...readStoredRows(stored)] : []
}
