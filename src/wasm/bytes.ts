export const lineFeed: u32 = 0x0a
export const quote: u32 = 0x22
export const comma: u32 = 0x2c
export const dash: u32 = 0x2d
export const zero: u32 = 0x30
export const nine: u32 = 0x39
export const openBracket: u32 = 0x5b
export const backslash: u32 = 0x5c
export const closeBracket: u32 = 0x5d
export const openBrace: u32 = 0x7b
export const closeBrace: u32 = 0x7d
export const space: u32 = 0x20
export const lowerA: u32 = 0x61
export const lowerF: u32 = 0x66
export const nullWord: u32 = 0x6c6c756e

/** All bits of the bytes that JSON does not have in a text as they are, and of quotes. */
export function oddInJson(bytes: v128): v128 {
  return v128.or(
    i8x16.lt_u(bytes, i8x16.splat(<i8>space)),
    v128.or(i8x16.eq(bytes, i8x16.splat(<i8>quote)), i8x16.eq(bytes, i8x16.splat(<i8>backslash))),
  )
}

/** The first bytes of eight, as many as are left before `end`, the others 0. */
export function bytesUpTo(at: u32, end: u32): u64 {
  const bytes = load<u64>(at)
  const left = end - at
  return left >= 8 ? bytes : bytes & (((<u64>1) << (8 * left)) - 1)
}

/** Copies bytes 16 at a time, also behind the last one, and returns the place behind it. */
export function copy(begin: u32, end: u32, to: u32): u32 {
  for (let at: u32 = 0; begin + at < end; at += 16) v128.store(to + at, v128.load(begin + at))
  return to + end - begin
}

/** Whether the bytes between two places are also at a third one. */
export function isSame(place: u32, begin: u32, end: u32): bool {
  for (let at = begin; at < end; at += 8, place += 8) {
    if (bytesUpTo(place, place + end - at) !== bytesUpTo(at, end)) return false
  }
  return true
}

export function hashOf(begin: u32, end: u32): u32 {
  let hash: u64 = end - begin
  for (let at = begin; at < end; at += 8) {
    hash = (hash ^ bytesUpTo(at, end)) * 0x1f_9e37_79b9_7f4b
    hash ^= hash >> 32
  }
  return <u32>hash
}
