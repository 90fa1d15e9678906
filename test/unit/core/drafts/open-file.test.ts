import { describe, expect, it } from 'vitest'
import {
  createBench,
  customerList,
  failureKind,
  readSample,
  rowsToSend,
  sendDraft,
  signal,
  withoutTimes,
} from './drafts-bench.ts'
import { draftWorkerLimits } from '../../../../src/core/drafts/file-process/process-limits.ts'
import { answerContact } from '../../../contact-answers.ts'
import { madeSpreadsheet } from '../../../spreadsheets/made-spreadsheet.ts'
import { longTest } from '../../../runs.ts'

describe('opening a file', () => {
  it('creates a checked draft and reports progress', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', customerList)
    expect(draft).toMatchObject({ fileName: 'list.csv', region: 'au', step: 'columns', undo: null, redo: null })
    expect(draft.columns.map((column) => column.target)).toEqual([
      'client_name',
      'mobile_number',
      'rego',
      'state',
      'vin',
      'sale_date',
      'keep',
    ])
    expect(draft.counts).toEqual({
      rows: 3,
      ready: 2,
      warning: 0,
      error: 1,
      update: 0,
      excluded: 0,
      skipped: 0,
      paidLookups: 1,
    })
    expect(bench.events.filter((event) => event.name === 'drafts.progressed').length).toBeGreaterThan(2)
    expect((await bench.drafts.list({}, signal)).drafts.map(({ id }) => id)).toEqual([draft.id])
  })

  it.each([
    ['a plain text', 'list.csv', customerList],
    ['a text with repaired quotes', 'list.csv', `${customerList}"Di" x,0491570158,QQQ111,NSW,,,\r\n`],
  ])('shows the first rows of %s once, before it is read to its end', async (_, name, content) => {
    const bench = createBench()
    await bench.open(name, content)
    const progressed = bench.events.filter((event) => event.name === 'drafts.progressed')
    const shown = progressed.flatMap(({ progress }) => (progress?.firstRows ? [progress.firstRows] : []))
    expect(shown.at(-1)?.slice(0, 2)).toEqual([
      ['Name', 'Mobile', 'Rego', 'State', 'VIN', 'Sold', 'Colour'],
      ['Ann Lee', '0491570006', 'ABC123', 'NSW', '6G1FA8E5AZ4033922', '13/02/2024', 'Red'],
    ])
    expect(shown.every((rows) => rows.length <= 8)).toBe(true)
    expect(progressed.at(-1)?.progress).toMatchObject({ part: 1 })
    expect(progressed.at(-1)?.progress?.firstRows).toBeUndefined()
  })

  it('saves nothing of a file that it refuses', async () => {
    const bench = createBench()
    expect(await failureKind(bench.open('x.csv', 'Hello\n'))).toBe('invalid-input')
    expect(await failureKind(bench.open('letter.txt', 'Dear customer\nplease find enclosed\n'))).toBe('invalid-input')
    expect(bench.database.all('SELECT id FROM draft')).toEqual([])
  })

  it('opens a file with column names and no rows as an empty draft', async () => {
    const bench = createBench()
    const draft = await bench.open('x.csv', 'Name,Rego,State\n')
    expect(draft.counts.rows).toBe(0)
    expect(draft.columns.map(({ header }) => header)).toEqual(['Name', 'Rego', 'State'])
    expect(draft.source.notes).toContain('There are no customer rows below the column names.')
  })

  it.each([
    ['sold-vehicles.csv', 'au', 412],
    ['workshop-clients.csv', 'au', 160],
    ['crm-closed-won-nz.xlsx', 'nz', 300],
  ] as const)('%s: every row is sent or excluded', async (name, region, rows) => {
    const bench = createBench({ region })
    const draft = await bench.open(name, readSample(name))
    expect(draft.counts.rows).toBe(rows)
    await answerContact(draft, {
      setContactChoice: (input) => bench.drafts.setContactChoice(input, signal),
      setContactNotes: (input) => bench.drafts.setContactNotes(input, signal),
    })
    const sent = await rowsToSend(bench, draft.id)
    expect(sent.rows.length + sent.unsent.length).toBe(rows)
    expect(sent.rowsInFile).toBe(rows)
    expect(new Set([...sent.rows, ...sent.unsent].map((one) => one.row)).size).toBe(rows)
  })
})

