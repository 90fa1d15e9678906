import { afterEach, describe, expect, it } from 'vitest'
import { create, draftOf, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

/** An upload that another program makes. Returns its id at the service. */
async function createElsewhere(rows: number): Promise<string> {
  const answer = await bench.service.client.createUpload({
    name: 'From the dealer system',
    enable_rego_lookups: false,
    customers: Array.from({ length: rows }, (_, index) => ({ rego: `ELS${index}`, client_name: `Client ${index}` })),
  })
  if (!answer.ok) throw new Error('The service refused the upload')
  return answer.value.id
}
const follow = async (serviceId: string) => bench.uploads().follow({ serviceId }, signal)

describe('an upload made elsewhere', () => {
  it('is followed by its id to its end, and its customers become its rows', async () => {
    bench = makeBench(draftOf(1))
    bench.service.fails = ({ rego }) => rego === 'ELS3'
    const serviceId = await createElsewhere(12)
    const { id } = await follow(serviceId)
    expect(await get(bench, id)).toMatchObject({ name: 'From the dealer system', madeElsewhere: true, place: null })
    await bench.until(inState(bench, id, 'complete'))
    const upload = await get(bench, id)
    expect(upload.rows).toMatchObject({ inFile: 12, sent: 12, accepted: 11, failed: 1, inProcess: 0 })
    const { rows } = await bench.uploads().rows({ id, outcome: 'accepted', offset: 0, limit: 50 }, signal)
    expect(rows.map(({ customerId }) => customerId)).toEqual(bench.service.customers().map((customer) => customer.id))
    expect(rows[0]).toMatchObject({ rego: 'ELS0', clientName: 'Client 0' })
    expect(bench.syncs()).toBe(1)
  })

  it('is followed on after a restart', async () => {
    bench = makeBench(draftOf(1))
    bench.service.rowsPerSecond = 1
    const { id } = await follow(await createElsewhere(30))
    await bench.clock.advance(3_000)
    await bench.restart()
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).rows.accepted).toBe(30)
  })

  it('can be cancelled', async () => {
    bench = makeBench(draftOf(1))
    bench.service.rowsPerSecond = 1
    const { id } = await follow(await createElsewhere(100))
    await bench.until(async () => (await get(bench, id)).progress.done > 3)
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(bench, id, 'cancelled'))
    const { accepted, notProcessed } = (await get(bench, id)).rows
    expect({ accepted, sum: accepted + notProcessed }).toEqual({ accepted: bench.service.customers().length, sum: 100 })
  })

  it('is added once: its id opens the known upload, also one of this PC', async () => {
    bench = makeBench(draftOf(5))
    const serviceId = await createElsewhere(3)
    const [first, second] = await Promise.all([follow(serviceId), follow(serviceId)])
    expect(first.id).toBe(second.id)
    const own = await create(bench)
    await bench.until(inState(bench, own, 'complete'))
    await bench.uploads().remove({ id: own }, signal)
    expect(await follow('upload-2')).toMatchObject({ id: own, removed: false })
    expect((await bench.uploads().list({}, signal)).uploads).toHaveLength(2)
  })

  it('must exist at the service', async () => {
    bench = makeBench(draftOf(1))
    await expect(follow('nothing')).rejects.toThrow('no upload with this ID')
    expect((await bench.uploads().list({}, signal)).uploads).toEqual([])
  })

  it('can be removed while it runs, and is then no longer followed', async () => {
    bench = makeBench(draftOf(1))
    bench.service.rowsPerSecond = 1
    const { id } = await follow(await createElsewhere(100))
    await bench.clock.advance(3_000)
    await bench.uploads().remove({ id }, signal)
    const calls = bench.service.calls.length
    await bench.clock.advance(60_000)
    expect(bench.service.calls.length - calls).toBeLessThanOrEqual(1)
    expect((await bench.uploads().list({}, signal)).uploads).toEqual([])
  })

  it('is complete by its counters when its customers were deleted since', async () => {
    bench = makeBench(draftOf(1))
    const serviceId = await createElsewhere(10)
    await bench.clock.advance(3_600_000)
    await bench.service.client.getUpload(serviceId)
    for (const { id } of bench.service.customers().slice(0, 4)) bench.service.remove(id)
    const { id } = await follow(serviceId)
    const startedMs = bench.clock.monotonicMs()
    await bench.until(inState(bench, id, 'complete'))
    expect(bench.clock.monotonicMs() - startedMs).toBeLessThan(60_000)
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 10, inProcess: 0 })
  })
})
