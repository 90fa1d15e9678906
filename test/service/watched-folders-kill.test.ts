import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { FolderSettings, WatchedFile } from '../../src/contract/watched-folders.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { isLong } from '../runs.ts'
import { startLife, type HostLife } from './browser-host-life.ts'
import { seededNumbers, seedOfRun } from './seeded-numbers.ts'

const password = 'correct horse battery'
const post = { method: 'POST', path: '/v2/recapture/upload' } as const
const plateOf = (car: number): string => `1${'ABCDEFGHJKLMNPQRSTUW'[car % 20]}B${String(200 + car)}`

/** An export of the cars from one number to before another. */
const exportOf = (from: number, to: number): string =>
  [
    'Rego,State,Customer Name,Mobile',
    ...Array.from({ length: to - from }, (_, at) => `${plateOf(from + at)},VIC,Ana Nguyen,0491 570 ${101 + from + at}`),
  ].join('\r\n')

let service: PracticeService
let root: string
const lives: HostLife[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-watched-killed-'))
  service = await startPracticeService({ customersPerSecond: 500 })
  service.control.settings.errorShare = 0
  service.control.settings.sightingShare = 0
})
afterAll(async () => {
  await Promise.all(lives.map((life) => life.end('SIGKILL')))
  await service.stop()
  rmSync(root, { recursive: true, force: true })
})

async function live(): Promise<HostLife> {
  const life = await startLife(join(root, 'data'))
  lives.push(life)
  return life
}

/** Starts the program again. There is no keychain for the credentials. */
async function liveAgain(): Promise<HostLife> {
  const life = await live()
  await life.get('storage.unlock', { password })
  await life.get('connections.setCredentials', { scheme: 'api-key', apiKey: service.apiKey })
  // The folder is looked at some seconds after a start; here at once.
  const [folder] = (await life.get('folders.list', {})).folders
  await life.get('folders.lookNow', { id: folder?.id ?? '' })
  return life
}

const filesOf = async (life: HostLife, id: string): Promise<WatchedFile[]> =>
  (await life.get('folders.files', { id, offset: 0, limit: 50 })).files

it(
  'A watched folder whose program is killed again and again loses no file and sends no customer twice',
  {
    timeout: 180_000,
  },
  async () => {
    const random = seededNumbers(seedOfRun)
    const within = (ms: number): number => Math.round(random() * ms)
    let story = `seed ${seedOfRun}; watched folder killed`
    onTestFinished(() => void process.stdout.write(`${story}\n`))
    const kill = async (life: HostLife, what: string): Promise<void> => {
      await life.end('SIGKILL')
      story += `, ${what}`
    }
    const folder = join(root, 'exports')
    mkdirSync(folder)

    let life = await live()
    await life.get('storage.setPassword', { password })
    await life.get('connections.connect', {
      baseUrl: service.url,
      region: 'au',
      credentials: { scheme: 'api-key', apiKey: service.apiKey },
    })
    await life.get('connections.setAdvanced', { firstBatchSize: 10, pageSize: 100 })
    const { current } = await life.get('connections.state', {})
    if (!current) throw new Error('There is no connection')
    const settings: FolderSettings = {
      connectionId: current.id,
      region: 'au',
      templateId: null,
      sendByItself: false,
      lookUpMissingVins: false,
      maxPaidLookups: 0,
    }
    const { folder: path } = await life.get('folders.chooseFolder', { path: folder })
    if (path === null) throw new Error('The folder was not taken')
    const { id } = await life.get('folders.add', { path, ...settings })

    // The first file is sent by a person, which makes its template and the usual number of rows.
    writeFileSync(join(folder, 'monday.csv'), exportOf(0, 50))
    const draftId = await life.waitFor(async () => (await filesOf(life, id))[0]?.draftId ?? undefined)
    await life.get('drafts.setStep', { id: draftId, step: 'check' })
    const created = await life.get('uploads.create', { draftId, name: 'Monday', lookUpMissingVins: false })
    const [template] = (await life.get('drafts.templates', {})).templates
    if (!template) throw new Error('There is no template')
    await life.get('folders.change', { id, ...settings, templateId: template.id, sendByItself: true })
    await life.waitFor(async () => {
      const upload = await life.get('uploads.get', { id: created.id })
      return upload.finishedAt === null ? undefined : true
    })
    await life.waitFor(async () => {
      const { total, syncing } = await life.get('customers.status', {})
      return total === 50 && syncing === null ? true : undefined
    })

    // Two full exports with the same new cars, and one that is cut off in its first line.
    const held = service.control.holdNext({ ...post, after: 'effect' })
    writeFileSync(join(folder, 'tuesday.csv'), exportOf(0, 60))
    writeFileSync(join(folder, 'wednesday.csv'), exportOf(5, 62))
    writeFileSync(join(folder, 'broken.xlsx'), 'PK\u0003\u0004')

    const toProcess = await life.waitFor(async () => {
      const open = (await filesOf(life, id)).filter(({ outcome }) => outcome === null)
      return open.length > 0 ? open.length : undefined
    })
    const reading = within(150)
    await passed(reading)
    await kill(life, `${reading} ms after ${toProcess} files were found`)

    life = await liveAgain()
    await held.arrived
    const sending = within(30)
    await passed(sending)
    await kill(life, `${sending} ms after a batch was sent`)
    held.release()

    life = await liveAgain()
    if (isLong) {
      await life.waitFor(async () => {
        const [found] = (await life.get('folders.list', {})).folders
        return found?.state === 'watching' ? true : undefined
      })
      const looking = within(300)
      await passed(looking)
      await kill(life, `${looking} ms after the folder was listed`)
      life = await liveAgain()
    }
    const files = await life.waitFor(async () => {
      const found = await filesOf(life, id)
      const isOver = found.length === 4 && found.every(({ endedAt }) => endedAt !== null)
      const { uploads } = await life.get('uploads.list', {})
      return isOver && uploads.every(({ finishedAt }) => finishedAt !== null) ? found : undefined
    })

    expect(
      service.control
        .customers()
        .map(({ rego }) => rego)
        .toSorted(),
    ).toEqual(Array.from({ length: 62 }, (_, car) => plateOf(car)).toSorted())
    expect(Object.fromEntries(files.map(({ name, outcome, movedTo }) => [name, `${outcome} ${movedTo}`]))).toEqual({
      'monday.csv': 'sent done/monday.csv',
      'tuesday.csv': 'sent done/tuesday.csv',
      'wednesday.csv': 'sent done/wednesday.csv',
      'broken.xlsx': 'refused failed/broken.xlsx',
    })
    expect(readdirSync(folder).toSorted()).toEqual(['done', 'failed'])
    for (const { movedTo } of files) {
      const place = join(folder, movedTo ?? '')
      expect(existsSync(`${place}.report.txt`)).toBe(true)
      expect(JSON.parse(readFileSync(`${place}.report.json`, 'utf8'))).toMatchObject({ command: 'import' })
    }
    expect(readFileSync(join(folder, 'done', 'tuesday.csv'), 'utf8')).toBe(exportOf(0, 60))
    expect((await life.get('drafts.list', {})).drafts).toEqual([])
    await life.end('SIGTERM')
  },
)
