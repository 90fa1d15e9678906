import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkPages } from '../../src/core/database/check-pages.ts'
import { savedRetention } from '../../src/core/retention/retention.ts'
import { onlyLong } from '../runs.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { dataKey, openData } from '../unit/core/privacy/plant-person.ts'
import type { RetentionLife } from './retention-child.ts'

/** What one life wrote; '' when it was killed. */
const live = (life: RetentionLife): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = new URL('retention-child.ts', import.meta.url).pathname
    execFile(process.execPath, ['--no-warnings', child, JSON.stringify(life)], (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr))
      else resolve(stdout)
    })
  })

const old = 20_000
const long = "'2020-01-01T00:00:00.000Z'"
const later = "'2199-01-01T00:00:00.000Z'"

/** Rows of each kind: every second one is old. */
const kinds = [
  {
    kind: 'exports',
    table: 'export_log',
    fill: `INSERT INTO export_log (at, person_id, action, row_count, file_name, hidden_numbers)
      SELECT CASE WHEN i % 2 = 0 THEN ${long} ELSE ${later} END, NULL, 'customers.export', 1, 'customers ' || i || '.csv', 0 FROM n`,
  },
  {
    kind: 'lookups',
    table: 'kept_answer',
    fill: `INSERT INTO kept_answer (id, connection_id, region, kind, key, query, state, title, answer, at, listed, used, pinned)
      SELECT 'answer ' || i, 'connection-1', 'au', 'plate', 'key ' || i, 'ABC' || i, 'NSW', 'Mazda 3', '{"body":null}',
        CASE WHEN i % 2 = 0 THEN ${long} ELSE ${later} END, 1, i, 0 FROM n`,
  },
  {
    kind: 'notes',
    table: 'sighting_entry',
    fill: `INSERT INTO sighting_entry (id, connection_id, region, customer_id, at, outcome, note, next_action)
      SELECT 'note ' || i, 'connection-1', 'au', 'customer ' || i, CASE WHEN i % 2 = 0 THEN ${long} ELSE ${later} END,
        'call_back', 'Spoke to Jane about the car', '' FROM n`,
  },
] as const

it.each([kinds[0], ...onlyLong(kinds[1], kinds[2])])(
  'a program that is killed while it deletes old $kind goes on at its next start, and counts each item once',
  async ({ kind, table, fill }) => {
    const folder = createDataFolder()
    const first = openData(folder)
    first.run(
      `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at, credentials_in)
       VALUES ('connection-1', 'Dealer', 'account', 'https://service.test', 'api-key', 'au', '{}', ${long}, 'keychain')`,
    )
    first.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) ${fill}`, [2 * old])
    first.close()
    const leftAfterKill: number[] = []
    for (const dieAt of [8, ...onlyLong(40), 70]) {
      expect(await live({ folder, key: dataKey, kind, dieAt })).toBe('')
      expect(checkPages(join(folder, 'forecourt.db'), dataKey)).toBe('sound')
      const database = openData(folder)
      const rows = database.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table} WHERE at < '2021'`)?.rows ?? 0
      // What is counted is what is gone: both are one transaction.
      expect((savedRetention(database).get().run?.[kind] ?? 0) + rows).toBe(old)
      leftAfterKill.push(rows)
      database.close()
    }
    expect(leftAfterKill).toEqual(leftAfterKill.toSorted((a, b) => b - a))
    expect(leftAfterKill.at(-1)).toBeGreaterThan(0)
    expect(leftAfterKill.at(-1)).toBeLessThan(old)
    expect(await live({ folder, key: dataKey, kind, dieAt: 0 })).toBe('done')
    const database = openData(folder)
    expect(savedRetention(database).get()).toMatchObject({ run: null, last: { deleted: { [kind]: old } } })
    expect(database.get(`SELECT count(*) AS rows, min(at) AS first FROM ${table}`)).toEqual({
      rows: old,
      first: '2199-01-01T00:00:00.000Z',
    })
    database.close()
  },
)
