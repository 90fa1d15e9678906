import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'

export interface Listener {
  /** `http://127.0.0.1:port`, the same for its whole life. */
  readonly url: string
  /** Breaks off every connection and refuses new ones. */
  down(): Promise<void>
  /** Listens at the same port again. */
  up(): Promise<void>
}

export type Face = (request: Request, env: HttpBindings) => Response | Promise<Response>

/** Listens on 127.0.0.1 alone. Fails when the port is taken. */
export async function listen(face: Face, port: number): Promise<Listener> {
  const server = createAdaptorServer({
    fetch: (request, env) => face(request, env as HttpBindings),
    overrideGlobalObjects: false,
  }) as Server
  const open = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await open(port)
  const taken = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${taken}`,
    down: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    up: () => open(taken),
  }
}
