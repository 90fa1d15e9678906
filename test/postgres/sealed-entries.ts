import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import type { SealedEntry } from '../../src/core/team/team-server.ts'

const key = randomBytes(32)

/** Encrypts like a PC of the team: AES-256-GCM with a new nonce for each entry. */
export function sealEntry(device: string, n: number, text: string): SealedEntry {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return { device, n, body: Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]) }
}

/** Sealed entries 1 to `count` of one device. */
export function sealedEntries(count: number, device: string = randomUUID()): SealedEntry[] {
  return Array.from({ length: count }, (_, index) => sealEntry(device, index + 1, `Entry ${index + 1}`))
}
