import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskEndpoint, secretsIn, withoutEndpoints } from '../../../../src/core/webhooks/endpoint-secrets.ts'

describe('a masked endpoint', () => {
  it.each([
    ['https://crm.example.com.au/hook', 'https://crm.example.com.au/hook'],
    [
      'https://crm.example.com.au/hook?token=s3cret&region=au',
      'https://crm.example.com.au/hook?token=••••••&region=••••••',
    ],
    ['https://crm.example.com.au/hook?s3cret', 'https://crm.example.com.au/hook?••••••'],
    ['https://crm.example.com.au/hook?token=', 'https://crm.example.com.au/hook?token='],
    ['https://ana:s3cret@crm.example.com.au:8443/hook#s3cret', 'https://••••••@crm.example.com.au:8443/hook#••••••'],
    ['https://hooks.example.com/T0AB12CD34/B99x77y55z33w1q2', 'https://hooks.example.com/T0AB12CD34/••••••'],
    ['no address at all s3cret', '••••••'],
  ])('%s', (endpoint, shown) => {
    expect(maskEndpoint(endpoint)).toBe(shown)
  })

  it('has no values of parameters', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9._~%+-]{6,40}$/)
    fc.assert(
      fc.property(token, token, (one, other) => {
        const shown = maskEndpoint(`https://example.com/hook?a=${one}&b=${other}`)
        expect(shown).toBe('https://example.com/hook?a=••••••&b=••••••')
      }),
    )
  })

  it('has secrets as written and decoded', () => {
    expect(secretsIn('https://a:b@example.com/hook?token=x%2Fy+z')).toEqual(['a', 'b', 'x%2Fy+z', 'x/y z'])
    expect(secretsIn('https://example.com/hook')).toEqual([])
  })

  it('is in no text of a failure, in full or in part', () => {
    const endpoint = 'https://example.com/hook?token=s3cret%2Ftoken'
    const failure = withoutEndpoints(
      {
        kind: 'rejected',
        message: `The service says: “${endpoint} is not reachable”`,
        next: 'Check s3cret/token and s3cret%2Ftoken.',
        details: `HTTP 422: ${endpoint}`,
      },
      [endpoint, ''],
    )
    expect(failure.message).toBe('The service says: “https://example.com/hook?token=•••••• is not reachable”')
    expect(failure.next).toBe('Check •••••• and ••••••.')
    expect(failure.details).toBe('HTTP 422: https://example.com/hook?token=••••••')
    expect(failure).not.toHaveProperty('kept')
  })
})
