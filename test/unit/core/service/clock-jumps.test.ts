import { describe, expect, it } from 'vitest'
import { json } from '../../../twins/fetch-twin.ts'
import { connect, oauth, token } from './service-client-bench.ts'

const yearMs = 365 * 86_400_000
const found = json({ success: true, result: { rego: 'ABC123' } })
const tooMany = (headers: Record<string, string>) => json({ error: true, message: 'Slow down' }, 429, headers)

describe.each([
  ['15 years ahead', 15 * yearMs],
  ['15 years back', -15 * yearMs],
  ['an hour back', -3_600_000],
])('a clock of the PC that is set %s while a look-up waits', (_how, jumpMs) => {
  it.each([
    ['a number of seconds', { 'Retry-After': '20' }],
    ['an HTTP date', { 'Retry-After': 'Sat, 21 Nov 2026 00:00:20 GMT', Date: 'Sat, 21 Nov 2026 00:00:00 GMT' }],
    ['the reset of the rate limit', { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '20' }],
  ])('changes nothing: it is looked up again once, after %s', async (_what, headers) => {
    const { client, far, clock } = connect([tooMany(headers), found])
    const call = client.findByPlate('ABC123', 'VIC')
    await clock.advance(5_000)
    clock.setWallClock(new Date(clock.now().getTime() + jumpMs))
    await clock.advance(14_999)
    expect(far.calls).toHaveLength(1)
    await clock.advance(1)
    expect(await call).toMatchObject({ ok: true })
    await clock.advance(3_600_000)
    expect(far.calls).toHaveLength(2)
  })

  it('changes nothing after a lost call, and a new token is requested only when the clock is ahead', async () => {
    const newToken = jumpMs > 0 ? [token('second')] : []
    const { client, far, clock } = connect([token('first'), json({}, 503), ...newToken, found], oauth)
    const call = client.searchVehicles({ text: 'corolla', chosen: {}, count: 10 })
    await clock.advance(0)
    clock.setWallClock(new Date(clock.now().getTime() + jumpMs))
    await clock.advance(60_000)
    expect(await call).toMatchObject({ ok: true })
    expect(far.calls.map(({ method }) => method)).toEqual(['POST', 'GET', ...newToken.map(() => 'POST'), 'GET'])
  })
})
