import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { forwardCall, type ForwardedAnswer } from '../service/forward-call.ts'

export type ProxyAnswer = ForwardedAnswer

/** The process of a call and its number there. */
export const callHeader = 'x-torture-call'

/** A call of the program that the proxy holds until the runner decides its fate. */
export interface HeldCall {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  /** Its `callHeader`. */
  readonly id: string
  /** Whether the program has given up, or was killed. */
  isGone(): boolean
  /** Reads the rest of the request. */
  readBody(): Promise<Buffer>
  /** Sends the answer, or only its first part, after which the connection breaks. */
  answer(answer: ProxyAnswer, options?: { readonly cut: boolean }): void
  /** Sends the first part of the answer. The result sends the rest. */
  begin(answer: ProxyAnswer): () => void
  /** Breaks the connection. What was not read of the request is lost. */
  drop(): void
}

/** A proxy that holds each call. */
export interface HoldingProxy {
  readonly url: string
  /** The calls that are neither answered nor dropped, in a fixed order. */
  held(): readonly HeldCall[]
  /** Passes a call on to the service, which may be another call by then. */
  passOn(call: HeldCall, body: Buffer): Promise<ProxyAnswer>
  setTarget(url: string): void
  /** The caller was killed: its calls break. */
  forgetCaller(): void
  stop(): Promise<void>
}

interface OpenCall extends HeldCall {
  readonly headers: IncomingHttpHeaders
}

export async function startHoldingProxy(onChange: () => void): Promise<HoldingProxy> {
  const calls = new Set<OpenCall>()
  let target = ''

  const hold = (request: IncomingMessage, response: ServerResponse): void => {
    let isGone = false
    const end = (): void => {
      calls.delete(call)
      onChange()
    }
    const writeHead = (status: number, headers: IncomingHttpHeaders, body: Buffer): void => {
      const { connection: _connection, 'transfer-encoding': _encoding, ...others } = headers
      response.writeHead(status, { ...others, 'content-length': String(body.length), connection: 'close' })
    }
    const call: OpenCall = {
      method: request.method ?? '',
      path: request.url ?? '',
      id: String(request.headers[callHeader]),
      headers: request.headers,
      isGone: () => isGone,
      async readBody() {
        const parts: Buffer[] = []
        for await (const part of request) parts.push(part as Buffer)
        return Buffer.concat(parts)
      },
      answer({ status, headers, body }, { cut } = { cut: false }) {
        if (isGone) return
        calls.delete(call)
        writeHead(status, headers, body)
        if (cut) response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
        else response.end(body)
      },
      begin({ status, headers, body }) {
        if (isGone) return () => undefined
        writeHead(status, headers, body)
        const half = Math.floor(body.length / 2)
        response.write(body.subarray(0, half))
        return () => {
          calls.delete(call)
          if (!isGone) response.end(body.subarray(half))
        }
      },
      drop() {
        calls.delete(call)
        response.destroy()
      },
    }
    response.on('close', () => {
      isGone = true
      end()
    })
    // A request that breaks off ends its response as well.
    request.on('error', () => undefined)
    calls.add(call)
    onChange()
  }

  const server = createServer(hold)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => [...calls].toSorted((a, b) => order(a).localeCompare(order(b))),
    passOn: (call, body) => forwardCall(target, call as OpenCall, body),
    setTarget: (url) => void (target = url),
    forgetCaller() {
      for (const call of calls) call.drop()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const order = ({ method, path }: HeldCall): string => `${path} ${method}`
