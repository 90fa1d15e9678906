import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { migrations } from '../../../../src/core/database/migrations.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'

const key = 'ab'.repeat(32)

function open(path: string, steps: readonly string[]): Database {
  const answer = openDatabase(path, key, { migrations: steps })
  if (answer.state !== 'ready') throw new Error(answer.state)
  return answer.database
}

it('leaves the database as it was when one of several migrations fails', () => {
  const path = join(createDataFolder(), 'x.db')
  open(path, ['CREATE TABLE first (a TEXT)']).close()

  expect(() => open(path, ['', 'CREATE TABLE second (a TEXT)', 'no statement'])).toThrow('syntax error')

  const database = open(path, ['', 'CREATE TABLE other (a TEXT)'])
  onTestFinished(() => database.close())
  expect(database.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")).toEqual([
    { name: 'first' },
    { name: 'other' },
  ])
})

describe('migration 7', () => {
  const rest = { listingUrl: 'https://cars.example/1', listingTitle: 'Says "leadId": here', listingPrice: 31_990 }
  const earlier = { at: '2026-11-02T00:00:00Z', leadId: 'a', ...rest }
  const later = { at: '2026-11-03T00:00:00Z', leadId: 'b', ...rest, listingPrice: null }
  const fields = { additionalFields: { leadId: 'a field of the customer' } }

  it('renames leadId to listingId in stored sightings and nowhere else', () => {
    const path = join(createDataFolder(), 'x.db')
    const before = open(path, migrations.slice(0, 6))
    before.run(
      `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
       VALUES ('c', 'C', 'account', 'https://x', 'api-key', 'au', '{}', '')`,
    )
    before.run(
      `INSERT INTO customer (connection_id, region, id, last_updated, sightings, additional_fields, search)
       VALUES ('c', 'au', '1', '', ?, ?, '')`,
      [JSON.stringify([earlier, later]), JSON.stringify(fields.additionalFields)],
    )
    const record = JSON.stringify({ id: '2', sightings: [earlier, later], ...fields })
    for (const [id, stored] of [
      ['2', record],
      ['3', ''],
    ])
      before.run(
        `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending) VALUES ('c', 'au', ?, ?, '', 0)`,
        [id ?? '', stored ?? ''],
      )
    before.run(
      `INSERT INTO customer_edit (id, connection_id, region, customer_id, field, state, record)
       VALUES ('e', 'c', 'au', '2', 'clientName', 'failed', ?)`,
      [record],
    )
    before.close()

    const after = open(path, migrations)
    onTestFinished(() => after.close())
    const renamed = [
      { at: earlier.at, listingId: 'a', ...rest },
      { at: later.at, listingId: 'b', ...rest, listingPrice: null },
    ]
    const wholeRecord = JSON.stringify({ id: '2', sightings: renamed, ...fields })
    expect(after.all('SELECT sightings, additional_fields FROM older_customer')).toEqual([
      { sightings: JSON.stringify(renamed), additional_fields: JSON.stringify(fields.additionalFields) },
    ])
    expect(after.all('SELECT record FROM bin ORDER BY customer_id')).toEqual([{ record: wholeRecord }, { record: '' }])
    expect(after.all('SELECT record FROM customer_edit')).toEqual([{ record: wholeRecord }])
  })
})

describe('migration 14', () => {
  it('keeps the note and the service’s id of each batch in its history', () => {
    const path = join(createDataFolder(), 'x.db')
    const before = open(path, migrations.slice(0, 13))
    before.run(
      `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
       VALUES ('c', 'C', 'account', 'https://x', 'api-key', 'au', '{}', '')`,
    )
    before.run(
      `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_left_out,
         paid_lookups, batch_size, state, created_at) VALUES ('u', 'c', 'au', 'U', 'u.csv', 0, '[]', 2, 0, 0, 1, 'open', '')`,
    )
    before.run(
      `INSERT INTO upload_batch (upload_id, number, state, remote_id, rows, note) VALUES ('u', 1, 'processing', 'r1', 1, 'It was lost.')`,
    )
    before.run(`INSERT INTO upload_batch (upload_id, number, state, rows) VALUES ('u', 2, 'planned', 1)`)
    before.close()

    const after = open(path, migrations)
    onTestFinished(() => after.close())
    expect(after.all('SELECT number, service_record FROM upload_batch ORDER BY number')).toEqual([
      { number: 1, service_record: '{"id":"r1"}' },
      { number: 2, service_record: null },
    ])
    expect(after.all('SELECT batch, at, note FROM upload_batch_note')).toEqual([
      { batch: 1, at: null, note: 'It was lost.' },
    ])
  })
})
