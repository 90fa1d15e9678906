import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { scryptCost } from '../storage/scrypt-cost.ts'
import { ScryptCost, stretchPassword } from '../storage/stretch-password.ts'

/** A PIN as it is saved: only what a try is compared with. */
export const SavedPin = ScryptCost.extend({ salt: z.string(), hash: z.string() })
export type SavedPin = z.infer<typeof SavedPin>

/** A guess costs 32 MB and about a tenth of a second. The PIN is inside the encrypted database as well. */
const cost: ScryptCost = { ...scryptCost, n: Math.min(2 ** 15, scryptCost.n) }

export async function savePin(pin: string): Promise<SavedPin> {
  const salt = randomBytes(16)
  return { ...cost, salt: salt.toString('base64'), hash: (await stretchPassword(pin, salt, cost)).toString('base64') }
}

export async function isPin(saved: SavedPin, pin: string): Promise<boolean> {
  const hash = Buffer.from(saved.hash, 'base64')
  const tried = await stretchPassword(pin, Buffer.from(saved.salt, 'base64'), saved)
  return hash.length === tried.length && timingSafeEqual(hash, tried)
}
