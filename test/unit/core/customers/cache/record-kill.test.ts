import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { createCustomerCache, type CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { createCustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import { openDatabase } from '../../../../../src/core/database/database.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { kills } from '../../../../runs.ts'
import { seededNumbers, seedOfRun } from '../../../../service/seeded-numbers.ts'
import { createDataFolder } from '../../../../twins/data-folder-twin.ts'
import { applyStep, scope, stateAfter } from './record-kill-steps.ts'

const key = '7b'.repeat(32)
const random = seededNumbers(seedOfRun)

function open(path: string) {
  const opened = openDatabase(path, key)
  if (opened.state !== 'ready') throw new Error(opened.state)
  return { database: opened.database, cache: createCustomerCache(opened.database) }
}

/** Runs steps in a process of their own until it is killed, some time after it has reported this many. Returns the last reported step. */
async function runUntilKilled(path: string, from: number, steps: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'record-kill-child.ts'), path, key, String(from)])
  onTestFinished(() => void child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  let last = from - 1
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    // The kill arrives somewhere in the next steps.
    if (last >= from + steps) child.kill('SIGKILL')
  }
  const [, signal] = await closed
  if (signal !== 'SIGKILL') throw new Error(`The process ended by itself: ${errors}`)
  return last
}

const recordsIn = (cache: CustomerCache): RemoteCustomer[] => [...cache.each(scope)]
const byId = (records: Iterable<RemoteCustomer>): Map<string, RemoteCustomer> =>
  new Map([...records].map((record) => [record.id, record]))

it('has all of a write or nothing of it after a kill at any moment, and equals the service after the next sync', async () => {
  const path = join(createDataFolder(), 'x.db')
  const first = open(path)
  first.database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at) VALUES (?, 'C', 'account', 'https://x', 'api-key', 'au', '{}', '')`,
    [scope.connectionId],
  )
  first.database.close()
  let next = 0
  for (let kill = 0; kill < kills(6); kill += 1) {
    const last = await runUntilKilled(path, next, Math.floor(random() * 12))
    const { database, cache } = open(path)
    const found = byId(recordsIn(cache))
    const candidates = Array.from({ length: 40 }, (_, index) => last + index)
    // The process may have made a few more steps than it could report.
    const made = candidates.find((step) => isSame(found, stateAfter(step)))
    expect({ seed: seedOfRun, kill, isStateOfAStep: made !== undefined }).toMatchObject({ isStateOfAStep: true })
    // The list shows the same customers, each once.
    const listed = createCustomerLists(cache).now(scope).rows()
    expect(listed.map(({ id, clientName, search }) => [id, clientName, search.split('\n')[0]])).toEqual(
      recordsIn(cache).map(({ id, clientName }) => [id, clientName, clientName?.toLowerCase()]),
    )
    for (const { id } of found.values()) expect(cache.find(scope, id)?.id).toBe(id)
    next = (made ?? last) + 1
    database.close()
  }

  const { database, cache } = open(path)
  const service = stateAfter(next + 20)
  cache.save(scope, [...service.values()])
  cache.remove(
    scope,
    recordsIn(cache).flatMap(({ id }) => (service.has(id) ? [] : [id])),
  )
  expect(byId(recordsIn(cache))).toEqual(service)
  applyStep(cache, next + 21)
  expect(byId(recordsIn(cache))).toEqual(stateAfter(next + 21))
  database.close()
}, 120_000)

function isSame(one: ReadonlyMap<string, RemoteCustomer>, other: ReadonlyMap<string, RemoteCustomer>): boolean {
  if (one.size !== other.size) return false
  for (const [id, record] of other) if (JSON.stringify(one.get(id)) !== JSON.stringify(record)) return false
  return true
}
