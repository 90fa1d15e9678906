import { expect, it } from 'vitest'
import { addedRowId } from '../../../../src/contract/row-id.ts'
import { createBench, type DraftsBench, rowsToSend, sendDraft, signal, testForm, withoutTimes } from './drafts-bench.ts'

const everyRow = { show: 'all', group: null, search: '' } as const
const first = addedRowId(1)

/** A draft without a file, with one car typed in its blank row. */
async function draftByHand(bench: DraftsBench): Promise<string> {
  const { id } = await bench.drafts.create({}, signal)
  for (const [field, value] of [
    ['rego', 'abc-123'],
    ['state', 'NSW'],
    ['client_name', 'Ann Lee'],
    ['sale_date', '2024-03-04'],
  ] as const) {
    await bench.drafts.editCell({ id, row: first, field, value }, signal)
  }
  return id
}

it('creates a draft without a file, which has a blank row and is checked, undone and kept like any other', async () => {
  const bench = createBench()
  const created = await bench.drafts.create({}, signal)
  expect(created).toMatchObject({
    fileName: '',
    name: 'Cars added by hand',
    step: 'check',
    counts: { rows: 1, error: 1 },
    source: { kind: 'by-hand', file: 'fixed', notes: [] },
    undo: null,
  })
  expect(created.columns.map(({ target }) => target)).toEqual([
    'rego',
    'state',
    'vin',
    'client_name',
    'mobile_number',
    'sale_date',
    'expiry_date',
  ])
  const id = await draftByHand(bench)
  const before = await bench.drafts.get({ id }, signal)
  expect(before).toMatchObject({ counts: { rows: 1, ready: 1 }, undo: 'Sale date in row 1 (added by hand)' })
  const again = bench.restart()
  expect(withoutTimes(await again.drafts.get({ id }, signal))).toEqual(withoutTimes(before))
  const { drafts } = await again.drafts.list({}, signal)
  expect(drafts.map(({ name }) => name)).toEqual(['Cars added by hand', 'Cars added by hand'])
})

it('sends the cars of a draft without a file under its name, with columns to correct them later', async () => {
  const bench = createBench()
  const id = await draftByHand(bench)
  expect(await bench.drafts.fileHash(id)).toBeNull()
  const { fileName, header } = await bench.drafts.rowsToSend(id, testForm)
  expect({ fileName, header, ...(await rowsToSend(bench, id)) }).toMatchObject({
    fileName: 'Cars added by hand',
    header: ['Rego', 'State', 'VIN', 'Name', 'Mobile', 'Sale date', 'Expiry date'],
    rows: [
      {
        row: first,
        input: { rego: 'ABC123', state: 'NSW', client_name: 'Ann Lee', sale_date: '2024-03-04' },
        original: ['ABC123', 'NSW', '', 'Ann Lee', '', '2024-03-04', ''],
      },
    ],
  })
})

it('never makes the columns of a draft without a file those of the next file', async () => {
  const bench = createBench()
  const id = await draftByHand(bench)
  await bench.drafts.setDefaultState({ id, state: 'SA' }, signal)
  await sendDraft(bench, id)
  expect((await bench.drafts.templates({}, signal)).templates).toEqual([])
})

it('adds rows to the draft of a file in one step, and removes and copies them with it', async () => {
  const bench = createBench()
  const { id, counts } = await bench.open('list.csv', 'Rego,State,Name\nABC123,NSW,Ann Lee\n')
  const { rows, draft } = await bench.drafts.addRows({ id, count: 2 }, signal)
  expect(rows).toEqual([addedRowId(1), addedRowId(2)])
  expect(draft).toMatchObject({ counts: { rows: 3, error: 2 }, undo: '2 rows added' })
  await bench.drafts.editCell({ id, row: addedRowId(2), field: 'vin', value: '6G1FA8E5AZ4033922' }, signal)
  const copy = await bench.drafts.duplicate({ id }, signal)
  expect((await bench.drafts.removeRows({ id, rows: [addedRowId(1)] }, signal)).undo).toBe(
    'Row 1 (added by hand) removed',
  )
  const copied = await bench.drafts.rows({ id: copy.id, ...everyRow, offset: 0, limit: 9 }, signal)
  expect(copied.rows.find(({ row }) => row === addedRowId(2))?.cells.vin.value).toBe('6G1FA8E5AZ4033922')
  for (let step = 0; step < 3; step += 1) await bench.drafts.undo({ id }, signal)
  expect((await bench.drafts.get({ id }, signal)).counts).toEqual(counts)
})
