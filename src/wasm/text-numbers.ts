import { copy, hashOf, isSame } from './bytes'

// Words of a table of different texts. Numbers begin at 1. Slots have two bytes; an entry: place and length of the copy of its text.
const tableCount: u32 = 0
const tableMost: u32 = 4
const tableSlots: u32 = 8
const slotMask: u32 = 12
const tableEntries: u32 = 16
const copiesEnd: u32 = 20
const copiesLimit: u32 = 24

export function countOf(table: u32): u32 {
  return load<u32>(table + tableCount)
}

/** The number of a text in a table, in which it is noted. 0: the table is full. */
export function numberOf(table: u32, begin: u32, end: u32): u32 {
  const length = end - begin
  const slots = load<u32>(table + tableSlots)
  const mask = load<u32>(table + slotMask)
  const entries = load<u32>(table + tableEntries)
  let slot = hashOf(begin, end) & mask
  for (; ; slot = (slot + 1) & mask) {
    const number: u32 = load<u16>(slots + 2 * slot)
    if (number === 0) break
    const entry = entries + 8 * number
    if (load<u32>(entry + 4) === length && isSame(load<u32>(entry), begin, end)) return number
  }
  const number = countOf(table) + 1
  if (number > load<u32>(table + tableMost)) return 0
  const place = keepCopy(table, begin, end)
  if (place === 0) return 0
  store<u16>(slots + 2 * slot, <u16>number)
  store<u32>(entries + 8 * number, place)
  store<u32>(entries + 8 * number + 4, length)
  store<u32>(table + tableCount, number)
  return number
}

/** Copies bytes to those of the table, and returns their place. 0: they have no room. */
export function keepCopy(table: u32, begin: u32, end: u32): u32 {
  const place = load<u32>(table + copiesEnd)
  if (place + end - begin > load<u32>(table + copiesLimit)) return 0
  // The bytes behind it are those of the next text.
  store<u32>(table + copiesEnd, copy(begin, end, place))
  return place
}
