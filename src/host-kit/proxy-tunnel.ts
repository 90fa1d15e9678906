import { request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { unescape } from 'node:querystring'
import { connect, type TLSSocket } from 'node:tls'

/** How a dispatcher of fetch connects to a server. */
export type TunnelConnector = (
  server: { readonly hostname: string; readonly port: string },
  done: (...outcome: [error: Error, socket: null] | [error: null, socket: TLSSocket]) => void,
) => void

/** As long as Node waits for a connection. */
const connectedWithinMs = 10_000

/** An error as Chromium names it, so that both hosts say the same. */
const netError = (name: string): Error => new Error(`net::${name}`)

/**
 * Connects to a server through a proxy by CONNECT, and encrypts to the server itself. `proxy`: `http://user:password@proxy:3128`; the scheme
 * may be missing. An address that is none fails each connection.
 */
export function createTunnelConnector(proxy: string): TunnelConnector {
  const url = URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`)
  const request = url?.protocol === 'https:' ? requestSecurely : requestPlainly
  return ({ hostname, port }, done) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    let open: { destroy(): unknown } | null = null
    const timer = setTimeout(() => end(netError('ERR_CONNECTION_TIMED_OUT')), connectedWithinMs)
    const end = (error: Error): void => {
      if (!open) return
      clearTimeout(timer)
      const unused = open
      open = null
      unused.destroy()
      done(error, null)
    }
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      clearTimeout(timer)
      return done(netError('ERR_MANDATORY_PROXY_CONFIGURATION_FAILED'), null)
    }
    const call = request({
      method: 'CONNECT',
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      path: `${hostname}:${port || '443'}`,
      headers: { host: `${hostname}:${port || '443'}`, ...signIn(url) },
      agent: false,
    })
    open = call
    call.on('error', () => end(netError('ERR_PROXY_CONNECTION_FAILED')))
    // An answer instead of a tunnel.
    call.once('response', () => end(netError('ERR_TUNNEL_CONNECTION_FAILED')))
    call.once('connect', ({ statusCode }, socket: Socket) => {
      open = socket.on('error', end)
      if (statusCode === 407) return end(netError('ERR_PROXY_AUTH_REQUESTED'))
      if (statusCode !== 200) return end(netError('ERR_TUNNEL_CONNECTION_FAILED'))
      const secure = connect({ socket, host, ...(isIP(host) ? {} : { servername: host }), ALPNProtocols: ['http/1.1'] })
      open = secure
      secure.on('error', end)
      secure.once('secureConnect', () => {
        clearTimeout(timer)
        open = null
        secure.off('error', end)
        done(null, secure)
      })
    })
    call.end()
  }
}

function signIn({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const login = `${unescape(username)}:${unescape(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }
}
