import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkEndpoint } from '../../../../src/core/webhooks/endpoint-check.ts'

const account = { isPractice: false }
const practice = { isPractice: true }
const severities = (text: string, place = account): string[] =>
  checkEndpoint(text, place).findings.map(({ severity }) => severity)

describe('the check of an endpoint', () => {
  it.each([
    'https://crm.example.com.au/hook',
    'https://crm.example.com.au:8443/hook',
    'HTTPS://CRM.EXAMPLE.COM.AU/hook',
    'https://händler.example.com.au/hook',
  ])('has no findings for %s', (text) => {
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
  ])('refuses %s outside practice', (text) => {
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
  ])('accepts %s with a finding', (text, severity) => {
    expect(checkEndpoint(text, account).ok).toBe(true)
    expect(severities(text)).toContain(severity)
  })

  it('accepts http in practice only for this PC, and warns that no other address is reached', () => {
    expect(checkEndpoint('http://127.0.0.1:4711/hook', practice).ok).toBe(true)
    expect(checkEndpoint('http://localhost:4711/hook', practice).ok).toBe(true)
    expect(checkEndpoint('http://crm.example.com.au/hook', practice).ok).toBe(false)
    expect(checkEndpoint('https://crm.example.com.au/hook', practice)).toMatchObject({
      ok: true,
      findings: [{ severity: 'warning' }],
    })
  })

  it('never has a secret in a finding and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.boolean(), (text, isPractice) => {
        const { findings } = checkEndpoint(`https://example.com/hook?token=planted-s3cret&x=${text}`, { isPractice })
        for (const { words } of findings) expect(words).not.toContain('planted-s3cret')
        checkEndpoint(text, { isPractice })
      }),
    )
  })
})
