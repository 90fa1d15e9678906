import { describe, expect, it } from 'vitest'
import { madeWorkbook, type MadeCell } from '../../../spreadsheets/made-workbook.ts'
import { longTest, onlyLong } from '../../../runs.ts'
import { createBench, customerList, rowsToSend, signal, type DraftsBench } from './drafts-bench.ts'

const limit = 32_767
const header = ['Name', 'Rego', 'State', 'Comment']
const ann = ['Ann Lee', 'ABC123', 'VIC', 'red']
const million = 'a'.repeat(1_000_000)
const twentyMillion = 'a'.repeat(20_000_000)

/** A worker in which one array entry for each of 20 million letters does not fit. */
const small = { maxOldGenerationSizeMb: 192 }

async function contentOf(bench: DraftsBench, id: string): Promise<(readonly string[])[]> {
  const { rows, unsent } = await rowsToSend(bench, id)
  return [...rows, ...unsent].toSorted((a, b) => a.row - b.row).map(({ original }) => original)
}

type MadeFile = readonly [string, string, () => string | Uint8Array]
const files: readonly MadeFile[] = [
  [
    'a shared text of a workbook',
    'x.xlsx',
    () => madeWorkbook([header, ann, ['Bob', 'XYZ789', 'NSW', { shared: 0 }]], { shared: [twentyMillion] }),
  ],
  ...onlyLong<readonly MadeFile[]>(
    ['a text in the sheet', 'x.xlsx', () => madeWorkbook([header, ann, ['Bob', 'XYZ789', 'NSW', twentyMillion]])],
    [
      'a CSV',
      'x.csv',
      () => [header, ann, ['Bob', 'XYZ789', 'NSW', twentyMillion]].map((row) => row.join(',')).join('\n'),
    ],
  ),
  [
    'a CSV with quotes',
    'x.csv',
    () => [header, ann, ['Bob', 'XYZ789', 'NSW', `"${twentyMillion}"`]].map((row) => row.join(',')).join('\n'),
  ],
]

describe('a cell of 20 million letters', () => {
  it.each(files)('in %s is cut, and the file and the row say so', async (_, name, content) => {
    const bench = createBench({ workerLimits: small })
    const draft = await bench.open(name, content())
    expect(draft.counts).toMatchObject({ rows: 2, error: 0, warning: 1 })
    expect(draft.source.notes).toEqual([
      '1 cell has more than 32,767 characters, the limit of Excel, and was cut there (row 3). Your file doesn’t change.',
    ])
    expect(draft.groups).toContainEqual(
      expect.objectContaining({
        rule: 'row.cell-cut',
        severity: 'warning',
        message: '“Comment” has more than 32,767 characters in this row. Only the first 32,767 are sent.',
      }),
    )
    const [, bob] = await contentOf(bench, draft.id)
    expect(bob?.[3]).toBe(`${'a'.repeat(limit)}…`)
    expect((await bench.restart().drafts.get({ id: draft.id }, signal)).counts).toEqual(draft.counts)
    expect(bench.workers).toHaveLength(1)
  })

  it.each([
    ['VIN', 'vin', 'warning'],
    ...onlyLong(
      ['name', 'client_name', 'error'],
      ['rego', 'rego', 'error'],
      ['mobile', 'mobile_number', 'warning'],
      ['sale date', 'sale_date', 'error'],
    ),
  ] as const)('in the column of the %s is not sent, and its row says so', async (_, field, status) => {
    const bench = createBench({ workerLimits: small })
    const titles = {
      client_name: 'Name',
      rego: 'Rego',
      state: 'State',
      vin: 'VIN',
      mobile_number: 'Mobile',
      sale_date: 'Sale date',
    }
    const values = {
      client_name: 'Bob Ray',
      rego: 'XYZ789',
      state: 'NSW',
      vin: '',
      mobile_number: '0491570156',
      sale_date: '1/2/2024',
    }
    const fields = Object.keys(titles) as (keyof typeof titles)[]
    const rows: MadeCell[][] = [
      fields.map((one) => titles[one]),
      ...Array.from({ length: 5 }, (__, at) => fields.map((one) => (one === 'rego' ? `ABC12${at}` : values[one]))),
      fields.map((one) => (one === field ? twentyMillion : values[one])),
    ]
    const draft = await bench.open('x.xlsx', madeWorkbook(rows))
    const [last] = (await bench.drafts.rowsByNumber({ id: draft.id, rows: [7] }, signal)).rows
    expect(last?.status).toBe(status)
    expect(last?.cells[field].value).toBe('')
    expect(last?.cells[field].original.length).toBeLessThan(600)
    expect(JSON.stringify(draft).length).toBeLessThan(40_000)
  })

  longTest('as a column name is shortened', async () => {
    const bench = createBench({ workerLimits: small })
    const draft = await bench.open(
      'x.xlsx',
      madeWorkbook([
        [...header, twentyMillion],
        [...ann, 'blue'],
      ]),
    )
    expect(draft.counts.rows).toBe(1)
    expect(draft.columns[4]?.header.length).toBeLessThanOrEqual(100)
    expect(draft.columns[4]?.samples).toEqual(['blue'])
  })
})

longTest('reads thousands of cells that share one text of a million letters', async () => {
  // The draft has 3,000 texts of 32,767 characters: 98 MB.
  const bench = createBench({ workerLimits: { maxOldGenerationSizeMb: 384 } })
  const rows = Array.from({ length: 3_000 }, (_, at): MadeCell[] => [
    `Bob ${at}`,
    `AB${1_000 + at}C`,
    'VIC',
    { shared: 0 },
  ])
  const draft = await bench.open('x.xlsx', madeWorkbook([header, ...rows], { shared: [million] }))
  expect(draft.counts.rows).toBe(3_000)
  expect(draft.source.notes[0]).toContain('3,000 cells have more than 32,767 characters')
})

it('refuses a workbook whose cells share more text than the program can hold', async () => {
  const bench = createBench()
  const row: MadeCell[] = Array.from({ length: 100 }, () => ({ shared: 0 }))
  const rows = Array.from({ length: 100 }, () => row)
  await expect(bench.open('x.xlsx', madeWorkbook(rows, { shared: [million] }))).rejects.toMatchObject({
    failure: { kind: 'invalid-input', message: '“x.xlsx” has too much text.' },
  })
})

describe('a file that is too large for the memory of the worker', () => {
  // Each is a drawn line that no other row has.
  const lines = Array.from({ length: 250_000 }, (_, at) =>
    at.toString(2).replaceAll('0', '-').replaceAll('1', '=').padStart(200, '-'),
  )
  const large = [customerList, ...lines].join('\n')

  it('is an error of that file alone', async () => {
    const bench = createBench({ workerLimits: { maxOldGenerationSizeMb: 32 } })
    const draft = await bench.open('list.csv', customerList)
    const opening = bench.open('large.csv', large)
    const editing = bench.drafts.editCell({ id: draft.id, row: 2, field: 'client_name', value: 'Ann Low' }, signal)
    const next = bench.open('next.csv', customerList)
    await expect(opening).rejects.toMatchObject({
      failure: { kind: 'invalid-input', message: 'This file is too large for the memory of this PC.' },
    })
    expect((await editing).undo).toBe('Name in row 2')
    expect((await next).counts.rows).toBe(3)
    expect((await bench.drafts.list({}, signal)).drafts.map(({ fileName }) => fileName).toSorted()).toEqual([
      'list.csv',
      'next.csv',
    ])
    expect(bench.log.entries.map(({ event }) => event)).toContain('drafts.thread-lost')
  }, 60_000)
})
