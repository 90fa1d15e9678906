import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ImportReport } from '../../src/contract/import-report.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Result } from '../../src/contract/result.ts'
import type { FolderSettings, WatchedFile } from '../../src/contract/watched-folders.ts'
import { longTest } from '../runs.ts'
import { bootToWindow, call, type Booted } from './desktop-harness.ts'

/** Files that arrive together, most of them with the same content as an earlier one. */
const [fileCount, contents] = [1_000, 100]
const patience = { timeout: 100_000, interval: 200 }
const samples = resolve('resources/samples')
/** A car that the sample does not have. */
const newRow = '20421,Noah,Campbell,0491 570 156,S094LFB,SA,,Toyota,LandCruiser,2014,25/04/2016,S Walsh'

async function get<M extends MethodName>(program: Booted, method: M, input: MethodInput<M>): Promise<MethodOutput<M>> {
  const answer = (await program.ask('request', call(method, input))) as Result<MethodOutput<M>>
  if (!answer.ok) throw new Error(`${method}: ${answer.error.kind}: ${answer.error.message}`)
  return answer.value
}

/** A folder that the user chose in the system's dialog and watches, in practice. */
async function watchFolder(name: string) {
  const root = mkdtempSync(join(tmpdir(), 'forecourt-desktop-folder-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, name)
  mkdirSync(folder)
  const program = await bootToWindow({}, ['--practice', '--practice-seed=1', '--practice-speed=10000'])
  await expect.poll(async () => (await get(program, 'connections.state', {})).current?.kind, patience).toBe('practice')
  const { current } = await get(program, 'connections.state', {})
  const settings: FolderSettings = {
    connectionId: current?.id ?? '',
    region: 'au',
    templateId: null,
    sendByItself: false,
    lookUpMissingVins: false,
    maxPaidLookups: 0,
  }
  await program.ask('choose', folder)
  const { folder: path } = await get(program, 'folders.chooseFolder', { path: null })
  const { id } = await get(program, 'folders.add', { path: path ?? '', ...settings })
  const filesOf = async (): Promise<WatchedFile[]> => {
    const page = (offset: number) => get(program, 'folders.files', { id, offset, limit: 200 })
    const { total } = await page(0)
    const pages = await Promise.all(Array.from({ length: Math.ceil(total / 200) }, (_, at) => page(at * 200)))
    return pages.flatMap(({ files }) => files)
  }
  return {
    program,
    folder,
    id,
    settings,
    filesOf,
    async untilEnded(count: number): Promise<WatchedFile[]> {
      await expect
        .poll(async () => (await filesOf()).filter(({ endedAt }) => endedAt !== null).length, patience)
        .toBe(count)
      return filesOf()
    },
    only: async () => {
      const [only] = (await get(program, 'folders.list', {})).folders
      if (!only) throw new Error('No folder is watched')
      return only
    },
  }
}

it('watches only a folder that the user chose in the dialog of the system', { timeout: 120_000 }, async () => {
  const { program, settings, only } = await watchFolder('Exports')
  const other = mkdtempSync(join(tmpdir(), 'forecourt-not-chosen-'))
  onTestFinished(() => rmSync(other, { recursive: true, force: true }))
  await program.ask('choose', null)
  expect(await get(program, 'folders.chooseFolder', { path: other })).toEqual({ folder: null })
  const added = await program.ask('request', call('folders.add', { path: other, ...settings }))
  expect(added).toMatchObject({ ok: false, error: { kind: 'invalid-input', message: 'Choose the folder again.' } })
  expect((await only()).name).toBe('Exports')
})

it(
  'leaves the first file to the user with a notification, sends the next one by itself, and survives a network drive that goes away',
  { timeout: 120_000 },
  async () => {
    const { program, folder, id, settings, untilEnded, only } = await watchFolder('Nightly exports')
    writeFileSync(join(folder, 'monday.csv'), readFileSync(join(samples, 'sold-cars-clean.csv')))
    writeFileSync(join(folder, 'broken.xlsx'), 'PK\u0003\u0004')
    const first = await untilEnded(2)
    expect(Object.fromEntries(first.map(({ name, outcome, movedTo }) => [name, [outcome, movedTo]]))).toEqual({
      'monday.csv': ['waiting', 'done/monday.csv'],
      'broken.xlsx': ['refused', 'failed/broken.xlsx'],
    })
    await expect
      .poll(() => program.ask('notices'))
      .toEqual([
        {
          title: 'Watched folder',
          body: 'Nightly exports: 1 file needs your answer. 1 file can’t be imported.',
        },
      ])
    await program.ask('chooseNotice')
    const events = (await program.ask('sent')) as { event: { name: string; subject: string | null } }[]
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ name: 'folders.selected', subject: id }),
    )

    const draftId = first.find(({ draftId: one }) => one !== null)?.draftId ?? ''
    await get(program, 'drafts.setStep', { id: draftId, step: 'check' })
    await get(program, 'uploads.create', { draftId, name: 'Monday', lookUpMissingVins: false })
    const [template] = (await get(program, 'drafts.templates', {})).templates
    await get(program, 'folders.change', { id, ...settings, templateId: template?.id ?? '', sendByItself: true })
    await expect
      .poll(async () => (await get(program, 'uploads.list', {})).uploads[0]?.finishedAt ?? null, patience)
      .not.toBeNull()

    // The network drive is away while the next file is exported.
    renameSync(folder, `${folder} away`)
    await get(program, 'folders.lookNow', { id })
    await expect.poll(async () => (await only()).state, patience).toBe('unreachable')
    const monday = readFileSync(join(samples, 'sold-cars-clean.csv'), 'utf8')
    writeFileSync(join(`${folder} away`, 'tuesday.csv'), `${monday.trimEnd()}\r\n${newRow}\r\n`)
    renameSync(`${folder} away`, folder)
    await get(program, 'folders.lookNow', { id })
    const [tuesday] = await untilEnded(3)
    expect(tuesday).toMatchObject({ name: 'tuesday.csv', outcome: 'sent', movedTo: 'done/tuesday.csv' })
    expect(await only()).toMatchObject({ state: 'watching', problem: null, unreachableSince: null })
    const upload = await get(program, 'uploads.get', { id: tuesday?.uploadId ?? '' })
    expect(upload).toMatchObject({ rows: { inFile: 31 }, origin: { folderName: 'Nightly exports', userName: null } })
    const report = JSON.parse(readFileSync(join(folder, 'done', 'tuesday.csv.report.json'), 'utf8')) as unknown
    expect(ImportReport.parse(report)).toMatchObject({ exitCode: 0, rows: { inFile: 31 } })
  },
)

