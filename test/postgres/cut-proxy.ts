import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line between a PC and the server that can be cut. */
export interface CutProxy {
  readonly port: number
  /** Cuts each connection after so many more bytes to the server, or to the PC. */
  cutAfter(bytes: number, direction: 'to-server' | 'to-pc'): void
  /** Cuts all connections now. */
  cut(): void
  /** Nothing more arrives on either side, as behind a firewall that drops everything, until `release`. */
  hold(): void
  release(): void
  stop(): Promise<void>
}

export async function startCutProxy(target: number): Promise<CutProxy> {
  const lines = new Set<readonly [Socket, Socket]>()
  let isHeld = false
  let limit: { left: number; readonly direction: 'to-server' | 'to-pc' } | null = null

  const cut = (): void => {
    for (const line of lines) for (const socket of line) socket.destroy()
    lines.clear()
  }

  const pass = (from: Socket, to: Socket, direction: 'to-server' | 'to-pc'): void => {
    from.on('data', (bytes) => {
      if (limit?.direction !== direction) return void to.write(bytes)
      const part = bytes.subarray(0, limit.left)
      limit.left -= part.length
      if (limit.left > 0) return void to.write(part)
      limit = null
      // The first bytes arrive, the rest is lost.
      to.write(part, cut)
    })
    from.on('close', () => to.end())
    from.on('error', () => to.destroy())
  }

  const server = createServer((fromPc) => {
    const toServer = connect(target, '127.0.0.1')
    lines.add([fromPc, toServer])
    pass(fromPc, toServer, 'to-server')
    pass(toServer, fromPc, 'to-pc')
    if (isHeld) for (const socket of [fromPc, toServer]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter(bytes, direction) {
      limit = { left: bytes, direction }
    },
    cut,
    hold() {
      isHeld = true
      for (const line of lines) for (const socket of line) socket.pause()
    },
    release() {
      isHeld = false
      for (const line of lines) for (const socket of line) socket.resume()
    },
    async stop() {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
