import type { Fetch } from '../../src/core/ports/host.ts'

export interface SeenCall {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | null
  readonly init: RequestInit
}

/** How the server answers one call: an answer, a fault, or no answer until the call is aborted. */
export type Behaviour = (call: SeenCall) => Response | Error | 'silence' | Promise<Response | Error | 'silence'>

/** A server that answers as the test says, and records its calls. */
export interface FetchTwin {
  readonly fetch: Fetch
  readonly calls: readonly SeenCall[]
}

/**
 * Each call gets the next behaviour; the last one is repeated. What fetch refuses, an abort and a redirect end as with the real one, which
 * `service/fetch-twin.test.ts` compares it with.
 */
export function createFetchTwin(...behaviours: readonly Behaviour[]): FetchTwin {
  const calls: SeenCall[] = []
  return {
    calls,
    fetch: async (url, init) => {
      // Refuses what fetch refuses: an address, a method, a header or a body.
      const { method, headers, url: requested } = new Request(url, init)
      const signal = init.signal ?? new AbortController().signal
      signal.throwIfAborted()
      if (!/^https?:/.test(requested)) throw new TypeError('fetch failed', { cause: new Error('unknown scheme') })
      const call: SeenCall = { method, url: requested, headers, body: textOf(init.body), init }
      calls.push(call)
      const behave = behaviours[Math.min(calls.length, behaviours.length) - 1]
      if (!behave) throw new Error('This far side was told nothing')
      const aborted = Promise.withResolvers<never>()
      const onAbort = (): void => aborted.reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      try {
        const outcome = await Promise.race([behave(call), aborted.promise])
        if (outcome === 'silence') return await aborted.promise
        if (outcome instanceof Error) throw outcome
        if (redirects.has(outcome.status) && outcome.headers.has('Location')) {
          if (init.redirect !== 'error') throw new Error('Only redirects that are refused are known here')
          throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
        }
        return answerOf(outcome, signal)
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

function textOf(body: RequestInit['body']): string | null {
  if (body === undefined || body === null) return null
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return Buffer.from(body).toString()
  throw new Error('Only bodies of texts and bytes are known here')
}

/** The answer as over a network: an abort also ends its body. */
function answerOf(answer: Response, signal: AbortSignal): Response {
  const { body, status, statusText, headers } = answer
  if (body === null) return answer
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  // Whoever reads the body gets its error.
  body.pipeTo(writable, { signal }).catch(() => undefined)
  return new Response(readable, { status, statusText, headers })
}

export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  () =>
    new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } })

export const text =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  () =>
    new Response(body, { status, headers })

const failedCall = (code: string, syscall?: string): Error =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(`a fault: ${code}`), { code, ...(syscall && { syscall }) }),
  })

/** A network error as Node reports it. `syscall`: the system call that failed. */
export const nodeFault =
  (code: string, syscall?: string): Behaviour =>
  () =>
    failedCall(code, syscall)

/** A status arrives, and a part of its body; then the network fails as Node reports it. */
export const faultInBody =
  (status: number, code: string, syscall?: string): Behaviour =>
  () =>
    new Response(
      new ReadableStream({
        start: (body) => body.enqueue(Buffer.from('{"success":')),
        pull: (body) => body.error(failedCall(code, syscall)),
      }),
      { status },
    )

/** A network error as Electron reports it. */
export const electronFault =
  (code: string): Behaviour =>
  () =>
    new Error(`net::${code}`)

export const silence: Behaviour = () => 'silence'
