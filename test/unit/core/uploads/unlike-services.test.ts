import { afterEach, describe, expect, it } from 'vitest'
import { uploadMessages } from '../../../../src/core/uploads/upload-messages.ts'
import type { RemoteUpload } from '../../../../src/core/service/service-client.ts'
import { create, draftOf, faultsInTurn, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
const none = { kind: 'none' } as const
let bench: Bench

afterEach(async () => {
  await bench.close()
})

const minutes = (count: number): number => count * 60_000

/** Ways in which a service may save the references of rows. */
const dropped = (): Record<string, unknown> => ({})
const cut = ({ forecourt_ref: reference, ...fields }: Readonly<Record<string, unknown>>) => ({
  ...fields,
  forecourt_ref: String(reference).slice(0, -1),
})
const upperCase = ({ forecourt_ref: reference }: Readonly<Record<string, unknown>>) => ({
  forecourt_ref: ` ${String(reference).toUpperCase()} `,
})
const nested = ({ forecourt_ref: value }: Readonly<Record<string, unknown>>) => ({
  custom: [{ name: 'forecourt_ref', value }],
})

describe('a service that does not give references back', () => {
  it.each([
    ['drops them', dropped],
    ['cuts them', cut],
  ])('asks about a batch whose answer was lost behind others, when it %s', async (_, savedFields) => {
    bench = makeBench(draftOf(35))
    bench.service.savedFields = savedFields
    bench.service.faults = faultsInTurn('createUpload', [none, { kind: 'lost-after' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    await bench.clock.advance(minutes(30))
    expect(bench.service.customers()).toHaveLength(35)
    const compared = await bench.uploads().compareBatch({ id, batch: 2 }, signal)
    expect(compared).toMatchObject({ total: 10, found: 10, recommendation: 'arrived' })
    await bench.uploads().settle({ id, batch: 2, arrived: true }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 35, failed: 0 })
  })

  it('asks about the only batch, when it drops them', async () => {
    bench = makeBench(draftOf(10))
    bench.service.savedFields = dropped
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-after' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    expect(bench.service.customers()).toHaveLength(10)
    expect((await get(bench, id)).batches[0]?.note).toBe(uploadMessages.notes.referencesNotReturned)
  })

  it('never calls rows of the only batch failed, when it cuts them', async () => {
    bench = makeBench(draftOf(10))
    bench.service.savedFields = cut
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-after' }])
    const id = await create(bench)
    await bench.until(
      async () => (await get(bench, id)).finishedAt !== null || (await inState(bench, id, 'undecided')()),
    )
    expect(bench.service.customers()).toHaveLength(10)
    expect((await get(bench, id)).rows.failed).toBe(0)
  })

  it('sends a batch again that is nowhere, and asks when it arrives later', async () => {
    bench = makeBench(draftOf(10))
    bench.service.savedFields = dropped
    bench.service.queueDelayMs = minutes(5)
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-after' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    await bench.clock.advance(minutes(10))
    await bench.sync()
    expect(bench.service.customers()).toHaveLength(20)
    expect((await get(bench, id)).duplicates).toBe(10)
    await bench.uploads().resolveDuplicates({ id, decision: 'delete' }, signal)
    expect(bench.service.customers()).toHaveLength(10)
    await bench.sync()
    expect(await get(bench, id)).toMatchObject({ duplicates: 0, rows: { accepted: 10 } })
  })

  it('keeps both customers of a row when the user wants that, also after the next sync', async () => {
    bench = makeBench(draftOf(10))
    bench.service.queueDelayMs = minutes(5)
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-after' }])
    const id = await create(bench, false)
    await bench.until(inState(bench, id, 'undecided'))
    await bench.uploads().settle({ id, batch: 1, arrived: false }, signal)
    await bench.until(inState(bench, id, 'complete'))
    await bench.clock.advance(minutes(10))
    await bench.sync()
    expect((await get(bench, id)).duplicates).toBe(10)
    await bench.uploads().resolveDuplicates({ id, decision: 'keep' }, signal)
    await bench.sync()
    expect((await get(bench, id)).duplicates).toBe(0)
    expect(bench.service.customers()).toHaveLength(20)
  })

  it.each([
    ['changes their case', upperCase],
    ['nests them', nested],
  ])('finds a lost batch by references when it %s', async (_, savedFields) => {
    bench = makeBench(draftOf(35))
    bench.service.savedFields = savedFields
    bench.service.faults = faultsInTurn('createUpload', [none, { kind: 'lost-after' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect(bench.service.customers()).toHaveLength(35)
    expect((await get(bench, id)).rows.accepted).toBe(35)
  })

  it('asks about no duplicates when it cuts them and all rows have one name', async () => {
    const draft = draftOf(30)
    const rows = draft.rows.map((row) => ({ ...row, input: { ...row.input, client_name: 'Cash Sale' } }))
    bench = makeBench({ ...draft, rows }, { firstBatchSize: 50 })
    bench.service.savedFields = cut
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    await bench.sync()
    expect(await get(bench, id)).toMatchObject({ duplicates: 0, rows: { accepted: 30 } })
  })

  it('does not take a customer for a row that its cut reference names', async () => {
    bench = makeBench(draftOf(25), { firstBatchSize: 50 })
    bench.service.savedFields = cut
    bench.service.fails = ({ rego }) => rego === 'ABC0'
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    await bench.sync()
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 24, failed: 1 })
  })
})

/** Counters of the service that do not say what it has done. */
const counters: readonly (readonly [string, (upload: RemoteUpload) => RemoteUpload])[] = [
  ['stay one short', (upload) => ({ ...upload, processed: Math.min(Number(upload.processed), 29) })],
  ['stay at 0', (upload) => ({ ...upload, uploaded: 0, processed: 0, errors: 0 })],
  ['count more rows than were sent', (upload) => ({ ...upload, uploaded: 45 })],
]

describe('counters that stand still', () => {
  it.each(counters)('complete an upload whose rows are all listed, when they %s', async (_, counted) => {
    bench = makeBench(draftOf(30), { firstBatchSize: 50 })
    bench.service.counted = counted
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 30, failed: 0 })
  })

  it('say since when, and what is in the list, as long as rows are missing', async () => {
    bench = makeBench(draftOf(30), { firstBatchSize: 50 })
    bench.service.counted = (upload) => ({ ...upload, processed: Math.min(Number(upload.processed), 29) })
    bench.service.fails = ({ rego }) => rego === 'ABC7'
    const id = await create(bench)
    await bench.until(inState(bench, id, 'waiting'))
    const { waiting, finishedAt } = await get(bench, id)
    expect(finishedAt).toBeNull()
    expect(waiting?.reason).toMatch(
      /^The service has made no progress on a batch of 30 rows since \d.*: it reports 29 as processed, and 29 are in the customer list\./,
    )
    const callsBefore = bench.service.calls.length
    await bench.clock.advance(minutes(24 * 60))
    expect(bench.service.calls.length - callsBefore).toBeLessThan(500)
    expect(await get(bench, id)).toMatchObject({ state: 'waiting', waiting: { reason: waiting?.reason } })
    bench.service.counted = (upload) => upload
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 29, failed: 1 })
  })

  it('do not delay the search for a lost batch', async () => {
    bench = makeBench(draftOf(25))
    bench.service.counted = (upload) => (upload.id === 'upload-1' ? { ...upload, processed: 9 } : upload)
    bench.service.fails = ({ rego }) => rego === 'ABC3'
    bench.service.faults = faultsInTurn('createUpload', [none, { kind: 'lost-after' }])
    const id = await create(bench)
    await bench.until(async () => (await get(bench, id)).rows.accepted === 15)
    expect(bench.service.calls.filter((call) => call === 'createUpload')).toHaveLength(3)
  })

  it('can be cancelled', async () => {
    bench = makeBench(draftOf(30), { firstBatchSize: 50 })
    bench.service.counted = (upload) => ({ ...upload, processed: Math.min(Number(upload.processed), 29) })
    bench.service.fails = ({ rego }) => rego === 'ABC7'
    const id = await create(bench)
    await bench.until(inState(bench, id, 'waiting'))
    await bench.uploads().cancel({ id }, signal)
    await bench.until(async () => (await get(bench, id)).finishedAt !== null)
    expect((await get(bench, id)).rows.accepted).toBe(29)
  })
})

describe('an upload that the service forgets while it is followed', () => {
  it.each([true, false])('is followed by the customers of its rows (references: %s)', async (references) => {
    bench = makeBench(draftOf(30), { firstBatchSize: 50 })
    bench.service.faults = (call) => (call === 'getUpload' ? { kind: 'not-found' } : none)
    const id = await create(bench, references)
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 30, failed: 0 })
    expect(bench.service.customers()).toHaveLength(30)
  })
})
