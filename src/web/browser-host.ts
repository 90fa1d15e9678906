import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { limitConnections } from '../core/loopback/limit-connections.ts'
import type { ServedProgram } from '../host-kit/served-program.ts'
import { createWindowAssets } from '../host-kit/window-assets.ts'
import { createBrowserSession } from './browser-session.ts'
import { createHttpApp, signInPath } from './http-app.ts'
import { signInPage } from './sign-in-page.ts'

export interface BrowserHostOptions {
  readonly host: ServedProgram
  /** Absolute folder of the built window. */
  readonly windowFolder: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly heartbeatMs?: number
  readonly maxFileBytes?: number
}

export interface BrowserHost {
  /** The address with its one-time token. */
  readonly url: string
  /** The page to open in the browser: it posts the token, which no other user of this PC can read from a command line. */
  readonly signInPage: string
  /** Stops accepting requests and ends open streams and calls. The caller closes the program. */
  close(): Promise<void>
}

/** Serves the window and the program on the loopback address. Rejects when the port is in use (`EADDRINUSE`). */
export async function startBrowserHost({ host, ...options }: BrowserHostOptions): Promise<BrowserHost> {
  const closing = new AbortController()
  const server = createServer()
  const connections = limitConnections(server, 128)
  const port = await listen(server, options.port)
  const authority = `127.0.0.1:${port}`
  const session = createBrowserSession(port)
  const app = createHttpApp({
    authority,
    session,
    host,
    assets: createWindowAssets(options.windowFolder),
    closing: closing.signal,
    heartbeatMs: options.heartbeatMs,
    maxFileBytes: options.maxFileBytes,
    onAdmitted: connections.admit,
  })
  // The rest of the program keeps Node's own Request and Response.
  server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }))

  return {
    url: `http://${authority}/?token=${session.token}`,
    signInPage: signInPage(`http://${authority}${signInPath}`, session.token),
    async close() {
      closing.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
