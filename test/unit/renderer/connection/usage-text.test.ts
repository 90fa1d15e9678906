import { expect, it } from 'vitest'
import type { ConnectionUsage } from '../../../../src/contract/connections.ts'
import { callsNeeded, usageText } from '../../../../src/renderer/connection/usage-text.ts'

const usage: ConnectionUsage = { month: '2026-11', lookups: 12, uploads: 1_340, callsLeft: null }
const until = new Date(2026, 10, 22, 15, 40).toISOString()

it('says how many paid look-ups this month had, by their source', () => {
  expect(usageText.paidLookups(usage, false)).toBe('Paid look-ups in November 2026: 12 looked up, 1,340 for uploads.')
  expect(usageText.paidLookups({ ...usage, lookups: 0, uploads: 0 }, false)).toBe('No paid look-ups in November 2026.')
  expect(usageText.paidLookups(usage, true)).toBe(
    'Practice look-ups (not charged) in November 2026: 12 looked up, 1,340 for uploads.',
  )
})

it('says how many calls are left, as far as the service tells', () => {
  expect(usageText.callsLeft(usage)).toBe('')
  const text = (remaining: number, limit: number | null, end: string | null) =>
    usageText.callsLeft({ ...usage, callsLeft: { remaining, limit, until: end } })
  expect(text(412, 1_000, until)).toBe('412 of 1,000 calls left until 22/11/2026, 3:40 pm.')
  expect(text(1, null, null)).toBe('1 call left.')
})

it.each([
  ['edit', 30, 60, 'This change needs about 60'],
  ['deletion', 30, 30, 'This deletion needs about 30'],
  ['restore', 30, 6, 'This restore needs about 6'],
] as const)('says that a long %s will pause', (action, records, calls, words) => {
  const needed = callsNeeded(action, records, { firstBatchSize: 500, pageSize: 200 })
  expect(needed).toBe(calls)
  const text = usageText.fewCalls({ remaining: 1, limit: null, until: null }, needed, action)
  expect(text).toBe(`The service accepts only 1 more call. ${words}, so it pauses and continues by itself.`)
})

it('says that an upload will pause when it needs more calls than are left', () => {
  const needed = callsNeeded('upload', 3_000, { firstBatchSize: 500, pageSize: 200 })
  expect(needed).toBe(45)
  expect(usageText.fewCalls({ remaining: 12, limit: null, until }, needed, 'upload')).toBe(
    'The service accepts only 12 more calls until 22/11/2026, 3:40 pm. This upload needs about 45, so it pauses and continues by itself.',
  )
})
