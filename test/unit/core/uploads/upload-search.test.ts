import { afterEach, describe, expect, it } from 'vitest'
import { create, draftOf, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

const search = async (text: string) => (await bench.uploads().search({ text }, signal)).found

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

  it('finds a customer by name or rego as it was typed or sent, in excluded rows too', async () => {
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
    expect(await search('HYPERLINK("x")')).toEqual([{ id, row: { row: 602, rego: null, vin: null, clientName: null } }])
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
    expect((await bench.uploads().search({ text: 'Client 599' }, ended)).found).toEqual([])
    expect((await get(bench, id)).name).toBe('March')
  })
})
