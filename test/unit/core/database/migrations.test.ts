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
    expect(after.all('SELECT sightings, additional_fields FROM customer')).toEqual([
      { sightings: JSON.stringify(renamed), additional_fields: JSON.stringify(fields.additionalFields) },
    ])
    expect(after.all('SELECT record FROM bin ORDER BY customer_id')).toEqual([{ record: wholeRecord }, { record: '' }])
    expect(after.all('SELECT record FROM customer_edit')).toEqual([{ record: wholeRecord }])
  })
})
