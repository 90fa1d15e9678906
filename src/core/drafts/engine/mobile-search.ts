import { hasBytes } from '../packed/search-copy.ts'

/** The + and at most 15 digits (E.164), at the end of the bytes of the row. */
const bytesPerRow = 16
const [zero, plus, thousand, million] = [0x30, 0x2b, 1_000, 1_000_000]

/** Three digits of each number below 1,000. */
const triples = Buffer.from(Array.from({ length: thousand }, (_, number) => String(number).padStart(3, '0')).join(''))

/**
 * Sets a 1 for each row whose mobile, written with its +, contains one of the texts. `mobiles`: by row; 0: none. Each is
 * written into the same few bytes: a string for each takes twice as long.
 */
export function findMobiles(mobiles: Float64Array, texts: readonly string[], found: Uint8Array): void {
  const wanted = texts.map((text) => Buffer.from(text))
  const written = new Uint8Array(bytesPerRow)
  for (let position = 0; position < mobiles.length; position += 1) {
    const mobile = mobiles[position] as number
    if (mobile === 0 || found[position] === 1) continue
    const start = writeMobile(written, mobile)
    for (let at = 0; at < wanted.length; at += 1) {
      if (hasBytes(written, start, bytesPerRow, wanted[at] as Buffer)) found[position] = 1
    }
  }
}

/** Returns where the number begins. */
function writeMobile(into: Uint8Array, mobile: number): number {
  const high = Math.floor(mobile / million)
  const low = mobile - high * million
  const billions = Math.floor(high / million)
  const millions = high - billions * million
  writeTriple(into, 1, billions)
  writeTriple(into, 4, Math.floor(millions / thousand))
  writeTriple(into, 7, millions % thousand)
  writeTriple(into, 10, Math.floor(low / thousand))
  writeTriple(into, 13, low % thousand)
  let at = 1
  while (into[at] === zero) at += 1
  into[at - 1] = plus
  return at - 1
}

function writeTriple(into: Uint8Array, at: number, number: number): void {
  const from = 3 * number
  into[at] = triples[from] as number
  into[at + 1] = triples[from + 1] as number
  into[at + 2] = triples[from + 2] as number
}
