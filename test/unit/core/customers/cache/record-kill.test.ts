import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { createRecordStore, type RecordStore } from '../../../../../src/core/customers/cache/record-store.ts'
import { decodeKeys } from '../../../../../src/core/customers/cache/record-block.ts'
import { decodeListPart } from '../../../../../src/core/customers/packed/list-part.ts'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { kills } from '../../../../runs.ts'
import { seededNumbers, seedOfRun } from '../../../../service/seeded-numbers.ts'
import { createDataFolder } from '../../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { listedRecords, recordsAsListed } from './listed-records.ts'
import { applyStep, scope, stateAfter } from './record-kill-steps.ts'

const key = '7b'.repeat(32)
const random = seededNumbers(seedOfRun)

function open(path: string) {
  const opened = openDatabase(path, key)
  if (opened.state !== 'ready') throw new Error(opened.state)
  const { database } = opened
  const log = createLogTwin()
  const store = createRecordStore(database, { changes: { add: () => undefined }, log, onLost: () => undefined })
  return { database, store, log }
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

const countBlocks = 'SELECT count(*) AS blocks FROM customer_block'

/** How many blocks have a stored part of the list that fits them. */
function storedLists(database: Database): number {
  return database
    .all<{ keys: Uint8Array; part: Uint8Array }>(
      'SELECT keys, part FROM customer_block JOIN customer_list USING (connection_id, region, first)',
    )
    .filter(({ keys: stored, part }) => {
      const keys = decodeKeys(stored)
      return keys !== 'damaged' && decodeListPart(part, keys.checksum, keys.numbers.length) !== null
    }).length
}

const recordsIn = (store: RecordStore): RemoteCustomer[] => [...store.each(scope)].map(({ record }) => record)
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
    const { database, store, log } = open(path)
    const found = byId(recordsIn(store))
    const candidates = Array.from({ length: 40 }, (_, index) => last + index)
    // The process may have made a few more steps than it could report.
    const made = candidates.find((step) => isSame(found, stateAfter(step)))
    expect({ seed: seedOfRun, kill, isStateOfAStep: made !== undefined }).toMatchObject({ isStateOfAStep: true })
    expect(log.entries).toEqual([])
    // The list is filled from what is stored for it: with other records, each block would be read as well.
    expect(storedLists(database)).toBe(database.get<{ blocks: number }>(countBlocks)?.blocks)
    expect(listedRecords(store, scope)).toEqual(recordsAsListed(store, scope))
    for (const { id } of found.values()) expect(store.find(scope, id)?.id).toBe(id)
    next = (made ?? last) + 1
    database.close()
  }

  const { database, store } = open(path)
  const service = stateAfter(next + 20)
  store.save(scope, [...service.values()])
  store.remove(
    scope,
    recordsIn(store).flatMap(({ id }) => (service.has(id) ? [] : [id])),
  )
  expect(byId(recordsIn(store))).toEqual(service)
  applyStep(store, next + 21)
  expect(byId(recordsIn(store))).toEqual(stateAfter(next + 21))
  database.close()
}, 120_000)

function isSame(one: ReadonlyMap<string, RemoteCustomer>, other: ReadonlyMap<string, RemoteCustomer>): boolean {
  if (one.size !== other.size) return false
  for (const [id, record] of other) if (JSON.stringify(one.get(id)) !== JSON.stringify(record)) return false
  return true
}
