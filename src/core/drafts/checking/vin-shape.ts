import { mixedHash } from './text-hash.ts'

const characters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
/** By byte: 1 for the characters of a VIN. */
const isCharacter = new Uint8Array(256)
for (const character of characters) isCharacter[character.charCodeAt(0)] = 1
const [letterE, zero, one, five, nine] = [0x45, 0x30, 0x31, 0x35, 0x39]

/**
 * The hash (`text-hash.ts`) of 17 bytes that are sent as they are, without an issue; 0 for any other bytes. `isRight`:
 * whether the check digit of a VIN is right. Only VINs that begin with 1 to 5 have one.
 */
export function plainVinHash(bytes: Buffer, start: number, isRight: (vin: string) => boolean): number {
  const first = bytes[start] as number
  // Zeros alone are a placeholder, and 1E5… is a number as Excel shortens it.
  if (first === zero || (first <= nine && bytes[start + 1] === letterE)) return 0
  let hash = 0x811c9dc5
  for (let at = start; at < start + 17; at += 1) {
    const byte = bytes[at] as number
    if (isCharacter[byte] === 0) return 0
    hash = Math.imul(hash ^ byte, 0x01000193)
  }
  if (first >= one && first <= five && !isRight(bytes.toString('latin1', start, start + 17))) return 0
  return mixedHash(hash)
}
