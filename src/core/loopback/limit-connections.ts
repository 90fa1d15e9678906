import type { Server, Socket } from 'node:net'

export type ConnectionLimit = ReturnType<typeof limitConnections>

/**
 * Bounds what strangers on this PC can open without locking others out: of more than `mostWaiting` connections that have not been
 * admitted, the oldest is ended. Admitted ones may be three times as many.
 */
export function limitConnections(server: Server, mostWaiting: number, onEnded: () => void = () => undefined) {
  // Sets keep their order: the first is the oldest.
  const waiting = new Set<Socket>()
  server.maxConnections = 4 * mostWaiting
  server.on('connection', (socket: Socket) => {
    waiting.add(socket)
    socket.once('close', () => waiting.delete(socket))
    const [oldest] = waiting
    if (waiting.size <= mostWaiting || !oldest) return
    waiting.delete(oldest)
    oldest.destroy()
    onEnded()
  })
  return {
    /** Call when a request on this connection has shown that it is allowed in. */
    admit: (socket: Socket): void => void waiting.delete(socket),
  }
}
