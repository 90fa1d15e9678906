import { connect } from 'node:net'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { MethodName } from '../../src/contract/methods.ts'
import { defaultPreferences } from '../../src/core/app/saved-preferences.ts'
import { methodPolicies } from '../../src/host-kit/method-policies.ts'
import { callMethod, sendRequest, useBrowserHost } from './browser-host-harness.ts'
import type { RawAnswer, RawRequest } from './twins/raw-request.ts'

const current = useBrowserHost()
const ask = (options: RawRequest): Promise<RawAnswer> => sendRequest(current(), options)
const call = (method: string, input: unknown = {}, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  callMethod(current(), method, input, headers)

describe('a call', () => {
  it('is answered with an envelope', async () => {
    const answer = await call('app.setPreferences', { theme: 'light' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(answer.text)).toEqual({
      ok: true,
      value: { ...defaultPreferences, theme: 'light' },
    })
  })

  it.each(['app.unknown', 'app', 'constructor', '__proto__.toString', 'app.preferences.more', 'APP.PREFERENCES'])(
    'to %s finds no method',
    async (method) => {
      expect(JSON.parse((await call(method)).text)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    },
  )

  it('must be JSON by its header and its body', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']) {
      expect((await call('app.preferences', {}, { 'content-type': type })).status).toBe(415)
    }
    for (const body of ['{', '', '{"theme":\u0000}']) {
      expect((await ask({ method: 'POST', path: '/call/app.preferences', body })).status).toBe(400)
    }
  })

  it.each<[MethodName, number]>([
    ['app.setPreferences', methodPolicies['app.setPreferences'].maxInputBytes],
    ['customers.saveView', methodPolicies['customers.saveView'].maxInputBytes],
    ['drafts.exclude', methodPolicies['drafts.exclude'].maxInputBytes],
  ])('of %s is refused above %i bytes, with and without a stated size', async (method, maxBytes) => {
    const envelopeBytes = JSON.stringify({ text: '' }).length
    const accepted = JSON.stringify({ text: 'x'.repeat(maxBytes - envelopeBytes) })
    const tooLarge = JSON.stringify({ text: 'x'.repeat(maxBytes - envelopeBytes + 1) })
    const send = (body: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
      ask({ method: 'POST', path: `/call/${method}`, body, headers })
    expect((await send(accepted)).status).toBe(200)
    const refused = await send(tooLarge)
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.text)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    expect((await send(tooLarge, { 'transfer-encoding': 'chunked' })).status).toBe(413)
  })

  it('of a method that receives a password is refused above its rate', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => call('storage.unlock', { password: 'wrong password' })),
    )
    const kinds = answers.map(({ text }) => JSON.parse(text).error.kind)
    expect(kinds.filter((kind) => kind === 'not-found')).toHaveLength(30)
    expect(kinds.filter((kind) => kind === 'rate-limited')).toHaveLength(10)
  })

  it('that fails unexpectedly is answered with the reference that is in the log', async () => {
    const { logged } = current()
    const answer = JSON.parse((await call('drafts.list')).text)
    expect(answer.error).toMatchObject({ kind: 'unexpected', message: 'Something went wrong in Forecourt.' })
    expect(logged).toEqual([
      {
        level: 'error',
        event: 'unexpected',
        fields: expect.objectContaining({ method: 'drafts.list', reference: answer.error.reference }),
      },
    ])
  })

  it('is aborted when the browser disconnects', async () => {
    const { port, cookie, callAborted } = current()
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
    const disconnected = new Promise((resolve) => sent.on('error', resolve))
    sent.end('{}', () => sent.destroy())
    await disconnected
    await expect(callAborted).resolves.toBeUndefined()
  })
})

describe('a file', () => {
  it('is accepted as bytes and becomes a ticket without a path', async () => {
    const { program } = current()
    const answer = await ask({
      method: 'POST',
      path: `/file?name=${encodeURIComponent('C:\\Users\\Kim\\Büro kunden.csv')}`,
      body: 'Name;Rego\n',
      headers: { 'content-type': 'application/octet-stream' },
    })
    const { value } = JSON.parse(answer.text)
    expect(value).toMatchObject({ name: 'Büro kunden.csv', sizeBytes: 10 })
    expect(new TextDecoder().decode(program.intake.take(value.fileId).takeBytes() ?? undefined)).toBe('Name;Rego\n')
  })

  it('that is empty is refused with a message', async () => {
    const answer = await ask({ method: 'POST', path: '/file?name=a.csv', body: '' })
    expect(JSON.parse(answer.text)).toMatchObject({ ok: false, error: { message: '“a.csv” is empty.' } })
  })

  it.each<Record<string, string>>([{}, { 'transfer-encoding': 'chunked' }])(
    'over the limit is refused with a message',
    async (headers) => {
      const answer = await ask({ method: 'POST', path: '/file?name=a.csv', body: 'x'.repeat(64 * 1024 + 1), headers })
      expect(answer.status).toBe(413)
      expect(JSON.parse(answer.text)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    },
  )
})

describe('events', () => {
  it('reach the page when they happen, with heartbeats between them, until it disconnects', async () => {
    const { program, port, cookie } = current()
    const received = await new Promise<string>((resolve, reject) => {
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
            if (text.includes('data:') && text.endsWith(': heartbeat\n\n')) {
              resolve(text)
              sent.destroy()
            }
          })
        },
      )
      sent.on('error', reject)
      sent.end()
    })
    const data = /^data: (.*)$/m.exec(received)?.[1] ?? ''
    expect(JSON.parse(data)).toEqual({ name: 'uploads.changed', version: 1, subject: 'u1', progress: null })
    await expect.poll(() => program.listeners()).toBe(0)
  })

  it('end when the host closes', async () => {
    const { program, host, port, cookie } = current()
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

it('an event stream whose page stalls is ended, so that its events do not fill the memory', async () => {
  const { port, cookie, program } = current()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET /events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`)
  await expect.poll(() => program.listeners()).toBe(1)
  const longName = 'x'.repeat(20_000)
  await expect
    .poll(() => {
      for (let event = 0; event < 500; event += 1) program.announcer.announce('drafts.changed', longName)
      return program.listeners()
    })
    .toBe(0)
  socket.destroy()
})
