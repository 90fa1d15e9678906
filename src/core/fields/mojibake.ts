/** The characters that Windows-1252 has at 0x80 to 0x9F, in order; five places are empty. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const anyOutside = /[^\x20-\x7e]/
// UTF-8 read as Windows-1252: a lead byte (Ã, Â, â, Ä, Å ...) followed by a continuation byte.
const utf8Read = /[\u00c2-\u00df][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|\u00e2[\u0080\u20ac]/
// MacRoman read as Windows-1252: its apostrophe 0xD5 became Õ.
const macApostrophe = /(\p{L})\u00d5(?=\p{L})/u

/**
 * Finds letters damaged by a wrong encoding; null when there are none. `repaired` is null when letters are lost
 * (U+FFFD) or the original is unclear.
 */
export function repairMojibake(text: string): { readonly repaired: string | null } | null {
  if (!anyOutside.test(text)) return null
  if (text.includes('\ufffd')) return { repaired: null }
  if (utf8Read.test(text)) {
    const repaired = decodeTwice(text)
    return repaired === null ? null : { repaired }
  }
  return macApostrophe.test(text) ? { repaired: text.replace(macApostrophe, '$1’') } : null
}

/** The bytes that Windows-1252 gives for the text, read as UTF-8; null when they are not UTF-8. */
function decodeTwice(text: string): string | null {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const at = windows1252.indexOf(character)
    if (at >= 0) bytes.push(0x80 + at)
    else if (code <= 0xff) bytes.push(code)
    else return null
  }
  const decoded = Buffer.from(bytes).toString('utf8')
  return decoded.includes('\ufffd') ? null : decoded
}
