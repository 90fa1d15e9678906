/** Bytes of XML that a plain workbook is made of, and steps over them. A zero byte ends each loop. */

export const byte = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  exclamation: 0x21,
  doubleQuote: 0x22,
  ampersand: 0x26,
  singleQuote: 0x27,
  minus: 0x2d,
  point: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  colon: 0x3a,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  underscore: 0x5f,
} as const

export const isSpace = (code: number | undefined): boolean =>
  code === byte.space || code === byte.lineFeed || code === byte.carriageReturn || code === byte.tab

export const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 0x30 && code <= 0x39

/** Whether these bytes stand at a position. */
export function standsAt(bytes: Uint8Array, at: number, token: Uint8Array): boolean {
  for (let index = 0; index < token.length; index += 1) if (bytes[at + index] !== token[index]) return false
  return true
}

/** A byte of a text that means something else than itself: a zero, a carriage return, "&" or "<". */
const isSpecial = new Uint8Array(256)
for (const code of [0, byte.carriageReturn, byte.ampersand, byte.less]) isSpecial[code] = 1
isSpecial[byte.underscore] = 2

/** The end of a text that means what its bytes say, in front of its "<"; -1 when it holds a reference or an escape. */
export function plainTextEnd(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    const special = isSpecial[bytes[at] as number]
    // "_x000D_" is an escape.
    if (special === 1 || (special === 2 && ((bytes[at + 1] as number) | 0x20) === 0x78)) break
    at += 1
  }
  return bytes[at] === byte.less ? at : -1
}

/**
 * Where a closing tag stands, from a position on. Below zero when it is not there, or when a comment or a CDATA section
 * comes first: the bitwise complement of the position where that was seen.
 */
export function closingTagAt(bytes: Uint8Array, from: number, closingTag: Uint8Array): number {
  for (let at = from; ; at += 1) {
    while (bytes[at] !== byte.less && bytes[at] !== 0) at += 1
    if (bytes[at] === 0 || bytes[at + 1] === byte.exclamation) return ~at
    if (standsAt(bytes, at, closingTag)) return at
  }
}

export const token = (text: string): Uint8Array => Buffer.from(text, 'latin1')
