import type { Region } from '../../../contract/region.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import { personNumber } from '../contact/do-not-contact.ts'
import { createDictionaryColumn, type DictionaryColumn } from './dictionary-column.ts'
import { grown, grownLength } from './grow.ts'
import type { ListPart } from './list-part.ts'
import { flag, sharedColumns, unsearchedTexts, type PackedRecord, type SharedColumn } from './packed-record.ts'
import { createTextArena, nullText, type TextArena } from './text-arena.ts'
import { endOfText, startOfText } from './text-bytes.ts'

/** The ids of the records, which the cache has in memory. It may be ahead of the list within a transaction. */
export interface RecordIds {
  /** −1: there is no such record. */
  numberOf(id: string): number
  /** The number must have been one of a record. */
  idOf(number: number): string
}

/** The columns of a list of customers. A slot is a record's place in the order of the numbers. */
export interface ListColumns extends Readonly<Record<SharedColumn, DictionaryColumn>> {
  readonly region: Region
  /** See `searchedTexts`. */
  readonly searched: TextArena
  /** See `unsearchedTexts`. */
  readonly unsearched: TextArena
  /** The digits of a record's mobile number as a number (`personNumber`); 0: none. Held once it was asked for. */
  mobileAt(slot: number): number
  flags(): Uint8Array
  /** Slots in use, with and without a record. */
  slots(): number
  /** How many records have these bits. */
  countOf(bits: number): number
  numberAt(slot: number): number
  /** The slot of a number, also after its record was removed; −1: it was never here. */
  slotOf(number: number): number
  /** The first slot with a higher number; `slots()`: there is none. */
  slotAfter(number: number): number
  /** The slot after all others, for a record with this number. −1: there are records with higher ones. */
  nextSlot(number: number): number
  set(slot: number, record: PackedRecord): void
  remove(slot: number): void
  /** A record as it was set. The next change of the list makes it invalid. */
  recordAt(slot: number): PackedRecord
  /** Adds consecutive records after all others. False: their numbers are not higher, and nothing was added. */
  append(numbers: Uint32Array, part: ListPart): boolean
  /** Makes room for so many records, with texts as long as those there are. */
  reserve(records: number): void
  idAt(slot: number): string
  /** The slot of the record with this id; −1: there is none. */
  slotOfId(id: string): number
  /** The text at this place of an arena's record. */
  text(arena: TextArena, slot: number, index: number): string | null
  /** Removes unused slots and bytes, if there are many: returns the slots with a record, which are now 0, 1, 2 ... Null: nothing changed. */
  compactIfSparse(): Uint32Array | null
  /** Compresses the texts until they are used again. Nobody may have a view of them. */
  pack(): Steps<void>
  /** Of all arrays. */
  byteLength(): number
}

/** Held for a record without a mobile number; 0: not asked for yet. */
const noMobile = -1
const flagSets = 64
/** Fewer unused slots stay. */
const fewSlots = 64

