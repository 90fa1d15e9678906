import { afterEach, describe, expect, it } from 'vitest'
import type { FailureKind } from '../../../../src/contract/result.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import {
  create,
  draftOf,
  expectOneCustomerPerRow,
  get,
  inState,
  isDraftThere,
  makeBench,
  type Bench,
} from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

const kindOf = (work: Promise<unknown>): Promise<FailureKind | 'none'> =>
  work.then(
    () => 'none' as const,
    (error: unknown) => {
      if (error instanceof FailureError) return error.failure.kind
      throw error
    },
  )

/** An upload that another connection's draft could have: records without a draft. */
const createOther = (name: string, rows: number): Promise<string> =>
  bench.uploads().createFromRecords({
    connectionId: 'connection-1',
    region: 'au',
    name,
    header: ['Rego'],
    rows: Array.from({ length: rows }, (_, index) => ({
      input: { rego: `${name}${index}`, state: 'VIC' },
      original: [`${name}${index}`],
    })),
    inTransaction: () => undefined,
  })
const postsOf = (): number => bench.service.calls.filter((call) => call === 'createUpload').length
const namesAtService = (): string[] => bench.service.uploads().map(({ name }) => name)
const goOffline = (): void => {
  bench.service.faults = () => ({ kind: 'offline' })
}
/** Refuses the second batch for ten seconds, so that the first one is alone at the service meanwhile. */
const delaySecondPost = (): void => {
  bench.service.faults = (call) =>
    call === 'createUpload' && postsOf() === 2 ? { kind: 'rate-limited', retryAfterMs: 10_000 } : { kind: 'none' }
}
const goOnline = (): void => {
  bench.service.faults = () => ({ kind: 'none' })
}

describe('a paused upload', () => {
  it('sends nothing after the batch on the wire, follows what was sent, and stays paused after a restart', async () => {
    bench = makeBench(draftOf(25))
    const id = await create(bench)
    await bench.until(() => postsOf() === 1)
    await bench.uploads().pause({ id }, signal)
    await bench.until(async () => (await get(bench, id)).batches[0]?.state === 'complete')
    await bench.restart()
    await bench.clock.advance(60_000)
    const paused = await get(bench, id)
    expect(paused.state).toBe('paused')
    expect(paused.batches.map(({ state }) => state)).toEqual(['complete', 'planned', 'planned'])
    expect(postsOf()).toBe(1)
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 25)
  })

  it('lets the uploads behind it be sent', async () => {
    bench = makeBench(draftOf(25))
    goOffline()
    const id = await create(bench)
    const behind = await createOther('B', 5)
    await bench.uploads().pause({ id }, signal)
    goOnline()
    await bench.until(inState(bench, behind, 'complete'))
    expect((await get(bench, id)).state).toBe('paused')
    expect(namesAtService()).toEqual(['B'])
  })

  it('can be cancelled', async () => {
    bench = makeBench(draftOf(25))
    const id = await create(bench)
    await bench.uploads().pause({ id }, signal)
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(bench, id, 'cancelled'))
    expect((await get(bench, id)).rows).toMatchObject({ pending: 0, inProcess: 0 })
  })

  it('has rows to send: one whose rows were all sent cannot be paused', async () => {
    bench = makeBench(draftOf(5))
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect(await kindOf(bench.uploads().pause({ id }, signal))).toBe('conflict')
  })
})

