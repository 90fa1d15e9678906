import { afterEach, describe, expect, it } from 'vitest'
import type { ProgramEvent } from '../../../../src/contract/events.ts'
import { create, draftOf, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

/** Creates a second customer for the first rows, as when the network delivers a batch twice. */
function duplicate(rows: number, change: { readonly clientName?: string } = {}): void {
  for (const customer of bench.service.customers().slice(0, rows)) {
    bench.service.put({ ...customer, ...change, id: `${customer.id}-again`, lastUpdated: '2026-11-21T12:00:00.000Z' })
  }
}

async function uploaded(rows: number): Promise<string> {
  bench = makeBench(draftOf(rows), { firstBatchSize: 50 })
  const id = await create(bench)
  await bench.until(inState(bench, id, 'complete'))
  return id
}

describe('customers that exist twice at a later sync', () => {
  it('are deleted when they equal what was sent, with a notice', async () => {
    const id = await uploaded(8)
    const events: ProgramEvent[] = []
    bench.storage.announcer.listen((event) => void events.push(event))
    duplicate(3)
    await bench.sync()
    expect(bench.service.customers().map(({ id: customerId }) => customerId)).not.toContain('customer-1-again')
    expect(bench.service.customers()).toHaveLength(8)
    expect((await get(bench, id)).batches[0]?.note).toBe(
      '3 rows were received twice. The duplicates were deleted at the service.',
    )
    expect(events.filter(({ name }) => name === 'uploads.corrected').map(({ subject }) => subject)).toEqual([
      'The service had 3 customers of “March” twice. The duplicates were moved to the bin.',
    ])
  })

  it.each([
    ['one was edited', 1, { clientName: 'Somebody Else' }],
    ['there are more than 20', 21, {}],
  ])('wait for the user when %s', async (_, count, change) => {
    const id = await uploaded(30)
    duplicate(count, change)
    await bench.sync()
    expect((await get(bench, id)).duplicates).toBe(count)
    expect(bench.service.customers()).toHaveLength(30 + count)
    const resolved = await bench.uploads().resolveDuplicates({ id, decision: 'delete' }, signal)
    expect(resolved.duplicates).toBe(0)
    expect(bench.service.customers()).toHaveLength(30)
    expect(resolved.rows.accepted).toBe(30)
  })

  it('are planned again from the list at the answer: of a pair that somebody deleted one of, the other stays', async () => {
    const id = await uploaded(30)
    duplicate(24)
    await bench.sync()
    expect((await get(bench, id)).duplicates).toBe(24)
    for (const { id: customerId } of bench.service.customers().slice(0, 22)) bench.service.remove(customerId)
    const resolved = await bench.uploads().resolveDuplicates({ id, decision: 'delete' }, signal)
    expect(resolved.duplicates).toBe(0)
    expect(bench.service.customers()).toHaveLength(30)
  })

  it('are not deleted when there are more than the user has seen', async () => {
    const id = await uploaded(30)
    duplicate(24)
    await bench.sync()
    const resolving = bench.uploads().resolveDuplicates({ id, decision: 'delete', most: 23 }, signal)
    await expect(resolving).rejects.toMatchObject({ failure: { kind: 'conflict' } })
    expect(bench.service.customers()).toHaveLength(54)
    expect((await get(bench, id)).duplicates).toBe(24)
  })

  it('are no question any more when the list has none of the upload', async () => {
    const id = await uploaded(30)
    duplicate(24)
    await bench.sync()
    for (const { id: customerId } of bench.service.customers()) bench.service.remove(customerId)
    await bench.sync()
    expect((await get(bench, id)).duplicates).toBe(0)
  })

  it('stay when the user keeps both, also after the next sync', async () => {
    const id = await uploaded(30)
    duplicate(21)
    await bench.sync()
    await bench.uploads().resolveDuplicates({ id, decision: 'keep' }, signal)
    await bench.sync()
    expect((await get(bench, id)).duplicates).toBe(0)
    expect(bench.service.customers()).toHaveLength(51)
  })
})

describe('customers that the service counts and does not list', () => {
  it('leave their rows open instead of failed, and a later sync accepts them, also after a restart', async () => {
    bench = makeBench(draftOf(8), { firstBatchSize: 50 })
    bench.service.fails = ({ rego }) => rego === 'ABC7'
    const { client } = bench.service
    bench.storage.connections.client = async () => ({
      ok: true,
      value: { ...client, listCustomers: async () => ({ ok: true, value: { customers: [], unreadable: [] } }) },
    })
    const { customers } = bench.service
    Object.assign(bench.service, { customers: () => [] })
    const id = await create(bench)
    const failed = new Set<number>()
    await bench.until(async () => {
      const { rows, finishedAt } = await get(bench, id)
      failed.add(rows.failed)
      return finishedAt !== null
    })
    expect([...failed]).toEqual([0])
    expect((await get(bench, id)).rows).toMatchObject({ sent: 8, accepted: 0, failed: 0, inProcess: 8 })
    await bench.restart()
    Object.assign(bench.service, { customers })
    await bench.sync()
    expect((await get(bench, id)).rows).toMatchObject({ sent: 8, accepted: 7, failed: 1, inProcess: 0 })
  })
})
