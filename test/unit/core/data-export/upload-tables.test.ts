import { afterEach, expect, it } from 'vitest'
import { uploadRowTable, uploadTable } from '../../../../src/core/data-export/upload-tables.ts'
import { connectionId, create, draftOf, inState, makeBench, type Bench } from '../uploads/upload-bench.ts'

const scope = { connectionId, region: 'au' } as const
let bench: Bench

afterEach(async () => {
  await bench.close()
})

it('counts the rows of an upload by result, so that they add up to its file, and names those that were not sent', async () => {
  const draft = draftOf(4, 2)
  const excluded = {
    row: 8,
    outcome: 'excluded' as const,
    reason: 'Excluded by you',
    input: { client_name: 'Ann Lee', rego: 'XYZ999' },
    original: [],
  }
  const updated = { ...excluded, row: 9, outcome: 'updated' as const, reason: 'Updates an existing customer' }
  bench = makeBench({ ...draft, rowsInFile: 8, unsent: [...draft.unsent, excluded, updated] })
  const id = await create(bench)
  bench.database.run('UPDATE upload SET rows_updated = 1 WHERE id = ?', [id])
  await bench.until(inState(bench, id, 'complete'))
  const { columns, batches } = uploadTable(bench.database, scope)
  const [cells = []] = [...batches()].flat()
  const row = Object.fromEntries(columns.map(({ title }, at) => [title, cells[at]]))
  expect(row).toMatchObject({
    'Rows in file': 8,
    Accepted: 4,
    Failed: 0,
    Cancelled: 0,
    'Not sent': 0,
    'Not sent: errors': 2,
    Updated: 1,
    Excluded: 1,
  })
  const sources = { database: bench.database, hidden: null, isDoNotContact: () => false }
  const rows = [...uploadRowTable(sources, scope).batches()].flat()
  expect(rows.map((each) => [each[2], each[3], each[6], each[7]]).slice(4)).toEqual([
    ['6', 'Not sent: errors', '=HYPERLINK("x")', null],
    ['7', 'Not sent: errors', '=HYPERLINK("x")', null],
    ['8', 'Excluded', 'Ann Lee', 'XYZ999'],
    ['9', 'Updated', 'Ann Lee', 'XYZ999'],
  ])
})
