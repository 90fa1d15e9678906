import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { onlyLong } from '../runs.ts'
import type { Fault, FaultPlan } from '../torture/faults.ts'
import type { Simulation } from '../torture/simulation-controls.ts'
import { startSimulation } from '../torture/simulation.ts'
import { createTortureCustomers } from './torture-customers.ts'

const dayMs = 86_400_000

/** The program in its own process, and the service with a clock that is right. */
async function start(): Promise<Simulation> {
  const pc = await startSimulation(mkdtempSync(join(tmpdir(), 'forecourt-clock-')))
  onTestFinished(() => pc.close())
  const service = await pc.service.call('start', {
    seed: 1,
    startMs: pc.startMs,
    customersPerSecond: 5,
    maxUploadCustomers: null,
    listLagMs: 0,
    failingRegos: [],
  })
  pc.setTarget(service.url)
  await pc.startProgram(1)
  const credentials = {
    scheme: 'oauth',
    clientId: service.clientId,
    clientSecret: service.clientSecret,
  } as const
  await pc.ask('connections.connect', { baseUrl: pc.url, region: 'au', credentials })
  await runUntil(pc, async () => (await pc.ask('customers.status', {})).syncedAt !== null)
  await createTortureCustomers(service.url, service.apiKey, 3)
  return pc
}

async function runUntil(pc: Simulation, isOver: () => Promise<boolean>): Promise<void> {
  const endMs = pc.nowMs() + 900_000
  while (!(await isOver())) {
    if (pc.nowMs() > endMs) throw new Error('It does not come to an end within 15 minutes')
    await pc.step(5_000)
  }
}

/** The first call of each kind that `faultOf` names gets its fault. */
function faultsOnce(faultOf: (method: string) => Fault | null): FaultPlan {
  const given = new Set<string>()
  return {
    counts: new Map(),
    next(method) {
      const fault = given.has(method) ? null : faultOf(method)
      if (fault) given.add(method)
      return fault ?? { kind: 'none' }
    },
  }
}

async function startUpload(pc: Simulation): Promise<string> {
  const rows = Array.from({ length: 30 }, (_, row) => `1AB${100 + row},VIC,Ana Tester`)
  const fileId = await pc.addFile('march.csv', ['Rego,State,Customer Name', ...rows].join('\n'))
  const draft = await pc.ask('drafts.open', { fileId })
  return (await pc.ask('uploads.create', { draftId: draft.id, name: 'March', lookUpMissingVins: false })).id
}

describe.each([-15_000, ...onlyLong(15_000)])('a clock of the PC that is set %i days off', (days) => {
  it('during an upload changes neither its wait nor its rows', async () => {
    const pc = await start()
    const tooMany: Fault = {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '60' },
      isPage: false,
      hasEffect: false,
    }
    pc.setFaults(faultsOnce((method) => (method === 'POST' ? tooMany : null)))
    const id = await startUpload(pc)
    const get = () => pc.ask('uploads.get', { id })
    await runUntil(pc, async () => (await get()).state === 'waiting')
    await pc.setWallOffset(days * dayMs)
    const { waiting } = await get()
    expect(waiting?.reason).toBe('Too many requests.')
    const leftMs = Date.parse(waiting?.until ?? '') - (pc.startMs + pc.nowMs() + days * dayMs)
    expect(leftMs).toBeGreaterThan(0)
    expect(leftMs).toBeLessThan(75_000)
    await runUntil(pc, async () => (await get()).state === 'complete')
    expect((await get()).rows).toMatchObject({ accepted: 30, failed: 0, inProcess: 0 })
    expect((await pc.service.call('state', null)).customers).toHaveLength(33)
  })

  it('does not delay the next sync, and the time of the sync is that of the clock', async () => {
    const pc = await start()
    const status = () => pc.ask('customers.status', {})
    await pc.setWallOffset(days * dayMs)
    await runUntil(pc, async () => (await status()).total === 3)
    const { syncedAt, problem } = await status()
    expect(problem).toBeNull()
    const ageMs = pc.startMs + pc.nowMs() + days * dayMs - Date.parse(syncedAt ?? '')
    expect(ageMs).toBeGreaterThanOrEqual(0)
    expect(ageMs).toBeLessThan(60_000)
  })
})
