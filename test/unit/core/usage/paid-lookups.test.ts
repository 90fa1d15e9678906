import { expect, it, onTestFinished } from 'vitest'
import { createPaidLookups } from '../../../../src/core/usage/paid-lookups.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { connectionId, openMemory } from '../uploads/upload-bench.ts'

it('counts look-ups and uploads separately, from the first day of the month on this PC', async () => {
  const database = openMemory()
  onTestFinished(() => database.close())
  const clock = createClockTwin(new Date(2026, 10, 30, 23, 59))
  const paid = createPaidLookups(database, clock)
  expect(paid.ofThisMonth(connectionId)).toEqual({ month: '2026-11', lookups: 0, uploads: 0 })
  paid.add(connectionId, 'look-up', 1)
  paid.add(connectionId, 'look-up', 1)
  paid.add(connectionId, 'upload', 40)
  expect(createPaidLookups(database, clock).ofThisMonth(connectionId)).toEqual({
    month: '2026-11',
    lookups: 2,
    uploads: 40,
  })
  await clock.advance(2 * 60_000)
  expect(paid.ofThisMonth(connectionId)).toEqual({ month: '2026-12', lookups: 0, uploads: 0 })
})
