import { afterEach, describe, expect, it } from 'vitest'
import { addDays, formatDate, localDate } from '../../../../src/contract/calendar-date.ts'
import { uploadSearch, UploadSearchState } from '../../../../src/contract/upload-search.ts'
import { connectionId, create, draftOf, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

const anything = uploadSearch.search.input.parse({})
const find = (query: Partial<typeof anything>, until = signal) =>
  bench.uploads().search({ ...anything, ...query }, until)
const search = async (text: string) => (await find({ text })).found

describe('a search in the uploads', () => {
  it('finds the name, the file name and the id at the service', async () => {
    bench = makeBench(draftOf(5))
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    await bench.uploads().rename({ id, name: 'Spring sale' }, signal)
    for (const text of ['SPRING', 'march.csv', 'upload-1', 'march']) {
      expect({ text, found: await search(text) }).toEqual({ text, found: [{ id, row: null }] })
    }
    expect(await search('autumn')).toEqual([])
  })

  it('finds a customer by name or rego as it was typed or sent, also in rows that are not sent', async () => {
    bench = makeBench(draftOf(600, 2))
    const id = await create(bench)
    const row = (number: number) => ({
      row: number + 2,
      rego: `ABC${number}`,
      vin: null,
      clientName: `Client ${number}`,
    })
    expect(await search('client 599')).toEqual([{ id, row: row(599) }])
    expect(await search('abc 12')).toEqual([{ id, row: row(12) }])
    expect(await search('aBc-47')).toEqual([{ id, row: row(47) }])
    expect(await search('HYPERLINK("x")')).toEqual([
      { id, row: { row: 602, rego: null, vin: null, clientName: '=HYPERLINK("x")' } },
    ])
  })

  it('takes percent signs, underscores and names of JSON properties as text', async () => {
    bench = makeBench(draftOf(3))
    await create(bench)
    for (const text of ['%', '_', 'client_name', 'forecourt_ref']) {
      expect({ text, found: await search(text) }).toEqual({ text, found: [] })
    }
  })

  it('ends when it is no longer needed', async () => {
    bench = makeBench(draftOf(600))
    const id = await create(bench)
    const ended = AbortSignal.abort()
    expect((await find({ text: 'Client 599' }, ended)).found).toEqual([])
    expect((await get(bench, id)).name).toBe('March')
  })
})

describe('a search by status, period and name', () => {
  const firstDay = '2026-11-20'

  it('finds the uploads of a period by the calendar of this PC, and by a typed date', async () => {
    bench = makeBench(draftOf(2))
    const id = await create(bench)
    const day = localDate(bench.clock.now())
    const ids = async (query: Parameters<typeof find>[0]) => (await find(query)).found.map((each) => each.id)
    expect(await ids({ from: day, until: day })).toEqual([id])
    expect(await ids({ until: addDays(day, -1) })).toEqual([])
    expect(await ids({ from: addDays(day, 1) })).toEqual([])
    expect(await ids({ text: formatDate(day), within: 'names' })).toEqual([id])
    expect(await ids({ text: formatDate(firstDay), within: 'names' })).toEqual(day === firstDay ? [id] : [])
  })

  it('finds uploads by their state, and removed ones only when they are wanted', async () => {
    bench = makeBench(draftOf(2))
    const id = await create(bench)
    const states = async () => {
      const fitting: string[] = []
      for (const state of UploadSearchState.options) if ((await find({ state })).found.length > 0) fitting.push(state)
      return fitting
    }
    expect(await states()).toEqual(['any', 'open'])
    await bench.until(inState(bench, id, 'complete'))
    expect(await states()).toEqual(['any', 'complete'])
    await bench.uploads().remove({ id }, signal)
    expect(await states()).toEqual(['any', 'complete', 'removed'])
  })

  it('reads no rows when only names are wanted, and goes on behind the last upload of a page', async () => {
    bench = makeBench(draftOf(2))
    const first = await create(bench)
    await bench.until(inState(bench, first, 'complete'))
    bench.database.run(
      `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts, source)
       VALUES ('draft-2', ?, 'au', 'march.csv', '', '', 'send', '{}', '{}')`,
      [connectionId],
    )
    await bench.clock.advance(60_000)
    const second = await create(bench)
    await bench.until(inState(bench, second, 'complete'))
    expect((await find({ text: 'Client 1' })).found).toHaveLength(2)
    expect((await find({ text: 'Client 1', within: 'names' })).found).toEqual([])
    const page = await find({ text: 'march', limit: 1 })
    expect(page).toEqual({ found: [{ id: second, row: null }], next: second })
    expect(await find({ text: 'march', limit: 1, after: page.next })).toEqual({
      found: [{ id: first, row: null }],
      next: null,
    })
  })
})
