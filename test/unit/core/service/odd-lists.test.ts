import { afterEach, describe, expect, it } from 'vitest'
import { createServiceClient } from '../../../../src/core/service/create-service-client.ts'
import { listText } from '../../../../src/core/service/list-text.ts'
import type { ServiceClient } from '../../../../src/core/service/service-client.ts'
import {
  brokenEnvelopes,
  brokenPagings,
  createOddService,
  envelopes,
  hidingPaging,
  ordinaryPagings,
  visibleOf,
  wholePagings,
  wireCustomer,
  type Envelope,
  type OddService,
  type Paging,
  type Wire,
} from '../../../twins/odd-lists.ts'
import type { Clock } from '../../../../src/core/ports/clock.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { isLong } from '../../../runs.ts'
import { makeCustomersBench, scope, signal } from '../customers/customers-bench.ts'
import { create, draftOf, get, makeBench } from '../uploads/upload-bench.ts'

const pageSize = 50

const clientOf = ({ fetch }: OddService, clock: Clock): ServiceClient =>
  createServiceClient({
    baseUrl: 'https://service.test',
    region: 'au',
    regionCode: 'au',
    authoriser: { headers: async () => ({ ok: true, value: { ApiKey: 'key' } }), renew: () => null },
    fetch,
    clock,
    log: createLogTwin(),
    onOutcome: () => undefined,
    random: () => 0,
  })

const closes: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

const customers = (count: number): Wire[] => Array.from({ length: count }, (_, n) => wireCustomer(`c${n}`))

/** Customers that have synced an empty list before. */
async function benchOf(far: OddService) {
  const desk = makeCustomersBench()
  closes.push(() => desk.close())
  desk.customers().start()
  await desk.synced()
  const value = clientOf(far, desk.bench.clock)
  desk.bench.storage.connections.client = async () => ({ ok: true, value })
  return desk
}

/** Syncs a list of so many customers, as often as `passes` says. */
async function sync(count: number, paging: Paging, envelope: Envelope, passes = 1) {
  const far = createOddService(paging, envelope)
  far.records.push(...customers(count))
  const desk = await benchOf(far)
  const calls: number[] = []
  for (let pass = 0; pass < passes; pass += 1) {
    far.resetCalls()
    let isDone = false
    const refreshed = desk.customers().refresh(scope, { signal, onProgress: () => undefined })
    void refreshed.finally(() => void (isDone = true))
    await desk.bench.until(() => isDone)
    calls.push(far.listCalls())
  }
  const { total, unreadable, problem } = await desk.customers().status({}, signal)
  return { total, unreadable, problem, calls }
}

function uploadBenchOf(far: OddService, rows: number) {
  const bench = makeBench(draftOf(rows), { firstBatchSize: 500 })
  closes.push(() => bench.close())
  const value = clientOf(far, bench.clock)
  bench.storage.connections.client = async () => ({ ok: true, value })
  bench.uploads().start()
  return bench
}

/** Sends an upload of so many rows. `first`: when it has ended or says what it waits for. */
async function upload(rows: number, paging: Paging, envelope: Envelope) {
  const far = createOddService(paging, envelope)
  const bench = uploadBenchOf(far, rows)
  const id = await create(bench)
  await bench.until(async () => {
    const { state, waiting } = await get(bench, id)
    return state === 'complete' || waiting !== null
  })
  const calls = far.listCalls()
  const first = await get(bench, id)
  await bench.until(async () => (await get(bench, id)).state === 'complete')
  return { calls, first, last: await get(bench, id), callsInAll: far.listCalls() }
}

type Case = [name: string, paging: Paging, envelope: Envelope]
const plain = envelopes['as in the interface']!

/** Each paging in two of the bodies, in turns; in a long run in each. */
const crossed = (pagings: Readonly<Record<string, Paging>>, bodies: Readonly<Record<string, Envelope>>): Case[] =>
  Object.entries(pagings).flatMap(([paged, paging], at) =>
    Object.entries(bodies)
      .filter((_, place, { length }) => isLong || (place - at * 2 + length * 100) % length < 2)
      .map(([body, envelope]): Case => [`${paged}, ${body}`, paging, envelope]),
  )

/** The entries of the first page, at least one. */
const firstPage = (paging: Paging, count: number): number =>
  Math.max(1, paging({ offset: 0, limit: pageSize, before: 0, records: Array<Wire>(count).fill({}) }).length)

/** Twenty, and no more than twice as many as full pages need. */
const mostCallsFor = (paging: Paging, count: number): number =>
  Math.max(20, Math.ceil(count / firstPage(paging, count)) * 2)

