import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBrowserSession, isJson, refuseByTransport, statedBytes } from '../../../src/web/browser-session.ts'
import { readBody } from '../../../src/web/http-app.ts'
import { hasDisplay, browserCommand } from '../../../src/web/system-browser.ts'

const authority = '127.0.0.1:5000'
const own = { method: 'GET', host: authority, origin: undefined, fetchSite: 'same-origin' }

describe('the transport of a request', () => {
  it.each([
    ['our page loads', own, null],
    ['the user typed the address', { ...own, fetchSite: 'none' }, null],
    ['a program on this PC with the cookie', { ...own, fetchSite: undefined }, null],
    ['our page calls', { ...own, method: 'POST', origin: `http://${authority}` }, null],
    ['a call without an origin', { ...own, method: 'POST' }, 403],
    ['a call from a page of https', { ...own, method: 'POST', origin: `https://${authority}` }, 403],
    ['a call that was typed', { ...own, method: 'POST', origin: `http://${authority}`, fetchSite: 'none' }, 403],
    ['a link on another site', { ...own, fetchSite: 'cross-site' }, 403],
    ['no host', { ...own, host: undefined }, 421],
    ['localhost', { ...own, host: 'localhost:5000' }, 421],
    ['our host with another form of the port', { ...own, host: '127.0.0.1:05000' }, 421],
    ['user info in the host', { ...own, host: `kim@${authority}` }, 421],
    ['TRACE', { ...own, method: 'TRACE' }, 405],
  ])('%s', (_, facts, status) => {
    expect(refuseByTransport(facts, authority)?.status ?? null).toBe(status)
  })

  it('is refused for every other origin', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string()), (origin) => {
        fc.pre(origin !== `http://${authority}`)
        const facts = { ...own, method: 'POST', origin }
        expect(refuseByTransport(facts, authority)?.status).toBe(403)
      }),
    )
  })
})

it.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON', true],
  ['application/json-patch+json', false],
  ['text/plain;application/json', false],
  ['', false],
  [undefined, false],
])('a body of type %s is JSON: %s', (contentType, expected) => {
  expect(isJson(contentType)).toBe(expected)
})

it.each([
  ['12', 12],
  [undefined, null],
  ['-1', Number.POSITIVE_INFINITY],
  ['1e3', Number.POSITIVE_INFINITY],
  ['', Number.POSITIVE_INFINITY],
])('a stated length of %s counts as %s', (header, bytes) => {
  expect(statedBytes(header)).toBe(bytes)
})

it('the token opens one session, and no other text does', () => {
  const session = createBrowserSession(5_000)
  expect(session.isValid('')).toBe(false)
  expect(session.open('wrong')).toBeNull()
  const sessionId = session.open(session.token)
  expect(sessionId).toMatch(/^[\w-]{43}$/)
  expect(sessionId).not.toBe(session.token)
  expect(session.open(session.token)).toBeNull()
  expect(session.isValid(sessionId ?? undefined)).toBe(true)
  expect(session.isValid(session.token)).toBe(false)
  expect(session.isValid(undefined)).toBe(false)
})

it('a body is read up to its limit and refused above it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 }),
      fc.nat(200),
      async (chunks, limit) => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const chunk of chunks) controller.enqueue(chunk)
            controller.close()
          },
        })
        const whole = new Uint8Array(Buffer.concat(chunks))
        const read = await readBody(body, limit)
        expect(read && new Uint8Array(Buffer.concat(read))).toEqual(whole.byteLength > limit ? null : whole)
      },
    ),
  )
})

it('each system opens an address with its own program, and needs a display', () => {
  expect(browserCommand('win32')[0]).toBe('rundll32.exe')
  expect(browserCommand('darwin')).toEqual(['open'])
  expect(browserCommand('linux')).toEqual(['xdg-open'])
  expect(hasDisplay('linux', {})).toBe(false)
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
  expect(hasDisplay('win32', {})).toBe(true)
})
