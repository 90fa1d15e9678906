import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { streamSSE } from 'hono/streaming'
import { maxFileBytes } from '../contract/app.ts'
import type { ProgramEvent } from '../contract/events.ts'
import { failure, success, type Result } from '../contract/result.ts'
import { FailureError } from '../core/failures/failure-error.ts'
import { tooLarge, type FileIntake } from '../core/intake/file-intake.ts'
import type { Dispatch } from '../dispatch/dispatch.ts'
import { commonHeaders, maxCallBytes, plainAnswer, type WindowAssets } from '../dispatch/window-assets.ts'
import { isJson, refuseByTransport, statedBytes, type Admission } from './browser-session.ts'
import { readBody } from './bounded-body.ts'

export interface DoorOptions {
  /** Our own `127.0.0.1:port`. */
  readonly authority: string
  readonly admission: Admission
  readonly dispatch: Dispatch
  readonly intake: FileIntake
  readonly assets: WindowAssets
  listen(listener: (event: ProgramEvent) => void): () => void
  /** Aborted when the host ends: streams that stay open are closed. */
  readonly ending: AbortSignal
  readonly onUnexpected: (error: unknown) => void
  readonly heartbeatMs?: number
  readonly maxFileBytes?: number
}

/** How she gets in again; a session ends with the program, so there is no other way. */
const howToGetIn =
  'This page is not signed in to Forecourt, or its address was used already. Stop Forecourt, start it again, and open the address that it shows.'

/**
 * The one way in over HTTP. In this order: our own Host, Origin and site; the one-time token or the session's cookie; then one of
 * four routes. What is none of them is refused.
 */
export function createDoor(options: DoorOptions): Hono {
  const { admission, assets, dispatch, ending, intake } = options
  const largestFileBytes = options.maxFileBytes ?? maxFileBytes
  const door = new Hono()

  door.use(async (context, next) => {
    const refusal = refuseByTransport(
      {
        method: context.req.method,
        host: context.req.header('host'),
        origin: context.req.header('origin'),
        fetchSite: context.req.header('sec-fetch-site'),
      },
      options.authority,
    )
    if (refusal) return plainAnswer(refusal.status, refusal.words)

    const token = context.req.query('token')
    if (token !== undefined && context.req.method === 'GET' && context.req.path === '/') {
      const session = admission.redeem(token)
      if (session === null) return plainAnswer(403, howToGetIn)
      setCookie(context, admission.cookieName, session, { httpOnly: true, sameSite: 'Strict', path: '/' })
      context.header('Cache-Control', 'no-store')
      context.header('Referrer-Policy', 'no-referrer')
      return context.redirect('/', 303)
    }
    if (!admission.isSession(getCookie(context, admission.cookieName))) return plainAnswer(401, howToGetIn)
    await next()
  })

  door.post('/call/:method', async (context) => {
    if (!isJson(context.req.header('content-type'))) {
      return envelope(415, refused('A call is JSON: say so in its Content-Type.'))
    }
    const bytes = await bodyOf(context, maxCallBytes)
    if (!bytes) return envelope(413, refused('That is more than one call may carry.'))
    const input = parseJson(bytes)
    if (input.state === 'malformed') return envelope(400, refused('The call is not well-formed JSON.'))
    const answer = await dispatch(context.req.param('method'), input.value, { signal: context.req.raw.signal })
    return envelope(200, answer)
  })

  door.post('/file', async (context) => {
    const name = context.req.query('name') ?? ''
    const bytes = await bodyOf(context, largestFileBytes)
    if (!bytes) return envelope(413, failure(tooLarge(name, largestFileBytes)))
    return envelope(200, takeIn(intake, name, bytes))
  })

  door.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      const send = (event: ProgramEvent): void => void stream.writeSSE({ data: JSON.stringify(event) })
      const stopListening = options.listen(send)
      // A comment at once opens the stream; later ones find out that the browser is gone.
      const beat = (): void => void stream.write(': still here\n\n')
      beat()
      const heartbeat = setInterval(beat, options.heartbeatMs ?? 15_000)
      await new Promise<void>((resolve) => {
        stream.onAbort(resolve)
        ending.addEventListener('abort', () => resolve(), { once: true })
        if (ending.aborted) resolve()
      })
      clearInterval(heartbeat)
      stopListening()
    }),
  )

  door.get('*', (context) => assets.answer('GET', new URL(context.req.url).pathname))

  door.notFound(() => plainAnswer(404, 'There is nothing here.'))
  door.onError((error) => {
    options.onUnexpected(error)
    return plainAnswer(500, 'Something went wrong inside Forecourt.')
  })
  return door
}

function envelope(status: number, result: Result<unknown>): Response {
  return Response.json(result, { status, headers: { ...commonHeaders, 'Cache-Control': 'no-store' } })
}

const refused = (message: string): Result<never> => failure({ kind: 'invalid-input', message })

/** The body, or null when it is larger than allowed. What its header admits to is refused unread. */
async function bodyOf(context: Context, maxBytes: number): Promise<Uint8Array | null> {
  const stated = statedBytes(context.req.header('content-length'))
  if (stated !== null && stated > maxBytes) return null
  const read = await readBody(context.req.raw.body, maxBytes)
  return read.state === 'read' ? read.bytes : null
}

type Json = { readonly state: 'parsed'; readonly value: unknown } | { readonly state: 'malformed' }

function parseJson(bytes: Uint8Array): Json {
  try {
    return { state: 'parsed', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { state: 'malformed' }
  }
}

function takeIn(intake: FileIntake, name: string, bytes: Uint8Array): Result<unknown> {
  try {
    return success(intake.add(name, bytes))
  } catch (error) {
    if (error instanceof FailureError) return failure(error.failure)
    throw error
  }
}
