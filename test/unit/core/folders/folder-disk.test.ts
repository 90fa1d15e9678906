import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freeTarget, listFiles, moveFile, writeReports } from '../../../../src/core/folders/folder-disk.ts'
import { isLong } from '../../../runs.ts'

function watchedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-thousand-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const report = { text: 'Report', json: '{}' }

const count = isLong ? 1_000 : 100

it(`moves ${count} files of a folder, each with its report, under free names`, { timeout: 60_000 }, async () => {
  const folder = watchedFolder()
  for (let at = 0; at < count; at += 1) writeFileSync(join(folder, `night ${at}.csv`), `row ${at}`)
  let answers = 0
  const { files } = await listFiles(folder, () => (answers += 1))
  expect([files.length, answers]).toEqual([count, count])
  for (const file of files) {
    const target = await freeTarget(folder, 'done', file.name)
    expect(target).toBe(`done/${file.name}`)
    expect(await moveFile(folder, file, target)).toBe('moved')
    await writeReports(folder, target, report)
  }
  expect(readdirSync(folder)).toEqual(['done'])
  expect(readdirSync(join(folder, 'done'))).toHaveLength(3 * count)
  expect(readFileSync(join(folder, 'done', 'night 98.csv'), 'utf8')).toBe('row 98')
})

it('gives a file another name when a file or a report has its name', async () => {
  const folder = watchedFolder()
  expect(await freeTarget(folder, 'done', 'march.csv')).toBe('done/march.csv')
  writeFileSync(join(folder, 'done', 'march.csv'), '')
  writeFileSync(join(folder, 'done', 'march (2).csv.report.json'), '')
  expect(await freeTarget(folder, 'done', 'march.csv')).toBe('done/march (3).csv')
  writeFileSync(join(folder, 'done', 'april.csv.report.txt'), '')
  expect(await freeTarget(folder, 'done', 'april.csv')).toBe('done/april (2).csv')
  expect(await freeTarget(folder, 'failed', 'march.csv')).toBe('failed/march.csv')
})

it('lists the other files when one is a link that leads nowhere or to itself, and says why it is left', async () => {
  const folder = watchedFolder()
  writeFileSync(join(folder, 'march.csv'), 'row')
  symlinkSync('loop.csv', join(folder, 'loop.csv'))
  symlinkSync('nowhere.csv', join(folder, 'nowhere.csv'))
  const { files, problem } = await listFiles(folder, () => undefined)
  expect(files.map(({ name }) => name)).toEqual(['march.csv'])
  expect(problem).toContain('is a link. Put the file itself into the folder.')
})
