import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EditableField } from '../../src/contract/customers.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import type { Change, ChangingLife, HeldAtEnd } from './customers-child.ts'
import { startFaultProxy, type Befalls, type FaultProxy } from './fault-proxy.ts'
import { seededNumbers, seedOfRun } from './seeded-numbers.ts'

const customers = 160
const changes = 500
const deletions = 60
const kills = 3
const faults: readonly Befalls[] = ['lost-before', 'lost-after', 'cut', 'unavailable', 'rate-limited', 'late']

const random = seededNumbers(seedOfRun)
const below = (limit: number): number => Math.floor(random() * limit)
const regoOf = (index: number): string => `T${String(index).padStart(5, '0')}`

/** A record's four fields as the program's changes leave them. */
type Expected = Record<EditableField, string | null>

let folder: string
let service: PracticeService
let proxy: FaultProxy

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-torture-'))
  service = await startPracticeService({ customersPerSecond: Infinity })
  Object.assign(service.control.levers, { errorShare: 0, sightingShare: 0 })
  const answer = await fetch(`${service.url}/v2/recapture/upload?region=au`, {
    method: 'POST',
    headers: { ApiKey: service.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Torture',
      enable_rego_lookups: false,
      customers: Array.from({ length: customers }, (_, index) => ({
        rego: regoOf(index),
        state: 'VIC',
        client_name: `Client ${index}`,
        additional_fields: { Salesperson: `Person ${index % 7}` },
      })),
    }),
  })
  if (!answer.ok) throw new Error(`The practice service refused its customers: ${answer.status}`)
  await service.control.waitForCustomers(customers)
  // Its own numbers: how the calls of two threads interleave must not change which changes are made.
  const fate = seededNumbers(seedOfRun + 1)
  proxy = await startFaultProxy(service.url, () => {
    const draw = fate()
    if (draw < 1 / 3) return { befalls: faults[Math.floor(fate() * faults.length)] ?? 'nothing', ms: 20 + fate() * 250 }
    return draw < 1 / 2 ? { befalls: 'delay', ms: fate() * 60 } : { befalls: 'nothing', ms: 0 }
  })
})
afterAll(async () => {
  await proxy.stop()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Which changes are made, and what they leave: a model with no program in it. */
function plan(): {
  readonly all: Change[]
  readonly left: Map<string, Expected>
  readonly deleted: Map<string, Expected>
} {
  const left = new Map<string, Expected>()
  for (let index = 0; index < customers; index += 1) {
    left.set(regoOf(index), { clientName: `Client ${index}`, mobileNumber: null, saleDate: null, expiryDate: null })
  }
  const deleted = new Map<string, Expected>()
  const all: Change[] = []
  for (let index = 0; index < changes; index += 1) {
    const regos = [...left.keys()]
    const rego = regos[below(regos.length)] ?? ''
    const record = left.get(rego)
    if (!record) throw new Error('There is nobody left')
    if (random() < deletions / changes) {
      all.push({ do: 'delete', rego })
      deleted.set(rego, record)
      left.delete(rego)
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
    left.set(rego, { ...record, [field]: value === '' ? null : value })
  }
  return { all, left, deleted }
}

it('ends with copy and service equal, the deleted in the bin, and nothing lost or doubled', async () => {
  const { all, left, deleted } = plan()
  let from = 0
  let told: HeldAtEnd | null = null
  const deaths: string[] = []
  const live = async (dieAfter: number | null): Promise<void> => {
    const life: ChangingLife = {
      path: join(folder, 'forecourt.db'),
      key: '7b'.repeat(32),
      baseUrl: proxy.url,
      apiKey: service.apiKey,
      customers,
      changes: all,
      from,
    }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'customers-child.ts'), JSON.stringify(life)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let complaints = ''
    child.stderr.on('data', (chunk: Buffer) => void (complaints += chunk.toString()))
    const closed = once(child, 'close') as Promise<[number | null, string | null]>
    for await (const line of createInterface({ input: child.stdout })) {
      const [, done] = /^done (\d+)$/.exec(line) ?? []
      if (done !== undefined) from = Number(done) + 1
      if (dieAfter !== null && from >= dieAfter) child.kill('SIGKILL')
      if (line.startsWith('held ')) told = JSON.parse(line.slice(5)) as HeldAtEnd
    }
    const [code, signal] = await closed
    if (signal === null && code !== 0) throw new Error(`A life ended with ${code}: ${complaints}`)
    if (signal !== null) deaths.push(`with change ${from} made`)
  }
  for (let death = 1; death <= kills; death += 1)
    await live(Math.round((changes * (death - 0.7 + random() * 0.4)) / kills))
  await live(null)
  const befell = [...proxy.counts].map(([name, count]) => `${name} ${count}`).join(', ')
  const story = `seed ${seedOfRun}; killed ${deaths.join(', ')}; calls: ${befell}`
  process.stdout.write(`${story}\n`)
  if (!told) throw new Error('The last life told nothing')
  const { copy, bin, unsettled } = told as HeldAtEnd

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
  expect({ story, unsettled }).toEqual({ story, unsettled: [] })
  expect(byRego(there)).toEqual(Object.fromEntries(left))
  expect(there).toHaveLength(left.size)
  expect(byRego(copy)).toEqual(Object.fromEntries(left))
  expect(copy.map(({ id }) => id).toSorted()).toEqual(there.map(({ id }) => id).toSorted())
  expect(byRego(bin)).toEqual(Object.fromEntries(deleted))
  expect(bin).toHaveLength(deleted.size)
  expect(bin.every(({ additionalFields }) => 'Salesperson' in additionalFields)).toBe(true)
}, 120_000)