describe('the order of sending', () => {
  it('is that of the list, can be changed, and survives a restart', async () => {
    bench = makeBench(draftOf(5))
    goOffline()
    const first = await create(bench)
    const second = await createOther('B', 5)
    const third = await createOther('C', 5)
    const places = async () => Promise.all([first, second, third].map(async (id) => (await get(bench, id)).place))
    expect(await places()).toEqual([1, 2, 3])
    await bench.uploads().move({ id: third, before: first }, signal)
    expect(await places()).toEqual([2, 3, 1])
    await bench.uploads().move({ id: first, before: null }, signal)
    expect(await places()).toEqual([3, 2, 1])
    await bench.restart()
    goOnline()
    await bench.until(inState(bench, first, 'complete'))
    expect(namesAtService()).toEqual(['C', 'B', 'March'])
    expect((await get(bench, first)).place).toBeNull()
  })

  it('lets an upload overtake one that is being sent, between two batches', async () => {
    bench = makeBench(draftOf(30))
    delaySecondPost()
    const id = await create(bench)
    const urgent = await createOther('B', 5)
    await bench.until(() => postsOf() === 2)
    await bench.uploads().move({ id: urgent, before: id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expect(namesAtService()).toEqual(['March (part 1)', 'B', 'March (part 2)', 'March (part 3)'])
  })
})

describe('a renamed upload', () => {
  it('has its new name at the service when nothing was sent yet', async () => {
    bench = makeBench(draftOf(5))
    goOffline()
    const id = await create(bench)
    await bench.clock.advance(100)
    await bench.uploads().rename({ id, name: 'April' }, signal)
    goOnline()
    await bench.until(inState(bench, id, 'complete'))
    expect(await get(bench, id)).toMatchObject({ name: 'April', serviceName: 'April', fileName: 'march.csv' })
    expect(namesAtService()).toEqual(['April'])
  })

  it('keeps its old name at the service once a batch was sent, in all later batches too', async () => {
    bench = makeBench(draftOf(25))
    const id = await create(bench)
    await bench.until(() => bench.service.uploads().length === 1)
    await bench.uploads().rename({ id, name: 'April' }, signal)
    await bench.uploads().rename({ id, name: 'May' }, signal)
    await bench.restart()
    await bench.until(inState(bench, id, 'complete'))
    expect(await get(bench, id)).toMatchObject({ name: 'May', serviceName: 'March' })
    expect(namesAtService()).toEqual(['March (part 1)', 'March (part 2)', 'March (part 3)'])
  })
})

describe('withdrawing an upload', () => {
  it('makes it a draft again, which can be sent later', async () => {
    bench = makeBench(draftOf(25))
    goOffline()
    const id = await create(bench)
    await bench.clock.advance(5_000)
    expect((await get(bench, id)).canWithdraw).toBe(true)
    expect(isDraftThere(bench.database)).toBe(false)
    expect(await bench.uploads().withdraw({ id }, signal)).toEqual({ draftId: 'draft-1' })
    expect(isDraftThere(bench.database)).toBe(true)
    expect(await kindOf(get(bench, id))).toBe('not-found')
    goOnline()
    await bench.clock.advance(60_000)
    expect(bench.service.customers()).toEqual([])
    const again = await create(bench)
    await bench.until(inState(bench, again, 'complete'))
    expectOneCustomerPerRow(bench, again, 25)
  })

  it('changes nothing when the draft cannot be restored', async () => {
    bench = makeBench(draftOf(5))
    goOffline()
    const id = await create(bench)
    await bench.clock.advance(100)
    bench.database.run(`CREATE TRIGGER disk_full BEFORE DELETE ON upload BEGIN SELECT RAISE(ABORT, 'full'); END`)
    await expect(bench.uploads().withdraw({ id }, signal)).rejects.toThrow('full')
    bench.database.run('DROP TRIGGER disk_full')
    expect(isDraftThere(bench.database)).toBe(false)
    expect((await get(bench, id)).canWithdraw).toBe(true)
  })

  it.each([
    ['was accepted', 'none'],
    ['may have arrived', 'lost-before'],
  ] as const)('is refused once a batch %s, and the hidden draft is deleted', async (_, kind) => {
    bench = makeBench(draftOf(25))
    bench.service.faults = () => ({ kind })
    const id = await create(bench)
    await bench.until(async () =>
      (await get(bench, id)).batches.some(({ state }) => state !== 'planned' && state !== 'sending'),
    )
    expect((await get(bench, id)).canWithdraw).toBe(false)
    expect(await kindOf(bench.uploads().withdraw({ id }, signal))).toBe('conflict')
    expect(bench.database.all('SELECT id FROM draft')).toEqual([])
  })

  it('is possible when the service refused all of it', async () => {
    bench = makeBench(draftOf(5))
    bench.service.faults = (call) => ({ kind: call === 'createUpload' ? 'refused' : 'none' })
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    expect((await get(bench, id)).rejectedRows).toBe(5)
    await bench.uploads().withdraw({ id }, signal)
    expect(isDraftThere(bench.database)).toBe(true)
  })
})

describe('an upload removed from the list', () => {
  it('can be put back, and its duplicates are still found meanwhile', async () => {
    bench = makeBench(draftOf(5))
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    await bench.uploads().remove({ id }, signal)
    await bench.restart()
    expect((await bench.uploads().list({}, signal)).uploads.map(({ removed }) => removed)).toEqual([true])
    const [customer] = bench.service.customers()
    if (!customer) throw new Error('The service has no customer')
    bench.service.put({ ...customer, id: 'customer-doubled' })
    await bench.sync()
    expect(bench.service.customers()).toHaveLength(5)
    expect((await bench.uploads().putBack({ id }, signal)).removed).toBe(false)
  })

  it('must have finished', async () => {
    bench = makeBench(draftOf(5))
    goOffline()
    const id = await create(bench)
    expect(await kindOf(bench.uploads().remove({ id }, signal))).toBe('conflict')
    expect((await get(bench, id)).removed).toBe(false)
  })
})

describe('cancelling an upload whose rows had all gone through', () => {
  it('leaves it complete', async () => {
    bench = makeBench(draftOf(5))
    bench.service.faults = (call) => ({ kind: call === 'listCustomers' ? 'unavailable' : 'none' })
    const id = await create(bench)
    await bench.until(() => bench.service.calls.includes('listCustomers'))
    await bench.uploads().cancel({ id }, signal)
    expect((await get(bench, id)).state).toBe('cancelling')
    goOnline()
    await bench.until(async () => (await get(bench, id)).finishedAt !== null)
    expect(await get(bench, id)).toMatchObject({
      state: 'complete',
      rows: { accepted: 5, notProcessed: 0, notSent: 0 },
    })
  })

  it('is cancelled when one row was not sent', async () => {
    bench = makeBench(draftOf(11))
    delaySecondPost()
    const id = await create(bench)
    await bench.until(() => postsOf() === 2)
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(bench, id, 'cancelled'))
    expect((await get(bench, id)).rows).toMatchObject({ notSent: 1 })
  })
})

describe('the batches of an upload', () => {
  it('show when they were sent and finished', async () => {
    bench = makeBench(draftOf(15))
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    const { batches } = await get(bench, id)
    expect(batches).toHaveLength(2)
    for (const { sentAt, finishedAt } of batches) {
      expect(Date.parse(finishedAt ?? '')).toBeGreaterThan(Date.parse(sentAt ?? ''))
    }
  })
})
