import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { methods } from '../../src/contract/methods.ts'
import { maxCallBytes } from '../../src/dispatch/window-assets.ts'
import { startBrowserHost, type BrowserHost } from '../../src/web/browser-host.ts'
import { browserMethods } from '../../src/web/allowed-methods.ts'
import { createProgramTwin, type ProgramTwin } from './twins/program-twin.ts'
import { rawRequest, rawRequestLine, type RawAnswer, type RawRequest } from './twins/raw-request.ts'

interface LogLine {
  readonly level: string
  readonly event: string
  readonly fields: unknown
}

let folder: string
let program: ProgramTwin
let host: BrowserHost
let port: number
let token: string
let cookie: string
let logged: LogLine[]
let callAborted: Promise<void>

const page = '<meta property="csp-nonce" nonce="__CSP_NONCE__" /><style nonce="__CSP_NONCE__"></style>'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-door-'))
  await mkdir(join(folder, 'window', 'assets'), { recursive: true })
  await writeFile(join(folder, 'window', 'index.html'), page)
  await writeFile(join(folder, 'window', 'assets', 'index-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'window', 'notes.txt'), 'not for the window')
  await writeFile(join(folder, 'secret.js'), 'outside')
  await symlink(join(folder, 'secret.js'), join(folder, 'window', 'linked.js'))
  await symlink(folder, join(folder, 'window', 'up'))

  let onAborted = (): void => undefined
  callAborted = new Promise((resolve) => (onAborted = resolve))
  program = createProgramTwin({
    'app.preferences': async () => ({ theme: 'dark' }),
    'app.setPreferences': async (input) => ({ theme: 'system', ...(input as object) }),
    'drafts.list': async () => {
      throw new Error('the disk is on fire')
    },
    'storage.status': (_input, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          onAborted()
          reject(new Error('the caller is gone'))
        })
      }),
  })
  logged = []
  host = await startBrowserHost({
    program,
    log: { write: (level, event, fields) => void logged.push({ level, event, fields }) },
    windowFolder: join(folder, 'window'),
    port: 0,
    heartbeatMs: 20,
    maxFileBytes: 64 * 1024,
  })
  const url = new URL(host.url)
  port = Number(url.port)
  token = url.searchParams.get('token') ?? ''
  const admitted = await rawRequest(port, { path: `/?token=${token}`, headers: { host: `127.0.0.1:${port}` } })
  cookie = (admitted.headers['set-cookie']?.[0] ?? '').split(';', 1)[0] ?? ''
})

afterEach(async () => {
  await host.close()
  await rm(folder, { recursive: true })
})

