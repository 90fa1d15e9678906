import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PracticeService } from '../../src/simulator/service.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import type { VaultTwin } from '../twins/vault-twins.ts'

const rows = 40
const batchSize = 5
const sentBefore = 3
const post = { method: 'POST', path: '/v2/recapture/upload' } as const
const password = 'a password for backups'

const csv = [
  'Rego,State,Client Name',
  ...Array.from({ length: rows }, (_, car) => `1AB${100 + car},VIC,Client ${car}`),
].join('\n')

async function startService(): Promise<PracticeService> {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  return far
}

async function startPc(far: PracticeService): Promise<ProgramTwin> {
  const pc = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
  await pc.get('connections.setAdvanced', { firstBatchSize: batchSize })
  return pc
}

async function createUpload(pc: ProgramTwin, references: boolean): Promise<string> {
  const { fileId } = pc.program.intake.add('sold.csv', Buffer.from(csv))
  const { id: draftId } = await pc.get('drafts.open', { fileId })
  return (await pc.get('uploads.create', { draftId, name: 'Sold', lookUpMissingVins: false, references })).id
}

/** Creates an upload, and calls `meanwhile` when three of its batches were accepted and the fourth is being sent. */
async function uploadWith(
  far: PracticeService,
  pc: ProgramTwin,
  references: boolean,
  meanwhile: () => Promise<void>,
): Promise<string> {
  const before = far.control.calls.latest().filter(({ method }) => method === 'POST').length
  const creating = createUpload(pc, references)
  await far.control.waitForCalls({ ...post, count: before + sentBefore }, 30_000)
  const fourth = far.control.holdNext({ ...post, after: 'before' })
  const id = await creating
  await fourth.arrived
  await meanwhile()
  fourth.release()
  await ended(pc, id)
  return id
}

const ended = (pc: ProgramTwin, id: string): Promise<true> =>
  pc.waitFor(async () => ((await pc.get('uploads.get', { id })).state === 'complete' ? true : undefined))

async function saveBackup(pc: ProgramTwin): Promise<Buffer> {
  const { content, rest } = await pc.get('storage.saveBackup', { password })
  const parts = [Buffer.from(content, 'base64')]
  for (let part = 0; rest && part < rest.parts; part += 1) {
    parts.push(Buffer.from((await pc.get('storage.backupPart', { file: rest.file, part })).content, 'base64'))
  }
  return Buffer.concat(parts)
}

async function putBack(pc: ProgramTwin, backup: Buffer): Promise<string | null> {
  const { fileId } = pc.program.intake.add('May.forecourt-backup', backup)
  const { backupId } = await pc.get('storage.chooseBackup', { fileId })
  await pc.get('storage.checkBackup', { backupId, password })
  const status = await pc.get('storage.replaceWithBackup', { backupId })
  return status.state === 'open' ? status.notice : null
}

/** How often the service has each car. */
const copies = (far: PracticeService): number[] => {
  const byRego = new Map<string | null, number>()
  for (const { rego } of far.control.customers()) byRego.set(rego, (byRego.get(rego) ?? 0) + 1)
  return [...byRego.values()]
}
const eachOnce = Array.from({ length: rows }, () => 1)

/** Answers the question of each lost batch as it is recommended. */
async function answerQuestions(pc: ProgramTwin, id: string): Promise<void> {
  await pc.waitFor(async () => {
    const { state, batches } = await pc.get('uploads.get', { id })
    if (state === 'complete') return true
    const batch = batches.find((one) => one.state === 'unknown')?.number
    if (state !== 'undecided' || batch === undefined) return undefined
    const { recommendation } = await pc.get('uploads.compareBatch', { id, batch })
    expect(recommendation).toBe('arrived')
    await pc.get('uploads.settle', { id, batch, arrived: true })
    return undefined
  })
}

const postsOf = (far: PracticeService): number =>
  far.control.calls.latest().filter(({ method, route }) => method === post.method && route === post.path).length

