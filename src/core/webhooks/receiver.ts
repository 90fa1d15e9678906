import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Where an event was posted to, of the address alone: a region and a connection, not yet known to exist. */
export interface PostedTo {
  readonly region: string
  readonly connectionId: string
}

export interface ReceiverLimits {
  readonly bodyBytes: number
  /** From the first byte of a request to its last. */
  readonly requestMs: number
  readonly connections: number
}

export const defaultLimits: ReceiverLimits = { bodyBytes: 256 * 1024, requestMs: 10_000, connections: 64 }

export interface ReceiverOptions {
  /** Part of the address; compared in a time that says nothing about where it differs. */
  readonly token: string
  /** 0: any that is free. */
  readonly port: number
  readonly limits: ReceiverLimits
  /** A body within the limit. Resolves when it is kept; the sender gets its status then. Rejects when it is not kept. */
  onBody(to: PostedTo, bytes: Buffer): Promise<'kept' | 'unknown-address'>
  /** Something was turned away. */
  onRefused(): void
  /** The server ended by itself. */
  onFailed(error: Error): void
}

export interface Receiver {
  readonly port: number
  close(): Promise<void>
}

const loopback = '127.0.0.1'

export const addressOf = (port: number, token: string, to: PostedTo): string =>
  `http://${loopback}:${port}/${token}/${to.region}/${encodeURIComponent(to.connectionId)}`

/**
 * Takes posted events on the loopback address. What has the wrong host, token or method, or says that it is too large, is turned away unread
 * and its connection closed; a body is read up to the limit and no further. Rejects when the port is taken (`EADDRINUSE`).
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { limits } = options
  const server = createServer({
    maxHeaderSize: 8 * 1024,
    headersTimeout: Math.min(5_000, limits.requestMs),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: Math.max(50, Math.min(1_000, limits.requestMs / 4)),
  })
  server.maxConnections = limits.connections
  server.maxHeadersCount = 64

  /** Those whose body is on its way: when one breaks off, the read tells of it. */
  const reading = new WeakSet<Socket>()
  /** A connection that is no good HTTP is told of more than once. */
  const counted = new WeakSet<Socket>()

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalOf(request, options, (server.address() as AddressInfo).port)
    if (refusal !== null) return turnAway(request, response, refusal)
    if (request.headers.expect !== undefined) response.writeContinue()
    reading.add(request.socket)
    readBounded(request, limits.bodyBytes, (read) => {
      reading.delete(request.socket)
      switch (read.state) {
        case 'whole':
          return take(request, response, read.bytes)
        case 'too-large':
          return turnAway(request, response, 413)
        case 'broken-off':
          return options.onRefused()
      }
    })
  }

  const take = (request: IncomingMessage, response: ServerResponse, bytes: Buffer): void => {
    const to = postedTo(request.url ?? '')
    if (!to) return turnAway(request, response, 404)
    options.onBody(to, bytes).then(
      (taken) => (taken === 'kept' ? response.writeHead(204).end() : turnAway(request, response, 404)),
      // Not kept: the sender is told so, and may send it again.
      () => turnAway(request, response, 503),
    )
  }

  const turnAway = (request: IncomingMessage, response: ServerResponse, status: number): void => {
    options.onRefused()
    if (response.headersSent || request.socket.destroyed) return
    response.writeHead(status, { Connection: 'close', 'Content-Length': 0 }).end(() => request.socket.destroySoon())
  }

  server.on('request', answer)
  // `Expect: 100-continue`: refused before the body is on its way.
  server.on('checkContinue', answer)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!reading.has(socket) && !counted.has(socket)) {
      counted.add(socket)
      options.onRefused()
    }
    const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    else socket.destroy()
  })

  const port = await listen(server, options.port)
  server.on('error', options.onFailed)
  return {
    port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** The status with which a request is turned away before its body is looked at; null when it may come in. */
function refusalOf(request: IncomingMessage, { token, limits }: ReceiverOptions, port: number): number | null {
  const host = request.headers.host
  // Another name in Host is a page elsewhere that had its name pointed at this PC.
  if (host !== `${loopback}:${port}` && host !== `localhost:${port}`) return 421
  if (!isSame(partsOf(request.url ?? '')[0] ?? '', token)) return 404
  if (request.method !== 'POST') return 405
  const stated = request.headers['content-length']
  return stated !== undefined && Number(stated) > limits.bodyBytes ? 413 : null
}

const partsOf = (path: string): readonly string[] => (path.split('?', 1)[0] ?? '').split('/').slice(1)

function postedTo(path: string): PostedTo | null {
  const [, region = '', connectionId = '', ...rest] = partsOf(path)
  return region === '' || connectionId === '' || rest.length > 0 ? null : { region, connectionId }
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

type BodyRead =
  | { readonly state: 'whole'; readonly bytes: Buffer }
  | { readonly state: 'too-large' }
  | { readonly state: 'broken-off' }

function readBounded(request: IncomingMessage, maxBytes: number, done: (read: BodyRead) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  let isDone = false
  const finish = (read: BodyRead): void => {
    if (isDone) return
    isDone = true
    chunks.length = 0
    done(read)
  }
  request.on('data', (chunk: Buffer) => {
    if (isDone) return
    size += chunk.byteLength
    if (size > maxBytes) {
      request.pause()
      finish({ state: 'too-large' })
    } else chunks.push(chunk)
  })
  request.on('end', () => finish({ state: 'whole', bytes: Buffer.concat(chunks) }))
  request.on('close', () => finish({ state: 'broken-off' }))
  // What broke off is told by `close`.
  request.on('error', () => undefined)
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: loopback, exclusive: true }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
