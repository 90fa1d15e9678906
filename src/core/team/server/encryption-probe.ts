import { connect, type Socket } from 'node:net'
import { serverFail } from './server-failure.ts'
import { serverMessages } from './server-messages.ts'

/** `SSLRequest` of the protocol (PostgreSQL documentation, 55.7): its length and the code 80877103. */
const encryptionRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

/**
 * Asks the server whether it offers encryption. Throws a failure when it says no. Any other outcome is left to the connection
 * itself.
 */
export async function probeEncryption(options: {
  readonly address: { readonly host: string; readonly port: number }
  readonly connectTimeoutMs?: number
}): Promise<void> {
  const { address, connectTimeoutMs = 15_000 } = options
  const socket = connect({ host: address.host, port: address.port })
  try {
    if ((await firstByte(socket, connectTimeoutMs)) === 'N') serverFail('certificate', serverMessages.noEncryption)
  } finally {
    socket.destroy()
  }
}

/** The first character of the server's answer; null: none came. */
function firstByte(socket: Socket, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    socket.setTimeout(timeoutMs, () => resolve(null))
    socket.once('error', () => resolve(null))
    socket.once('close', () => resolve(null))
    socket.once('data', (bytes) => resolve(bytes.toString('latin1').slice(0, 1)))
    socket.once('connect', () => socket.write(encryptionRequest))
  })
}
