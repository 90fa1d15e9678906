import { shaAt } from './customer-memory'

/*
 * SHA-1 (FIPS 180-4) of four lines at once, one in each lane of the instructions: a call for each line takes six times as long.
 */

const blockBytes: u32 = 64
/** The last 16 words of the four lines. */
const scheduleAt: u32 = shaAt
/** For each of four lines: its last bytes and what belongs behind them, in one or two blocks. */
const endsAt: u32 = shaAt + 256
const endBytes: u32 = 2 * blockBytes
/** For each of four lines: where it begins, how many blocks are whole there, and how many there are. */
const linesAt: u32 = endsAt + 4 * endBytes
const lineBytes: u32 = 12
const lanes: u32 = 4

function rotated(words: v128, bits: i32): v128 {
  return v128.or(i32x4.shl(words, bits), i32x4.shr_u(words, 32 - bits))
}

/** Notes the line between two places, and writes its last blocks. */
function noteLine(lane: u32, begin: u32, end: u32): void {
  const length = end - begin
  const whole = length / blockBytes
  const rest = length % blockBytes
  // A byte of 0x80 and a length of eight bytes are behind the text.
  const count = rest + 9 > blockBytes ? whole + 2 : whole + 1
  const line = linesAt + lineBytes * lane
  store<u32>(line, begin)
  store<u32>(line + 4, whole)
  store<u32>(line + 8, count)
  const at = endsAt + endBytes * lane
  for (let place: u32 = 0; place < endBytes; place += 16) v128.store(at + place, i32x4.splat(0))
  for (let place: u32 = 0; place < rest; place += 1) store<u8>(at + place, load<u8>(begin + whole * blockBytes + place))
  store<u8>(at + rest, 0x80)
  store<u32>(at + (count - whole) * blockBytes - 4, bswap<u32>(length << 3))
}

/** Where a block of a line is. Of a line that is over, any block: it is not taken. */
function blockAt(lane: u32, block: u32): u32 {
  const line = linesAt + lineBytes * lane
  const whole = load<u32>(line + 4)
  if (block < whole) return load<u32>(line) + block * blockBytes
  return endsAt + endBytes * lane + (block > whole ? blockBytes : 0)
}

/** All bits of the lanes whose lines have this block. */
function lanesWith(block: u32): v128 {
  let counts = i32x4.splat(load<i32>(linesAt + 8))
  counts = i32x4.replace_lane(counts, 1, load<i32>(linesAt + lineBytes + 8))
  counts = i32x4.replace_lane(counts, 2, load<i32>(linesAt + 2 * lineBytes + 8))
  counts = i32x4.replace_lane(counts, 3, load<i32>(linesAt + 3 * lineBytes + 8))
  return i32x4.gt_s(counts, i32x4.splat(<i32>block))
}

/** Four words from their highest byte on. */
function wordsAt(place: u32): v128 {
  return i8x16.swizzle(v128.load(place), i8x16(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12))
}

/** Writes the words of a block of the lines to the schedule: those of the same place beside one another. */
function readBlock(block: u32): void {
  const first = blockAt(0, block)
  const second = blockAt(1, block)
  const third = blockAt(2, block)
  const fourth = blockAt(3, block)
  for (let at: u32 = 0; at < blockBytes; at += 16) {
    const a = wordsAt(first + at)
    const b = wordsAt(second + at)
    const c = wordsAt(third + at)
    const d = wordsAt(fourth + at)
    const abLow = i32x4.shuffle(a, b, 0, 4, 1, 5)
    const abHigh = i32x4.shuffle(a, b, 2, 6, 3, 7)
    const cdLow = i32x4.shuffle(c, d, 0, 4, 1, 5)
    const cdHigh = i32x4.shuffle(c, d, 2, 6, 3, 7)
    const into = scheduleAt + 4 * at
    v128.store(into, i64x2.shuffle(abLow, cdLow, 0, 2))
    v128.store(into + 16, i64x2.shuffle(abLow, cdLow, 1, 3))
    v128.store(into + 32, i64x2.shuffle(abHigh, cdHigh, 0, 2))
    v128.store(into + 48, i64x2.shuffle(abHigh, cdHigh, 1, 3))
  }
}

