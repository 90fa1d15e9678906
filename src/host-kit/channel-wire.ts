import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { z } from 'zod'
import { hostNames } from './data-folder.ts'

/** The file in the data folder that tells other programs of this user where the channel is. Only the user can read it. */
export const channelFileName = hostNames.channel

/** `secret`: 64 hex digits, another one at each start. */
export const ChannelAddress = z.object({
  port: z.number().int().min(1).max(65_535),
  secret: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ChannelAddress = z.infer<typeof ChannelAddress>

/** What the two ends say, one JSON text a line. Neither end sends the secret: each proves that it has it. */
export const ChannelHello = z.object({ nonce: z.string().min(32).max(128) })
export const ChannelProof = z.object({ nonce: z.string().min(32).max(128), proof: z.string().length(64) })
export const ChannelRequest = z.union([
  z.object({ id: z.number().int(), method: z.string().max(80), input: z.unknown() }),
  /** Hands over a file by its absolute path. The answer is a `FileTicket`. */
  z.object({ id: z.number().int(), file: z.string().max(4_096) }),
])
export type ChannelRequest = z.infer<typeof ChannelRequest>

export const newNonce = (): string => randomBytes(32).toString('hex')

/** What proves that one end has the secret. The other end and both nonces are part of it, so it cannot be used again. */
export const proofOf = (secret: string, end: 'host' | 'command', nonces: readonly string[]): string =>
  createHmac('sha256', Buffer.from(secret, 'hex'))
    .update(JSON.stringify([end, ...nonces]))
    .digest('hex')

export const isProof = (proof: string, expected: string): boolean =>
  proof.length === expected.length && timingSafeEqual(Buffer.from(proof), Buffer.from(expected))

/** The longest line of an end that has not proved anything, and of one that has: an answer can be a part of a long file. */
const maxFirstLine = 1_000
const maxLine = 64 * 1_024 * 1_024

/** Lines of JSON over a connection. A line that is too long or no JSON ends it. */
export interface LineChannel {
  send(message: unknown): void
  /** The other end has proved that it has the secret: its lines may be long. */
  trust(): void
}

export function createLineChannel(socket: Socket, onMessage: (message: unknown) => void): LineChannel {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let limit = maxFirstLine
  socket.setNoDelay(true)
  socket.on('data', (bytes: Buffer) => {
    rest += decoder.write(bytes)
    for (let end = rest.indexOf('\n'); end >= 0 && !socket.destroyed; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 1)
      const message = line.length > limit ? undefined : parseLine(line)
      if (message === undefined) return void socket.destroy()
      onMessage(message)
    }
    if (rest.length > limit) socket.destroy()
  })
  return {
    send: (message) => void socket.write(`${JSON.stringify(message)}\n`),
    trust: () => (limit = maxLine),
  }
}

/** Undefined: the text is no JSON. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
