import * as http from 'node:http'
import { PassThrough, Writable } from 'node:stream'
import type * as Electron from 'electron'
import { state, type Part } from './electron/state.ts'

/**
 * Electron's `net.request` over Node's http, as its source (`lib/common/api/net-client-request.ts`) describes it: the body is collected and
 * sent with its length, a redirect ends a call with the policy `error`, a challenge of a proxy or a server is emitted as `login`, and
 * credentials that a proxy accepted are sent with later calls of the session.
 */
export class NetSession {
  /** A proxy for all calls. Chromium would not use one for this PC. */
  readonly proxy: { readonly host: string; readonly port: number } | null
  accepted: string | null = null
  constructor(proxy: NetSession['proxy']) {
    this.proxy = proxy
  }
}

/** The options of each call, without its session. */
export const calls: Record<string, unknown>[] = []

type Settings = Electron.ClientRequestConstructorOptions & { session: NetSession }

const discarded = new Set(
  (
    'content-type content-length user-agent referer host authorization proxy-authorization if-modified-since if-unmodified-since from ' +
    'location max-forwards retry-after etag last-modified server age expires'
  ).split(' '),
)

/** As Electron gives them: names in lower case, the first of some, all of the others in one line. */
function headersOf(message: http.IncomingMessage): Record<string, string | string[]> {
  const entries = Object.entries(message.headersDistinct).map(([name, values = []]) => {
    if (name === 'set-cookie') return [name, values]
    return [name, discarded.has(name) ? (values[0] ?? '') : values.join(', ')]
  })
  return Object.fromEntries(entries)
}

/** Node's error codes as Chromium names them. */
const netErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
}
const netError = (error: NodeJS.ErrnoException): Error => new Error(netErrors[error.code ?? ''] ?? 'net::ERR_FAILED')

class ClientRequestTwin extends Writable {
  private readonly options: Settings
  private readonly url: string
  private readonly pieces: Buffer[] = []
  private sent: http.ClientRequest | null = null
  /** Not `destroyed`: a stream is destroyed as soon as it was sent. */
  private isOver = false
  private response: PassThrough | null = null

  constructor(options: Settings) {
    super({ autoDestroy: true })
    this.options = options
    const { protocol = 'http:', hostname = '', port, path = '/' } = options
    this.url = options.url ?? `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`
    if (!/^https?:/.test(this.url)) throw new Error('ClientRequest only supports http: and https: protocols')
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.pieces.push(piece)
    done()
  }

  override _final(done: () => void): void {
    this.start(this.options.session.accepted)
    done()
  }

  abort(): void {
    process.nextTick(() => this.emit('abort'))
    this.die()
  }

  private start(proxyAuthorization: string | null): void {
    const { url } = this
    const { method = 'GET', headers = {}, session } = this.options
    const { proxy } = session
    const target = new URL(url)
    const body = Buffer.concat(this.pieces)
    const request = http.request({
      ...(proxy ?? { host: target.hostname, port: target.port }),
      path: proxy ? url : `${target.pathname}${target.search}`,
      method,
      headers: {
        ...headers,
        host: target.host,
        ...(body.length > 0 ? { 'content-length': body.length } : {}),
        ...(proxyAuthorization === null ? {} : { 'proxy-authorization': proxyAuthorization }),
      },
    })
    this.sent = request
    request.on('error', (error) => this.die(netError(error)))
    request.on('response', (message) => this.receive(message, proxyAuthorization))
    request.end(body)
  }

  private receive(message: http.IncomingMessage, proxyAuthorization: string | null): void {
    const { statusCode = 0, statusMessage = '' } = message
    const { session } = this.options
    const challenge = message.headers[statusCode === 407 ? 'proxy-authenticate' : 'www-authenticate']
    if ((statusCode === 407 || statusCode === 401) && challenge?.startsWith('Basic')) {
      return this.askForLogin(message, statusCode === 407, String(challenge))
    }
    if (proxyAuthorization !== null) session.accepted = proxyAuthorization
    if ([301, 302, 303, 307, 308].includes(statusCode) && message.headers.location) {
      return this.die(new Error("Attempted to redirect, but redirect policy was 'error'"))
    }
    this.deliver(message, statusCode, statusMessage)
  }

  private deliver(message: http.IncomingMessage, statusCode: number, statusMessage: string): void {
    const body = new PassThrough()
    this.response = body
    message.on('error', (error) => body.destroy(netError(error)))
    message.pipe(body)
    this.emit('response', Object.assign(body, { statusCode, statusMessage, headers: headersOf(message) }))
  }

  private askForLogin(message: http.IncomingMessage, isProxy: boolean, challenge: string): void {
    const { hostname, port } = new URL(this.url)
    const { proxy } = this.options.session
    const [host, number] = isProxy && proxy ? [proxy.host, proxy.port] : [hostname, Number(port)]
    const realm = /realm="([^"]*)"/.exec(challenge)?.[1] ?? ''
    const answer = (userName?: string, password?: string): void => {
      if (this.isOver) return
      if (userName === undefined || password === undefined) {
        return this.deliver(message, message.statusCode ?? 0, message.statusMessage ?? '')
      }
      message.resume()
      this.start(`Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`)
    }
    const info = { isProxy, scheme: 'basic', host, port: number, realm } satisfies Electron.AuthInfo
    if (!this.emit('login', info, answer)) answer()
  }

  private die(error?: Error): void {
    this.isOver = true
    if (this.destroyed && error) this.emit('error', error)
    this.destroy(error)
    this.sent?.destroy()
    this.response?.destroy(error)
  }
}

export const createNetSession = (proxy: NetSession['proxy'] = null): NetSession => new NetSession(proxy)

const choices: Readonly<Record<string, readonly string[]>> = {
  cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'],
  redirect: ['follow', 'error', 'manual'],
  referrerPolicy: ['', 'no-referrer', 'origin', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'],
}

function check({ session, headers = {}, ...options }: Settings): void {
  if (!(session instanceof NetSession)) throw new TypeError('`session` should be an instance of the Session class')
  for (const [name, value] of Object.entries(headers)) {
    http.validateHeaderName(name)
    for (const each of [value].flat()) http.validateHeaderValue(name, each)
  }
  for (const [name, values] of Object.entries(choices)) {
    const value = (options as Record<string, unknown>)[name]
    if (value !== undefined && !values.includes(String(value)))
      throw new Error(`Electron has no ${name} ${String(value)}`)
  }
}

export const net = {
  request(options: Settings) {
    if (!state.isReady) throw new Error('net module can only be used after app is ready')
    check(options)
    const { session: _session, ...plain } = options
    calls.push(plain)
    return new ClientRequestTwin(options)
  },
} satisfies Part<Electron.Net>
