/** A hash of a text for tables of equal values; never 0, which stands for no value. Equal hashes are compared as texts. */
export function textHash(text: string): number {
  if (text === '') return 0
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mixedHash(hash)
}

/** The same hash of an ASCII text. */
export function bytesHash(bytes: Buffer, start: number, length: number): number {
  if (length === 0) return 0
  let hash = 0x811c9dc5
  for (let at = start; at < start + length; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
  return mixedHash(hash)
}

/** The end of a hash: the last bits of the plain one alone would fill a table unevenly. */
function mixedHash(plain: number): number {
  const hash = Math.imul(plain ^ (plain >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0 || 1
}
