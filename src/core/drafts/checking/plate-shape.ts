/**
 * What the rules of plates read of a plate in capitals and digits (`fields/plate-rules.ts`): its first character, a Q in
 * second place, and of the others only whether they are letters, digits, or one of O, 0, I and 1, which look alike. Plates
 * of one shape have the same issues; only the plate in their messages differs.
 */
const [other, letter, digit, letterO, digit0, letterI, digit1] = [0, 1, 2, 3, 4, 5, 6]

const kinds = new Uint8Array(256)
for (const [at] of kinds.entries()) {
  const character = String.fromCharCode(at)
  kinds[at] = /[A-Z]/.test(character) ? letter : /\d/.test(character) ? digit : other
}
for (const [character, kind] of [
  ['O', letterO],
  ['0', digit0],
  ['I', letterI],
  ['1', digit1],
] as const) {
  kinds[character.charCodeAt(0)] = kind
}

/** The most characters of a plate with a shape. */
const maxCharacters = 9
/** A state's code at either end can be the state, attached to the plate. */
const states = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'ACT', 'NT'].map((code) => Buffer.from(code))

/** The shape of a plate as a number; 0 for any other text, and for plates that may have their state attached. */
export function plateShape(bytes: Buffer, start: number, length: number): number {
  if (length < 2 || length > maxCharacters) return 0
  let shape = 0
  let letters = 0
  for (let at = 0; at < length; at += 1) {
    const kind = kinds[bytes[start + at] as number] as number
    if (kind === other) return 0
    if (kind === letter || kind === letterO || kind === letterI) letters += 1
    shape = shape * 8 + kind
  }
  // A number as Excel shortens it: 4E123.
  if (bytes[start + 1] === 0x45 && (bytes[start] as number) <= 0x39) return 0
  // Words and numbers can stand for no plate ("TBA", "000000").
  if (letters === 0 || letters === length || mayHaveState(bytes, start, length)) return 0
  const isQ = bytes[start + 1] === 0x51 ? 1 : 0
  return (shape * 128 + (bytes[start] as number)) * 2 + isQ
}

function mayHaveState(bytes: Buffer, start: number, length: number): boolean {
  for (const state of states) {
    if (isAt(bytes, start, state) || isAt(bytes, start + length - state.length, state)) return true
  }
  return false
}

function isAt(bytes: Buffer, start: number, code: Buffer): boolean {
  for (let at = 0; at < code.length; at += 1) if (bytes[start + at] !== code[at]) return false
  return true
}
