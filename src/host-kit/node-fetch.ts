import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { isLoopback } from '../core/loopback/is-loopback.ts'
import type { Fetch } from '../core/ports/host.ts'
import { createTunnelConnector, type TunnelConnector } from './proxy-tunnel.ts'

type Dispatcher = NonNullable<RequestInit['dispatcher']>
type Environment = Readonly<Record<string, string | undefined>>

/**
 * Node's fetch, which also trusts the certificates of the system, and uses the proxy of the environment (`HTTPS_PROXY`, or `HTTP_PROXY`
 * without it, and `NO_PROXY`). A proxy only passes encrypted connections on, and never sees a call to this PC.
 */
export function createNodeFetch(env: Environment): Fetch {
  const proxy = env['https_proxy'] || env['HTTPS_PROXY'] || env['http_proxy'] || env['HTTP_PROXY'] || null
  const exceptions = (env['no_proxy'] || env['NO_PROXY'] || '').toLowerCase().split(/[\s,]+/)
  let dispatcher: Dispatcher | null = null
  let trustsSystem = false
  return async (url, init) => {
    const { protocol, hostname, port } = new URL(url)
    // Beyond this PC, core allows https only.
    if (protocol !== 'https:') return fetch(url, init)
    // With the first call: to read the certificates takes a tenth of a second or more.
    if (!trustsSystem) setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
    trustsSystem = true
    if (proxy === null || isLoopback(hostname) || isException(hostname, port || '443', exceptions))
      return fetch(url, init)
    dispatcher ??= createDispatcher(createTunnelConnector(proxy))
    return fetch(url, { ...init, dispatcher })
  }
}

/** Whether a list of `NO_PROXY` names a server, by its address, its name, a domain above it, each with or without a port, or `*`. */
function isException(hostname: string, port: string, exceptions: readonly string[]): boolean {
  return exceptions.some((exception) => {
    const [, name = '', ofPort = port] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(exception) ?? []
    return name !== '' && ofPort === port && (name === '*' || `.${hostname}`.endsWith(`.${name}`))
  })
}

/**
 * A dispatcher of fetch with connections of its own. Node does not export the class: it is that of the dispatcher in use. Node's own
 * proxy support (`setGlobalProxyFromEnv`, 24.21) connects without end to a proxy that closes connections.
 */
function createDispatcher(connect: TunnelConnector): Dispatcher {
  // Node loads fetch, and its dispatcher, at the first use.
  new Request('https://127.0.0.1')
  const { constructor } = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1')) as Dispatcher
  return new (constructor as new (options: { connect: TunnelConnector }) => Dispatcher)({ connect })
}
