import { describe, expect, it } from 'vitest'
import { callsLeftIn } from '../../../../src/core/service/calls-left.ts'

const now = new Date('2026-11-21T02:00:00.000Z')
const inAMinute = '2026-11-21T02:01:00.000Z'

describe('the calls that are left', () => {
  it.each([
    [{ 'X-RateLimit-Remaining': '42', 'X-RateLimit-Limit': '1000', 'X-RateLimit-Reset': '60' }, 1000, inAMinute],
    [{ 'RateLimit-Remaining': '42', 'RateLimit-Limit': '1000, 1000;w=60', 'RateLimit-Reset': '60' }, 1000, inAMinute],
    [{ 'Rate-Limit-Remaining': '42', 'Rate-Limit-Total': '1000', 'Rate-Limit-Reset': '1795226460' }, 1000, inAMinute],
    [{ RateLimit: 'limit=1000, remaining=42, reset=60' }, 1000, inAMinute],
    [{ RateLimit: '"default";r=42;t=60', 'RateLimit-Policy': '"default";q=1000;w=3600' }, 1000, inAMinute],
    [{ 'x-rate-limit-remaining': '42' }, null, null],
  ])('are read from %o', (headers, limit, until) => {
    expect(callsLeftIn(new Headers(headers as Record<string, string>), now)).toEqual({ remaining: 42, limit, until })
  })

  it.each([{}, { 'X-RateLimit-Remaining': 'many' }, { 'X-RateLimit-Limit': '1000' }, { RateLimit: 'soon' }])(
    'are unknown from %o',
    (headers) => {
      expect(callsLeftIn(new Headers(headers as Record<string, string>), now)).toBeNull()
    },
  )
})