describe('the next file of the same shape', () => {
  it('starts with the columns of the last one', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    await bench.drafts.setColumn({ id, index: 6, target: 'leave_out' }, signal)
    await bench.drafts.setDefaultState({ id, state: 'SA' }, signal)
    await sendDraft(bench, id)
    const next = await bench.open('december.csv', customerList.replaceAll('2024', '2025'))
    expect(next.columns[6]).toMatchObject({ target: 'leave_out', suggested: { target: 'leave_out' } })
    expect(next.defaultState).toBe('SA')
    expect(next).toMatchObject({ step: 'check', undo: null })
    expect(next.source.remembered).toBe(true)
    expect(withoutTimes(await bench.restart().drafts.get({ id: next.id }, signal))).toEqual(withoutTimes(next))
  })

  it('gets its own suggestions again when the columns are forgotten, also after a restart', async () => {
    const bench = createBench()
    const first = await bench.open('list.csv', customerList)
    await bench.drafts.setColumn({ id: first.id, index: 6, target: 'leave_out' }, signal)
    await sendDraft(bench, first.id)
    const next = await bench.open('december.csv', customerList)
    const chosen = await bench.drafts.setColumn({ id: next.id, index: 5, target: 'keep' }, signal)
    const forgotten = await bench.drafts.forgetColumns({ id: next.id }, signal)
    expect(forgotten.source.remembered).toBe(false)
    expect(forgotten.columns[6]).toMatchObject({ target: 'keep', suggested: first.columns[6]?.suggested })
    expect(forgotten.columns[5]?.target).toBe(chosen.columns[5]?.target)
    expect(forgotten.undo).toBe(chosen.undo)
    expect(withoutTimes(await bench.restart().drafts.get({ id: next.id }, signal))).toEqual(withoutTimes(forgotten))
    expect((await bench.open('january.csv', customerList)).source.remembered).toBe(false)
  })

  it('does not apply to a file of another shape', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    await bench.drafts.setDefaultState({ id, state: 'SA' }, signal)
    await sendDraft(bench, id)
    const other = await bench.open('other.csv', customerList.replace('Colour', 'Paint'))
    expect(other).toMatchObject({ step: 'columns', defaultState: null })
  })
})

longTest('opening a file of 5,000 rows takes less than 25 ms of the main thread at a time', async () => {
  const lines = Array.from(
    { length: 5_000 },
    (_, at) =>
      `Customer ${at},0491${String(570_000 + at)},${String.fromCharCode(65 + (at % 26))}B${10 + (at % 90)}C${String.fromCharCode(65 + (Math.floor(at / 26) % 26))},NSW,,${1 + (at % 28)}/02/2024`,
  )
  const large = ['Name,Mobile,Rego,State,VIN,Sold', ...lines].join('\n')
  const bench = createBench({ workerLimits: draftWorkerLimits })
  await bench.open('warm.csv', customerList)
  // CPU time of this thread between two ticks: unlike wall time it does not depend on the load of the machine.
  const ticksMs: number[] = []
  let earlier = process.threadCpuUsage()
  const timer = setInterval(() => {
    const used = process.threadCpuUsage(earlier)
    earlier = process.threadCpuUsage()
    ticksMs.push((used.user + used.system) / 1_000)
  }, 1)
  const draft = await bench.open('large.csv', large)
  await rowsToSend(bench, draft.id)
  clearInterval(timer)
  expect(draft.counts.rows).toBe(5_000)
  expect(ticksMs.length).toBeGreaterThan(20)
  expect(ticksMs.toSorted((a, b) => a - b)[Math.floor(ticksMs.length * 0.99)]).toBeLessThan(25)
})

describe('a text file that turns out not to be plain after blocks of it were saved', () => {
  it('is read again from its beginning, and every row is there once', async () => {
    const bench = createBench()
    const lines = madeSpreadsheet(20_000, { clean: true }).split('\r\n')
    lines[19_990] = (lines[19_990] ?? '').replace(',NSW,', ',"NSW" x,')
    const draft = await bench.open('list.csv', lines.join('\r\n'))
    expect(draft.counts.rows).toBe(20_000)
    expect((await bench.restart().drafts.get({ id: draft.id }, signal)).counts).toEqual(draft.counts)
  })
})
