import { describe, expect, it } from 'vitest'
import { eachPage } from '../../../../src/core/service/paging.ts'
import type { CallOptions, ServiceClient } from '../../../../src/core/service/service-client.ts'
import { createServiceTwin } from '../../../twins/service-twin.ts'
import { remote } from '../customers/customers-bench.ts'
import { systemClock } from '../../../../src/core/ports/clock.ts'

interface Asked {
  readonly offset: number
  readonly limit: number
  readonly signal: AbortSignal | undefined
}

/** A service with customers c0, c1 ..., which gives `maxPage` of them at most. Notes what it was asked for. */
function makeService(customers: number, maxPage = Infinity) {
  const twin = createServiceTwin(systemClock)
  twin.maxPage = maxPage
  for (let n = 0; n < customers; n += 1) twin.put(remote(`c${n}`))
  const asked: Asked[] = []
  const client: ServiceClient = {
    ...twin.client,
    listCustomers({ offset, limit, ...more }, callOptions?: CallOptions, recognise?) {
      asked.push({ offset, limit, signal: callOptions?.signal })
      return twin.client.listCustomers({ offset, limit, ...more }, callOptions, recognise)
    },
  }
  return { twin, client, asked, offsets: () => asked.map(({ offset }) => offset) }
}

/** Reads all pages and returns the ids. `onPage`: called with the number of ids before the page. */
async function readAll(
  client: ServiceClient,
  readAhead: boolean,
  onPage: (before: number) => unknown = () => undefined,
) {
  const ids: string[] = []
  const read = await eachPage(client, { pageSize: 20, readAhead }, async (page) => {
    const before = ids.length
    ids.push(...page.map(({ id }) => id))
    return (await onPage(before)) === false ? false : undefined
  })
  return { ids, read }
}

const allIds = (count: number): string[] => Array.from({ length: count }, (_, n) => `c${n}`)

describe('reading the list page by page', () => {
  it('asks for more pages ahead the more were full, and for none twice', async () => {
    const { client, offsets } = makeService(150)
    const askedBefore: number[] = []
    const { ids } = await readAll(client, true, (before) => {
      if (before <= 60) askedBefore.push(Math.max(...offsets()) / 20)
    })
    expect(ids).toEqual(allIds(150))
    // While the first page is processed one more is asked for, then two, then three.
    expect(askedBefore).toEqual([1, 3, 5, 6])
    expect(new Set(offsets()).size).toBe(offsets().length)
  })

  it('does not ask behind a page that was not full', async () => {
    const { client, offsets } = makeService(12)
    expect((await readAll(client, true)).ids).toEqual(allIds(12))
    expect(offsets()).toEqual([0, 12])
  })

  it('asks ahead also when the service gives less than was asked for', async () => {
    const { client, asked } = makeService(70, 7)
    const { ids, read } = await readAll(client, true)
    expect(ids).toEqual(allIds(70))
    expect(read).toEqual({ ok: true, value: { toTheEnd: true, endsAt: 70, problem: null } })
    expect(asked.every(({ offset }) => offset % 7 === 0)).toBe(true)
  })

  it('leaves out what was guessed wrongly when pages become longer', async () => {
    const service = makeService(100, 7)
    const { ids } = await readAll(service.client, true, (before) => {
      if (before === 14) service.twin.maxPage = 20
    })
    expect(ids).toEqual(allIds(100))
  })

  it('guesses nothing behind the entries that the list had before', async () => {
    const { client, offsets } = makeService(100)
    const ids: string[] = []
    await eachPage(
      client,
      { pageSize: 20, readAhead: true, expected: 80 },
      (page) => void ids.push(...page.map(({ id }) => id)),
    )
    expect(ids).toEqual(allIds(100))
    // An empty page behind full ones may be a gap.
    expect(offsets()).toEqual([0, 20, 40, 60, 80, 100, 120])
  })

  it('reads what was added since to its end', async () => {
    const { client } = makeService(130)
    const ids: string[] = []
    await eachPage(
      client,
      { pageSize: 20, readAhead: true, expected: 10 },
      (page) => void ids.push(...page.map(({ id }) => id)),
    )
    expect(ids).toEqual(allIds(130))
  })

  it('passes the end of its own signal on', async () => {
    const { client, asked } = makeService(60)
    const own = new AbortController()
    await eachPage(client, { pageSize: 20, signal: own.signal }, () => {
      own.abort()
      return false
    })
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([true])
  })
})
