import { describe, expect, it } from 'vitest'
import type { MethodInput } from '../../src/contract/methods.ts'
import type { PracticeService } from '../../src/simulator/service.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

const rows = 400
const csv = [
  'Rego,State,Client Name',
  ...Array.from({ length: rows }, (_, car) => `1AB${1_000 + car},VIC,Jane Citizen`),
].join('\n')

/** One PC with its own data folder, connected to the service that all PCs use. */
async function startPc(far: PracticeService, before?: ProgramTwin): Promise<ProgramTwin> {
  if (before) return startProgram({ dataFolder: before.dataFolder, vault: before.vault })
  const pc = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
  return pc
}

async function startService(): Promise<PracticeService> {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  return far
}

async function openDraft(pc: ProgramTwin): Promise<string> {
  const { fileId } = pc.program.intake.add('sold.csv', Buffer.from(csv))
  return (await pc.get('drafts.open', { fileId })).id
}

const send = (pc: ProgramTwin, draftId: string, more: Partial<MethodInput<'uploads.create'>> = {}) =>
  pc.ask('uploads.create', { draftId, name: 'Sold', lookUpMissingVins: false, ...more })

async function sendOffline(pc: ProgramTwin, draftId: string): Promise<string> {
  const sent = await send(pc, draftId, { queueOffline: true })
  if (!sent.ok) throw new Error(sent.error.message)
  return sent.value.id
}

const untilFinished = (pc: ProgramTwin, id: string) =>
  pc.waitFor(async () => {
    const upload = await pc.get('uploads.get', { id })
    return upload.finishedAt === null ? undefined : upload
  })

async function uploadFrom(pc: ProgramTwin): Promise<void> {
  const sent = await send(pc, await openDraft(pc))
  if (!sent.ok) throw new Error(sent.error.message)
  await untilFinished(pc, sent.value.id)
}

const idle = (pc: ProgramTwin) =>
  pc.waitFor(async () => ((await pc.get('customers.status', {})).syncing === null ? true : undefined))

