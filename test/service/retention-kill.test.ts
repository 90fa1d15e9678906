import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkPages } from '../../src/core/database/check-pages.ts'
import { savedRetention } from '../../src/core/retention/retention-state.ts'
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

const old = 30_000

it('a program that is killed while it deletes old data goes on at its next start, and counts each item once', async () => {
  const folder = createDataFolder()
  const first = openData(folder)
  first.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO export_log (at, person_id, action, row_count, file_name, hidden_numbers)
     SELECT CASE WHEN i % 2 = 0 THEN '2020-01-01T00:00:00.000Z' ELSE '2199-01-01T00:00:00.000Z' END, NULL, 'customers.export', 1,
       'customers ' || i || '.csv', 0 FROM n`,
    [2 * old],
  )
  first.close()
  const leftAfterKill: number[] = []
  for (const dieAt of [8, 40, 90]) {
    expect(await live({ folder, key: dataKey, dieAt })).toBe('')
    expect(checkPages(join(folder, 'forecourt.db'), dataKey)).toBe('sound')
    const database = openData(folder)
    const rows = database.get<{ rows: number }>("SELECT count(*) AS rows FROM export_log WHERE at < '2021'")?.rows ?? 0
    // What is counted is what is gone: both are one transaction.
    expect((savedRetention(database).get().run?.exports ?? 0) + rows).toBe(old)
    leftAfterKill.push(rows)
    database.close()
  }
  expect(leftAfterKill).toEqual(leftAfterKill.toSorted((a, b) => b - a))
  expect(leftAfterKill.at(-1)).toBeGreaterThan(0)
  expect(leftAfterKill.at(-1)).toBeLessThan(old)
  expect(await live({ folder, key: dataKey, dieAt: 0 })).toBe('done')
  const database = openData(folder)
  expect(savedRetention(database).get()).toMatchObject({ run: null, last: { deleted: { exports: old } } })
  expect(database.get('SELECT count(*) AS rows, min(at) AS first FROM export_log')).toEqual({
    rows: old,
    first: '2199-01-01T00:00:00.000Z',
  })
  database.close()
})
