import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { streamSSE } from 'hono/streaming'
import { maxFileBytes } from '../contract/limits.ts'
import type { ProgramEvent } from '../contract/events.ts'
import { failure, success, type Result } from '../contract/result.ts'
import { tooLarge } from '../core/intake/file-intake.ts'
import { failureOfError, refuse } from '../dispatch/result-of-error.ts'
import { maxInputBytesOf } from '../host-kit/method-policies.ts'
import type { ServedProgram } from '../host-kit/served-program.ts'
import { commonHeaders, textResponse, type WindowAssets } from '../host-kit/window-assets.ts'
import { isJson, refuseByTransport, refuseSignIn, statedBytes, type BrowserSession } from './browser-session.ts'

export interface HttpAppOptions {
  /** Our own `127.0.0.1:port`. */
  readonly authority: string
  readonly session: BrowserSession
  readonly host: ServedProgram
  readonly assets: WindowAssets
  /** Aborts when the host closes: open streams end. */
  readonly closing: AbortSignal
  readonly heartbeatMs?: number
  readonly maxFileBytes?: number
  /** Called with the connection of each request that has the session's cookie. */
  readonly onAdmitted?: (socket: Socket) => void
}

/** Where the sign-in page posts its token. */
export const signInPath = '/sign-in'

/** The most events that wait for one page. An event has about 100 bytes. */
const mostUnread = 2_000

/** Separates a page from the page that opened it. */
const withoutOpener = { 'Cross-Origin-Opener-Policy': 'same-origin' }

/** A session ends with the program, and its token works once, so there is no other way to sign in. */
const signInHelp =
  'This page is not signed in to Forecourt, or its address was already used. Stop Forecourt, start it again, and open the new address.'

/**
 * The routes of the browser host. Each request passes, in this order: our own Host, Origin and site; then the one-time token or the
 * session cookie. What is sent by POST is answered with an envelope, also when it is refused; pages and files with plain text.
 */
