import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { limitConnections, type ConnectionLimit } from '../../../../src/core/loopback/limit-connections.ts'

interface LimitedServer {
  readonly limit: ConnectionLimit
  readonly atServer: readonly Socket[]
  readonly ended: () => number
  open(count: number): Promise<Socket[]>
  count(): Promise<number>
}

async function start(mostWaiting: number): Promise<LimitedServer> {
  const server: Server = createServer()
  const atServer: Socket[] = []
  let ended = 0
  const limit = limitConnections(server, mostWaiting, () => (ended += 1))
  server.on('connection', (socket: Socket) => atServer.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    limit,
    atServer,
    ended: () => ended,
    open: (count) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const socket = connect(port, '127.0.0.1').on('error', () => undefined)
          await once(socket, 'connect')
          return socket
        }),
      ),
    count: () => new Promise((resolve) => server.getConnections((_error, open) => resolve(open))),
  }
}

it('ends the oldest of the connections that wait, and none of the admitted ones', async () => {
  const { limit, atServer, ended, open, count } = await start(5)
  await open(3)
  await vi.waitFor(() => expect(atServer).toHaveLength(3))
  const admitted = atServer.slice(0, 2)
  for (const socket of admitted) limit.admit(socket)
  await open(8)
  await vi.waitFor(async () => expect(await count()).toBe(7))
  expect(ended()).toBe(4)
  expect(admitted.every((socket) => !socket.destroyed)).toBe(true)
  expect(atServer.slice(-5).every((socket) => !socket.destroyed)).toBe(true)
})

it('does not count connections that have closed', async () => {
  const { ended, open, count } = await start(5)
  for (let round = 0; round < 4; round += 1) {
    const sockets = await open(5)
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect(await count()).toBe(0))
  }
  expect(ended()).toBe(0)
})
