import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forwardCall, type ForwardedAnswer } from './forward-call.ts'

/** The fault of a call. `late`: the caller gives up, but the call arrives later, after newer calls. */
export type Befalls =
  | 'nothing'
  | 'delay'
  | 'lost-before'
  | 'lost-after'
  | 'cut'
  | 'unavailable'
  | 'rate-limited'
  | 'late'

export interface FaultProxy {
  /** `GET /arrived` answers when every late call has arrived. */
  readonly url: string
  /** How often each fault happened. */
  readonly counts: ReadonlyMap<Befalls, number>
  stop(): Promise<void>
}

/** A proxy between the program and the service that applies the fault of `befall` to each call. Delayed calls are not lost when it closes. */
export async function startFaultProxy(
  target: string,
  befall: () => { readonly befalls: Befalls; readonly ms: number },
): Promise<FaultProxy> {
  const counts = new Map<Befalls, number>()
  const underWay = new Set<Promise<unknown>>()
  const late = new Set<Promise<unknown>>()

  const pass = ({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): Promise<ForwardedAnswer> =>
    forwardCall(target, { method, path: url, headers }, body)
  const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

  const arriveLate = async (call: IncomingMessage, body: Buffer, ms: number): Promise<void> => {
    await after(ms)
    await pass(call, body)
  }

  const handle = async (call: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (call.url === '/arrived') {
      while (late.size > 0) await Promise.all(late)
      response.writeHead(204).end()
      return
    }
    const parts: Buffer[] = []
    for await (const part of call) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const { befalls, ms } = befall()
    counts.set(befalls, (counts.get(befalls) ?? 0) + 1)
    const answerWith = async (): Promise<void> => {
      const answer = await pass(call, body)
      response.writeHead(answer.status, answer.headers).end(answer.body)
    }
    switch (befalls) {
      case 'nothing':
        return answerWith()
      case 'delay':
        await after(ms)
        return answerWith()
      case 'lost-before':
        response.destroy()
        return
      case 'lost-after':
        await pass(call, body)
        response.destroy()
        return
      case 'cut': {
        const answer = await pass(call, body)
        response.writeHead(answer.status, answer.headers)
        response.write(answer.body.subarray(0, 12), () => response.destroy())
        return
      }
      case 'unavailable':
        response.writeHead(503, { 'Content-Type': 'application/json' }).end('{"error":true,"message":"Not now"}')
        return
      case 'rate-limited':
        response
          .writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '0' })
          .end('{"error":true,"message":"Too many requests"}')
        return
      case 'late': {
        response.destroy()
        const arriving = arriveLate(call, body, ms)
        late.add(arriving)
        await arriving.finally(() => late.delete(arriving))
        return
      }
    }
  }

  const server = createServer((call, response) => {
    // A caller that was killed during its call is one of the cases.
    const handled = handle(call, response).catch(() => response.destroy())
    underWay.add(handled)
    void handled.finally(() => underWay.delete(handled))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async stop() {
      await Promise.all(underWay)
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
