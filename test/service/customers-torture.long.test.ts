import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EditableField } from '../../src/contract/customer-record.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import type { Change, ProgramRun, FinalState } from './customers-child.ts'
import { startFaultProxy, type Befalls, type FaultProxy } from './fault-proxy.ts'
import { seededNumbers, seedOfRun } from './seeded-numbers.ts'
import { createTortureCustomers, regoOf } from './torture-customers.ts'

const customers = 160
const changes = 500
const deletions = 60
const kills = 3
const faults: readonly Befalls[] = ['lost-before', 'lost-after', 'cut', 'unavailable', 'rate-limited', 'late']

const random = seededNumbers(seedOfRun)
const below = (limit: number): number => Math.floor(random() * limit)

/** The expected values of a record's four fields. */
type Expected = Record<EditableField, string | null>

let folder: string
let service: PracticeService
let proxy: FaultProxy

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-torture-'))
  service = await startPracticeService({ customersPerSecond: Infinity })
  Object.assign(service.control.settings, { errorShare: 0, sightingShare: 0 })
  await createTortureCustomers(service.url, service.apiKey, customers)
  await service.control.waitForCustomers(customers)
  // Separate random numbers: the order of calls must not affect which changes are made.
  const faultRandom = seededNumbers(seedOfRun + 1)
  proxy = await startFaultProxy(service.url, () => {
    const draw = faultRandom()
    if (draw < 1 / 3)
      return { befalls: faults[Math.floor(faultRandom() * faults.length)] ?? 'nothing', ms: 20 + faultRandom() * 250 }
    return draw < 1 / 2 ? { befalls: 'delay', ms: faultRandom() * 60 } : { befalls: 'nothing', ms: 0 }
  })
})
afterAll(async () => {
  await proxy.stop()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The changes to make and the expected result, worked out without the program. */
function plan(): {
  readonly all: Change[]
  readonly remaining: Map<string, Expected>
  readonly deleted: Map<string, Expected>
} {
  const remaining = new Map<string, Expected>()
  for (let index = 0; index < customers; index += 1) {
    remaining.set(regoOf(index), {
      clientName: `Client ${index}`,
      mobileNumber: null,
      saleDate: null,
      expiryDate: null,
    })
  }
  const deleted = new Map<string, Expected>()
  const all: Change[] = []
  for (let index = 0; index < changes; index += 1) {
    const regos = [...remaining.keys()]
    const rego = regos[below(regos.length)] ?? ''
    const record = remaining.get(rego)
    if (!record) throw new Error('There are no customers left')
    if (random() < deletions / changes) {
      all.push({ do: 'delete', rego })
      deleted.set(rego, record)
      remaining.delete(rego)
      continue
    }
    const day = (year: number): string =>
      `${year}-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`
    const fields = {
      clientName: () => `Name Number${'abcdefghij'[below(10)]}${'abcdefghij'[below(10)]}`,
      mobileNumber: () => (random() < 0.2 ? '' : `04915${String(70_000 + below(1_000)).padStart(5, '0')}`),
      saleDate: () => (random() < 0.2 ? '' : day(2015 + below(10))),
      expiryDate: () => (random() < 0.2 ? '' : day(2030 + below(5))),
    } as const
    const field = (Object.keys(fields) as EditableField[])[below(4)] ?? 'clientName'
    const value = fields[field]()
    all.push({ do: 'edit', rego, field, value })
    remaining.set(rego, { ...record, [field]: value === '' ? null : value })
  }
  return { all, remaining, deleted }
}

/** The torture rounds of customers ask the same with more faults and without waiting for real time. */
it('ends with the cache equal to the service, deleted customers in the bin, and nothing lost or duplicated', async () => {
  const { all, remaining, deleted } = plan()
  let from = 0
  let state: FinalState | null = null
  const killTimes: string[] = []
  const runProgram = async (killAfter: number | null): Promise<void> => {
    const run: ProgramRun = {
      path: join(folder, 'forecourt.db'),
      key: '7b'.repeat(32),
      baseUrl: proxy.url,
      apiKey: service.apiKey,
      customers,
      changes: all,
      from,
    }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'customers-child.ts'), JSON.stringify(run)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
    const closed = once(child, 'close') as Promise<[number | null, string | null]>
    for await (const line of createInterface({ input: child.stdout })) {
      const [, done] = /^done (\d+)$/.exec(line) ?? []
      if (done !== undefined) from = Number(done) + 1
      if (killAfter !== null && from >= killAfter) child.kill('SIGKILL')
      if (line.startsWith('state ')) state = JSON.parse(line.slice(6)) as FinalState
    }
    const [code, signal] = await closed
    if (signal === null && code !== 0) throw new Error(`The program ended with ${code}: ${errors}`)
    if (signal !== null) killTimes.push(`with change ${from} made`)
  }
  for (let kill = 1; kill <= kills; kill += 1)
    await runProgram(Math.round((changes * (kill - 0.7 + random() * 0.4)) / kills))
  await runProgram(null)
  const faultCounts = [...proxy.counts].map(([name, count]) => `${name} ${count}`).join(', ')
  const summary = `seed ${seedOfRun}; killed ${killTimes.join(', ')}; calls: ${faultCounts}`
  process.stdout.write(`${summary}\n`)
  if (!state) throw new Error('The last run reported no state')
  const { cache, bin, unsettled } = state as FinalState

  const fieldsOf = ({ clientName, mobileNumber, saleDate, expiryDate }: Expected): Expected => ({
    clientName,
    mobileNumber,
    saleDate,
    expiryDate,
  })
  const byRego = (records: readonly (Expected & { readonly rego: string | null })[]) =>
    Object.fromEntries(records.map((record) => [record.rego, fieldsOf(record)]))
  const there = service.control.customers().map((record) => ({
    id: record.id,
    rego: record.rego,
    clientName: record.client_name,
    mobileNumber: record.mobile_number,
    saleDate: record.sale_date?.slice(0, 10) ?? null,
    expiryDate: record.expiry_date?.slice(0, 10) ?? null,
  }))
  expect({ summary, unsettled }).toEqual({ summary, unsettled: [] })
  expect(byRego(there)).toEqual(Object.fromEntries(remaining))
  expect(there).toHaveLength(remaining.size)
  expect(byRego(cache)).toEqual(Object.fromEntries(remaining))
  expect(cache.map(({ id }) => id).toSorted()).toEqual(there.map(({ id }) => id).toSorted())
  expect(byRego(bin)).toEqual(Object.fromEntries(deleted))
  expect(bin).toHaveLength(deleted.size)
  expect(bin.every(({ additionalFields }) => 'Salesperson' in additionalFields)).toBe(true)
}, 120_000)
