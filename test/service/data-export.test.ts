import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as XLSX from '@e965/xlsx'
import Papa from 'papaparse'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DataExportManifest, type DataExport } from '../../src/contract/data-export.ts'
import { createCustomerCache } from '../../src/core/customers/cache/customer-cache.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { dataKey, openData, remote, scope, type Planted } from '../unit/core/privacy/plant-person.ts'
import { jane, omar, plantedFolder } from '../unit/core/privacy/privacy-harness.ts'
import type { ExportLife } from './data-export-child.ts'
import { openExports, type ExportRun } from './data-export-parts.ts'
import { longTest } from '../runs.ts'

const { signal } = new AbortController()
const customerCount = 300
const others = Array.from({ length: customerCount }, (_, at): Planted => ({
  id: `10000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  name: at === 0 ? '=1+1' : `Customer ${String(at).padStart(5, '0')}`,
  mobile: `04915${String(70_200 + at).slice(-5)}`,
  rego: `AB${String(at).padStart(4, '0')}`,
  vin: `WVWZZZ1KZ6W7${String(at).padStart(5, '0')}`,
}))

let data: string
let target: string

beforeEach(async () => {
  data = await plantedFolder()
  target = createDataFolder()
  const database = openData(data)
  const cache = createCustomerCache(database)
  // Without what the planted record says about Jane in its own words: an export leaves numbers out of the columns of numbers.
  cache.save(scope, [omar, ...others].map(remote))
  const nz = { connectionId: scope.connectionId, region: 'nz' } as const
  cache.save(nz, [
    { ...remote({ ...others[1]!, id: 'kiwi', name: 'Kiwi Customer' }), additionalFields: { Colour: 'Red' } },
  ])
  database.close()
})

function open(more: Parameters<typeof openExports>[2] = {}): ExportRun {
  const run = openExports(data, dataKey, more)
  onTestFinished(() => run.close())
  return run
}

const only = async ({ exports }: ExportRun): Promise<DataExport> => {
  const { last: found } = await exports.handlers.status({}, signal)
  if (!found) throw new Error('There is no export')
  return found
}

function ended(run: ExportRun): Promise<DataExport> {
  return new Promise((resolve, reject) => {
    const look = (): void => void only(run).then((one) => one.state !== 'running' && resolve(one), reject)
    run.listen(look)
    look()
  })
}

async function start(run: ExportRun, choices: Partial<Parameters<ExportRun['exports']['handlers']['start']>[0]> = {}) {
  const { folder } = await run.exports.handlers.chooseFolder({ path: target }, signal)
  return run.exports.handlers.start(
    {
      folder: folder ?? '',
      name: 'all',
      format: 'csv',
      connectionId: null,
      includeDoNotContactNumbers: false,
      ...choices,
    },
    signal,
  )
}

/** Resolves in the turn after the first file was written. */
async function firstFile(run: ExportRun): Promise<void> {
  while ((await only(run)).files === 0) await new Promise((done) => setImmediate(done))
}

const manifestOf = (text: string): DataExportManifest => DataExportManifest.parse(JSON.parse(text))
const readCsv = (text: string): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true }).data

/** Files of a folder as texts, each compared with the manifest. */
function readFolder(folder: string): { manifest: DataExportManifest; texts: Record<string, string> } {
  const manifest = manifestOf(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const texts = manifest.files.map(({ path, bytes, sha256, rows }): [string, string] => {
    const content = readFileSync(join(folder, path))
    expect([path, content.length, createHash('sha256').update(content).digest('hex')]).toEqual([path, bytes, sha256])
    const found = path.endsWith('.csv') ? readCsv(content.toString()).length : rows
    expect([path, found]).toEqual([path, rows])
    return [path, content.toString()]
  })
  return { manifest, texts: Object.fromEntries(texts) }
}

const inAustralia = (name: string): string => `Test - Australia/${name}.csv`

describe('an export of everything', () => {
  it('has customers, sightings, calls, uploads with their rows, and look-ups of each region, and a manifest with their digests', async () => {
    const run = open()
    // A note of another PC of the team.
    run.database.run(
      "UPDATE sighting_entry SET person_name = 'Kim', team_pc = 'PC 2' WHERE number = (SELECT max(number) FROM sighting_entry)",
    )
    await start(run)
    expect(await ended(run)).toMatchObject({ state: 'done', part: 1, failure: null })
    const { manifest, texts } = readFolder(join(target, 'all'))
    expect(manifest).toMatchObject({
      version: '9.9.9',
      format: 'csv',
      doNotContactNumbers: 'left out',
      connections: [{ name: 'Test', regions: ['Australia', 'New Zealand'] }],
    })
    expect(manifest.files).toHaveLength(18)
    const customers = readCsv(texts[inAustralia('customers')]!)
    expect(customers).toHaveLength(customerCount + 2)
    expect(customers.find((row) => row['Record ID'] === others[5]?.id)).toMatchObject({
      Name: 'Customer 00005',
      Rego: 'AB0005',
      Mobile: '0491 570 205',
      'Sale date': '2/1/2020',
      notes: 'Ask for Customer 00005',
    })
    expect(readCsv(texts[inAustralia('sightings')]!)).toHaveLength(customerCount + 2)
    const notes = readCsv(texts[inAustralia('call notes')]!)
    expect(notes.map((row) => row['Outcome'])).toEqual(Array(3).fill('Call back'))
    expect(notes.at(-1)).toMatchObject({ 'Recorded by': 'Kim' })
    expect(readCsv(texts[inAustralia('assigned calls')]!)[0]).toMatchObject({ 'Assigned to': 'Alex Chen' })
    expect(readCsv(texts[inAustralia('uploads')]!)).toHaveLength(2)
    expect(readCsv(texts[inAustralia('upload rows')]!).map((row) => [row['Result'], row['Name']])).toEqual(
      expect.arrayContaining([
        ['Accepted', jane.name],
        ['No result yet', omar.name],
      ]),
    )
    expect(readCsv(texts[inAustralia('look-ups')]!).map((row) => row['Search text'])).toContain(jane.rego)
    expect(readCsv(texts['Test - New Zealand/customers.csv']!)).toMatchObject([
      { Name: 'Kiwi Customer', Colour: 'Red' },
    ])
    expect(readdirSync(join(target, 'all')).toSorted()).toEqual([
      'Test - Australia',
      'Test - New Zealand',
      'manifest.json',
    ])
  })

  it('leaves the numbers of Do Not Contact people out of every file unless they are chosen, and logs those that it includes', async () => {
    const run = open()
    await start(run)
    await ended(run)
    const { texts } = readFolder(join(target, 'all'))
    const all = Object.values(texts).join('\n').replaceAll(' ', '')
    for (const { name, mobile } of [jane, omar]) {
      expect(all).toContain(name.replaceAll(' ', ''))
      expect(all).not.toContain(mobile)
    }
    const logged = () =>
      run.database.get<{ count: number }>("SELECT count(*) AS count FROM number_reveal WHERE kind = 'exported'")?.count
    expect(logged()).toBe(0)
    await start(run, { name: 'with numbers', includeDoNotContactNumbers: true })
    await ended(run)
    const chosen = readFolder(join(target, 'with numbers'))
    expect(chosen.manifest.doNotContactNumbers).toBe('included')
    expect(Object.values(chosen.texts).join('\n').replaceAll(' ', '')).toContain(jane.mobile)
    expect(logged()).toBe(2)
  })

  it('writes workbooks in which texts are texts and days are days, and CSV in which no cell runs as a formula', async () => {
    const run = open()
    await start(run, { format: 'xlsx', name: 'books' })
    await ended(run)
    await start(run, { name: 'texts' })
    await ended(run)
    const { manifest } = readFolder(join(target, 'books'))
    const path = join(target, 'books', 'Test - Australia', 'customers.xlsx')
    const book = XLSX.read(readFileSync(path), { cellDates: true, UTC: true })
    const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!)
    expect(rows).toHaveLength(manifest.files[0]!.rows)
    const formula = rows.find((row) => row['Record ID'] === others[0]?.id)
    expect(formula).toMatchObject({ Name: '=1+1', Mobile: '0491 570 200' })
    expect(formula?.['Sale date']).toEqual(new Date('2020-01-02T00:00:00.000Z'))
    const { texts } = readFolder(join(target, 'texts'))
    const cell = readCsv(texts[inAustralia('customers')]!).find((row) => row['Record ID'] === others[0]?.id)
    expect(cell?.['Name']).toBe("'=1+1")
  })

  it('has no manifest when the program was killed in the middle', () => {
    const life: ExportLife = { folder: data, key: dataKey, target, files: 1 }
    const child = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'data-export-child.ts'), JSON.stringify(life)],
      {
        encoding: 'utf8',
      },
    )
    expect([child.signal, child.stderr]).toEqual(['SIGKILL', ''])
    expect(readdirSync(join(target, 'all'))).toEqual(['Test - Australia'])
  })

  it('deletes what it has written, and nothing else, when it is cancelled', async () => {
    const run = open()
    await start(run)
    await firstFile(run)
    writeFileSync(join(target, 'all', 'mine.txt'), 'mine')
    await run.exports.handlers.cancel({}, signal)
    expect((await run.exports.handlers.status({}, signal)).last).toBeNull()
    expect(readdirSync(target, { recursive: true })).toEqual(['all', join('all', 'mine.txt')])
  })

  longTest(
    'refuses a folder that was not chosen, a folder with files, a second export, and the folder of the data',
    async () => {
      const run = open()
      const { handlers } = run.exports
      const choices = { format: 'csv', connectionId: null, includeDoNotContactNumbers: false } as const
      await expect(handlers.start({ ...choices, folder: target, name: 'all' }, signal)).rejects.toThrow(
        'Choose a folder',
      )
      await expect(handlers.chooseFolder({ path: data }, signal)).rejects.toThrow('belongs to the Forecourt data')
      mkdirSync(join(target, 'full'))
      writeFileSync(join(target, 'full', 'mine.txt'), 'mine')
      await expect(start(run, { name: 'full' })).rejects.toThrow('“full” exists already.')
      await expect(start(run, { name: '../up' })).rejects.toThrow('can’t be the name')
      await expect(start(run, { connectionId: 'gone' })).rejects.toThrow('This connection was removed.')
      await start(run)
      await expect(start(run, { name: 'second' })).rejects.toThrow('Another export is running.')
      await ended(run)
    },
  )

  longTest('stops with a failure when a folder cannot be made, and deletes what it has written', async () => {
    const run = open()
    await start(run)
    await firstFile(run)
    writeFileSync(join(target, 'all', 'Test - New Zealand'), 'a file where a folder is to be')
    expect(await ended(run)).toMatchObject({ state: 'failed', failure: { message: 'The export has stopped.' } })
    expect(readdirSync(join(target, 'all'))).toEqual(['Test - New Zealand'])
    await expect(run.exports.handlers.openFolder({}, signal)).rejects.toThrow('There is no finished export.')
    await start(run, { name: 'again' })
    expect(await ended(run)).toMatchObject({ state: 'done', failure: null })
    readFolder(join(target, 'again'))
  })

  it('stops when the disk is full', async () => {
    const run = open()
    await start(run)
    await firstFile(run)
    // Whatever is written there ends with ENOSPC.
    symlinkSync('/dev/full', join(target, 'all', 'Test - Australia', 'upload rows.csv.part'))
    expect(await ended(run)).toMatchObject({ state: 'failed', failure: { kind: 'disk-full' } })
    expect(readdirSync(target)).toEqual([])
  })

  it('stops when the chosen folder is gone, and makes no folder in its place', async () => {
    const run = open()
    await start(run)
    await firstFile(run)
    renameSync(target, `${target}-away`)
    expect(await ended(run)).toMatchObject({ state: 'failed', failure: { kind: 'not-found' } })
    expect(existsSync(target)).toBe(false)
  })
})