describe('a list that a second PC has already uploaded', () => {
  it('is recognised before anything is sent, and sent again only when chosen', async () => {
    const far = await startService()
    const [first, second] = [await startPc(far), await startPc(far)]
    await idle(second)
    const draftId = await openDraft(second)
    expect((await second.get('drafts.get', { id: draftId })).counts).toMatchObject({ rows, excluded: 0 })
    await uploadFrom(first)

    const refused = await send(second, draftId)
    expect(refused).toMatchObject({ ok: false, error: { kind: 'conflict', kept: 'Nothing was sent.' } })
    expect(refused.ok || refused.error.message).toContain('400 rows')
    const skipped = await second.get('drafts.get', { id: draftId })
    expect(skipped).toMatchObject({ knownRows: rows, counts: { rows, excluded: rows } })
    expect(skipped.excludedReasons).toEqual([{ reason: 'Already in your customers', rows }])
    expect((await send(second, draftId)).ok).toBe(false)
    expect(far.control.customers()).toHaveLength(rows)

    const again = await second.get('drafts.setKnownCustomers', { id: draftId, choice: 'send' })
    expect(again).toMatchObject({ knownRows: rows, counts: { excluded: 0 } })
    const sent = await send(second, draftId, { confirmed: { rows, knownRows: rows } })
    if (!sent.ok) throw new Error(sent.error.message)
    expect((await untilFinished(second, sent.value.id)).rows.accepted).toBe(rows)
    expect(far.control.customers()).toHaveLength(2 * rows)
    expect([...first.unexpected, ...second.unexpected]).toEqual([])
  })

  it('is recognised when existing customers are added again, because the user has not seen how many there are', async () => {
    const far = await startService()
    const [first, second] = [await startPc(far), await startPc(far)]
    await idle(second)
    const draftId = await openDraft(second)
    await second.get('drafts.setKnownCustomers', { id: draftId, choice: 'send' })
    await uploadFrom(first)
    const refused = await send(second, draftId, { confirmed: { rows, knownRows: 0 } })
    expect(refused).toMatchObject({ ok: false, error: { kind: 'conflict' } })
    expect(refused.ok || refused.error.message).toContain('400 rows')
    expect(far.control.customers()).toHaveLength(rows)
  })

  it('is excluded from an upload that was queued offline, after a restart, before its first row is sent', async () => {
    const far = await startService()
    const [first, second] = [await startPc(far), await startPc(far)]
    await idle(second)
    const draftId = await openDraft(second)
    await uploadFrom(first)
    await far.control.goDown()
    const id = await sendOffline(second, draftId)
    await second.waitFor(async () => ((await second.get('uploads.get', { id })).state === 'waiting' ? true : undefined))
    await second.program.close()
    const restarted = await startPc(far, second)
    await far.control.comeUp()
    const done = await untilFinished(restarted, id)
    expect(done.rows).toMatchObject({ inFile: rows, excluded: rows, sent: 0, pending: 0 })
    expect(done).toMatchObject({ state: 'complete', excludedBeforeSending: rows })
    expect(far.control.customers()).toHaveLength(rows)
    const shown = await restarted.get('uploads.rows', { id, outcome: 'excluded', offset: 0, limit: 1 })
    expect(shown.rows[0]?.reason).toBe('Already in your customers')
  })

  it('stops a queued upload that adds existing customers again, until the user has seen how many there are', async () => {
    const far = await startService()
    const [first, second] = [await startPc(far), await startPc(far)]
    await idle(second)
    const draftId = await openDraft(second)
    await second.get('drafts.setKnownCustomers', { id: draftId, choice: 'send' })
    await uploadFrom(first)
    await far.control.goDown()
    const id = await sendOffline(second, draftId)
    await far.control.comeUp()
    await second.get('uploads.resume', { id })
    const stopped = await second.waitFor(async () => {
      const upload = await second.get('uploads.get', { id })
      return upload.state === 'stopped' ? upload : undefined
    })
    expect(stopped.failure).toMatchObject({ kind: 'needs-confirmation' })
    expect(stopped.failure?.message).toContain('400 rows')
    expect(far.control.customers()).toHaveLength(rows)
    await second.get('uploads.resume', { id })
    expect((await untilFinished(second, id)).rows.accepted).toBe(rows)
    expect(far.control.customers()).toHaveLength(2 * rows)
  })
})

describe('a customer list that cannot be refreshed', () => {
  it('is named with its age, and nothing is sent before the user confirms it', async () => {
    const far = await startService()
    const pc = await startPc(far)
    const { syncedAt } = await pc.waitFor(async () => {
      const status = await pc.get('customers.status', {})
      return status.syncedAt === null ? undefined : status
    })
    const draftId = await openDraft(pc)
    await far.control.goDown()
    const refused = await send(pc, draftId)
    expect(refused).toMatchObject({ ok: false, error: { kind: 'needs-confirmation', kept: 'Nothing was sent.' } })
    const since = refused.ok ? null : refused.error.since
    expect(Date.parse(since ?? '')).toBeGreaterThanOrEqual(Date.parse(syncedAt ?? ''))
    expect((await pc.get('uploads.list', {})).uploads).toEqual([])
    const confirmed = await send(pc, draftId, { listAgeConfirmed: true })
    expect(confirmed.ok).toBe(true)
    await far.control.comeUp()
  })

  it('can be cancelled while it is refreshed', async () => {
    const far = await startService()
    const pc = await startPc(far)
    await idle(pc)
    const draftId = await openDraft(pc)
    const held = far.control.holdNext({ method: 'GET', path: '/v2/recapture/customers', after: 'before' })
    const sending = send(pc, draftId)
    await held.arrived
    await pc.get('uploads.stopCreating', { draftId })
    expect(await sending).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
    held.release()
    expect((await pc.get('uploads.list', {})).uploads).toEqual([])
    expect((await pc.get('drafts.get', { id: draftId })).counts.rows).toBe(rows)
  })
})
