import { mkdtempSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { maxFileBytes } from '../../../../src/contract/limits.ts'
import { createBench, customerList, failureKind, rowOf, signal, type DraftsBench } from './drafts-bench.ts'

function fileIn(name: string, text: string): { path: string; write(text: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-source-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  let seconds = 1_700_000_000
  const write = (content: string): void => {
    writeFileSync(path, content)
    // Each save has a time of its own, also on a fast disk.
    utimesSync(path, seconds, seconds)
    seconds += 60
  }
  write(text)
  return { path, write }
}

const openPath = async (bench: DraftsBench, path: string) =>
  bench.openContent('list.csv', { path, sizeBytes: statSync(path).size })

const stateOf = async (bench: DraftsBench, id: string): Promise<string> =>
  (await bench.drafts.sourceFile({ id }, signal)).state

const list = customerList.replaceAll('\r\n', '\n')

describe('the file of a draft on the disk', () => {
  it('is compared by its size, its time and then its content', async () => {
    const file = fileIn('list.csv', list)
    const bench = createBench()
    const { id } = await openPath(bench, file.path)
    expect(await stateOf(bench, id)).toBe('same')
    file.write(list)
    expect(await stateOf(bench, id)).toBe('same')
    file.write(list.replace('Ann Lee', 'Ann Loo'))
    expect(await bench.drafts.sourceFile({ id }, signal)).toEqual({
      state: 'changed',
      changedAt: '2023-11-14T22:15:20.000Z',
    })
    // The same after a restart, until the user keeps the draft as it is; and again after the next change.
    const again = bench.restart()
    expect(await stateOf(again, id)).toBe('changed')
    await again.drafts.keepSource({ id }, signal)
    expect(await stateOf(again, id)).toBe('same')
    file.write(`${list}Di Ray,0491570158,QQQ111,NSW,,16/02/2024,Green\n`)
    expect(await stateOf(again, id)).toBe('changed')
  })

  it('that was deleted, or cannot be read, leaves the draft alone and says nothing', async () => {
    const file = fileIn('list.csv', list)
    const bench = createBench()
    const { id } = await openPath(bench, file.path)
    rmSync(file.path)
    expect(await stateOf(bench, id)).toBe('unreadable')
    expect(await failureKind(bench.drafts.readSourceAgain({ id }, signal))).toBe('invalid-input')
    expect((await bench.drafts.get({ id }, signal)).counts.rows).toBe(3)
    expect((await bench.drafts.list({}, signal)).drafts.map((draft) => draft.id)).toEqual([id])
  })

  it('is unknown for a file that came without a path', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', list)
    expect(await stateOf(bench, id)).toBe('unknown')
    expect(await failureKind(bench.drafts.readSourceAgain({ id }, signal))).toBe('not-found')
  })
})

describe('a changed file that is read again', () => {
  it('keeps columns, decisions and fixes of the rows that are the same, wherever they are now', async () => {
    const file = fileIn('list.csv', list)
    const bench = createBench()
    const { id } = await openPath(bench, file.path)
    await bench.drafts.setColumn({ id, index: 6, target: 'leave_out' }, signal)
    await bench.drafts.setDefaultState({ id, state: 'SA' }, signal)
    await bench.drafts.editCell({ id, row: 4, field: 'client_name', value: 'Cyril Wu' }, signal)
    await bench.drafts.exclude({ id, rows: [2], excluded: true }, signal)
    await bench.drafts.rename({ id, name: 'March' }, signal)
    await bench.drafts.setStep({ id, step: 'check' }, signal)
    const [header = '', ann, bob, cy] = list.split('\n')
    // A row before, a row changed in the file, and another order of the columns.
    const added = 'Di Ray,0491570158,QQQ111,NSW,,16/02/2024,Green'
    const swapped = [header, added, cy, ann, bob?.replace('Vctoria', 'VIC')].map((line = '') => {
      const cells = line.split(',')
      return [cells[6], ...cells.slice(0, 6)].join(',')
    })
    file.write(`${swapped.join('\n')}\n`)
    const read = await bench.drafts.readSourceAgain({ id }, signal)
    expect(read).toMatchObject({ kept: 4, lost: 0, earlier: null })
    const draft = await bench.drafts.get({ id: read.id }, signal)
    expect(draft).toMatchObject({ name: 'March', fileName: 'list.csv', step: 'check', defaultState: 'SA' })
    expect(draft.counts.rows).toBe(4)
    expect(draft.columns[0]).toMatchObject({ header: 'Colour', target: 'leave_out' })
    expect((await rowOf(bench, read.id, 3)).cells.client_name).toMatchObject({ value: 'Cyril Wu', edited: true })
    expect((await rowOf(bench, read.id, 4)).status).toBe('excluded')
    expect((await rowOf(bench, read.id, 5)).cells.state?.value).toBe('VIC')
    expect((await bench.drafts.list({}, signal)).drafts.map(({ name }) => name)).toEqual(['March'])
    expect(await stateOf(bench, read.id)).toBe('same')
  })

  it('keeps the earlier draft when a fix belongs to a row that is different now', async () => {
    const file = fileIn('list.csv', list)
    const bench = createBench()
    const { id } = await openPath(bench, file.path)
    await bench.drafts.editCell({ id, row: 3, field: 'state', value: 'VIC' }, signal)
    await bench.drafts.editCell({ id, row: 4, field: 'client_name', value: 'Cyril Wu' }, signal)
    file.write(list.replace('1AB2CD', '1AB2CE'))
    const read = await bench.drafts.readSourceAgain({ id }, signal)
    expect(read).toMatchObject({ kept: 1, lost: 1, earlier: 'list.csv (earlier version)' })
    expect((await rowOf(bench, read.id, 4)).cells.client_name?.value).toBe('Cyril Wu')
    expect((await rowOf(bench, id, 3)).cells.state?.value).toBe('VIC')
    const { drafts } = await bench.drafts.list({}, signal)
    expect(drafts.map(({ name }) => name).toSorted()).toEqual(['list.csv', 'list.csv (earlier version)'])
    // One undo brings back what the file alone says.
    await bench.drafts.undo({ id: read.id }, signal)
    expect((await rowOf(bench, read.id, 4)).cells.client_name?.value).toBe('Cy Wu')
  })

  it('keeps fixes of many rows, and tells equal rows apart by their order', async () => {
    const twice = `${list}Cy Wu,0491570157,XYZ789,NSW,,15/02/2024,\n`
    const file = fileIn('list.csv', twice)
    const bench = createBench()
    const { id } = await openPath(bench, file.path)
    const rows = [2, 4, 5]
    const runs: [number, number][] = [
      [2, 2],
      [4, 5],
    ]
    const change = { kind: 'set', rows: { runs }, values: { state: 'QLD' } } as const
    await bench.drafts.changeCells({ id, change, withRefused: false }, signal)
    file.write(twice.replace('Bob Tan', 'Rob Tan'))
    const read = await bench.drafts.readSourceAgain({ id }, signal)
    expect(read).toMatchObject({ kept: 3, lost: 0 })
    for (const row of rows) expect((await rowOf(bench, read.id, row)).cells.state?.value).toBe('QLD')
  })

  it('that was sent meanwhile is no longer a draft', async () => {
    const file = fileIn('list.csv', list)
    const bench = createBench()
    const { id } = await openPath(bench, file.path)
    await bench.drafts.toSend(id)
    bench.database.run('PRAGMA foreign_keys = OFF')
    bench.drafts.closeDraft(bench.database, id, 'u1')
    file.write(`${list}\n`)
    expect(await failureKind(bench.drafts.sourceFile({ id }, signal))).toBe('not-found')
    expect(await failureKind(bench.drafts.readSourceAgain({ id }, signal))).toBe('not-found')
  })

  it('is refused with the limit when it has grown above it since it was chosen', async () => {
    const file = fileIn('list.csv', list)
    const bench = createBench()
    const chosen = { path: file.path, sizeBytes: list.length }
    truncateSync(file.path, maxFileBytes + 1)
    await expect(bench.openContent('list.csv', chosen)).rejects.toMatchObject({
      failure: {
        kind: 'invalid-input',
        message: '“list.csv” is larger than 300 MB.',
        next: 'Split it into several files and import them one by one.',
      },
    })
    expect((await bench.drafts.list({}, signal)).drafts).toEqual([])
  })
})
