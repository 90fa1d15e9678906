import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startPracticeService } from '../../src/simulator/service.ts'
import { onlyLong } from '../runs.ts'
import { fictitious, morning } from './caller.ts'

const key = 'ab'.repeat(32)
const told = z.object({ url: z.url(), apiKey: z.string(), clientId: z.string(), clientSecret: z.string() })
type Told = z.infer<typeof told>

function folder(onTestFinished: (stop: () => void) => void): string {
  const path = mkdtempSync(join(tmpdir(), 'practice-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('No stdout')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return line
}

test(
  'killed at any moment, it goes on where it was: every row once, the counters right',
  { timeout: 60_000 },
  async ({ onTestFinished }) => {
    const path = join(folder(onTestFinished), 'practice.db')
    const children: ChildProcess[] = []
    onTestFinished(() => children.forEach((child) => child.kill('SIGKILL')))
    const start = async (): Promise<{ child: ChildProcess; service: Told }> => {
      const script = join(import.meta.dirname, 'practice-on-disk.ts')
      const child = spawn(process.execPath, [script, path, key, '400'], { stdio: ['ignore', 'pipe', 'inherit'] })
      children.push(child)
      return { child, service: told.parse(JSON.parse(await firstLine(child))) }
    }
    const call = async (
      service: Told,
      method: string,
      rest: string,
      body?: unknown,
    ): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${service.url}/v2/recapture/${rest}`, {
        method,
        headers: { ApiKey: service.apiKey, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return z.looseObject({ success: z.literal(true) }).parse(await answer.json())
    }
    const counters = z.object({
      id: z.string(),
      total_uploaded_customers: z.int(),
      total_processed_customers: z.int(),
      total_errors: z.int(),
    })
    const readUpload = async (service: Told, id: string): Promise<z.infer<typeof counters>> =>
      counters.parse((await call(service, 'GET', `upload/${id}?region=au`))['upload'])

    let { child, service } = await start()
    const first = service
    const body = { name: 'x', enable_rego_lookups: false, customers: fictitious(1_200) }
    const { id } = counters.parse((await call(service, 'POST', 'upload?region=au', body))['upload'])
    let upload = await readUpload(service, id)
    for (const share of [0.1, ...onlyLong(0.4), 0.7]) {
      while (upload.total_processed_customers < 1_200 * share) upload = await readUpload(service, id)
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      ;({ child, service } = await start())
      const after = await readUpload(service, id)
      expect(after.total_processed_customers).toBeGreaterThanOrEqual(upload.total_processed_customers)
      expect({ ...service, url: first.url }).toEqual(first)
    }
    while (upload.total_processed_customers < 1_200) upload = await readUpload(service, id)
    const page = await call(service, 'GET', `customers?region=au&upload_id=${id}&limit=1000`)
    const rest = await call(service, 'GET', `customers?region=au&upload_id=${id}&limit=1000&offset=1000`)
    const row = z.object({ additional_fields: z.object({ ref: z.string() }) })
    const refs = [page, rest].flatMap((one) =>
      z
        .array(row)
        .parse(one['customers'])
        .map((each) => each.additional_fields.ref),
    )
    expect(upload.total_errors).toBeGreaterThan(0)
    expect(refs).toHaveLength(1_200 - upload.total_errors)
    expect(new Set(refs).size).toBe(refs.length)
  },
)

function filesHolding(place: string, secret: string): string[] {
  return readdirSync(place).filter((name) => readFileSync(join(place, name)).includes(secret))
}

test('the store on disk is encrypted, and opens with its own key only', async ({ onTestFinished }) => {
  const place = folder(onTestFinished)
  const path = join(place, 'practice.db')
  const service = await startPracticeService({ store: { path, key }, customersPerSecond: Infinity, clock: morning })
  const secret = 'Wilhelmina Featherstonehaugh'
  const customers = [{ rego: 'ABC123', state: 'NSW', client_name: secret }]
  const uploaded = await fetch(`${service.url}/v2/recapture/upload?region=au`, {
    method: 'POST',
    headers: { ApiKey: service.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: secret, enable_rego_lookups: false, customers }),
  })
  expect(uploaded.status).toBe(200)
  await service.control.waitForCustomers(1)
  expect(readdirSync(place)).toContain('practice.db')
  expect(filesHolding(place, secret)).toEqual([])
  await service.stop()
  expect(filesHolding(place, secret)).toEqual([])
  await expect(startPracticeService({ store: { path, key: 'cd'.repeat(32) } })).rejects.toThrow(/not a database/)
  await expect(startPracticeService({ store: { path, key: 'short' } })).rejects.toThrow(/64 hex/)

  const again = await startPracticeService({ store: { path, key }, clock: morning })
  onTestFinished(() => again.stop())
  expect(again.control.customers().map((one) => one.client_name)).toEqual([secret])
  expect(again.apiKey).toBe(service.apiKey)
})

test(
  'the command tells where it is in its first line, answers --help, and ends when asked',
  { timeout: 30_000 },
  async () => {
    const script = join(import.meta.dirname, '../../src/simulator/command.ts')
    const run = (...args: string[]): ChildProcess =>
      spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    const child = run('--seed', '3', '--speed', '1000')
    const line = z
      .object({ ...told.shape, controlUrl: z.url(), controlToken: z.string() })
      .parse(JSON.parse(await firstLine(child)))
    const answer = await fetch(`${line.url}/v2/recapture/customers?region=au`, { headers: { ApiKey: line.apiKey } })
    expect(await answer.json()).toEqual({ success: true, customers: [] })
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])

    const help = run('--help')
    expect(await firstLine(help)).toContain('practice service')
    const wrong = run('--port', 'x')
    expect(await once(wrong, 'exit')).toEqual([1, null])
  },
)
