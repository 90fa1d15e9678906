import { scrypt } from 'node:crypto'
import { z } from 'zod'
import { scryptCost } from './scrypt-cost.ts'

/** Below it a guess costs nothing. */
const lowestN = 2 ** 10

/**
 * A cost that is stored beside what it protects. A backup or an invitation can come from anybody: only N may differ, and none asks for
 * more memory or time than this program's own.
 */
export const ScryptCost = z.object({
  n: z
    .number()
    .int()
    .min(lowestN)
    .max(scryptCost.n)
    .refine((n) => Number.isInteger(Math.log2(n))),
  r: z.literal(scryptCost.r),
  p: z.literal(scryptCost.p),
})
export type ScryptCost = z.infer<typeof ScryptCost>

/** 32 bytes from a password, by scrypt. */
export function stretchPassword(password: string, salt: Uint8Array, cost: ScryptCost): Promise<Buffer> {
  // Accented letters have one form, whichever keyboard was used.
  const text = password.normalize('NFKC')
  const { n: N, r, p } = ScryptCost.parse(cost)
  return new Promise((resolve, reject) => {
    scrypt(text, salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, stretched) =>
      error ? reject(error) : resolve(stretched),
    )
  })
}
