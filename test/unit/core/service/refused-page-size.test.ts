import { describe, expect, it } from 'vitest'
import { eachPage } from '../../../../src/core/service/paging.ts'
import { json, text, type Behaviour, type SeenCall } from '../../../twins/fetch-twin.ts'
import { answered, connect } from './service-client-bench.ts'

const all = Array.from({ length: 30 }, (_, index) => ({ id: `c${index}`, last_updated: '2026-11-20T00:00:00Z' }))

const asked = ({ url }: SeenCall): { readonly offset: number; readonly limit: number } => {
  const { searchParams } = new URL(url)
  return { offset: Number(searchParams.get('offset')), limit: Number(searchParams.get('limit')) }
}

/** Gives pages of at most `most`; a greater `limit` is refused. */
const pagesOf =
  (most: number, refuse: Behaviour): Behaviour =>
  (call) => {
    const { offset, limit } = asked(call)
    return limit > most ? refuse(call) : json({ success: true, customers: all.slice(offset, offset + limit) })(call)
  }

async function read(behaviour: Behaviour) {
  const { client, clock, far } = connect([behaviour])
  const ids: string[] = []
  const reading = eachPage(client, { pageSize: 200 }, (page) => void ids.push(...page.map(({ id }) => id)))
  const answer = await answered(clock, reading)
  return { answer, ids, limits: far.calls.map((call) => asked(call).limit) }
}

describe('a page size that the service refuses', () => {
  it.each([
    ['a 400 in words', json({ message: 'limit must not be greater than 10' }, 400)],
    ['a failure within a 200', json({ success: false, message: 'Limit too high' })],
    ['another status', json({ error: 'Range not satisfiable' }, 416)],
    ['a 422 without a body', text('', 422)],
    ['a 500', json({ error: 'Internal error' }, 500)],
  ])('as %s is halved until it is accepted', async (_, refuse) => {
    const { answer, ids, limits } = await read(pagesOf(10, refuse))
    expect(answer.ok).toBe(true)
    expect(ids).toEqual(all.map(({ id }) => id))
    expect(Math.min(...limits)).toBe(6)
    // Only the first size is asked for again after an error of the service.
    expect(limits.filter((limit) => limit > 6 && limit < 200)).toEqual([100, 50, 25, 12])
  })

  it('is halved down to one record', async () => {
    const { ids, limits } = await read(pagesOf(1, json({ message: 'One at a time' }, 400)))
    expect(ids).toHaveLength(30)
    expect(limits.at(-1)).toBe(1)
  })

  it('gives the first failure when no size is accepted, after few calls', async () => {
    const { answer, limits } = await read(pagesOf(0, json({ error: 'Down' }, 500)))
    expect(answer).toMatchObject({ ok: false, error: { status: 500, failure: { kind: 'service-down' } } })
    expect(limits.length).toBeLessThan(14)
  })

  it.each([
    ['403', json({ message: 'No' }, 403), 1],
    ['404', json({ message: 'Nothing here' }, 404), 5],
  ])('is not the reason of a %s', async (_, refuse, calls) => {
    const { answer, limits } = await read(pagesOf(0, refuse))
    expect(answer.ok).toBe(false)
    expect(limits.length).toBeLessThanOrEqual(calls)
  })
})
