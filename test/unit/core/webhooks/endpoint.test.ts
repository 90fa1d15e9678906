import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkEndpoint } from '../../../../src/core/webhooks/endpoint-check.ts'
import { maskEndpoint, secretsIn, withoutEndpoints } from '../../../../src/core/webhooks/endpoint-secrets.ts'

const account = { isPractice: false }
const practice = { isPractice: true }
const severities = (text: string, place = account): string[] =>
  checkEndpoint(text, place).findings.map(({ severity }) => severity)

describe('an endpoint that is shown', () => {
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

  it('holds no value of a parameter, whatever it is', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9._~%+-]{6,40}$/)
    fc.assert(
      fc.property(token, token, (one, other) => {
        const shown = maskEndpoint(`https://example.com/hook?a=${one}&b=${other}`)
        expect(shown).toBe('https://example.com/hook?a=••••••&b=••••••')
      }),
    )
  })

  it('names its secrets as they stand in it and decoded', () => {
    expect(secretsIn('https://a:b@example.com/hook?token=x%2Fy+z')).toEqual(['a', 'b', 'x%2Fy+z', 'x/y z'])
    expect(secretsIn('https://example.com/hook')).toEqual([])
  })

  it('stands in no words of a failure, whole or in part', () => {
    const endpoint = 'https://example.com/hook?token=s3cret%2Ftoken'
    const failure = withoutEndpoints(
      {
        kind: 'rejected',
        message: `The service says: “${endpoint} is not reachable”`,
        next: 'Check s3cret/token and s3cret%2Ftoken.',
      },
      [endpoint, ''],
    )
    expect(failure.message).toBe('The service says: “https://example.com/hook?token=•••••• is not reachable”')
    expect(failure.next).toBe('Check •••••• and ••••••.')
    expect(failure).not.toHaveProperty('kept')
  })
})

describe('the check of an endpoint', () => {
  it.each([
    'https://crm.example.com.au/hook',
    'https://crm.example.com.au:8443/hook',
    'HTTPS://CRM.EXAMPLE.COM.AU/hook',
    'https://händler.example.com.au/hook',
  ])('finds nothing against %s', (text) => {
    expect(checkEndpoint(text, account)).toEqual({ ok: true, findings: [] })
  })

  it.each([
    'crm.example.com.au/hook',
    'http://crm.example.com.au/hook',
    'ftp://crm.example.com.au/hook',
    'https://',
    'https://crm .example.com.au',
    'https://crm.example.com.au/hook\nX-Header: 1',
    'https://••••••@crm.example.com.au',
    'https://localhost/hook',
    'https://my.localhost/hook',
    'https://127.0.0.1/hook',
    'https://127.1/hook',
    'https://0x7f000001/hook',
    'https://[::1]/hook',
    'https://[::ffff:127.0.0.1]/hook',
    'https://0.0.0.0/hook',
    'https://10.1.2.3/hook',
    'https://172.16.0.1/hook',
    'https://192.168.1.20/hook',
    'https://169.254.169.254/hook',
    'https://100.64.0.1/hook',
    'https://[fd00::1]/hook',
    'https://[fe80::1]/hook',
    'https://[::ffff:192.168.1.1]/hook',
    'https://server/hook',
    'https://crm.local/hook',
    'https://crm.lan./hook',
    'http://localhost:3000/hook',
  ])('says outside practice that %s cannot be saved', (text) => {
    const { ok, findings } = checkEndpoint(text, account)
    expect(ok).toBe(false)
    expect(findings.some(({ severity }) => severity === 'error')).toBe(true)
  })

  it.each([
    ['https://8.8.8.8/hook', 'warning'],
    ['https://crm.example.com.au/hook#part', 'warning'],
    ['https://ana:s3cret@crm.example.com.au/hook', 'warning'],
    ['https://crm.example.com.au/hook,', 'warning'],
    ['https://crm.example.com.au/hook?token=s3cret', 'info'],
    ['  https://crm.example.com.au/hook ', 'info'],
    ['', 'info'],
  ])('lets %s pass with a remark', (text, severity) => {
    expect(checkEndpoint(text, account).ok).toBe(true)
    expect(severities(text)).toContain(severity)
  })

  it('lets plain http pass in practice for this PC alone, and says that nothing else is reached', () => {
    expect(checkEndpoint('http://127.0.0.1:4711/hook', practice).ok).toBe(true)
    expect(checkEndpoint('http://localhost:4711/hook', practice).ok).toBe(true)
    expect(checkEndpoint('http://crm.example.com.au/hook', practice).ok).toBe(false)
    expect(checkEndpoint('https://crm.example.com.au/hook', practice)).toMatchObject({
      ok: true,
      findings: [{ severity: 'warning' }],
    })
  })

  it('never repeats a secret and never fails, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.boolean(), (text, isPractice) => {
        const { findings } = checkEndpoint(`https://example.com/hook?token=planted-s3cret&x=${text}`, { isPractice })
        for (const { words } of findings) expect(words).not.toContain('planted-s3cret')
        checkEndpoint(text, { isPractice })
      }),
    )
  })
})
