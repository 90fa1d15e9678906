import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PracticeService } from '../../src/simulator/service.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import type { VaultTwin } from '../twins/vault-twins.ts'

const rows = 160
const batchSize = 20
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
