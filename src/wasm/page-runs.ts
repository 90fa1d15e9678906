import { bytesUpTo, closeBrace, comma, hashOf, isSame, space } from './bytes'

/*
 * Records of a page, runs of them, and by what a page or a run is recognised later.
 */

/** A run has four records on average: fewer texts are looked up, and an edit has few others parsed. */
const runMask: u32 = 3
const longestRun: u32 = 16
/** As far as the bytes of a record tell whether it begins a run. An id has 36, in quotes. */
const bytesRead: u32 = 40
const digestBytes: u32 = 16
const firstFactor: u64 = 0x1f_9e37_79b9_7f4b
const secondFactor: u64 = 0x1a_85eb_ca77_c2b3

/** Writes 128 bits that depend on all bytes between two places. No text is chosen to have those of another one: no cryptographic digest. */
export function writeDigest(begin: u32, end: u32, seed: u32, into: u32): void {
  let first: u64 = seed
  // In both, so that a seed is no change of the first bytes.
  let second: u64 = <u64>seed * firstFactor
  let at = begin
  for (; at + 16 <= end; at += 16) {
    first = (first ^ load<u64>(at)) * firstFactor
    first ^= first >> 32
    second = (second ^ load<u64>(at + 8)) * secondFactor
    second ^= second >> 29
  }
  first = (first ^ bytesUpTo(at, end)) * firstFactor
  first ^= first >> 32
  if (at + 8 < end) second = (second ^ bytesUpTo(at + 8, end)) * secondFactor
  // From here on, each depends on both.
  first = (first ^ rotl(second, 31) ^ (end - begin)) * secondFactor
  second = (second ^ (first >> 29)) * firstFactor
  store<u64>(into, first ^ (second >> 32))
  store<u64>(into + 8, second ^ (second >> 29))
}

/** White space of JSON (RFC 8259, 2). */
function isSpace(byte: u32): bool {
  return byte === space || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

/** The place behind the last byte before `at` that is no white space. */
function endBefore(body: u32, at: u32): u32 {
  while (at > body && isSpace(load<u8>(at - 1))) at -= 1
  return at
}

/** The end of an object with a comma between it and `at`; 0: none ends there. */
function endBeforeComma(body: u32, at: u32): u32 {
  const behindComma = endBefore(body, at)
  if (behindComma === body || <u32>load<u8>(behindComma - 1) !== comma) return 0
  const end = endBefore(body, behindComma - 1)
  return end > body && <u32>load<u8>(end - 1) === closeBrace ? end : 0
}

/**
 * Finds the records of a page that begin as the first one does, and writes where each begins, and before each later one where the one before
 * it ends. Returns how many numbers these are: the end of the last record is missing.
 */
export function findRecords(body: u32, end: u32, first: u32, length: u32, bounds: u32): u32 {
  const opening = body + first
  const brace = i8x16.splat(load<i8>(opening))
  const next = i8x16.splat(load<i8>(opening + 1))
  store<u32>(bounds, first)
  let count: u32 = 1
  let at = opening + 1
  while (at + length <= end) {
    const matches = v128.and(i8x16.eq(v128.load(at), brace), i8x16.eq(v128.load(at + 1), next))
    const found = <u32>i8x16.bitmask(matches)
    if (found === 0) {
      at += 16
      continue
    }
    at += <u32>ctz(found)
    if (at + length > end) break
    if (!isSame(opening, at, at + length)) {
      at += 1
      continue
    }
    const recordEnd = endBeforeComma(body, at)
    if (recordEnd > 0) {
      store<u32>(bounds + 4 * count, recordEnd - body)
      store<u32>(bounds + 4 * count + 4, at - body)
      count += 2
    }
    at += length
  }
  return count
}

/**
 * Finds where the runs of a page end, as the number of the record behind the last one, and writes the digest of each. Returns how many there
 * are. Whether a record begins a run depends on its own first bytes only: when the list moves by one place, most runs stay the same.
 * `bounds`: where each record begins and ends in the body; `firstValue`: how far behind its begin the first value begins.
 */
export function findRuns(body: u32, bounds: u32, count: u32, firstValue: u32, seed: u32, ends: u32, digests: u32): u32 {
  let runs: u32 = 0
  let first: u32 = 0
  for (let record: u32 = 1; record <= count; record += 1) {
    if (record < count && record - first < longestRun) {
      const begin = body + load<u32>(bounds + 8 * record) + firstValue
      const end = min(begin + bytesRead, body + load<u32>(bounds + 8 * record + 4))
      if ((hashOf(begin, max(begin, end)) & runMask) !== 0) continue
    }
    store<u32>(ends + 4 * runs, record)
    const text = body + load<u32>(bounds + 8 * first)
    writeDigest(text, body + load<u32>(bounds + 8 * record - 4), seed, digests + digestBytes * runs)
    runs += 1
    first = record
  }
  return runs
}