longTest(
  'handles many files that arrive together, loses none, answers meanwhile, and shows one notification',
  async () => {
    const { program, folder, id, filesOf, only } = await watchFolder('Thousand')
    await get(program, 'folders.setPaused', { id, paused: true })
    const row = (content: number): string => `1AB${String(content).padStart(3, '0')},VIC,Ana Nguyen,0491 570 006\n`
    for (let at = 0; at < fileCount; at += 1)
      writeFileSync(join(folder, `night ${at}.csv`), `Rego,State,Customer Name,Mobile\n${row(at % contents)}`)
    await get(program, 'folders.setPaused', { id, paused: false })
    await expect.poll(async () => (await only()).filesToProcess, patience).toBeGreaterThan(0)
    let answersBefore = 0
    await expect
      .poll(
        async () => {
          const { filesToProcess } = await only()
          if (filesToProcess > 0) answersBefore += 1
          return filesToProcess
        },
        { ...patience, timeout: 1_000_000 },
      )
      .toBe(0)
    expect(answersBefore).toBeGreaterThan(0)
    await expect.poll(() => readdirSync(folder), patience).toEqual(['done'])
    await expect.poll(async () => (await filesOf()).every(({ endedAt }) => endedAt !== null), patience).toBe(true)

    const files = await filesOf()
    expect(files).toHaveLength(fileCount)
    expect(files.filter(({ outcome }) => outcome === 'waiting')).toHaveLength(contents)
    expect(files.filter(({ outcome }) => outcome === 'same-file')).toHaveLength(fileCount - contents)
    const moved = readdirSync(join(folder, 'done'))
    expect(moved.filter((name) => name.endsWith('.csv'))).toHaveLength(fileCount)
    expect(moved).toHaveLength(3 * fileCount)
    expect((await get(program, 'drafts.list', {})).drafts).toHaveLength(contents)
    const notices = await program.ask('notices')
    expect(notices).toEqual([{ title: 'Watched folder', body: `Thousand: ${contents} files need your answer.` }])
  },
  1_200_000,
)
