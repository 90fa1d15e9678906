import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Failure } from '../../../../src/contract/result.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import { createCachedQueries, type CachedQueries, type ServiceQuery } from '../../../../src/core/lookup/cached-query.ts'
import { createSavedResults, type SavedResults } from '../../../../src/core/lookup/saved-results.ts'
import { createLookupSettings } from '../../../../src/core/lookup/lookup-settings.ts'
import type { Answer } from '../../../../src/core/service/service-client.ts'
import { createClockTwin, type ClockTwin } from '../../../twins/clock-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { createServiceTwin } from '../../../twins/service-twin.ts'
import { connectionId, openMemory } from '../uploads/upload-bench.ts'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import { oneSource } from '../../../twins/one-source.ts'

const scope = { connectionId, region: 'au' as const }
const hourMs = 3_600_000
const { signal } = new AbortController()
let clock: ClockTwin
let database: Database
let saved: SavedResults
let queries: CachedQueries
let ended: AbortController
/** Each call waits here for its answer. */
let calls: ((answer: Answer<unknown>) => void)[]

const query = (key = 'k', more: Partial<ServiceQuery> = {}): ServiceQuery => ({
  kind: 'plate',
  key,
  entry: () => ({ query: key, state: null, title: '' }),
  call: () => new Promise((resolve) => void calls.push(resolve)),
  ...more,
})
const good = (value: unknown): Answer<unknown> => ({ ok: true, value })
const failed = (kind: Failure['kind']): Answer<unknown> => ({
  ok: false,
  error: { failure: { kind, message: 'No.' }, certainty: 'not-sent', status: null, retryAfterMs: null },
})
const lost: Answer<unknown> = {
  ok: false,
  error: { failure: { kind: 'timeout', message: 'No.' }, certainty: 'unknown', status: null, retryAfterMs: null },
}
const settled = (): Promise<void> => clock.advance(0)
/** Fetches a query, answers the one call that it makes, and returns the result. */
async function fetchAnswered(answer: Answer<unknown>, refresh = false, what = query()) {
  const before = calls.length
  const asks = queries.fetch(scope, what, { refresh, signal })
  await settled()
  expect(calls).toHaveLength(before + 1)
  calls.at(-1)?.(answer)
  return asks
}

beforeEach(() => {
  clock = createClockTwin()
  database = openMemory()
  calls = []
  ended = new AbortController()
  saved = createSavedResults(database)
  const { client } = createServiceTwin(clock)
  const active = { id: connectionId, region: 'au' as const, advanced: defaultAdvanced }
  queries = createCachedQueries(
    {
      database,
      clock,
      log: createLogTwin(),
      announcer: createAnnouncer(),
      ended: ended.signal,
      dateFormat: () => 'region',
      connections: {
        active: () => active,
        ...oneSource(() => active),
        find: (id) => (id === connectionId ? active : null),
        client: async () => ({ ok: true, value: client }),
      },
    },
    saved,
    createLookupSettings(database),
  )
})
afterEach(() => database.close())

describe('a query', () => {
  it('says that it may have been charged when its answer was lost', async () => {
    const kept = 'It may have been charged already. Trying again may be charged a second time.'
    await expect(fetchAnswered(lost)).rejects.toMatchObject({ failure: { kind: 'timeout', kept } })
    await expect(fetchAnswered(lost, false, query('s', { kind: 'specs' }))).rejects.not.toMatchObject({
      failure: { kept },
    })
    await fetchAnswered(good({ is: 'saved' }))
    expect((await fetchAnswered(lost, true)).problem).toMatchObject({ kept })
  })

  it('is not made again by itself when its answer was lost, until the user asks for it', async () => {
    const open = () => queries.fetch(scope, query(), { refresh: 'opening', signal })
    const isTimeout = { failure: { kind: 'timeout', kept: expect.stringContaining('may have been charged') } }
    await expect(fetchAnswered(lost)).rejects.toMatchObject(isTimeout)
    await expect(open()).rejects.toMatchObject(isTimeout)
    expect(calls).toHaveLength(1)
    const answered = await fetchAnswered(good({ a: 1 }))
    expect(await open()).toMatchObject({ kept: true, at: answered.at })
    await clock.advance(48 * hourMs)
    await fetchAnswered(lost)
    expect(await open()).toMatchObject({ kept: true, at: answered.at, problem: isTimeout.failure })
    expect(calls).toHaveLength(3)
  })

  it('is shown from its saved result of any age when the user comes back, without a call', async () => {
    const comeBack = { refresh: 'returning', signal } as const
    const first = await fetchAnswered(good({ a: 1 }))
    await clock.advance(48 * hourMs)
    expect(await queries.fetch(scope, query(), comeBack)).toMatchObject({ kept: true, at: first.at, problem: null })
    await fetchAnswered(lost)
    expect(await queries.fetch(scope, query(), comeBack)).toMatchObject({ at: first.at, problem: { kind: 'timeout' } })
    expect(calls).toHaveLength(2)
  })

  it('returns the saved result within a day, and queries the service later or when the clock was set back', async () => {
    const first = await fetchAnswered(good({ a: 1 }))
    expect(first).toMatchObject({ kept: false, problem: null, answer: { body: { a: 1 } } })
    await clock.advance(24 * hourMs - 1)
    expect(await queries.fetch(scope, query(), { refresh: false, signal })).toMatchObject({ kept: true, at: first.at })
    await clock.advance(1)
    expect(await fetchAnswered(good({ a: 2 }))).toMatchObject({ kept: false, id: first.id, answer: { body: { a: 2 } } })
    clock.setWallClock(new Date('2020-01-01T00:00:00Z'))
    expect(await fetchAnswered(good({ a: 3 }))).toMatchObject({ kept: false, answer: { body: { a: 3 } } })
  })

  it('does not look a car up again because the clock was set back a little', async () => {
    const first = await fetchAnswered(good({ a: 1 }))
    clock.setWallClock(new Date(clock.now().getTime() - 2 * hourMs))
    expect(await queries.fetch(scope, query(), { refresh: false, signal })).toMatchObject({ kept: true, at: first.at })
  })

  it('looks a car up once after the clock jumped by years, in both directions', async () => {
    await fetchAnswered(good({ a: 1 }))
    for (const year of [2041, 2011]) {
      clock.setWallClock(new Date(`${year}-03-01T00:00:00Z`))
      await fetchAnswered(good({ year }))
      expect(await queries.fetch(scope, query(), { refresh: false, signal })).toMatchObject({
        kept: true,
        at: clock.now().toISOString(),
        answer: { body: { year } },
      })
    }
  })

  it.each(['offline', 'service-down', 'rate-limited', 'no-licence', 'sign-in-required'] as const)(
    'a call that ends as %s gives the kept answer, whatever its age, with the reason; without one it is thrown',
    async (kind) => {
      await expect(fetchAnswered(failed(kind))).rejects.toMatchObject({ failure: { kind } })
      await fetchAnswered(good({ a: 1 }))
      await clock.advance(90 * 24 * hourMs)
      expect(await fetchAnswered(failed(kind))).toMatchObject({
        kept: true,
        problem: { kind },
        answer: { body: { a: 1 } },
      })
    },
  )

  it('saves “not found” as a result where it is one', async () => {
    const nobody = query('x', { mayBeNothing: true })
    expect(await fetchAnswered(failed('not-found'), false, nobody)).toMatchObject({ answer: { nothing: 'No.' } })
    expect(await queries.fetch(scope, nobody, { refresh: false, signal })).toMatchObject({ kept: true })
    await expect(fetchAnswered(failed('not-found'))).rejects.toMatchObject({ failure: { kind: 'not-found' } })
  })
})

