import { describe, expect, it } from 'vitest'
import { page, sendRequest, useBrowserHost } from './browser-host-harness.ts'
import { rawRequestLine, type RawAnswer, type RawRequest } from './twins/raw-request.ts'

const current = useBrowserHost()
const ask = (options: RawRequest): Promise<RawAnswer> => sendRequest(current(), options)

describe('the window', () => {
  it('is served with a strict policy and a new nonce for each load', async () => {
    const nonceOf = async (): Promise<string> => {
      const answer = await ask({ path: '/' })
      const policy = String(answer.headers['content-security-policy'])
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(answer.text).toBe(page.replaceAll('__CSP_NONCE__', nonce))
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("connect-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      return nonce
    }
    expect(await nonceOf()).not.toBe(await nonceOf())
  })

  it('loads its scripts with their content type', async () => {
    const answer = await ask({ path: '/assets/index-1a2b.js' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.text).toBe('export {}')
  })

  it.each([
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/%2e%2e%2fsecret.js',
    '/..%5csecret.js',
    '/assets/../../secret.js',
    '//secret.js',
    '/secret.js%00.js',
    '/linked.js',
    '/up/secret.js',
    '/notes.txt',
    '/assets',
    '/assets/',
    `/${'a'.repeat(8_000)}.js`,
  ])('is the only thing served: nothing at %.40s', async (path) => {
    const { port, cookie } = current()
    const line = await rawRequestLine(port, [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Cookie: ${cookie}`])
    expect(line).toMatch(/^HTTP\/1\.1 (400|404) /)
  })
})
