import { expect, it, onTestFinished } from 'vitest'
import { clearPractice, removeRows } from '../../../../src/core/connections/remove-rows.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { memoryDatabase } from './connections-bench.ts'

const { signal } = new AbortController()

/** Two connections with the same data: a draft with its blocks, an upload with a pack, and a bin. */
function filled(deletions: number): Database {
  const database = memoryDatabase()
  onTestFinished(() => database.close())
  for (const id of ['gone', 'left']) {
    database.run(
      `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
       VALUES (?, 'Test', 'account', 'https://service.example', 'api-key', 'au', '{}', '')`,
      [id],
    )
    database.run(
      `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, source, counts)
       VALUES (?, ?, 'au', 'f.csv', '', '', 'check', '{}', '{}')`,
      [`draft ${id}`, id],
    )
    database.run('INSERT INTO draft_block (draft_id, sheet, block, rows) VALUES (?, 0, 0, zeroblob(5000))', [
      `draft ${id}`,
    ])
    database.run(
      `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, reference_key, header,
         rows_in_file, rows_excluded, paid_lookups, batch_size, state, created_at, finished_at)
       VALUES (?, ?, 'au', 'May', 'f.csv', 0, NULL, '[]', 1, 0, 0, 500, 'open', '', '')`,
      [`upload ${id}`, id],
    )
    database.run('INSERT INTO upload_customer (upload_id, row, customer_id) VALUES (?, 1, ?)', [`upload ${id}`, id])
    database.run(
      `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending)
       WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
       SELECT ?, 'au', value, '', '', 0 FROM number`,
      [deletions, id],
    )
  }
  return database
}

const tables = ['draft', 'draft_block', 'upload', 'upload_customer', 'bin']
const counts = (database: Database): number[] =>
  tables.map((table) => database.value<number>(`SELECT count(*) FROM ${table}`)!)

it('removes what is stored for a connection and nothing of the others', async () => {
  const database = filled(10)
  expect(counts(database)).toEqual([2, 2, 2, 2, 20])
  expect(await removeRows(database, 'gone', signal)).toBe(true)
  expect(counts(database)).toEqual([1, 1, 1, 1, 10])
  expect(database.all('SELECT id FROM draft')).toEqual([{ id: 'draft left' }])
  expect(database.all('SELECT DISTINCT connection_id AS id FROM bin')).toEqual([{ id: 'left' }])
})

it('keeps drafts and uploads, and nothing else of a connection, when practice begins again', () => {
  const database = filled(10)
  database.transaction(() => clearPractice(database, 'gone'))
  expect(counts(database)).toEqual([2, 2, 2, 2, 10])
  expect(database.values('SELECT DISTINCT connection_id FROM bin')).toEqual(['left'])
})

it('removes few rows with one statement, and moves the log of the database in turns of its own', async () => {
  const database = filled(3_000)
  const removed: number[] = []
  const turns = { removed: new Set<number>(), moved: new Set<number>() }
  let turn = 0
  let isDone = false
  const nextTurn = (): void => {
    turn += 1
    if (!isDone) setImmediate(nextTurn)
  }
  nextTurn()
  await removeRows(
    {
      ...database,
      run(sql, params) {
        const answer = database.run(sql, params)
        removed.push(answer.changes)
        turns.removed.add(turn)
        return answer
      },
      moveLog: () => void turns.moved.add(turn),
    },
    'gone',
    signal,
  )
  isDone = true
  expect(Math.max(...removed)).toBeLessThanOrEqual(256)
  expect(counts(database)).toEqual([1, 1, 1, 1, 3_000])
  expect([...turns.moved].filter((each) => turns.removed.has(each))).toEqual([])
})

it('stops between two transactions when the program closes, and removes the rest when it is called again', async () => {
  const database = filled(1)
  const closing = new AbortController()
  const transaction: Database['transaction'] = (work) => {
    const result = database.transaction(work)
    if (counts(database).includes(1)) closing.abort()
    return result
  }
  expect(await removeRows({ ...database, transaction }, 'gone', closing.signal)).toBe(false)
  expect(counts(database).filter((count) => count === 1)).toHaveLength(1)
  expect(await removeRows(database, 'gone', signal)).toBe(true)
  expect(counts(database)).toEqual([1, 1, 1, 1, 1])
})
