import { afterEach, describe, expect, it } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import type { CustomerInput } from '../../../../src/core/service/service-client.ts'
import {
  brokenSums,
  create,
  draftOf,
  expectOneCustomerPerRow,
  faultsInTurn,
  get,
  inState,
  makeBench,
  type Bench,
} from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

const posts = (): number => bench.service.calls.filter((call) => call === 'createUpload').length
const regos = (): string[] => bench.service.customers().map(({ rego }) => rego ?? '')
const isBad = ({ rego }: CustomerInput): boolean => rego === 'ABC17' || rego === 'ABC33'
const leaveOut = (id: string, rows: number) => bench.uploads().leaveOutRejected({ id, rows }, signal)

/** Names the first bad row as its place in the list, or none. */
function rejectBadRows(names: 'path' | 'row' | 'wrong' | 'none', bad: (input: CustomerInput) => boolean = isBad): void {
  bench.service.rejects = (customers) => {
    const index = customers.findIndex(bad)
    if (index < 0) return null
    if (names === 'none') return { words: 'Validation failed' }
    const named = names === 'wrong' ? index - 1 : index
    return { words: 'rego is invalid', named: named < 0 ? [] : [{ index: named, reason: 'rego is invalid' }] }
  }
}

describe('a batch that is rejected for its size, in words', () => {
  it('is sent in halves, and all batches and later uploads get the size that was accepted', async () => {
    bench = makeBench(draftOf(400), { firstBatchSize: 200 })
    bench.service.rejects = ({ length }) => (length > 30 ? { words: 'Maximum 30 customers per upload' } : null)
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 400)
    const refused = posts() - bench.service.uploads().length
    // 200, 100, 50, and the next 50: that one shows that the size is the reason.
    expect(refused).toBe(4)
    expect(Math.max(...bench.service.uploads().map(({ rows }) => rows))).toBe(25)
    expect((await get(bench, id)).batches[0]?.notes.map(({ text }) => text)).toContain(
      'The service rejected the request: “Maximum 30 customers per upload”. The batch is sent in two halves.',
    )
    bench.database
      .run(`INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts, source)
     VALUES ('draft-2', 'connection-1', 'au', 'march.csv', '', '', 'send', '{}', '{}')`)
    const before = posts()
    const next = await create(bench)
    await bench.until(inState(bench, next, 'complete'))
    expect(posts() - before).toBe(16)
  })

  it('keeps the order of the rows', async () => {
    bench = makeBench(draftOf(40), { firstBatchSize: 20 })
    bench.service.rejects = ({ length }) => (length > 8 ? { words: 'Too many' } : null)
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect(regos()).toEqual(Array.from({ length: 40 }, (_, index) => `ABC${index}`))
  })

  it('does not make batches smaller after one rejection that passes', async () => {
    bench = makeBench(draftOf(60), { firstBatchSize: 20 })
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'refused' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).batches.map(({ rows }) => rows)).toEqual([10, 10, 20, 20])
    expectOneCustomerPerRow(bench, id, 60)
  })
})

describe('a row that the service rejects', () => {
  it.each(['path', 'none', 'wrong'] as const)(
    'is found and left out, and all other rows are sent once: the refusal names the row: %s',
    async (names) => {
      bench = makeBench(draftOf(50, 2), { firstBatchSize: 40 })
      rejectBadRows(names)
      const id = await create(bench)
      await bench.until(inState(bench, id, 'undecided'))
      const asked = await get(bench, id)
      expect(brokenSums(asked.rows)).toEqual([])
      expect(asked).toMatchObject({ rejectedRows: 2, rows: { accepted: 48, pending: 2 } })
      expect(asked.rejected.map(({ row, rego }) => [row, rego])).toEqual([
        [19, 'ABC17'],
        [35, 'ABC33'],
      ])
      const words = names === 'path' ? 'rego is invalid' : names === 'none' ? 'Validation failed' : 'rego is invalid'
      expect(asked.rejected[0]?.reason).toBe(`The service rejected this row: “${words}”`)
      expect(posts()).toBeLessThan(names === 'path' ? 8 : 28)

      // The question is still there after a kill.
      await bench.restart()
      await expect(leaveOut(id, 1)).rejects.toThrow(FailureError)
      await leaveOut(id, 2)
      await bench.until(inState(bench, id, 'complete'))
      const done = await get(bench, id)
      expect(brokenSums(done.rows)).toEqual([])
      expect(done).toMatchObject({ rejectedRows: 0, rejected: [], rows: { accepted: 48, notSent: 2, failed: 0 } })
      const { rows } = await bench.uploads().rows({ id, outcome: 'not-sent', offset: 0, limit: 9 }, signal)
      expect(rows.map(({ row, reason }) => [row, reason?.includes(words)])).toEqual([
        [19, true],
        [35, true],
      ])
      expect(new Set(regos()).size).toBe(48)
      expect(bench.service.customers()).toHaveLength(48)
    },
  )

  it('is asked about with others that are named at once', async () => {
    bench = makeBench(draftOf(30), { firstBatchSize: 30 })
    bench.service.rejects = (customers) => {
      const named = customers.flatMap((each, index) =>
        isBad(each) || each.rego === 'ABC3' ? [{ index, reason: `${each.rego} is unknown` }] : [],
      )
      return named.length > 0 ? { words: 'Validation failed', named } : null
    }
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    const { rejected, rows } = await get(bench, id)
    expect(rejected.map(({ row, reason }) => [row, reason])).toEqual([
      [5, 'The service rejected this row: “ABC3 is unknown”'],
      [19, 'The service rejected this row: “ABC17 is unknown”'],
    ])
    expect(rows.accepted).toBe(28)
    // The whole, the named rows, and the others.
    expect(posts()).toBe(3)
  })

  it('is sent again when the user resumes', async () => {
    bench = makeBench(draftOf(20), { firstBatchSize: 20 })
    rejectBadRows('path')
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    bench.service.rejects = () => null
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 20)
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 20, notSent: 0 })
  })

  it('ends as not sent with its reason when the upload is cancelled', async () => {
    bench = makeBench(draftOf(20), { firstBatchSize: 20 })
    rejectBadRows('path')
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(bench, id, 'cancelled'))
    const { rows } = await bench.uploads().rows({ id, outcome: 'not-sent', offset: 0, limit: 9 }, signal)
    expect(rows).toMatchObject([{ row: 19, reason: 'The service rejected this row: “rego is invalid”' }])
  })

  it('ends the sending after ten, when nothing is accepted', async () => {
    bench = makeBench(draftOf(500), { firstBatchSize: 250 })
    bench.service.rejects = () => ({ words: 'Uploads are closed for stocktaking' })
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    const asked = await get(bench, id)
    expect(asked.rows).toMatchObject({ pending: 500, sent: 0 })
    expect(asked.rejected.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(posts()).toBeLessThan(30)
    bench.service.rejects = () => null
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 500)
    // What had passed says nothing about sizes.
    expect(Math.max(...bench.service.uploads().map(({ rows }) => rows))).toBe(250)
  })

  it('stops the sending of its upload, and of no other, when there are too many', async () => {
    bench = makeBench(draftOf(60), { firstBatchSize: 4 })
    rejectBadRows('path', ({ rego }) => Number(rego?.slice(3)) % 4 === 1)
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    expect((await get(bench, id)).rejectedRows).toBe(10)
    await leaveOut(id, 10)
    await bench.until(inState(bench, id, 'undecided'))
    await leaveOut(id, 5)
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 45, notSent: 15 })
  })
})
