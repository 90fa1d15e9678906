import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** A PIN as it is saved: only what a try is compared with. */
export const SavedPin = z.object({
  n: z.number().int(),
  r: z.number().int(),
  p: z.number().int(),
  salt: z.string(),
  hash: z.string(),
})
export type SavedPin = z.infer<typeof SavedPin>

/** A guess costs 32 MB and about a tenth of a second. The PIN is inside the encrypted database as well. */
const cost = { n: 2 ** 15, r: 8, p: 1 } as const

export async function savePin(pin: string): Promise<SavedPin> {
  const salt = randomBytes(16)
  return { ...cost, salt: salt.toString('base64'), hash: (await stretch(pin, salt, cost)).toString('base64') }
}

export async function isPin(saved: SavedPin, pin: string): Promise<boolean> {
  const hash = Buffer.from(saved.hash, 'base64')
  const tried = await stretch(pin, Buffer.from(saved.salt, 'base64'), saved)
  return hash.length === tried.length && timingSafeEqual(hash, tried)
}

function stretch(pin: string, salt: Buffer, { n, r, p }: Omit<SavedPin, 'salt' | 'hash'>): Promise<Buffer> {
  const options = { N: n, r, p, maxmem: 256 * n * r }
  return new Promise((resolve, reject) => {
    scrypt(pin.normalize('NFKC'), salt, 32, options, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
}