it('sends no row again after a backup was put back, once and twice', { timeout: 90_000 }, async () => {
  const far = await startService()
  const pc = await startPc(far)
  let backup = Buffer.alloc(0)
  const id = await uploadWith(far, pc, true, async () => void (backup = Buffer.from(await saveBackup(pc))))
  const posts = postsOf(far)
  for (const _time of [1, 2]) {
    expect(await putBack(pc, backup)).toContain('paused')
    const paused = await pc.get('uploads.get', { id })
    expect(paused).toMatchObject({ state: 'paused', failure: { kind: 'needs-confirmation' } })
    await pc.get('uploads.resume', { id })
    await ended(pc, id)
    expect((await pc.get('uploads.get', { id })).rows).toMatchObject({ accepted: rows, failed: 0, pending: 0 })
    expect(copies(far)).toEqual(eachOnce)
    expect(postsOf(far)).toBe(posts)
  }
})

it('asks about rows without references after a backup was put back', { timeout: 90_000 }, async () => {
  const far = await startService()
  const pc = await startPc(far)
  let backup = Buffer.alloc(0)
  const id = await uploadWith(far, pc, false, async () => void (backup = Buffer.from(await saveBackup(pc))))
  const posts = postsOf(far)
  await putBack(pc, backup)
  await pc.get('uploads.resume', { id })
  await answerQuestions(pc, id)
  expect((await pc.get('uploads.get', { id })).rows).toMatchObject({ accepted: rows, failed: 0 })
  expect(copies(far)).toEqual(eachOnce)
  expect(postsOf(far)).toBe(posts)
})

interface Copied {
  readonly folder: string
  readonly vault: VaultTwin
}

/** Uploads all rows on a PC, and puts back its data folder as it was after three batches. */
async function copiedBack(far: PracticeService, references: boolean): Promise<Copied & { readonly id: string }> {
  const pc = await startPc(far)
  const copy = join(createDataFolder(), 'copy')
  const id = await uploadWith(far, pc, references, async () => cpSync(pc.dataFolder, copy, { recursive: true }))
  await pc.program.close()
  rmSync(join(copy, 'forecourt.lock'), { force: true })
  return { folder: copy, vault: pc.vault, id }
}

const startCopy = ({ folder, vault }: Copied): Promise<ProgramTwin> => {
  const dataFolder = join(createDataFolder(), 'again')
  cpSync(folder, dataFolder, { recursive: true })
  return startProgram({ dataFolder, vault })
}

it('sends no row again from a data folder that was copied back, once and twice', { timeout: 90_000 }, async () => {
  const far = await startService()
  const copied = await copiedBack(far, true)
  const posts = postsOf(far)
  for (const _time of [1, 2]) {
    const pc = await startCopy(copied)
    await ended(pc, copied.id)
    expect((await pc.get('uploads.get', { id: copied.id })).rows).toMatchObject({ accepted: rows, failed: 0 })
    expect(copies(far)).toEqual(eachOnce)
    expect(postsOf(far)).toBe(posts)
    await pc.program.close()
  }
})

it('asks about rows without references in a data folder that was copied back', { timeout: 90_000 }, async () => {
  const far = await startService()
  const copied = await copiedBack(far, false)
  const posts = postsOf(far)
  const pc = await startCopy(copied)
  await answerQuestions(pc, copied.id)
  expect((await pc.get('uploads.get', { id: copied.id })).rows).toMatchObject({ accepted: rows, failed: 0 })
  expect(copies(far)).toEqual(eachOnce)
  expect(postsOf(far)).toBe(posts)
})

/** A PC with the customers of three cars. */
async function startWithCustomers(far: PracticeService): Promise<{ pc: ProgramTwin; ids: string[] }> {
  const pc = await startPc(far)
  const { fileId } = pc.program.intake.add('three.csv', Buffer.from(csv.split('\n').slice(0, 4).join('\n')))
  const { id: draftId } = await pc.get('drafts.open', { fileId })
  const { id } = await pc.get('uploads.create', { draftId, name: 'Three', lookUpMissingVins: false })
  await ended(pc, id)
  const listed = await pc.waitFor(async () => {
    const { customers, total } = await listOf(pc)
    return total === 3 ? customers : undefined
  })
  return { pc, ids: listed.map((customer) => customer.id) }
}

const listOf = (pc: ProgramTwin) => pc.get('customers.list', { sort: 'rego', descending: false, offset: 0, limit: 10 })