describe('a call in flight', () => {
  it('is shared, continues when one request is aborted, and its result is saved', async () => {
    const leaving = new AbortController()
    const left = queries.fetch(scope, query(), { refresh: true, signal: leaving.signal })
    const stays = queries.fetch(scope, query(), { refresh: false, signal })
    leaving.abort()
    await expect(left).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
    await settled()
    expect(calls).toHaveLength(1)
    calls[0]?.(good({ a: 1 }))
    expect(await stays).toMatchObject({ answer: { body: { a: 1 } } })

    const alone = new AbortController()
    const nobody = queries.fetch(scope, query('y'), { refresh: false, signal: alone.signal })
    await settled()
    alone.abort()
    await expect(nobody).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
    calls[1]?.(good({ paid: true }))
    await settled()
    expect(saved.find(scope, query('y'))?.answer).toEqual({ body: { paid: true } })
  })

  it('saves nothing after its connection was removed, and replaces no newer result', async () => {
    const late = queries.fetch(scope, query(), { refresh: false, signal })
    await settled()
    queries.forgetConnection(connectionId)
    expect(await fetchAnswered(good({ newer: true }))).toMatchObject({ answer: { body: { newer: true } } })
    calls[0]?.(good({ late: true }))
    // The caller gets the saved result, not the late answer.
    await expect(late).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
    expect(saved.find(scope, query())?.answer).toEqual({ body: { newer: true } })
  })

  it('saves nothing while the program is closing', async () => {
    const asks = queries.fetch(scope, query(), { refresh: false, signal })
    await settled()
    ended.abort()
    calls[0]?.(good({ late: true }))
    await expect(asks).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
    expect(saved.find(scope, query())).toBeNull()
  })
})

describe('the list of recent look-ups', () => {
  it('keeps the 500 last used, plus the pinned ones', () => {
    const at = clock.now().toISOString()
    const put = (key: string) =>
      saved.save(scope, { kind: 'plate', key }, { query: key, state: 'VIC', title: key }, { body: null }, at)
    const [pinned, first, second] = [put('pinned'), put('first'), put('second')]
    for (const { id } of [pinned, first, second]) saved.markRecent(id)
    saved.pin(pinned.id, true)
    saved.markRecent(first.id)
    for (let number = 0; number < 500; number += 1) saved.markRecent(put(`plate ${number}`).id)
    put('one more')
    const recent = saved.recent(scope)
    expect(recent).toHaveLength(501)
    expect(recent[0]).toMatchObject({ id: pinned.id, pinned: true })
    expect(recent.some(({ id }) => id === first.id || id === second.id)).toBe(false)
    expect(saved.byId(second.id)).toBeNull()
  })

  it('keeps ID and pin when a result is replaced', () => {
    const key = { kind: 'vin', key: 'v' } as const
    const entry = { query: 'v', state: null, title: 'One' }
    const { id } = saved.save(scope, key, entry, { body: 1 }, '2026-11-20T00:00:00.000Z')
    saved.pin(id, true)
    expect(saved.save(scope, key, { ...entry, title: 'Two' }, { body: 2 }, '2026-11-21T00:00:00.000Z')).toMatchObject({
      id,
      pinned: true,
      title: 'Two',
      answer: { body: 2 },
    })
    expect(saved.recent({ connectionId, region: 'nz' })).toEqual([])
  })
})
