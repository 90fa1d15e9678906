/** By byte: 1 for the characters of a VIN. */
const vinCharacters = new Uint8Array(256)
for (const character of 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789') vinCharacters[character.charCodeAt(0)] = 1

/**
 * Whether 17 bytes are a VIN that is sent as it is, without an issue. One that begins with a digit can be a number, or
 * have a check digit.
 */
export function isPlainVin(bytes: Buffer, start: number): boolean {
  if ((bytes[start] as number) <= 0x39) return false
  for (let at = start; at < start + 17; at += 1) if (vinCharacters[bytes[at] as number] === 0) return false
  return true
}
