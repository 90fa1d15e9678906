import { Readable } from 'node:stream'
import { net, type ClientRequest, type IncomingMessage, type Session } from 'electron'
import type { Fetch } from '../core/ports/host.ts'
import type { NetworkSignIn } from '../core/ports/network-sign-in.ts'

type SignInToProxy = NetworkSignIn['signInToProxy']

/**
 * A fetch through Chromium's network, with the proxy and the certificates of the system. It is made of `net.request`, because only that
 * reports a proxy that asks for a password (`session.fetch` fails then). No cookies, no cache, no redirects. `credentials` is left
 * out: `omit` also leaves out the certificate of the client, and without the option no cookies are sent or kept.
 */
export function serviceFetch(session: Session, signInToProxy: SignInToProxy): Fetch {
  return async (url, init) => {
    // Gives the headers and the bytes that fetch would send, and throws for what it would refuse.
    const request = new Request(url, init)
    // The signal of `Request` does not outlive it.
    const signal = init.signal ?? null
    signal?.throwIfAborted()
    const call = net.request({
      session,
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
    return new Promise((resolve, reject) => {
      let response: Readable | null = null
      const login = answerLogins(call, signInToProxy)
      const onAbort = (): void => {
        // A call whose time ran out while the user was asked was not sent.
        const reason: unknown = login.isWaiting() ? signInRequested() : signal?.reason
        reject(reason)
        response?.destroy(reason instanceof Error ? reason : new Error(String(reason)))
        call.abort()
      }
      // Electron emits `close` when the request was sent, so the listener stays until the answer was read or its signal is gone.
      signal?.addEventListener('abort', onAbort, { once: true })
      // The error of a proxy without a sign-in depends on how it is used.
      call.on('error', (error) => reject(login.isDeclined() ? signInRequested() : error))
      call.on('response', (message) => {
        try {
          // Electron's class is a stream; its types leave that out.
          response = message as unknown as Readable
          resolve(toResponse(message, response, request.method))
        } catch (error) {
          // An error that is thrown here would end the program.
          reject(error)
          call.abort()
        }
      })
      void sendBody(call, request).catch(reject)
    })
  }
}

const signInRequested = (): Error => new Error('net::ERR_PROXY_AUTH_REQUESTED')

/** Statuses whose answers have no body. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/** Throws an error with the code `HTTP_STATUS_…` for a status that is none. */
function toResponse({ statusCode, statusMessage, headers }: IncomingMessage, body: Readable, method: string): Response {
  if (statusCode < 200 || statusCode > 599) {
    throw Object.assign(new Error('The answer has no valid status'), { code: `HTTP_STATUS_${statusCode}` })
  }
  const isEmpty = withoutBody.has(statusCode) || method === 'HEAD'
  // An empty answer is read to its end, which frees its connection.
  if (isEmpty) body.resume()
  return new Response(isEmpty ? null : (Readable.toWeb(body) as ReadableStream), {
    status: statusCode,
    statusText: statusMessage,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, each]),
    ),
  })
}

/** Electron collects the pieces and sends them with their length. */
async function sendBody(call: ClientRequest, request: Request): Promise<void> {
  if (request.body) for await (const piece of request.body) call.write(Buffer.from(piece))
  call.end()
}

interface Logins {
  /** The user is being asked. */
  isWaiting(): boolean
  isDeclined(): boolean
}

/** Answers the challenges of proxies. A server that asks gets no password: the service has its own sign-in. */
function answerLogins(call: ClientRequest, signInToProxy: SignInToProxy): Logins {
  let waiting = 0
  let isDeclined = false
  let refusedAttempt: number | null = null
  call.on('login', ({ isProxy, host, port, realm }, callback) => {
    if (!isProxy) return callback()
    waiting += 1
    signInToProxy({ host, port, realm }, refusedAttempt)
      .then(
        (signIn) => {
          refusedAttempt = signIn?.attempt ?? null
          isDeclined = signIn === null
          if (signIn) callback(signIn.userName, signIn.password)
          else callback()
        },
        () => callback(),
      )
      .finally(() => (waiting -= 1))
  })
  return { isWaiting: () => waiting > 0, isDeclined: () => isDeclined }
}
