/** Capitals of the Cyrillic and Greek alphabets that look like a letter or digit of a plate. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  pairs('АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX УY ԚQ ԜW ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ØO ĐD ŁL'),
)

function pairs(text: string): [string, string][] {
  return text.split(' ').map((pair) => [[...pair][0] ?? '', [...pair][1] ?? ''])
}

const ascii = /^[\x20-\x7e]*$/
const otherLetter = /[^\P{L}A-Za-z]|[^\P{Nd}0-9]/gu

/** Full-width letters and digits in their usual form. */
const usual = (text: string): string => text.normalize('NFKC')

/**
 * A text in capitals, with letters outside A to Z replaced by the letter that they look like: Cyrillic and Greek
 * look-alikes, and letters with accents. A letter that looks like none of them stays, so that it is never lost.
 */
export function latinCapitals(text: string): string {
  if (ascii.test(text)) return text.toUpperCase()
  const capitals = usual(text).toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
  return capitals.replace(otherLetter, (letter) => lookAlikes.get(letter) ?? letter)
}

/** The letters outside A to Z, and digits of other scripts, of a text, as they are written, each once. */
export function otherLetters(text: string): readonly string[] {
  if (ascii.test(text)) return []
  return [...new Set(usual(text).normalize('NFC').match(otherLetter))]
}
