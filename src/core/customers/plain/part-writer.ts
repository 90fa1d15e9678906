import { freeIfAlone } from '../../database/block-codec.ts'
import { isPlainRecord, otherCar, type PlainPage, type PlainRecord } from './plain-page.ts'
import { listPartOf, mostRecordsOfPart, type ListPart, type ListPartRecord } from '../packed/list-part.ts'
import { flag, sharedColumns, type SharedColumn } from '../packed/packed-record.ts'
import { joinTexts } from '../packed/text-arena.ts'

type PartRecord = ListPartRecord | PlainRecord

/** Returns a function that makes the part of the list that has these records, of which plain ones are not read as objects. */
export function createPartWriter(): (records: readonly PartRecord[]) => ListPart {
  const placeOfNumber = new Uint8Array(0x1_0000)
  return (records) => {
    if (!records.some(isPlainRecord)) return listPartOf(records as readonly ListPartRecord[])
    if (records.length > mostRecordsOfPart) {
      throw new RangeError(`A part of the list has ${mostRecordsOfPart} records at most`)
    }
    return writePart(records, new PartBeingWritten(records.length, placeOfNumber))
  }
}

function writePart(records: readonly PartRecord[], part: PartBeingWritten): ListPart {
  for (let at = 0; at < records.length;) {
    const record = records[at]!
    if (!isPlainRecord(record)) {
      part.addRead(at, record)
      at += 1
      continue
    }
    // The customers of a page are behind one another.
    let end = at + 1
    for (let next = records[end]; next && isPlainRecord(next); next = records[(end += 1)]) {
      if (next.plain !== record.plain || next.at !== record.at + end - at) break
    }
    part.addPlain(at, record.plain, record.at, record.at + end - at)
    at = end
  }
  return part.written()
}

class PartBeingWritten {
  readonly #flags: Uint8Array
  readonly #columns: Readonly<Record<SharedColumn, SharedValues>>
  readonly #sighted: { at: number; line: string }[] = []
  readonly #searched: Uint8Array[] = []
  readonly #unsearched: Uint8Array[] = []

  /** By the number that a page gives to a value: its place in a column of the part, from 1. All are 0 between two calls. */
  readonly #placeOfNumber: Uint8Array

  constructor(records: number, placeOfNumber: Uint8Array) {
    this.#placeOfNumber = placeOfNumber
    const values = (): SharedValues => ({ places: new Map(), numbers: new Uint8Array(records) })
    this.#flags = new Uint8Array(records)
    this.#columns = {
      state: values(),
      saleDate: values(),
      expiryDate: values(),
      uploadId: values(),
      fieldSet: values(),
      car: values(),
    }
  }

  addRead(at: number, { packed, line }: ListPartRecord): void {
    this.#flags[at] = packed.flags
    for (const column of sharedColumns) {
      const { numbers, places } = this.#columns[column]
      numbers[at] = placeOf(places, packed[column])
    }
    this.#searched.push(joinTexts([packed.searched]))
    this.#unsearched.push(joinTexts([packed.unsearched]))
    if ((packed.flags & flag.sighted) !== 0) this.#sighted.push({ at, line })
  }

  /** Adds the customers of a page from `begin` to `end`. */
  addPlain(at: number, page: PlainPage, begin: number, end: number): void {
    this.#flags.set(page.flags.subarray(begin, end), at)
    for (const column of sharedColumns) this.#addNumbers(column, at, page, begin, end)
    const { searched, unsearched } = page
    this.#searched.push(searched.bytes.subarray(searched.starts[begin], searched.starts[end]))
    this.#unsearched.push(unsearched.bytes.subarray(unsearched.starts[begin], unsearched.starts[end]))
  }

  #addNumbers(column: SharedColumn, at: number, page: PlainPage, begin: number, end: number): void {
    const { places, numbers } = this.#columns[column]
    const [ofPage, values, placeOfNumber] = [page.columns[column], page.values[column], this.#placeOfNumber]
    for (let customer = begin; customer < end; customer += 1) {
      const number = ofPage[customer]!
      if (number === 0) continue
      let place = placeOfNumber[number]!
      if (place === 0) {
        const isOther = column === 'car' && number === otherCar
        place = placeOf(places, isOther ? (page.otherCars.get(customer) ?? null) : values[number]!)
        if (!isOther) placeOfNumber[number] = place
      }
      numbers[at + customer - begin] = place
    }
    for (let customer = begin; customer < end; customer += 1) placeOfNumber[ofPage[customer]!] = 0
  }

  written(): ListPart {
    const joined = [Buffer.concat(this.#searched), Buffer.concat(this.#unsearched)] as const
    return {
      flags: this.#flags,
      shared: sharedColumns.map((column) => {
        const { places, numbers } = this.#columns[column]
        return { values: [...places.keys()], numbers }
      }),
      searched: joined[0],
      unsearched: joined[1],
      sighted: this.#sighted,
      free: () => joined.forEach(freeIfAlone),
    }
  }
}

interface SharedValues {
  /** The number of each value, from 1. */
  readonly places: Map<string, number>
  /** The number of the value of each record; 0: none. */
  readonly numbers: Uint8Array
}

function placeOf(places: Map<string, number>, value: string | null): number {
  if (value === null) return 0
  const known = places.get(value)
  if (known !== undefined) return known
  places.set(value, places.size + 1)
  return places.size
}