export function createHttpApp(options: HttpAppOptions): Hono<{ Bindings: Partial<HttpBindings> }> {
  const { assets, closing, session } = options
  const { dispatch, program, reportUnexpected } = options.host
  const largestFileBytes = options.maxFileBytes ?? maxFileBytes
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()

  app.use(async (context, next) => {
    const transport = {
      method: context.req.method,
      host: context.req.header('host'),
      origin: context.req.header('origin'),
      fetchSite: context.req.header('sec-fetch-site'),
    }
    const isSignIn = context.req.method === 'POST' && context.req.path === signInPath
    const refusal = (isSignIn ? refuseSignIn : refuseByTransport)(transport, options.authority)
    if (refusal) return refusalResponse(context, refusal.status, refusal.message)

    if (isSignIn) {
      const parts = await bodyOf(context, 1_000)
      const token = new URLSearchParams(Buffer.concat(parts ?? []).toString('utf8')).get('token') ?? ''
      if (!signIn(context, session, token)) return textResponse(403, signInHelp)
      // A redirect would still come from the file, and the cookie is sent to requests of our own page only.
      return context.body('<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>Forecourt</title>', 200, {
        ...commonHeaders,
        ...withoutOpener,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
        'Cache-Control': 'no-store',
      })
    }

    const token = context.req.query('token')
    if (token !== undefined && context.req.method === 'GET' && context.req.path === '/') {
      if (!signIn(context, session, token)) return textResponse(403, signInHelp)
      context.header('Cache-Control', 'no-store')
      context.header('Referrer-Policy', 'no-referrer')
      return context.redirect('/', 303)
    }
    if (!session.isValid(getCookie(context, session.cookieName))) return refusalResponse(context, 401, signInHelp)
    const { incoming } = context.env
    if (incoming) options.onAdmitted?.(incoming.socket)
    await next()
  })

  app.post('/call/:method', async (context) => {
    const method = context.req.param('method')
    if (!isJson(context.req.header('content-type'))) {
      return envelope(415, refuse('The Content-Type of a call must be application/json.'))
    }
    const parts = await bodyOf(context, maxInputBytesOf(method))
    if (!parts) return envelope(413, refuse('The input of this call is too large.'))
    const input = parseJson(Buffer.concat(parts))
    if (input.state === 'malformed') return envelope(400, refuse('The call is not valid JSON.'))
    return envelope(200, await dispatch(method, input.value, { signal: context.req.raw.signal }))
  })

  app.post('/file', async (context) => {
    const name = context.req.query('name') ?? ''
    const parts = await bodyOf(context, largestFileBytes)
    if (!parts) return envelope(413, failure(tooLarge(name, largestFileBytes)))
    return envelope(200, success(program.intake.add(name, parts)))
  })

  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      /** Texts that a page has not read yet. One that stalls is disconnected: it fetches everything when it connects again. */
      let unread = 0
      const write = async (writing: () => Promise<unknown>): Promise<void> => {
        unread += 1
        if (unread > mostUnread) stream.abort()
        await writing()
        unread -= 1
      }
      const stopListening = program.listen(
        (event: ProgramEvent) => void write(() => stream.writeSSE({ data: JSON.stringify(event) })),
      )
      // The first comment opens the stream; later ones find out that the browser has disconnected.
      const beat = (): void => void write(() => stream.write(': heartbeat\n\n'))
      beat()
      const heartbeat = setInterval(beat, options.heartbeatMs ?? 15_000)
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve)
        closing.addEventListener('abort', () => resolve(), { once: true })
        if (closing.aborted) resolve()
      })
      clearInterval(heartbeat)
      stopListening()
    }),
  )

  app.get('*', async (context) => {
    const response = await assets.answer('GET', new URL(context.req.url).pathname)
    // Opened by the user (an address, a bookmark): it has no opener, and the browser would take 40 ms to start another process for it.
    if (context.req.header('sec-fetch-site') === 'none') return response
    for (const [name, value] of Object.entries(withoutOpener)) response.headers.set(name, value)
    return response
  })

  app.notFound((context) => refusalResponse(context, 404, 'Not found.'))
  app.onError((error, context) => {
    const failed = failureOfError(error, context.req.path, reportUnexpected)
    if (context.req.method === 'POST') return envelope(failed.kind === 'unexpected' ? 500 : 200, failure(failed))
    return textResponse(500, failed.message)
  })
  return app
}

/** Takes the one-time token and sets the session's cookie. False when it is not the token, or was used before. */
function signIn(context: Context, session: BrowserSession, token: string): boolean {
  const sessionId = session.open(token)
  if (sessionId === null) return false
  setCookie(context, session.cookieName, sessionId, { httpOnly: true, sameSite: 'Strict', path: '/' })
  return true
}

function envelope(status: number, result: Result<unknown>): Response {
  return Response.json(result, { status, headers: { ...commonHeaders, 'Cache-Control': 'no-store' } })
}

/** A refusal in the form that the sender can read: the window's calls expect an envelope, a browser tab shows text. */
function refusalResponse(context: Context, status: number, message: string): Response {
  return context.req.method === 'POST' ? envelope(status, refuse(message)) : textResponse(status, message)
}

/** The parts of the body, or null when it is larger than allowed. A body whose header already states too many bytes is not read. */
async function bodyOf(context: Context, maxBytes: number): Promise<readonly Uint8Array[] | null> {
  const stated = statedBytes(context.req.header('content-length'))
  if (stated !== null && stated > maxBytes) return null
  return readBody(context.req.raw.body, maxBytes)
}

/**
 * The parts of a body of at most `maxBytes`, whatever its header states; null when it is larger. They are not joined: a file may be large.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<readonly Uint8Array[] | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    parts.push(chunk)
  }
  return parts
}

type Json = { readonly state: 'parsed'; readonly value: unknown } | { readonly state: 'malformed' }

function parseJson(bytes: Uint8Array): Json {
  try {
    return { state: 'parsed', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { state: 'malformed' }
  }
}
