import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { isLong } from '../runs.ts'
import type { Change, FinalState, ProgramRun } from './customers-child.ts'
import { type Befalls, type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { seededNumbers, seedOfRun } from './seeded-numbers.ts'
import { createTortureCustomers, regoOf } from './torture-customers.ts'

/** With four cells each. */
const customers = isLong ? 250 : 40
const faults: readonly Befalls[] = ['lost-before', 'lost-after', 'cut', 'unavailable']
/** The program is killed when this many calls have been made since its start. */
const killsAfterCalls = isLong ? [150, 500] : [30, 80]

let folder: string
let service: PracticeService
let proxy: FaultProxy
let program: ChildProcess | null = null
let calls = 0
let killAfter = Infinity

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-paste-'))
  service = await startPracticeService({ customersPerSecond: Infinity })
  Object.assign(service.control.settings, { errorShare: 0, sightingShare: 0 })
  await createTortureCustomers(service.url, service.apiKey, customers)
  await service.control.waitForCustomers(customers)
  const random = seededNumbers(seedOfRun)
  proxy = await startFaultProxy(service.url, () => {
    calls += 1
    if (calls === killAfter) program?.kill('SIGKILL')
    const draw = random()
    if (draw >= 1 / 10) return { befalls: 'nothing', ms: 0 }
    return { befalls: faults[Math.floor(random() * faults.length)] ?? 'nothing', ms: 5 }
  })
})
afterAll(async () => {
  await proxy.stop()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const texts = (index: number) => ({
  clientName: `Pasted Name${'abcdefghij'[index % 10]}${'abcdefghij'[Math.floor(index / 10) % 10]}`,
  mobileNumber: `04915${String(70_000 + index).padStart(5, '0')}`,
  saleDate: `${2015 + (index % 9)}-03-${String(1 + (index % 28)).padStart(2, '0')}`,
  expiryDate: `${2030 + (index % 5)}-06-${String(1 + (index % 28)).padStart(2, '0')}`,
})

/** The numbers that a run ends with; null: it was killed. */
async function run(changes: readonly Change[], from: number, killAt: number): Promise<FinalState | null> {
  const run: ProgramRun = {
    path: join(folder, 'forecourt.db'),
    key: '7b'.repeat(32),
    baseUrl: proxy.url,
    apiKey: service.apiKey,
    customers,
    changes,
    from,
  }
  calls = 0
  killAfter = killAt
  const child = spawn(process.execPath, [join(import.meta.dirname, 'customers-child.ts'), JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  program = child
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  let state: FinalState | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('state ')) state = JSON.parse(line.slice(6)) as FinalState
  }
  const [code, signal] = await closed
  expect([0, null]).toContain(code)
  expect(signal === 'SIGKILL').toBe(state === null)
  return state
}

it(`sends each of ${4 * customers} pasted cells once, while connections are cut and the program is killed`, async () => {
  const rows = Array.from({ length: customers }, (_, index) => ({ rego: regoOf(index), texts: texts(index) }))
  const changes: readonly Change[] = [{ do: 'paste', rows }]
  let from = 0
  for (const killAt of killsAfterCalls) {
    expect(await run(changes, from, killAt)).toBeNull()
    from = 1
  }
  const state = await run(changes, from, Infinity)
  const expected = Object.fromEntries(
    rows.map(({ rego, texts: { clientName, mobileNumber, saleDate, expiryDate } }) => [
      rego,
      [clientName, mobileNumber, saleDate, expiryDate],
    ]),
  )
  const there = Object.fromEntries(
    service.control
      .customers()
      .map((record) => [
        record.rego,
        [record.client_name, record.mobile_number, record.sale_date?.slice(0, 10), record.expiry_date?.slice(0, 10)],
      ]),
  )
  expect(there).toEqual(expected)
  expect(state?.unsettled).toEqual([])
  // One entry in the history for each cell: nothing was recorded or confirmed twice.
  expect(Object.values(state?.edited ?? {})).toEqual(rows.map(() => 4))
}, 180_000)