export function createListColumns(region: Region, ids: RecordIds): ListColumns {
  const [searched, unsearched] = [createTextArena(), createTextArena()]
  const dictionaries: Record<SharedColumn, DictionaryColumn> = {
    state: createDictionaryColumn(),
    saleDate: createDictionaryColumn(),
    expiryDate: createDictionaryColumn(),
    uploadId: createDictionaryColumn(),
    fieldSet: createDictionaryColumn(),
    car: createDictionaryColumn(),
  }
  let mobiles = new Float64Array(0)
  let numbers = new Uint32Array(256)
  let flags = new Uint8Array(256)
  let slots = 0
  /** The number of records with each set of flags. */
  let flagCounts = new Uint32Array(flagSets)

  const setFlags = (slot: number, bits: number): void => {
    const before = flags[slot] as number
    flagCounts[before] = (flagCounts[before] as number) - 1
    flagCounts[bits] = (flagCounts[bits] as number) + 1
    flags[slot] = bits
  }
  const countOf = (bits: number): number =>
    flagCounts.reduce((sum, count, each) => ((each & bits) === bits ? sum + count : sum), 0)
  const emptySlots = (): number => slots - countOf(flag.present)

  const slotAfter: ListColumns['slotAfter'] = (number) => {
    let low = 0
    let high = slots
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((numbers[middle] as number) <= number) low = middle + 1
      else high = middle
    }
    return low
  }

  const slotOf: ListColumns['slotOf'] = (number) => {
    const slot = slotAfter(number) - 1
    return slot >= 0 && numbers[slot] === number ? slot : -1
  }
  const reserveSlots = (count: number): void => {
    if (count <= numbers.length) return
    numbers = grown(numbers, grownLength(numbers.length, count))
    const longer = new Uint8Array(numbers.length)
    longer.set(flags)
    flags = longer
  }
  /** Whether the number is higher than all others. */
  const isLast = (number: number): boolean => slots === 0 || number > (numbers[slots - 1] as number)

  const compact = (): Uint32Array => {
    const present = new Uint32Array(countOf(flag.present))
    let count = 0
    for (let slot = 0; slot < slots; slot += 1)
      if (((flags[slot] as number) & flag.present) !== 0) present[count++] = slot
    for (const part of [searched, unsearched, ...Object.values(dictionaries)]) part.compact(present)
    const [fromNumbers, fromFlags] = [numbers, flags]
    numbers = new Uint32Array(count)
    flags = new Uint8Array(count)
    flagCounts = new Uint32Array(flagSets)
    mobiles = new Float64Array(0)
    for (let slot = 0; slot < count; slot += 1) {
      numbers[slot] = fromNumbers[present[slot] as number] as number
      const bits = fromFlags[present[slot] as number] as number
      flags[slot] = bits
      flagCounts[bits] = (flagCounts[bits] as number) + 1
    }
    slots = count
    return present
  }

  const text: ListColumns['text'] = (arena, slot, index) => {
    const view = arena.view()
    const start = startOfText(view, arena.startOf(slot), index)
    return view[start] === nullText ? null : view.toString('utf8', start, endOfText(view, start))
  }

  return {
    region,
    searched,
    unsearched,
    ...dictionaries,
    flags: () => flags,
    slots: () => slots,
    countOf,
    numberAt: (slot) => numbers[slot] as number,
    slotAfter,
    slotOf,
    nextSlot(number) {
      if (!isLast(number)) return -1
      const slot = slots
      slots += 1
      reserveSlots(slots)
      numbers[slot] = number
      flags[slot] = 0
      flagCounts[0] = (flagCounts[0] as number) + 1
      return slot
    },
    set(slot, record) {
      searched.set(slot, record.searched)
      unsearched.set(slot, record.unsearched)
      for (const column of sharedColumns) dictionaries[column].set(slot, record[column])
      if (slot < mobiles.length) mobiles[slot] = 0
      setFlags(slot, record.flags)
    },
    remove(slot) {
      for (const part of [searched, unsearched]) part.remove(slot)
      for (const dictionary of Object.values(dictionaries)) dictionary.set(slot, null)
      setFlags(slot, 0)
    },
    recordAt: (slot) => ({
      flags: flags[slot] as number,
      state: dictionaries.state.get(slot),
      saleDate: dictionaries.saleDate.get(slot),
      expiryDate: dictionaries.expiryDate.get(slot),
      uploadId: dictionaries.uploadId.get(slot),
      fieldSet: dictionaries.fieldSet.get(slot),
      car: dictionaries.car.get(slot),
      searched: searched.textsAt(slot),
      unsearched: unsearched.textsAt(slot),
    }),
    append(added, part) {
      if (added.length > 0 && !isLast(added[0] as number)) return false
      const first = slots
      slots += added.length
      reserveSlots(slots)
      numbers.set(added, first)
      flags.set(part.flags, first)
      for (const bits of part.flags) flagCounts[bits] = (flagCounts[bits] as number) + 1
      searched.append(first, added.length, part.searched)
      unsearched.append(first, added.length, part.unsearched)
      for (const [at, column] of sharedColumns.entries()) {
        const shared = part.shared[at]
        if (shared) dictionaries[column].append(first, shared.values, shared.numbers)
      }
      return true
    },
    reserve(records) {
      const wanted = Math.ceil(records)
      reserveSlots(wanted)
      const more = Math.max(0, wanted / Math.max(1, slots) - 1)
      for (const arena of [searched, unsearched]) arena.reserve(Math.ceil(arena.view().length * more), wanted)
      for (const dictionary of Object.values(dictionaries)) dictionary.reserve(wanted)
    },
    idAt: (slot) => ids.idOf(numbers[slot] as number),
    slotOfId(id) {
      const slot = slotOf(ids.numberOf(id))
      return slot >= 0 && ((flags[slot] as number) & flag.present) !== 0 ? slot : -1
    },
    text,
    mobileAt(slot) {
      if (slot >= mobiles.length) {
        const longer = new Float64Array(numbers.length)
        longer.set(mobiles)
        mobiles = longer
      }
      const held = mobiles[slot] as number
      if (held !== 0) return Math.max(0, held)
      const number = personNumber(text(unsearched, slot, unsearchedTexts.mobile), region)
      mobiles[slot] = number || noMobile
      return number
    },
    compactIfSparse() {
      const empty = emptySlots()
      const isSparse = (empty > fewSlots && empty * 4 > slots) || searched.isSparse() || unsearched.isSparse()
      return isSparse ? compact() : null
    },
    *pack() {
      mobiles = new Float64Array(0)
      yield* searched.pack()
      yield* unsearched.pack()
    },
    byteLength: () =>
      [searched, unsearched, ...Object.values(dictionaries)].reduce((sum, part) => sum + part.byteLength(), 0) +
      numbers.byteLength +
      mobiles.byteLength +
      flags.byteLength,
  }
}
