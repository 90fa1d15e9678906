import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { limitConnections } from '../loopback/limit-connections.ts'

/** The region and connection in the address of a posted event. Neither is checked yet. */
export interface PostedTo {
  readonly region: string
  readonly connectionId: string
}

export interface ReceiverLimits {
  readonly bodyBytes: number
  /** The longest time for receiving one request. */
  readonly requestMs: number
  /** The most connections that have not shown the token yet. */
  readonly connections: number
}

export const defaultLimits: ReceiverLimits = { bodyBytes: 256 * 1024, requestMs: 10_000, connections: 256 }

export interface ReceiverOptions {
  /** Part of the address. Compared in constant time. */
  readonly token: string
  /** 0: any free port. */
  readonly port: number
  readonly limits: ReceiverLimits
  /**
   * Called with a body within the limit. The sender gets its status when this resolves. Must reject when the body is
   * not saved.
   */
  onBody(to: PostedTo, body: Buffer): Promise<'saved' | 'unknown-address'>
  /** Called when a request was refused. */
  onRefused(): void
  /** Called when the server stopped because of an error. */
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
 * Receives posted events on the loopback address. A request with the wrong host, token or method, or with a stated
 * length over the limit, is refused before its body is read. A body is read up to the limit. Rejects when the port is
 * in use (`EADDRINUSE`).
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { limits } = options
  // Loaded with the first receiver: an import of all of node:http takes 20 ms of the start, because it loads fetch as well.
  const { createServer } = await import('node:http')
  const server = createServer({
    maxHeaderSize: 8 * 1024,
    headersTimeout: Math.min(5_000, limits.requestMs),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: Math.max(50, Math.min(1_000, limits.requestMs / 4)),
  })
  const connectionLimit = limitConnections(server, limits.connections, options.onRefused)
  server.maxHeadersCount = 64

  /** Sockets whose body is being read. When one breaks off, `readBounded` reports it. */
  const reading = new WeakSet<Socket>()
  /** Node can report an invalid connection more than once. */
  const counted = new WeakSet<Socket>()

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalOf(request, options, (server.address() as AddressInfo).port)
    if (refusal !== null) return refuse(request, response, refusal)
    connectionLimit.admit(request.socket)
    if (request.headers.expect !== undefined) response.writeContinue()
    reading.add(request.socket)
    readBounded(request, limits.bodyBytes, (read) => {
      reading.delete(request.socket)
      switch (read.state) {
        case 'whole':
          return accept(request, response, read.bytes)
        case 'too-large':
          return refuse(request, response, 413)
        case 'broken-off':
          return options.onRefused()
      }
    })
  }

  const accept = (request: IncomingMessage, response: ServerResponse, bytes: Buffer): void => {
    const to = postedTo(request.url ?? '')
    if (!to) return refuse(request, response, 404)
    options.onBody(to, bytes).then(
      (outcome) => (outcome === 'saved' ? response.writeHead(204).end() : refuse(request, response, 404)),
      // Not saved: 503 tells the sender to send it again.
      () => refuse(request, response, 503),
    )
  }

  const refuse = (request: IncomingMessage, response: ServerResponse, status: number): void => {
    options.onRefused()
    if (response.headersSent || request.socket.destroyed) return
    response.writeHead(status, { Connection: 'close', 'Content-Length': 0 }).end(() => request.socket.destroySoon())
  }

  server.on('request', answer)
  // `Expect: 100-continue`: can be refused before the body is sent.
  server.on('checkContinue', answer)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!reading.has(socket) && !counted.has(socket)) {
      counted.add(socket)
      options.onRefused()
    }
    const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
    if (!socket.writable) return void socket.destroy()
    socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    // A peer that never closes its side would keep a half-closed connection for as long as it likes.
    socket.destroySoon()
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

/** The status with which a request is refused before its body is read; null: it is accepted. */
function refusalOf(request: IncomingMessage, { token, limits }: ReceiverOptions, port: number): number | null {
  const host = request.headers.host
  // Another host name can be a web page that resolves its name to this PC (DNS rebinding).
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
  // `close` reports a body that broke off.
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
