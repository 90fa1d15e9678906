import type { Region } from '../../../contract/region.ts'

/**
 * What the rules of plates read of a plate in capitals and digits (`fields/plate-rules.ts`): its first character, a Q in
 * second place, an X at the end, and of the others only whether they are letters, digits, or one of O, 0, I and 1, which
 * look alike. Plates of one shape have the same issues; only the plate in their messages differs.
 */
const [other, letter, digit, letterO, digit0, letterI, digit1] = [0, 1, 2, 3, 4, 5, 6]

const kinds = new Uint8Array(256)
/** First characters that rules tell apart: each letter, and the digits 1 and 6 to 9. From 1 to 31. */
const firstKinds = new Uint8Array(256)
for (const [at] of kinds.entries()) {
  const character = String.fromCharCode(at)
  const isLetter = /[A-Z]/.test(character)
  kinds[at] = isLetter ? letter : /\d/.test(character) ? digit : other
  firstKinds[at] = isLetter ? at - 64 : /[6-9]/.test(character) ? 27 : 28
}
/** The kind of Z. */
const lastLetter = 26
firstKinds[0x31] = 29
firstKinds[0x30] = 30
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
const lastOfState = new Uint8Array(256)
for (const code of states) lastOfState[code.at(-1) ?? 0] = 1

/**
 * By two characters with which a state's code begins or ends: its third character, or `noThird` for a code of two; no
 * character where there is no code. No two codes begin or end with the same two.
 */
const [noThird, noCode] = [1, 0xff]
const [stateStarts, stateEnds] = [new Uint8Array(0x4000).fill(noCode), new Uint8Array(0x4000).fill(noCode)]
const pairOf = (first: number, second: number): number => ((first & 0x7f) << 7) | (second & 0x7f)
for (const code of states) {
  const isShort = code.length === 2
  const [first = 0, second = 0, third = 0] = code
  stateStarts[pairOf(first, second)] = isShort ? noThird : third
  stateEnds[isShort ? pairOf(first, second) : pairOf(second, third)] = isShort ? noThird : first
}
/** First letters of the words that plates of Malaysia can begin with. */
const words = ['MAL', 'PAT', 'PER', 'PUT', 'GOL', 'VIP', 'NBO', 'NAA', 'SMS', 'SAM', 'GTR', '1M4'].map((word) =>
  Buffer.from(word),
)
const [letterE, letterQ, letterX, letterZ, nine] = [0x45, 0x51, 0x58, 0x5a, 0x39]

/**
 * The shape of a plate as a number below 2 ** 30; 0 for any other text, and for plates that may have their state
 * attached.
 */
export function plateShape(bytes: Buffer, start: number, length: number, region: Region): number {
  if (length < 2 || length > maxCharacters) return 0
  const first = bytes[start] as number
  const firstKind = kinds[first] as number
  if (firstKind === other) return 0
  let shape = 0
  let letters = (firstKind & 1) === 1 ? 1 : 0
  for (let at = start + 1; at < start + length; at += 1) {
    const kind = kinds[bytes[at] as number] as number
    if (kind === other) return 0
    letters += kind & 1
    shape = shape * 8 + kind
  }
  // Words and numbers can stand for no plate ("TBA", "000000").
  if (letters === 0 || letters === length) return 0
  const second = bytes[start + 1] as number
  const kindOfFirst = firstKinds[first] as number
  // A number as Excel shortens it: 4E123. Written so that both are always read (see `mayHaveState`).
  if ((second === letterE ? kindOfFirst : 0) > lastLetter) return 0
  if (region === 'au' && mayHaveState(bytes, start, length)) return 0
  if (region === 'my' && isOddInMalaysia(bytes, start, length)) return 0
  const isMarked = region === 'au' ? second === letterQ : bytes[start + length - 1] === letterX
  return (shape * 32 + kindOfFirst) * 2 + (isMarked ? 1 : 0)
}

/** The position of a state in `states`, from 1, that is the last word of a text behind one space; 0: none. */
export function stateBehind(bytes: Buffer, start: number, length: number): number {
  if (lastOfState[bytes[start + length - 1] as number] === 0) return 0
  for (let at = 0; at < states.length; at += 1) {
    const state = states[at] as Buffer
    const from = start + length - state.length
    if (from > start + 1 && bytes[from - 1] === 0x20 && isAt(bytes, from, state)) return at + 1
  }
  return 0
}

/** Characters of a state's code and the space before it. `state`: from `stateBehind`. */
export const stateLength = (state: number): number => 1 + (states[state - 1]?.length ?? 0)

/** Of a plate in ASCII. All is compared each time: the engine compiles code again when it first comes to a part of it. */
function mayHaveState(bytes: Buffer, start: number, length: number): boolean {
  const end = start + length
  const third = stateStarts[pairOf(bytes[start] as number, bytes[start + 1] as number)] as number
  const first = stateEnds[pairOf(bytes[end - 2] as number, bytes[end - 1] as number)] as number
  const isBefore = (third === noThird ? 1 : 0) | (third === bytes[start + 2] ? 1 : 0)
  const isBehind = (first === noThird ? 1 : 0) | (first === bytes[end - 3] ? 1 : 0)
  return (isBefore | isBehind) !== 0
}

/** Plates with a word or a Z, and those of diplomats, have rules about their letters. */
function isOddInMalaysia(bytes: Buffer, start: number, length: number): boolean {
  for (let at = start; at < start + length; at += 1) if (bytes[at] === letterZ) return true
  if ((bytes[start + 3] as number) <= nine && (bytes[start] as number) <= nine) return true
  return words.some((word) => isAt(bytes, start, word))
}

function isAt(bytes: Buffer, start: number, code: Buffer): boolean {
  for (let at = 0; at < code.length; at += 1) if (bytes[start + at] !== code[at]) return false
  return true
}
