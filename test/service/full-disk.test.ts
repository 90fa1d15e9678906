import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { longTest, onlyLong } from '../runs.ts'
import { AskFailed, type Simulation } from '../torture/simulation-controls.ts'
import { startSimulation } from '../torture/simulation.ts'
import { mountSmallDisk } from './small-disk.ts'
import { createTortureCustomers } from './torture-customers.ts'

const notSaved = 'Your last step was not saved. Everything before it was.'
const disks = [
  {
    fault: 'full',
    words: {
      kind: 'disk-full',
      message: 'The disk of this PC is full.',
      kept: notSaved,
      next: 'Free up space, then repeat the last step.',
    },
  },
  {
    fault: 'read-only',
    words: {
      kind: 'storage-read-only',
      message: "Forecourt can't write to its data folder.",
      kept: notSaved,
      next: 'Ask your IT support for access to the folder, then repeat the last step.',
    },
  },
] as const
const [full, readOnly] = disks
/** A file of 30 cars. Each letter has its own. */
const carsOf = (letter: string): string[] => [
  'Rego,State,Customer Name',
  ...Array.from({ length: 30 }, (_, row) => `1A${letter}${100 + row},VIC,Ana Tester`),
]

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'forecourt-disk-'))

/** The program in its own process with a few customers, on a disk that can become full or read-only. */
async function startOnDisk(folder = newFolder()): Promise<{ readonly pc: Simulation; readonly folder: string }> {
  const disk = await startOnDiskOf(folder)
  onTestFinished(() => disk.pc.close())
  return disk
}

async function startOnDiskOf(folder: string): Promise<{ readonly pc: Simulation; readonly folder: string }> {
  const pc = await startSimulation(folder)
  const service = await pc.service.call('start', {
    seed: 1,
    startMs: pc.startMs,
    customersPerSecond: 10,
    maxUploadCustomers: null,
    listLagMs: 0,
    failingRegos: [],
  })
  pc.setTarget(service.url)
  await createTortureCustomers(service.url, service.apiKey, 5)
  await pc.startProgram(1)
  const credentials = { scheme: 'api-key', apiKey: service.apiKey } as const
  await pc.ask('connections.connect', { baseUrl: pc.url, region: 'au', credentials })
  await runUntil(pc, async () => (await pc.ask('customers.status', {})).total === 5)
  return { pc, folder }
}

async function runUntil(pc: Simulation, isOver: () => Promise<boolean>): Promise<void> {
  const endMs = pc.nowMs() + 3_600_000
  while (!(await isOver())) {
    if (pc.nowMs() > endMs) throw new Error('It does not come to an end')
    await pc.step(5_000)
  }
}

const failureOf = async (asked: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof AskFailed ? error.failure : error
}

const openDraft = async (pc: Simulation, letter = 'B'): Promise<string> => {
  const fileId = await pc.addFile('march.csv', carsOf(letter).join('\n'))
  return (await pc.ask('drafts.open', { fileId })).id
}
const createUpload = (pc: Simulation, draftId: string) =>
  pc.ask('uploads.create', { draftId, name: 'March', lookUpMissingVins: false })
const isEdited = async (pc: Simulation): Promise<boolean> => (await pc.ask('customers.status', {})).edits.pending === 0

