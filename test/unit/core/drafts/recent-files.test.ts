import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRecentFiles } from '../../../../src/core/drafts/recent-files.ts'
import { createFileIntake } from '../../../../src/core/intake/file-intake.ts'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import { createBench, customerList, failureKind, signal, type DraftsBench } from './drafts-bench.ts'
import { oneSource } from '../../../twins/one-source.ts'

function madeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-recent-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function madeFile(folder: string, name: string, text = customerList): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const openPath = (bench: DraftsBench, name: string, path: string) =>
  bench.openContent(name, { path, sizeBytes: statSync(path).size })
const recent = async (bench: DraftsBench) => (await bench.drafts.recentFiles({}, signal)).files
const names = async (bench: DraftsBench): Promise<string[]> => (await recent(bench)).map(({ name }) => name)

describe('recent files', () => {
  it('lists each file of the disk once, the last one first, with its folder and time, also after a restart', async () => {
    const bench = createBench()
    const folder = madeFolder()
    const may = madeFile(folder, 'may.csv')
    const june = madeFile(folder, 'june.csv')
    await openPath(bench, 'may.csv', may)
    await openPath(bench, 'june.csv', june)
    await bench.clock.advance(60_000)
    await openPath(bench, 'may.csv', may)
    const openedAt = bench.clock.now().toISOString()
    const files = await recent(bench.restart())
    expect(files.map(({ name }) => name)).toEqual(['may.csv', 'june.csv'])
    expect(files[0]).toMatchObject({ folder, openedAt })
  })

  it('leaves out what was handed over without a path, and a file that was refused', async () => {
    const bench = createBench()
    await bench.open('pasted.csv', customerList)
    const refused = madeFile(madeFolder(), 'letter.txt', 'Hello\n')
    expect(await failureKind(openPath(bench, 'letter.txt', refused))).toBe('invalid-input')
    expect(await recent(bench)).toEqual([])
  })

  it('opens a file once more, as another draft of what the file is now', async () => {
    const bench = createBench()
    const path = madeFile(madeFolder(), 'may.csv')
    const first = await openPath(bench, 'may.csv', path)
    writeFileSync(path, `${customerList}Zed Last,0491570110,XYZ987,NSW,,,\r\n`)
    const [file] = await recent(bench)
    const ticket = await bench.drafts.openRecentFile({ id: file?.id ?? '' }, signal)
    expect(ticket).toMatchObject({ name: 'may.csv', sizeBytes: statSync(path).size })
    const again = await bench.drafts.open({ fileId: ticket.fileId }, signal)
    expect(again.id).not.toBe(first.id)
    expect(again.counts.rows).toBe(first.counts.rows + 1)
    expect(await names(bench)).toEqual(['may.csv'])
  })

  it('says that a file was moved or deleted when it is opened, and removes it from the list', async () => {
    const bench = createBench()
    const folder = madeFolder()
    const path = madeFile(folder, 'may.csv')
    await openPath(bench, 'june.csv', madeFile(folder, 'june.csv'))
    await openPath(bench, 'may.csv', path)
    renameSync(path, `${path}.moved`)
    const [moved] = await recent(bench)
    expect(moved).toMatchObject({ name: 'may.csv' })
    const id = moved?.id ?? ''
    await expect(bench.drafts.openRecentFile({ id }, signal)).rejects.toMatchObject({
      failure: { kind: 'not-found', message: '“may.csv” was moved or deleted.' },
    })
    renameSync(`${path}.moved`, path)
    expect(await bench.drafts.openRecentFile({ id }, signal)).toMatchObject({ name: 'may.csv' })
    await bench.drafts.removeRecentFile({ id }, signal)
    expect(await names(bench)).toEqual(['june.csv'])
    await expect(bench.drafts.openRecentFile({ id }, signal)).rejects.toMatchObject({
      failure: { kind: 'not-found', message: 'This file is no longer in the list.' },
    })
  })

  it('forgets all files on request, and keeps their drafts', async () => {
    const bench = createBench()
    const path = madeFile(madeFolder(), 'may.csv')
    const { id } = await openPath(bench, 'may.csv', path)
    await bench.drafts.clearRecentFiles({}, signal)
    expect(await recent(bench)).toEqual([])
    expect((await bench.drafts.list({}, signal)).drafts.map((draft) => draft.id)).toEqual([id])
    const stored = bench.database.all<{ value: string }>('SELECT value FROM setting')
    expect(stored.some(({ value }) => value.includes(path))).toBe(false)
  })

  it('lists the files of the connection in use, and forgets those of a removed connection', async () => {
    const { database, clock } = createBench()
    const advanced = defaultAdvanced
    const existing = new Set(['a', 'b'])
    let active = 'a'
    const connections = {
      active: () => ({ id: active, region: 'au', advanced }) as const,
      ...oneSource(() => null),
      find: (id: string) => (existing.has(id) ? ({ id, region: 'au', advanced } as const) : null),
    }
    const files = createRecentFiles(
      { database, clock, connections: { ...connections, client: () => Promise.reject(new Error('No service')) } },
      createFileIntake(),
    )
    const folder = madeFolder()
    files.note(madeFile(folder, 'a.csv'), 'a')
    files.note(madeFile(folder, 'b.csv'), 'b')
    expect(files.list().map(({ name }) => name)).toEqual(['a.csv'])
    active = 'b'
    existing.delete('a')
    expect(files.list().map(({ name }) => name)).toEqual(['b.csv'])
    const stored = database.all<{ value: string }>('SELECT value FROM setting').map(({ value }) => value)
    expect(stored.join(' ')).toContain('b.csv')
    expect(stored.join(' ')).not.toContain('a.csv')
  })

  it('keeps the last thirty files and shows eight', async () => {
    const bench = createBench()
    const files = createRecentFiles(
      {
        database: bench.database,
        clock: bench.clock,
        connections: {
          active: () => ({ id: 'c1', region: 'au', advanced: defaultAdvanced }),
          ...oneSource(() => null),
          find: () => ({ id: 'c1', region: 'au', advanced: defaultAdvanced }),
          client: () => Promise.reject(new Error('No service')),
        },
      },
      createFileIntake(),
    )
    const folder = madeFolder()
    for (let number = 1; number <= 40; number += 1) files.note(join(folder, `${number}.csv`), 'c1')
    const listed = files.list()
    expect(listed.map(({ name }) => name)).toEqual([40, 39, 38, 37, 36, 35, 34, 33].map((number) => `${number}.csv`))
    for (const { id } of listed) files.remove(id)
    expect(files.list()[0]?.name).toBe('32.csv')
  })
})
