import { describe, expect, it } from 'vitest'
import { cpuMs, measureTurns } from './cpu-time.ts'
import { isLong } from '../runs.ts'
import { bench, ping, post, raw, signal, sighting, socketAnswer } from './inspector-bench.ts'

/** Of 40 requests each. */
const rounds = isLong ? 250 : 50

describe('the inspector under load', () => {
  it('saves a thousand events in their order, with less than ten seconds of CPU time', async () => {
    const { address, applied, state, events } = await bench()
    const startedMs = cpuMs()
    for (let batch = 0; batch < 50; batch += 1) {
      const statuses = await Promise.all(
        Array.from({ length: 20 }, (_, at) => post(address, sighting(batch * 20 + at))),
      )
      expect(statuses).toEqual(statuses.map(() => 204))
    }
    expect(cpuMs() - startedMs).toBeLessThan(10_000)
    expect(await state()).toMatchObject({ received: 1_000, kept: 1_000, refused: 0 })
    expect(new Set(applied.map(({ id }) => id)).size).toBe(1_000)
    const pages = [...(await events()), ...(await events({ offset: 500 }))]
    expect(pages.map(({ number }) => number)).toEqual(Array.from({ length: 1_000 }, (_, at) => 1_000 - at))
    expect(pages.every((event) => event.applied !== null)).toBe(true)
  })

  it(
    `handles ${rounds * 40} invalid requests without blocking the event loop or growing in memory`,
    { timeout: 120_000 },
    async () => {
      const eventLogLimits = { mostEvents: 500, mostBytes: 4 * 1024 * 1024 }
      const { address, port, state, events, inspector } = await bench({ eventLogLimits })
      const { pathname } = new URL(address)
      const junk = [
        () => post(address, '{"event":"x","data":'),
        () => post(address, new Uint8Array(2_000).fill(0xff)),
        () => post(address, '['.repeat(50_000)),
        () => post(address, `{"event":"${'y'.repeat(20_000)}","data":{"a":"\u0000\u202e"}}`),
        () => raw(port, { path: pathname, headers: { 'content-length': String(10 ** 9) } }),
        () => raw(port, { path: '/nowhere', body: 'x'.repeat(1_000) }),
        () => raw(port, { path: pathname, headers: { host: 'evil.example' }, body: '{}' }),
        () => socketAnswer(port, 'GARBAGE \u0000 nothing\r\n\r\n'),
        () => post(address, { event: 'recapture_new', data: { customer: 'nobody' } }),
        () => post(address, '"' + 'z'.repeat(300_000) + '"'),
      ]
      const flood = async (count: number): Promise<void> => {
        for (let round = 0; round < count; round += 1) {
          await Promise.all(Array.from({ length: 40 }, (_, at) => junk[at % junk.length]?.()))
          if (round % 25 === 0) await events({ search: 'nobody' })
        }
      }
      const turns = measureTurns()
      await flood(rounds / 5)
      const before = process.memoryUsage().rss
      await flood(rounds - rounds / 5)
      expect(turns.stop()).toBeLessThan(1_000)
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
      const { kept, refused, received } = await state()
      expect(kept).toBeLessThanOrEqual(500)
      expect(refused).toBeGreaterThan(rounds * 16)
      expect(received).toBeGreaterThan(rounds * 16)
      expect(await post(address, ping)).toBe(204)
      expect((await inspector.open({ number: (await events({ limit: 1 }))[0]?.number ?? 0 }, signal)).event).toBe(
        'ping',
      )
    },
  )
})
