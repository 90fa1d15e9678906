import { describe, expect, it, onTestFinished } from 'vitest'
import type { BulkItem } from '../../src/contract/bulk-lookups.ts'
import { openDatabase } from '../../src/core/database/database.ts'
import { createPaidLookups } from '../../src/core/usage/paid-lookups.ts'
import { isLong, onlyLong } from '../runs.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { isAnswered, isOver, openBulkParts, plateAt } from './bulk-parts.ts'
import { startFaultProxy, type Befalls } from './fault-proxy.ts'
import { seededNumbers, seedOfRun } from './seeded-numbers.ts'
import { connectionId, openTestStorage } from './upload-parts.ts'

const { signal } = new AbortController()
const plates = isLong ? 500 : 200
const perPage = 500
/** The part of the calls with each fault. */
const faults: readonly (readonly [Befalls, number])[] = [
  ['rate-limited', 0.12],
  ['delay', 0.1],
  ['lost-before', 0.03],
  ['lost-after', 0.03],
  ['cut', 0.03],
  ['unavailable', 0.02],
  ['late', 0.02],
]

function befallBy(random: () => number): () => { befalls: Befalls; ms: number } {
  return () => {
    let draw = random()
    for (const [befalls, part] of faults) {
      if (draw < part) return { befalls, ms: 5 + Math.floor(random() * 20) }
      draw -= part
    }
    return { befalls: 'nothing', ms: 0 }
  }
}

describe.each([0, ...onlyLong(1, 2)])(
  `a bulk look-up of ${plates} plates under 429s and cut connections (seed %i)`,
  (offset) => {
    it('asks and pays each plate once, and answers or lists all of them', { timeout: 60_000 }, async () => {
      const far = await startFarService()
      const proxy = await startFaultProxy(far.url, befallBy(seededNumbers(seedOfRun + offset)))
      const opened = openDatabase(':memory:', null)
      if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
      const { database } = opened
      const ending = new AbortController()
      const sent = new Map<string, number>()
      const storage = openTestStorage({
        database,
        baseUrl: proxy.url,
        apiKey: () => far.apiKey,
        batchSize: 10,
        ended: ending.signal,
        fetch(url, init) {
          const plate = new URL(String(url)).pathname.split('/').at(-1) ?? ''
          sent.set(plate, (sent.get(plate) ?? 0) + 1)
          return globalThis.fetch(url, init)
        },
      })
      const { bulk } = openBulkParts(storage)
      onTestFinished(async () => {
        ending.abort()
        await bulk.life.close()
        database.close()
        await proxy.stop()
      })
      bulk.life.start()
      const text = Array.from({ length: plates }, (_, at) => `${plateAt(at)}, VIC`).join('\n')
      const { id } = await bulk.create({ source: { from: 'text', text } }, signal)
      expect(await bulk.get({ id }, signal)).toMatchObject({ state: 'review', toAsk: plates })
      expect(sent.size).toBe(0)

      // The program pauses after several lost answers in a row; the user then continues.
      await new Promise<void>((resolve, reject) => {
        const stop = storage.announcer.listen(() => {
          bulk
            .get({ id }, signal)
            .then(async (job) => {
              if (isOver(job)) {
                stop()
                resolve()
              } else if (job.state === 'paused') await bulk.resume({ id }, signal)
            })
            .catch(reject)
        })
        bulk.start({ id, expectedToAsk: plates }, signal).catch(reject)
      })

      await fetch(`${proxy.url}/arrived`)
      const { rows } = await bulk.items({ id, statuses: [], offset: 0, limit: perPage }, signal)
      const effects = (item: BulkItem): number =>
        far.control.calls.count({ path: `/v2/vehicles/registrations/${item.query}` })
      expect(rows).toHaveLength(plates)
      expect(rows.filter((item) => effects(item) > 1)).toEqual([])
      expect(rows.filter((item) => isAnswered(item) && effects(item) !== 1)).toEqual([])
      expect(rows.filter((item) => !isAnswered(item) && item.status !== 'unsure')).toEqual([])
      const unsure = rows.filter(({ status }) => status === 'unsure')
      expect(unsure.every(({ note }) => note?.startsWith('The answer was lost') === true)).toBe(true)
      // Both happened: lost answers, and requests that were made again because the service had not got them.
      expect(unsure.length).toBeGreaterThan(plates / 25)
      expect([...sent.values()].filter((count) => count > 1).length).toBeGreaterThan(plates / 25)
      expect(createPaidLookups(database, storage.clock).ofThisMonth(connectionId).lookups).toBe(
        rows.filter(isAnswered).length,
      )
    })
  },
)
