import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Fault } from '../torture/faults.ts'
import { startSimulation } from '../torture/simulation.ts'
import { createTortureCustomers } from './torture-customers.ts'

const count = 30
const gatewayMs = 15_000

it('deletions and an edit through a gateway that answers 404 for 15 seconds are made once, and reported only when they are certain', async () => {
  const pc = await startSimulation(mkdtempSync(join(tmpdir(), 'forecourt-gateway-')))
  onTestFinished(() => pc.close())
  const service = await pc.service.call('start', {
    seed: 1,
    startMs: pc.startMs,
    customersPerSecond: 10,
    maxUploadCustomers: null,
    listLagMs: 0,
    failingRegos: [],
  })
  pc.setTarget(service.url)
  await createTortureCustomers(service.url, service.apiKey, count + 1)
  await pc.startProgram(1)
  await pc.ask('connections.connect', {
    baseUrl: pc.url,
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: service.apiKey },
  })
  const status = () => pc.ask('customers.status', {})
  const until = async (isOver: () => Promise<boolean>): Promise<void> => {
    while (!(await isOver())) {
      if (pc.nowMs() > 3_600_000) throw new Error('It does not come to an end')
      await pc.step(1_000)
    }
  }
  await until(async () => (await status()).total === count + 1)

  let deletions = 0
  let gatewayFromMs: number | null = null
  const calls: { readonly path: string; readonly isAnswered: boolean }[] = []
  pc.setFaults({
    counts: new Map(),
    next(method, path, nowMs): Fault {
      if (method === 'DELETE') deletions += 1
      if (deletions === 5) gatewayFromMs ??= nowMs
      const isAnswered = gatewayFromMs === null || nowMs >= gatewayFromMs + gatewayMs
      calls.push({ path: `${method} ${path}`, isAnswered })
      return isAnswered ? { kind: 'none' } : { kind: 'portal', portal: 'not-found' }
    },
  })
  const { customers } = await pc.ask('customers.list', { offset: 0, limit: 50, sort: 'rego', descending: false })
  const [edited, ...others] = customers
  const ids = others.map(({ id }) => id)
  await pc.ask('customers.delete', { selection: { by: 'ids', ids } })
  await until(async () => deletions >= 5)
  await pc.ask('customers.edit', {
    id: edited!.id,
    field: 'clientName',
    value: 'Annie',
    lastUpdated: edited!.lastUpdated,
  })
  await until(async () => {
    const { records } = await pc.ask('customers.bin', { search: '', offset: 0, limit: 50 })
    const there = (await pc.service.call('state', null)).customers.map(({ id }) => id)
    expect(records.filter(({ pending, customer }) => !pending && there.includes(customer.id))).toEqual([])
    const { edits, deletions: open } = await status()
    expect(edits.failed + open.failed).toBe(0)
    return edits.pending + open.pending === 0
  })

  expect((await pc.service.call('state', null)).customers.map((each) => each.client_name)).toEqual(['Annie'])
  expect((await pc.ask('customers.bin', { search: '', offset: 0, limit: 50 })).total).toBe(count)
  expect(await status()).toMatchObject({ total: 1, vanished: null, returned: null })
  // Calls that wait together share a probe.
  const unanswered = calls.filter(({ isAnswered }) => !isAnswered).map(({ path }) => path)
  const probes = unanswered.filter((path) => /^GET .*limit=1$/.test(path)).length
  expect(probes).toBeGreaterThan(0)
  expect(probes).toBeLessThan(unanswered.filter((path) => path.startsWith('DELETE')).length)
})