describe('during the work,', () => {
  let pc: Simulation
  beforeAll(async () => {
    pc = (await startOnDiskOf(newFolder())).pc
    await pc.ask('connections.setAdvanced', { firstBatchSize: 10 })
  })
  afterAll(() => pc?.close())
  const regos = async (letter: string): Promise<number> =>
    (await pc.service.call('state', null)).customers.filter(({ rego }) => rego?.startsWith(`1A${letter}`)).length
  const drafts = async () => (await pc.ask('drafts.list', {})).drafts.map(({ id }) => id)

  it('a full disk stops the import of a file with its cause, and it opens once it can be written', async () => {
    const before = await drafts()
    const fileId = await pc.addFile('march.csv', carsOf('C').join('\n'))
    await pc.setDiskFault('full')
    expect(await failureOf(pc.ask('drafts.open', { fileId }))).toEqual(full.words)
    expect(await drafts()).toEqual(before)
    await pc.setDiskFault(null)
    const id = await openDraft(pc, 'C')
    expect((await drafts()).toSorted()).toEqual([...before, id].toSorted())
  })

  it('a full disk keeps the draft when an upload cannot be saved, and nothing is sent', async () => {
    const draftId = await openDraft(pc, 'D')
    await pc.setDiskFault('full')
    expect(await failureOf(createUpload(pc, draftId))).toEqual(full.words)
    await pc.step(60_000)
    expect(await regos('D')).toBe(0)
    await pc.setDiskFault(null)
    expect(await drafts()).toContain(draftId)
    expect((await createUpload(pc, draftId)).rows.inFile).toBe(30)
  })

  it.each([full, ...onlyLong(readOnly)])(
    'a $fault disk delays an upload during which it begins, with the cause, and every row exists once',
    async ({ fault, words }) => {
      const letter = fault === 'full' ? 'E' : 'F'
      const { id } = await createUpload(pc, await openDraft(pc, letter))
      await pc.step()
      await pc.setDiskFault(fault)
      await runUntil(pc, async () => (await pc.ask('uploads.get', { id })).state === 'waiting')
      expect((await pc.ask('uploads.get', { id })).waiting?.reason).toBe(
        `${words.message} Forecourt tries again automatically.`,
      )
      for (let minutes = 0; minutes < 5; minutes += 1) await pc.step(60_000)
      await pc.setDiskFault(null)
      await runUntil(pc, async () => (await pc.ask('uploads.get', { id })).state === 'complete')
      expect((await pc.ask('uploads.get', { id })).rows).toMatchObject({ accepted: 30, failed: 0, inProcess: 0 })
      expect(await regos(letter)).toBe(30)
    },
  )

  it.each(disks)(
    'a $fault disk refuses an edit with its cause, and the value stays as it was',
    async ({ fault, words }) => {
      const list = () => pc.ask('customers.list', { offset: 0, limit: 5, sort: 'rego', descending: true })
      const [customer] = (await list()).customers
      if (!customer) throw new Error('There is no customer')
      const { id, lastUpdated } = customer
      const value = `Annie on a ${fault} disk`
      const edit = () => pc.ask('customers.edit', { id, field: 'clientName', value, lastUpdated })
      await pc.setDiskFault(fault)
      expect(await failureOf(edit())).toEqual(words)
      expect((await list()).customers[0]?.edits).toEqual([])
      await pc.setDiskFault(null)
      await edit()
      await runUntil(pc, () => isEdited(pc))
      const { customers } = await pc.service.call('state', null)
      expect(customers.map(({ client_name: name }) => name)).toContain(value)
    },
  )
})

it.each(['was killed', ...onlyLong('ended' as const)] as const)(
  'a start on a full disk after the program %s shows customers and calls, says that nothing can be saved, and writes nothing',
  async (end) => {
    const folder = newFolder()
    const data = join(folder, 'data')
    const smallDisk = mountSmallDisk(data)
    const { pc } = await startOnDisk(folder)
    await (end === 'ended' ? pc.closeProgram() : pc.kill())
    smallDisk?.fill()
    const saved = (): Buffer => readFileSync(join(data, 'forecourt.db'))
    const before = saved()

    await pc.startProgram(2, smallDisk ? {} : { diskFault: 'full' })
    expect(await pc.ask('storage.status', {})).toMatchObject({
      state: 'open',
      notice:
        'The disk of this PC is full. You can read your data, and nothing can be saved. Free up space, then restart Forecourt.',
    })
    await pc.step(600_000)
    const list = () => pc.ask('customers.list', { offset: 0, limit: 9, sort: 'rego', descending: false })
    const { customers } = await list()
    expect(customers).toHaveLength(5)
    expect((await pc.ask('customers.get', { id: customers[0]!.id })).rego).toBe(customers[0]!.rego)
    expect((await pc.ask('sightings.list', { offset: 0, limit: 9, sort: 'newest' })).total).toBe(0)
    const { id, lastUpdated } = customers[0]!
    const edit = () => pc.ask('customers.edit', { id, field: 'clientName', value: 'Annie', lastUpdated })
    expect(await failureOf(edit())).toEqual(full.words)
    expect(saved().equals(before)).toBe(true)

    smallDisk?.free()
    await pc.closeProgram()
    await pc.startProgram(3)
    expect(await pc.ask('storage.status', {})).toMatchObject({ state: 'open', notice: null })
    await edit()
    await runUntil(pc, () => isEdited(pc))
    expect((await list()).customers).toHaveLength(5)
  },
)

