import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Program } from '../core/program.ts'
import { errorFields, type Log } from '../core/ports/log.ts'
import { createDispatch } from '../dispatch/dispatch.ts'
import { createWindowAssets } from '../dispatch/window-assets.ts'
import { createAdmission } from './browser-session.ts'
import { createDoor } from './http-app.ts'
import { browserMethods } from './allowed-methods.ts'

export interface BrowserHostOptions {
  readonly program: Program
  readonly log: Log
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
  /** Lets no one in any more, ends open streams and calls. The program is the caller's to close. */
  close(): Promise<void>
}

/** Serves the window and the program on the loopback address. Rejects when the port is taken (`EADDRINUSE`). */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { program, log } = options
  const ending = new AbortController()
  const server = createServer()
  const port = await listen(server, options.port)
  const authority = `127.0.0.1:${port}`
  const admission = createAdmission(port)
  const unexpected = (error: unknown, fields: Record<string, string> = {}): void =>
    log.write('error', 'unexpected', { ...fields, ...errorFields(error) })

  const door = createDoor({
    authority,
    admission,
    dispatch: createDispatch({
      handlers: program.handlers,
      serves: browserMethods,
      onUnexpected: (method, reference, error) => unexpected(error, { method, reference }),
    }),
    intake: program.intake,
    assets: createWindowAssets(options.windowFolder),
    listen: (listener) => program.listen(listener),
    ending: ending.signal,
    onUnexpected: unexpected,
    heartbeatMs: options.heartbeatMs,
    maxFileBytes: options.maxFileBytes,
  })
  // The rest of the program keeps Node's own Request and Response.
  server.on('request', getRequestListener(door.fetch, { overrideGlobalObjects: false }))

  return {
    url: `http://${authority}/?token=${admission.token}`,
    async close() {
      ending.abort()
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
