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

/** Each call gets the next behaviour; the last one is repeated. */
export function createFetchTwin(...behaviours: readonly Behaviour[]): FetchTwin {
  const calls: SeenCall[] = []
  return {
    calls,
    fetch: async (url, init) => {
      const call: SeenCall = {
        method: init.method ?? 'GET',
        url,
        headers: new Headers(init.headers),
        body:
          init.body instanceof Uint8Array
            ? Buffer.from(init.body).toString()
            : typeof init.body === 'string'
              ? init.body
              : null,
        init,
      }
      calls.push(call)
      const behave = behaviours[Math.min(calls.length, behaviours.length) - 1]
      if (!behave) throw new Error('This far side was told nothing')
      const outcome = await behave(call)
      if (outcome instanceof Error) throw outcome
      if (outcome !== 'silence') return outcome
      return new Promise((_resolve, reject) => {
        const giveUp = (): void => reject(init.signal?.reason)
        if (init.signal?.aborted) giveUp()
        else init.signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}

export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  () =>
    new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } })

export const text =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  () =>
    new Response(body, { status, headers })

/** A network error as Node reports it. */
export const nodeFault =
  (code: string): Behaviour =>
  () =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(`a fault: ${code}`), { code }) })

/** A network error as Electron reports it. */
export const electronFault =
  (code: string): Behaviour =>
  () =>
    new Error(`net::${code}`)

export const silence: Behaviour = () => 'silence'