/** The word of a step; from the 17th on, made of earlier ones. */
function wordOf(step: u32): v128 {
  const at = scheduleAt + 16 * (step & 15)
  if (step < 16) return v128.load(at)
  const early = v128.xor(v128.load(at), v128.load(scheduleAt + 16 * ((step + 2) & 15)))
  const late = v128.xor(v128.load(scheduleAt + 16 * ((step + 8) & 15)), v128.load(scheduleAt + 16 * ((step + 13) & 15)))
  const word = rotated(v128.xor(early, late), 1)
  v128.store(at, word)
  return word
}

/** Adds a block of the lines to their digests. */
function addBlock(h: u32, taken: v128): void {
  let a = v128.load(h)
  let b = v128.load(h + 16)
  let c = v128.load(h + 32)
  let d = v128.load(h + 48)
  let e = v128.load(h + 64)
  for (let step: u32 = 0; step < 80; step += 1) {
    let mixed: v128
    let constant: i32
    if (step < 20) {
      mixed = v128.bitselect(c, d, b)
      constant = 0x5a827999
    } else if (step < 40) {
      mixed = v128.xor(v128.xor(b, c), d)
      constant = 0x6ed9eba1
    } else if (step < 60) {
      mixed = v128.or(v128.and(b, c), v128.and(d, v128.or(b, c)))
      constant = <i32>0x8f1bbcdc
    } else {
      mixed = v128.xor(v128.xor(b, c), d)
      constant = <i32>0xca62c1d6
    }
    const sum = i32x4.add(i32x4.add(rotated(a, 5), mixed), i32x4.add(e, i32x4.splat(constant)))
    const next = i32x4.add(sum, wordOf(step))
    e = d
    d = c
    c = rotated(b, 30)
    b = a
    a = next
  }
  addTaken(h, a, taken)
  addTaken(h + 16, b, taken)
  addTaken(h + 32, c, taken)
  addTaken(h + 48, d, taken)
  addTaken(h + 64, e, taken)
}

function addTaken(at: u32, words: v128, taken: v128): void {
  v128.store(at, i32x4.add(v128.load(at), v128.and(words, taken)))
}

/** The five words of four digests, as they are at first. */
const hashAt: u32 = linesAt + lanes * lineBytes
function startDigests(): void {
  v128.store(hashAt, i32x4.splat(0x67452301))
  v128.store(hashAt + 16, i32x4.splat(<i32>0xefcdab89))
  v128.store(hashAt + 32, i32x4.splat(<i32>0x98badcfe))
  v128.store(hashAt + 48, i32x4.splat(0x10325476))
  v128.store(hashAt + 64, i32x4.splat(<i32>0xc3d2e1f0))
}

/**
 * Writes the first two words of the digest of each line, each from its lowest byte on. `starts`: where each line begins, and where the last
 * one ends; a line break is not part of it.
 */
export function writeDigests(lines: u32, starts: u32, count: u32, digests: u32): void {
  for (let first: u32 = 0; first < count; first += lanes) {
    let blocks: u32 = 0
    for (let lane: u32 = 0; lane < lanes; lane += 1) {
      // Without a line, the last one again.
      const start = starts + 4 * min(first + lane, count - 1)
      noteLine(lane, lines + load<u32>(start), lines + load<u32>(start + 4) - 1)
      blocks = max(blocks, load<u32>(linesAt + lineBytes * lane + 8))
    }
    startDigests()
    for (let block: u32 = 0; block < blocks; block += 1) {
      readBlock(block)
      addBlock(hashAt, lanesWith(block))
    }
    for (let lane: u32 = 0; lane < lanes && first + lane < count; lane += 1) {
      store<u32>(digests + 8 * (first + lane), bswap<u32>(load<u32>(hashAt + 4 * lane)))
      store<u32>(digests + 8 * (first + lane) + 4, bswap<u32>(load<u32>(hashAt + 16 + 4 * lane)))
    }
  }
}