const call = (far: PracticeService, method: string, path: string, body: unknown) =>
  fetch(`${far.url}${path}?region=au`, {
    method,
    headers: { ApiKey: far.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

const changesOf = (far: PracticeService): number =>
  far.control.calls.latest().filter(({ method }) => method === 'PATCH' || method === 'DELETE').length

it(
  'sends no edit or deletion of restored data by itself, and shows what others changed since',
  { timeout: 90_000 },
  async () => {
    const far = await startService()
    const { pc, ids } = await startWithCustomers(far)
    const [edited = '', deleted = ''] = ids
    const { customers } = await listOf(pc)
    const lastUpdated = customers[0]?.lastUpdated ?? ''
    await far.control.goDown()
    await pc.get('customers.edit', { id: edited, field: 'clientName', value: 'Ana Nguyen', lastUpdated })
    await pc.get('customers.delete', { selection: { by: 'ids', ids: [deleted] } })
    const backup = await saveBackup(pc)
    await far.control.comeUp()
    pc.program.retryNow()
    const status = () => pc.get('customers.status', {})
    await pc.waitFor(async () => {
      const { edits, deletions } = await status()
      return edits.pending + deletions.pending === 0 ? true : undefined
    })
    await call(far, 'PATCH', `/v2/recapture/customers/${edited}`, { client_name: 'Colleague' })
    const before = changesOf(far)

    expect(await putBack(pc, backup)).toContain('paused')
    await pc.get('customers.sync', {})
    await pc.waitFor(async () =>
      (await status()).deletions.failed === 0 && (await listOf(pc)).total === 2 ? true : undefined,
    )
    const [paused] = (await pc.get('customers.edits', {})).edits
    expect(paused).toMatchObject({ state: 'failed', failure: { message: expect.stringContaining('restored') } })
    expect((await pc.get('customers.bin', { search: '', offset: 0, limit: 10 })).total).toBe(1)
    expect(changesOf(far)).toBe(before)

    await pc.get('customers.retryEdit', { editId: paused?.editId ?? '', overwrite: false })
    const [compared] = await pc.waitFor(async () => {
      const { edits } = await pc.get('customers.edits', {})
      return edits[0]?.state === 'conflict' ? edits : undefined
    })
    expect(compared).toMatchObject({ elsewhere: 'Colleague', value: 'Ana Nguyen' })
    expect(changesOf(far)).toBe(before)
  },
)

it(
  'does not restore a customer from the bin again who was restored after the backup',
  { timeout: 90_000 },
  async () => {
    const far = await startService()
    const { pc, ids } = await startWithCustomers(far)
    const [id = ''] = ids
    const bin = () => pc.get('customers.bin', { search: '', offset: 0, limit: 10 })
    await pc.get('customers.delete', { selection: { by: 'ids', ids: [id] } })
    await pc.waitFor(async () => ((await bin()).records[0]?.pending === false ? true : undefined))
    const backup = await saveBackup(pc)
    const { uploadId } = await pc.get('customers.restore', { ids: [id] })
    await ended(pc, uploadId)
    expect(far.control.customerCount()).toBe(3)

    await putBack(pc, backup)
    await pc.get('customers.sync', {})
    await pc.waitFor(async () => ((await listOf(pc)).total === 3 ? true : undefined))
    expect(await pc.ask('customers.restore', { ids: [id] })).toMatchObject({
      ok: false,
      error: { kind: 'conflict', message: expect.stringContaining('in your list') },
    })
    expect(far.control.customerCount()).toBe(3)
  },
)

it(
  'pauses an upload of the automatic backup that was put back, and sends no row again',
  { timeout: 90_000 },
  async () => {
    const far = await startService()
    const first = await startPc(far)
    far.control.failNext({ ...post, status: 429, times: 1_000 })
    const id = await createUpload(first, true)
    await first.waitFor(async () => ((await first.get('uploads.get', { id })).state === 'waiting' ? true : undefined))
    await first.program.close()

    far.control.clearFaults()
    const { dataFolder, vault } = first
    const second = await startProgram({ dataFolder, vault })
    await ended(second, id)
    const posts = postsOf(far)
    await second.program.close()
    const [backup = ''] = readdirSync(dataFolder).filter((name) => name.includes('.backup-daily-'))
    cpSync(join(dataFolder, backup), join(dataFolder, 'forecourt.db'))

    const third = await startProgram({ dataFolder, vault })
    expect(await third.get('storage.status', {})).toMatchObject({ notice: expect.stringContaining('paused') })
    expect(await third.get('uploads.get', { id })).toMatchObject({ state: 'paused', canWithdraw: false })
    await third.get('uploads.resume', { id })
    await ended(third, id)
    expect(copies(far)).toEqual(eachOnce)
    expect(postsOf(far)).toBe(posts)
  },
)