/** A request as her own page would send it; `headers` replace or, when empty, take away. */
function ask(options: RawRequest): Promise<RawAnswer> {
  const own: Record<string, string> = {
    host: `127.0.0.1:${port}`,
    cookie,
    'sec-fetch-site': 'same-origin',
    ...(options.method === 'POST'
      ? { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' }
      : undefined),
  }
  const headers = Object.fromEntries(Object.entries({ ...own, ...options.headers }).filter(([, value]) => value !== ''))
  return rawRequest(port, { ...options, headers })
}

const call = (method: string, input: unknown = {}, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  ask({ method: 'POST', path: `/call/${method}`, body: JSON.stringify(input), headers })

describe('the one-time token', () => {
  it('becomes a cookie that no script can read and no other site can send, and leaves the address', async () => {
    const other = await startBrowserHost({
      program,
      log: { write: () => undefined },
      windowFolder: join(folder, 'window'),
      port: 0,
    })
    const url = new URL(other.url)
    const admitted = await rawRequest(Number(url.port), {
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host },
    })
    await other.close()
    expect(admitted.status).toBe(303)
    expect(admitted.headers.location).toBe('/')
    expect(admitted.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^forecourt-${url.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`)),
    ])
  })

  it('does not work a second time, and says how to get in', async () => {
    const again = await ask({ path: `/?token=${token}`, headers: { cookie: '' } })
    expect(again.status).toBe(403)
    expect(again.text).toContain('start it again')
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it.each(['', 'wrong', 'x'.repeat(5_000)])('refuses another token', async (wrong) => {
    expect((await ask({ path: `/?token=${wrong}`, headers: { cookie: '' } })).status).toBe(403)
  })

  it('is no session itself', async () => {
    expect((await ask({ path: '/', headers: { cookie: `forecourt-${port}=${token}` } })).status).toBe(401)
  })
})

describe('who may come in', () => {
  const refusals: readonly [string, Record<string, string>, number][] = [
    ['another name for this PC', { host: 'localhost:PORT' }, 421],
    ['a name that was pointed at this PC', { host: 'evil.example:PORT' }, 421],
    ['our address without its port', { host: '127.0.0.1' }, 421],
    ['another port', { host: '127.0.0.1:1' }, 421],
    ['a page elsewhere', { origin: 'https://evil.example' }, 403],
    ['a page on another port of this PC', { origin: 'http://127.0.0.1:1' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['our origin over https', { origin: 'https://127.0.0.1:PORT' }, 403],
    ['a request that another site set off', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a request from another port of this PC', { 'sec-fetch-site': 'same-site' }, 403],
    ['no cookie', { cookie: '' }, 401],
    ['a made-up cookie', { cookie: `forecourt-PORT=${'x'.repeat(43)}` }, 401],
  ]
  const ways: readonly [string, RawRequest][] = [
    ['page', { path: '/' }],
    ['script', { path: '/assets/index-1a2b.js' }],
    ['events', { path: '/events' }],
    ['call', { method: 'POST', path: '/call/app.preferences', body: '{}' }],
    ['file', { method: 'POST', path: '/file?name=a.csv', body: 'a,b' }],
  ]
  it.each(
    refusals.flatMap(([what, headers, status]) => ways.map(([way, asked]) => ({ what, headers, status, way, asked }))),
  )('refuses $what at the $way', async ({ headers, status, asked }) => {
    const withPort = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))]),
    )
    const answer = await ask({ ...asked, headers: withPort })
    expect(answer.status).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.text).not.toContain('dark')
  })

  it('refuses a call that hides its origin', async () => {
    expect((await call('app.preferences', {}, { origin: '' })).status).toBe(403)
  })

  it('refuses a call that says she typed it', async () => {
    expect((await call('app.preferences', {}, { 'sec-fetch-site': 'none' })).status).toBe(403)
  })

  it('lets her type the address of the page', async () => {
    expect((await ask({ path: '/', headers: { 'sec-fetch-site': 'none' } })).status).toBe(200)
  })

  it.each(['OPTIONS', 'PUT', 'DELETE', 'HEAD', 'PATCH'])('does not answer %s', async (method) => {
    expect((await ask({ method, path: '/', headers: { origin: `http://127.0.0.1:${port}` } })).status).toBe(405)
  })
})

describe('a call', () => {
  it('is answered with an envelope', async () => {
    const answer = await call('app.setPreferences', { theme: 'light' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(answer.text)).toEqual({ ok: true, value: { theme: 'light' } })
  })

  it.each(['app.unknown', 'app', 'constructor', '__proto__.toString', 'app.preferences.more', 'APP.PREFERENCES'])(
    'to %s finds no method',
    async (method) => {
      expect(JSON.parse((await call(method)).text)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    },
  )

  it('is JSON or nothing', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
      expect((await call('app.preferences', {}, { 'content-type': type })).status).toBe(415)
    }
    for (const body of ['{', '', '{"theme":\u0000}']) {
      expect((await ask({ method: 'POST', path: '/call/app.preferences', body })).status).toBe(400)
    }
  })

  it('over the limit is refused, whether it says its size or not', async () => {
    const body = JSON.stringify({ theme: 'x'.repeat(maxCallBytes) })
    const stated = await ask({ method: 'POST', path: '/call/app.setPreferences', body })
    expect(stated.status).toBe(413)
    expect(JSON.parse(stated.text)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    const unstated = await ask({
      method: 'POST',
      path: '/call/app.setPreferences',
      body,
      headers: { 'transfer-encoding': 'chunked' },
    })
    expect(unstated.status).toBe(413)
  })

  it('that fails inside says a reference, and the log has it', async () => {
    const answer = JSON.parse((await call('drafts.list')).text)
    expect(answer.error).toMatchObject({ kind: 'unexpected', message: 'Something went wrong inside Forecourt.' })
    expect(logged).toEqual([
      {
        level: 'error',
        event: 'unexpected',
        fields: expect.objectContaining({ method: 'drafts.list', reference: answer.error.reference }),
      },
    ])
  })

  it('is aborted when the browser is gone', async () => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/call/storage.status',
      agent: false,
      headers: {
        host: `127.0.0.1:${port}`,
        origin: `http://127.0.0.1:${port}`,
        cookie,
        'content-type': 'application/json',
      },
    })
    const gone = new Promise((resolve) => sent.on('error', resolve))
    sent.end('{}', () => sent.destroy())
    await gone
    await expect(callAborted).resolves.toBeUndefined()
  })

  it('to every method of the contract is served, and to nothing else', () => {
    expect([...browserMethods].toSorted()).toEqual([...methods.keys()].toSorted())
  })
})

describe('a file', () => {
  it('enters as bytes and becomes a ticket without a path', async () => {
    const answer = await ask({
      method: 'POST',
      path: `/file?name=${encodeURIComponent('C:\\Users\\Kim\\Büro kunden.csv')}`,
      body: 'Name;Rego\n',
      headers: { 'content-type': 'application/octet-stream' },
    })
    const { value } = JSON.parse(answer.text)
    expect(value).toMatchObject({ name: 'Büro kunden.csv', sizeBytes: 10 })
    expect(new TextDecoder().decode(program.intake.take(value.fileId).bytes)).toBe('Name;Rego\n')
  })

  it('that is empty is refused in words', async () => {
    const answer = await ask({ method: 'POST', path: '/file?name=a.csv', body: '' })
    expect(JSON.parse(answer.text)).toMatchObject({ ok: false, error: { message: '“a.csv” is empty.' } })
  })

  it.each<Record<string, string>>([{}, { 'transfer-encoding': 'chunked' }])(
    'over the limit is refused in words',
    async (headers) => {
      const answer = await ask({ method: 'POST', path: '/file?name=a.csv', body: 'x'.repeat(64 * 1024 + 1), headers })
      expect(answer.status).toBe(413)
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    },
  )
})

describe('events', () => {
  it('reach the page as they happen, with a heartbeat between, until it goes', async () => {
    const heard = await new Promise<string>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path: '/events', agent: false, headers: { host: `127.0.0.1:${port}`, cookie } },
        (response) => {
          let text = ''
          expect(response.headers['content-type']).toBe('text/event-stream')
          response.setEncoding('utf8')
          response.on('error', () => undefined)
          response.on('data', (chunk: string) => {
            if (text === '') program.announcer.announce('uploads.changed', 'u1')
            text += chunk
            if (text.includes('data:') && text.endsWith(': still here\n\n')) {
              resolve(text)
              sent.destroy()
            }
          })
        },
      )
      sent.on('error', reject)
      sent.end()
    })
    const data = /^data: (.*)$/m.exec(heard)?.[1] ?? ''
    expect(JSON.parse(data)).toEqual({ name: 'uploads.changed', version: 1, subject: 'u1', progress: null })
    await expect.poll(() => program.listeners()).toBe(0)
  })

  it('end with the host', async () => {
    const ended = new Promise<void>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, path: '/events', agent: false, headers: { host: `127.0.0.1:${port}`, cookie } },
        (response) => {
          response.on('error', () => undefined)
          response.on('close', resolve)
          response.once('data', () => void host.close())
          response.resume()
        },
      )
      sent.on('error', reject)
      sent.end()
    })
    await ended
    await expect.poll(() => program.listeners()).toBe(0)
  })
})

describe('the window', () => {
  it('comes with a strict policy and a nonce that no other load has', async () => {
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

  it('gets its scripts with their type', async () => {
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
  ])('serves nothing at %.40s', async (path) => {
    const line = await rawRequestLine(port, [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Cookie: ${cookie}`])
    expect(line).toMatch(/^HTTP\/1\.1 (400|404) /)
  })
})
