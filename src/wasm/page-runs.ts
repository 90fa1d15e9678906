import { bytesUpTo, hashOf } from './bytes'

/*
 * Runs of records of a page, and by what each is recognised later.
 */

/** A run has four records on average: fewer texts are looked up, and an edit has few others parsed. */
const runMask: u32 = 3
const longestRun: u32 = 16
/** As far as the bytes of a record tell whether it begins a run. An id has 36, in quotes. */
const bytesRead: u32 = 40
const digestBytes: u32 = 16

/** Writes 128 bits that depend on all bytes between two places. No text is chosen to have those of another one: no cryptographic digest. */
function writeDigest(begin: u32, end: u32, seed: u32, into: u32): void {
  let first: u64 = seed
  let second: u64 = end - begin
  let at = begin
  for (; at + 16 <= end; at += 16) {
    first = (first ^ load<u64>(at)) * 0x9e37_79b9_7f4a_7c15
    first ^= first >> 32
    second = (second ^ load<u64>(at + 8)) * 0xc2b2_ae3d_27d4_eb4f
    second ^= second >> 29
  }
  first = (first ^ bytesUpTo(at, end)) * 0x9e37_79b9_7f4a_7c15
  first ^= first >> 32
  if (at + 8 < end) second = (second ^ bytesUpTo(at + 8, end)) * 0xc2b2_ae3d_27d4_eb4f
  // From here on, each depends on both.
  first = (first ^ rotl(second, 31)) * 0xc2b2_ae3d_27d4_eb4f
  second = (second ^ (first >> 29)) * 0x9e37_79b9_7f4a_7c15
  store<u64>(into, first ^ (second >> 32))
  store<u64>(into + 8, second ^ (second >> 29))
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
