import { describe, expect, it } from 'vitest'
import { pingOutcome, readPing } from '../../../../src/core/webhooks/ping-history.ts'

describe('a ping', () => {
  it.each([
    [200, true],
    [204, true],
    [301, false],
    [401, false],
    [404, false],
    [418, false],
    [500, false],
    [0, false],
    [null, false],
  ])('with the status %s succeeds: %s', (status, ok) => {
    const outcome = pingOutcome(status, 35)
    expect(outcome.ok).toBe(ok)
    expect(outcome.words).toMatch(/35 ms\).*\.$/)
    expect(outcome.words.startsWith('Ping succeeded (')).toBe(ok)
    expect(outcome.words).not.toMatch(/null|undefined|NaN/)
  })

  it('shows its status and time', () => {
    expect(pingOutcome(204, 73).words).toBe('Ping succeeded (204, 73 ms).')
    expect(pingOutcome(200, 1_240).words).toBe('Ping succeeded (200, 1.2 s).')
    expect(pingOutcome(200, null).words).toBe('Ping succeeded (200).')
  })

  it('is read with numbers as text, and without unreadable values', () => {
    expect(readPing({ response_status: '200', response_time_ms: 12, at: 'x' })).toEqual({
      at: 'x',
      endpoint: null,
      responseTimeMs: 12,
      responseStatus: 200,
    })
    expect(readPing({ response_status: null, response_time_ms: 'soon' })).toMatchObject({
      responseTimeMs: null,
      responseStatus: null,
    })
  })
})