const sizes = isLong ? [0, 1, 2, 12, 49, 50, 51, 100, 229, 350] : [169]

/** A list of one upload has the same bodies. */
const uploadCases = crossed({ ...ordinaryPagings, ...wholePagings, ...brokenPagings }, { plain })

describe.each(sizes)('a list of %i customers', (count) => {
  it.each(crossed(ordinaryPagings, envelopes))('is read with no call too many: %s', async (_, paging, envelope) => {
    const entries = firstPage(paging, count)
    const needed = Math.ceil(count / entries)
    const { total, problem, calls } = await sync(count, paging, envelope, 2)
    expect({ total, problem }).toEqual({ total: count, problem: null })
    // Two pages are guessed behind the end, one is asked for to see that it is the end, and of a long list the first one again.
    const isFull = count % entries === 0
    expect(calls[0]).toBeLessThanOrEqual(needed + 3 + Number(needed > 15) + Number(isFull))
    // The second time it is known where the list ends.
    expect(calls[1]).toBeLessThanOrEqual(isFull || needed === 1 ? needed + 1 : needed)
  })

  it.each(crossed(wholePagings, envelopes))('is read whole: %s', async (_, paging, envelope) => {
    const { total, problem, calls } = await sync(count, paging, envelope)
    expect({ isWhole: total >= count, problem }).toEqual({ isWhole: true, problem: null })
    expect(Math.max(...calls)).toBeLessThanOrEqual(20)
  })

  it.each([...crossed(brokenPagings, envelopes), ...crossed(ordinaryPagings, brokenEnvelopes)])(
    'is whole, or its problem is shown: %s',
    async (_, paging, envelope) => {
      const { total, unreadable, problem, calls } = await sync(count, paging, envelope)
      expect(problem !== null || total + unreadable >= count).toBe(true)
      expect(Math.max(...calls)).toBeLessThanOrEqual(mostCallsFor(paging, count))
    },
  )
})

describe('an upload whose customers are listed in an odd way', () => {
  it.each(uploadCases)('ends with all rows, or says what it waits for: %s', async (_, paging, envelope) => {
    const { calls, first, last } = await upload(60, paging, envelope)
    const listed = first.waiting === null ? first.rows.accepted : null
    expect(listed === 60 || first.waiting !== null).toBe(true)
    expect(calls).toBeLessThanOrEqual(mostCallsFor(paging, 60))
    expect(last.rows.failed).toBe(0)
  })
})

describe('a list that stays odd', () => {
  it('is read without the records that the service hides on its pages', async () => {
    const { total, problem, calls } = await sync(229, hidingPaging, plain)
    expect({ total, problem }).toEqual({ total: visibleOf(customers(229)).length, problem: null })
    expect(Math.max(...calls)).toBeLessThanOrEqual(20)
  })

  it.each([isLong ? 10 : 1])('is read beside notices of %i MB', async (megabytes) => {
    const notices = Array.from({ length: 1_000 }, () => 'x'.repeat(megabytes * 1_000))
    const beside: Envelope = (page) => ({ success: true, notices, customers: page })
    expect(await sync(120, ordinaryPagings['as asked']!, beside)).toMatchObject({ total: 120, problem: null })
    const alone = await sync(120, ordinaryPagings['as asked']!, () => ({ success: true, notices }))
    expect(alone.problem).not.toBeNull()
    expect(alone.calls).toEqual([1])
  })

  it('is asked for again in longer and longer pauses', async () => {
    const far = createOddService(brokenPagings['the first page for each offset']!, plain)
    far.records.push(...customers(229))
    const desk = await benchOf(far)
    await desk.bench.clock.advance(3_600_000)
    expect((await desk.customers().status({}, signal)).problem).toBe(listText.repeated.message)
    // After two minutes, then after 15 seconds, and up to five minutes.
    expect(far.listCalls()).toBeLessThan(16 * 10)
  })

  it('does not fill the time of an upload with calls', async () => {
    const { callsInAll } = await upload(120, brokenPagings['the first page for each offset']!, plain)
    expect(callsInAll).toBeLessThan(20 * 10)
  })

  it('never has a batch sent again that it may have', async () => {
    const far = createOddService(brokenPagings['the first page for each offset']!, plain)
    far.records.push(...customers(229))
    far.losesPosts = true
    const bench = uploadBenchOf(far, 120)
    const id = await create(bench)
    await bench.until(() => bench.clock.monotonicMs() > 1_800_000)
    const { waiting, state } = await get(bench, id)
    expect([state, waiting?.reason]).toEqual(['waiting', listText.repeated.message])
    expect(far.posts()).toBe(1)
    expect(far.listCalls()).toBeLessThan(10 * 40)
  })
})