longTest('data that is older than before opens on a full disk once there is room, and its work is paused', async () => {
  const { pc, folder } = await startOnDisk()
  const tooMany = { kind: 'status', status: 429, headers: {}, isPage: false, hasEffect: false } as const
  pc.setFaults({ counts: new Map(), next: (method) => (method === 'POST' ? tooMany : { kind: 'none' }) })
  const { id } = await createUpload(pc, await openDraft(pc))
  await pc.step()
  await pc.closeProgram()
  pc.setFaults(null)
  const older = readFileSync(join(folder, 'data', 'forecourt.db'))
  await pc.startProgram(2)
  await runUntil(pc, async () => (await pc.ask('uploads.get', { id })).state === 'complete')
  await pc.closeProgram()
  writeFileSync(join(folder, 'data', 'forecourt.db'), older)
  await pc.startProgram(3, { diskFault: 'full' })
  const status = () => pc.ask('storage.status', {})
  expect(await status()).toMatchObject({
    state: 'unavailable',
    reason: 'The disk of this PC is full. Nothing was changed. Check the disk and try again.',
  })
  await pc.setDiskFault(null)
  await pc.askOverTime('storage.retry', {})
  expect(await status()).toMatchObject({ state: 'open', notice: expect.stringContaining('paused') as string })
  expect(await pc.ask('uploads.get', { id })).toMatchObject({
    state: 'paused',
    failure: { kind: 'needs-confirmation' },
  })
})

longTest(
  'a full disk does not stop an export, a backup of what was saved before, or the program from closing',
  async () => {
    const { pc, folder } = await startOnDisk()
    await pc.setDiskFault('full')
    const columns = ['rego']
    const exported = await pc.ask('customers.export', { columns, format: 'csv', sort: 'rego', descending: false })
    expect(exported.rows).toBe(5)
    await pc.closeProgram()
    const files = (): string[] => readdirSync(join(folder, 'data'))
    expect(files().filter((name) => name.includes('.backup-') || name.endsWith('.new'))).toEqual([])
    // The next start opens all that was saved, and the next close makes the backup.
    await pc.startProgram(2)
    expect((await pc.ask('customers.status', {})).total).toBe(5)
    await pc.closeProgram()
    expect(files().filter((name) => name.includes('.backup-daily-'))).toHaveLength(1)
  },
)

it(
  'a full disk leaves the files of a watched folder where they are, with the cause, and loses none',
  { timeout: 180_000 },
  async () => {
    const { pc, folder } = await startOnDisk()
    const exports = join(folder, 'exports')
    mkdirSync(exports)
    const { current } = await pc.ask('connections.state', {})
    const settings = {
      connectionId: current?.id ?? '',
      region: 'au',
      templateId: null,
      sendByItself: false,
      lookUpMissingVins: false,
      maxPaidLookups: 0,
    } as const
    const { folder: path } = await pc.ask('folders.chooseFolder', { path: exports })
    await pc.ask('folders.add', { path: path ?? '', ...settings })
    const only = async () => (await pc.ask('folders.list', {})).folders[0]
    /** The work on files takes real time as well. */
    const until = async (isSo: () => Promise<boolean>): Promise<void> => {
      while (!(await isSo())) {
        await passed(50)
        await pc.step(10_000)
      }
    }
    const names = ['monday.csv', 'tuesday.csv', 'wednesday.csv']
    writeFileSync(join(exports, names[0]!), carsOf('B').slice(0, 10).join('\n'))
    await until(async () => typeof (await only())?.lastFile?.endedAt === 'string')

    await pc.setDiskFault('full')
    writeFileSync(join(exports, names[1]!), carsOf('B').slice(0, 20).join('\n'))
    writeFileSync(join(exports, names[2]!), carsOf('B').slice(0, 30).join('\n'))
    await until(async () => typeof (await only())?.problem === 'string')
    expect((await only())?.problem).toBe(
      'The disk is full. Free up space. The files stay in the folder and are tried again.',
    )
    await pc.step(60_000)
    expect(readdirSync(exports).toSorted()).toEqual(['done', 'tuesday.csv', 'wednesday.csv'])
    expect((await pc.ask('drafts.list', {})).drafts).toHaveLength(1)

    await pc.setDiskFault(null)
    await until(async () => readdirSync(exports).length === 1 && typeof (await only())?.lastFile?.endedAt === 'string')
    expect(readdirSync(join(exports, 'done')).filter((name) => name.endsWith('.csv'))).toEqual(names)
    expect((await pc.ask('drafts.list', {})).drafts).toHaveLength(3)
    expect(await only()).toMatchObject({ state: 'watching', problem: null, filesToProcess: 0 })
  },
)
