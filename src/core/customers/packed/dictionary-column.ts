import { grownLength } from './grow.ts'
import { compareAsUtf8 } from './text-bytes.ts'

/** As narrow as the numbers of the values allow: a list has few states, and some thousand dates. */
export type ValueNumbers = Uint8Array | Uint16Array | Uint32Array

function createNumbers(length: number, highest: number): ValueNumbers {
  if (highest < 2 ** 8) return new Uint8Array(length)
  return highest < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length)
}

/** A column in which many records share a value: a number for each record, and how many records have each value. */
export interface DictionaryColumn {
  set(slot: number, value: string | null): void
  /** Sets the values of the slots from `first` on. `numbers`: for each, the place of its value in `values` plus one; 0: null. */
  append(first: number, values: readonly string[], numbers: Uint8Array): void
  get(slot: number): string | null
  /** The number of records with this value. */
  count(value: string): number
  /** The values that records have. */
  counts(): { readonly value: string; readonly count: number }[]
  /** The same among the slots that are marked with 1. */
  countsIn(marks: Uint8Array): { readonly value: string; readonly count: number }[]
  /** Whether each value, by its number, meets a condition. Null never does. */
  test(condition: (value: string) => boolean): Uint8Array
  /** The number of each record's value; 0: null. */
  numbers(): ValueNumbers
  /** The rank of each value, by its number, in the order of their UTF-8 bytes. */
  ranks(): Uint32Array
  /** Makes room for so many slots at once. */
  reserve(slots: number): void
  compact(slots: Uint32Array): void
  byteLength(): number
}

export function createDictionaryColumn(): DictionaryColumn {
  let numbers: ValueNumbers = new Uint8Array(256)
  /** By number; 0 is null. */
  let values: string[] = ['']
  let recordCounts: number[] = [0]
  let numberOf = new Map<string, number>()

  const reserve: DictionaryColumn['reserve'] = (length) => {
    const isNarrow = values.length > 2 ** (numbers.BYTES_PER_ELEMENT * 8)
    if (length <= numbers.length && !isNarrow) return
    const longer = createNumbers(grownLength(numbers.length, length), values.length - 1)
    longer.set(numbers)
    numbers = longer
  }
  const numberFor = (value: string): number => {
    const known = numberOf.get(value)
    if (known !== undefined) return known
    numberOf.set(value, values.length)
    values.push(value)
    recordCounts.push(0)
    return values.length - 1
  }
  const listed = (counts: ArrayLike<number>): { value: string; count: number }[] =>
    values.flatMap((value, number) => {
      const count = counts[number] ?? 0
      return number > 0 && count > 0 ? [{ value, count }] : []
    })
  const addTo = (number: number, change: 1 | -1): void => {
    if (number > 0) recordCounts[number] = (recordCounts[number] as number) + change
  }

  return {
    set(slot, value) {
      const number = value === null ? 0 : numberFor(value)
      reserve(slot + 1)
      const before = numbers[slot] as number
      if (before === number) return
      addTo(before, -1)
      addTo(number, 1)
      numbers[slot] = number
    },
    append(first, added, addedNumbers) {
      const known = [0, ...added.map(numberFor)]
      reserve(first + addedNumbers.length)
      for (let at = 0; at < addedNumbers.length; at += 1) {
        const number = known[addedNumbers[at] as number] as number
        numbers[first + at] = number
        addTo(number, 1)
      }
    },
    get(slot) {
      const number = numbers[slot] ?? 0
      return number === 0 ? null : (values[number] as string)
    },
    count: (value) => recordCounts[numberOf.get(value) ?? 0] ?? 0,
    counts: () => listed(recordCounts),
    countsIn(marks) {
      const counts = new Uint32Array(values.length)
      const slots = Math.min(marks.length, numbers.length)
      for (let slot = 0; slot < slots; slot += 1) {
        if (marks[slot] === 1) counts[numbers[slot] as number] = (counts[numbers[slot] as number] as number) + 1
      }
      return listed(counts)
    },
    test: (condition) =>
      Uint8Array.from(values, (value, number) =>
        number > 0 && (recordCounts[number] as number) > 0 && condition(value) ? 1 : 0,
      ),
    numbers: () => numbers,
    ranks() {
      const ranks = new Uint32Array(values.length)
      const sorted = values.map((_, number) => number).slice(1)
      sorted.sort((one, other) => compareAsUtf8(values[one] as string, values[other] as string))
      sorted.forEach((number, rank) => {
        ranks[number] = rank
      })
      return ranks
    },
    reserve,
    compact(slots) {
      const [from, fromValues] = [numbers, values]
      numbers = createNumbers(slots.length, fromValues.length - 1)
      // Values that no record has any more are left out.
      values = ['']
      recordCounts = [0]
      numberOf = new Map()
      const renumbered = new Uint32Array(fromValues.length)
      for (let slot = 0; slot < slots.length; slot += 1) {
        const before = from[slots[slot] as number] ?? 0
        if (before === 0) continue
        const number = (renumbered[before] ||= numberFor(fromValues[before] as string))
        numbers[slot] = number
        addTo(number, 1)
      }
    },
    /** Without the values: few, and counted by their texts elsewhere. */
    byteLength: () => numbers.byteLength,
  }
}
