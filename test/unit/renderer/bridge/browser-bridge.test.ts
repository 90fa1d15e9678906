import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBrowserBridge } from '../../../../src/renderer/bridge/browser-bridge.ts'

/** Node has no EventSource, and these tests do not use the event stream. */
class SilentEventSource extends EventTarget {}

beforeEach(() => {
  vi.stubGlobal('EventSource', SilentEventSource)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Answers every request of the bridge with `listener`, or refuses the connection for null. */
async function bridgeTo(listener: RequestListener | null) {
  const server = createServer(listener ?? (() => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  if (listener) onTestFinished(() => void close())
  else await close()
  const realFetch = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`http://127.0.0.1:${port}${path}`, init))
  return createBrowserBridge()
}

const answer =
  (status: number, contentType: string, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'Content-Type': contentType, Connection: 'close' }).end(body)

describe('the browser bridge', () => {
  it('returns the envelope of the host, also from an error status', async () => {
    const envelope = { ok: false, error: { kind: 'invalid-input', message: 'Too large.' } }
    const bridge = await bridgeTo(answer(413, 'application/json', JSON.stringify(envelope)))
    expect(await bridge.invoke('app.info', {})).toEqual(envelope)
  })

  it.each([
    ['plain text', 500, 'text/plain', 'Something went wrong in Forecourt.'],
    ['an empty body', 502, 'text/plain', ''],
    ['JSON without an envelope', 500, 'application/json', '{"error":"broken"}'],
    ['JSON null', 500, 'application/json', 'null'],
  ])('reports %s as an unreadable answer, not as a lost connection', async (_, status, contentType, body) => {
    const bridge = await bridgeTo(answer(status, contentType, body))
    expect(await bridge.invoke('app.info', {})).toMatchObject({
      ok: false,
      error: { kind: 'unexpected', message: `Forecourt returned an answer that can't be read (${status}).` },
    })
  })

  it('reports a refused connection as a program that is not running', async () => {
    const bridge = await bridgeTo(null)
    expect(await bridge.invoke('app.info', {})).toMatchObject({
      ok: false,
      error: { kind: 'unexpected', message: "Can't connect to Forecourt on this PC." },
    })
  })
})
