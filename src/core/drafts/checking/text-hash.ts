/** A hash of a text for tables of equal values; never 0, which stands for no value. Equal hashes are compared as texts. */
export function textHash(text: string): number {
  if (text === '') return 0
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0 || 1
}
