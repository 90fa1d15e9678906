import type { FilterCounts } from '../../../contract/customer-facts.ts'
import type { CustomerSort } from '../../../contract/customer-views.ts'
import type { Region } from '../../../contract/region.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import { type CarName, mergeCars } from '../vehicles/car-names.ts'
import { listCounts, type ListCounts, valuesOf } from './count-values.ts'
import { fieldNames, findSlots } from './find-slots.ts'
import { createKeptOrders } from './kept-orders.ts'
import { createListColumns, type RecordIds } from './list-columns.ts'
import type { ListPart } from './list-part.ts'
import { countMarks, markPeople } from './mark-slots.ts'
import { flag, searchedTexts, unsearchedTexts, type PackedRecord } from './packed-record.ts'
import { fit, rankSlots } from './rank-slots.ts'
import { anyRecord, type People, type SlotFilter } from './slot-filter.ts'
import { createVehicleIndex, vehicleKeysAt } from './vehicle-index.ts'

export interface ListOrder {
  readonly sort: CustomerSort
  readonly descending: boolean
}

/** A record with its number in the cache. */
export interface NumberedPackedRecord {
  readonly number: number
  readonly packed: PackedRecord
}

/** What identifies a record of the list, as received. */
export interface ListedVehicle {
  readonly id: string
  readonly rego: string | null
  readonly state: string | null
  readonly vin: string | null
  readonly lastUpdated: string
}

/**
 * The customers of one connection and region in memory: all that a list is searched, filtered, sorted and counted by, in columns and two
 * ranges of bytes. It reads nothing from the disk, and each change updates it. Records are named by their numbers in the cache.
 */
export interface PackedList {
  /** Grows with each change. */
  version(): number
  /** False: a new number is lower than others, and nothing was changed. The list must be made again. */
  apply(saved: readonly NumberedPackedRecord[], removed: readonly number[]): boolean
  /** Adds consecutive records, in the order of their numbers. False: as for `apply`. */
  append(numbers: Uint32Array, part: ListPart): boolean
  /** Makes room for so many records, with texts as long as those there are. */
  reserve(records: number): void
  /** The records with these numbers as they were set; null: it does not have one of them. */
  recordsOf(numbers: Uint32Array): PackedRecord[] | null

  /** `marks`: among the records that were found, until the list changes; without them of all. So are the next two. */
  counts(marks?: Uint8Array): ListCounts
  /** Counts among the records that were found. The list must not change meanwhile. `people`: those marked Do Not Contact. */
  countFound(found: FoundRecords, people: People): Steps<FilterCounts>
  /** The number of records whose person is one of these. The list must not change meanwhile. */
  countPeople(people: People): Steps<number>
  /** The number of records by state, upload, and name of an additional field. */
  countsBy(column: 'state' | 'uploadId' | 'field', marks?: Uint8Array): ReadonlyMap<string, number>
  /** The number of records by make and model. */
  cars(marks?: Uint8Array): readonly (CarName & { readonly count: number })[]

  /** Finds records. The list must not change between two steps. */
  find(filter: SlotFilter): Steps<FoundRecords>
  /** The records that fit a typed text best, the latest sighting first among equals. The list must not change between two steps. */
  suggest(terms: readonly string[], limit: number): Steps<SuggestedRecords>
  /** The records with these numbers as `find` gives them. */
  foundOf(numbers: readonly number[]): FoundRecords
  /** The numbers of records in an order: of all, or of those found. Changes between two steps do no harm. */
  inOrder(order: ListOrder): Steps<OrderedRecords>

  /** `marks`: it must also have been found. */
  has(id: string, marks?: Uint8Array): boolean
  isSighted(id: string): boolean
  /** The upload whose reference the record has. */
  uploadOf(id: string): string | null
  /** The ids of all records, in the order of their numbers. Changes between two of them do no harm. */
  ids(): Iterable<string>
  /** The ids of records that were found. Changes between two steps do no harm. */
  idsOf(numbers: readonly number[]): Steps<string[]>
  /** Keys (`vehicleKeys` of core/fields) of all vehicles. Changes between two of them do no harm. */
  vehicleKeys(): Iterable<string>
  /** Makes the index that `vehiclesOf` uses, unless it exists. */
  indexVehicles(): Steps<void>
  /** The records with this key. */
  vehiclesOf(key: string): ListedVehicle[]
  /** Takes as little memory as it can until it is used again: texts are compressed, and all orders but the last one are made again. */
  pack(): Steps<void>
  /** The bytes of all arrays. */
  byteLength(): number
}

/** Records that a filter found, until the list changes. */
export interface FoundRecords {
  readonly count: number
  /** In their order. */
  numbers(): number[]
  /** 1 for each slot. */
  readonly marks: Uint8Array
}

/** The best of all records that were found, with the fit of each (`fit` of rank-slots.ts). */
export interface SuggestedRecords {
  readonly total: number
  readonly best: readonly { readonly number: number; readonly fit: number }[]
}

/** An order of the list, until the list changes. */
export interface OrderedRecords {
  readonly total: number
  page(offset: number, limit: number): number[]
  /** The numbers of the records that were found. */
  numbersOf(found: Pick<FoundRecords, 'count' | 'marks'>): Uint32Array
}

/** Ids between two pauses: about 1 ms. */
const idsPerStep = 2_000

export function createPackedList(region: Region, ids: RecordIds): PackedList {
  const columns = createListColumns(region, ids)
  const orders = createKeptOrders(columns)
  const vehicles = createVehicleIndex(columns)
  let version = 0

  const isPresent = (slot: number): boolean => slot >= 0 && ((columns.flags()[slot] as number) & flag.present) !== 0
  const save = ({ number, packed }: NumberedPackedRecord): boolean => {
    const known = columns.slotOf(number)
    const slot = known < 0 ? columns.nextSlot(number) : known
    if (slot < 0) return false
    vehicles.remove(slot)
    columns.set(slot, packed)
    vehicles.add(slot)
    orders.change(slot)
    return true
  }
  const remove = (number: number): void => {
    const slot = columns.slotOf(number)
    if (!isPresent(slot)) return
    vehicles.remove(slot)
    columns.remove(slot)
    orders.change(slot)
  }
  const markedNumbers = (marks: Uint8Array): number[] => {
    const numbers: number[] = []
    for (let slot = marks.indexOf(1); slot >= 0; slot = marks.indexOf(1, slot + 1)) numbers.push(columns.numberAt(slot))
    return numbers
  }
  const foundBy = (marks: Uint8Array): FoundRecords => ({
    count: countMarks(marks),
    marks,
    numbers: () => markedNumbers(marks),
  })
  /** The slots with a record, also when the list changes while they are read. */
  function* presentSlots(): Generator<number, undefined> {
    for (let slot = 0; slot < columns.slots();) {
      const number = columns.numberAt(slot)
      const before = version
      if (isPresent(slot)) yield slot
      slot = before === version ? slot + 1 : columns.slotAfter(number)
    }
  }

  const find: PackedList['find'] = function* (filter) {
    return foundBy(yield* findSlots(columns, filter))
  }
  const inOrder: PackedList['inOrder'] = function* ({ sort, descending }) {
    const { slots, valued } = yield* orders.get(sort)
    // Descending: the values in reverse, and still the empty ones last, also in reverse.
    const slotAt = (at: number): number =>
      slots[!descending ? at : at < valued ? valued - 1 - at : slots.length - 1 - (at - valued)] as number
    return {
      total: slots.length,
      page: (offset, limit) =>
        Array.from({ length: Math.max(0, Math.min(limit, slots.length - offset)) }, (_, index) =>
          columns.numberAt(slotAt(offset + index)),
        ),
      numbersOf({ count, marks }) {
        const numbers = new Uint32Array(count)
        let next = 0
        for (let at = 0; at < slots.length; at += 1) {
          const slot = slotAt(at)
          if (marks[slot] === 1) numbers[next++] = columns.numberAt(slot)
        }
        return numbers
      },
    }
  }

  return {
    version: () => version,
    apply(saved, removed) {
      version += 1
      for (const number of removed) remove(number)
      if (!saved.every(save)) return false
      const present = columns.compactIfSparse()
      if (present) {
        orders.compact(present)
        vehicles.compact(present)
      }
      return true
    },
    append(numbers, part) {
      version += 1
      const first = columns.slots()
      if (!columns.append(numbers, part)) return false
      for (let slot = first; slot < columns.slots(); slot += 1) {
        vehicles.add(slot)
        orders.change(slot)
      }
      return true
    },
    reserve: columns.reserve,
    recordsOf(numbers) {
      const records: PackedRecord[] = []
      for (const number of numbers) {
        const slot = columns.slotOf(number)
        if (!isPresent(slot)) return null
        records.push(columns.recordAt(slot))
      }
      return records
    },

    counts: (marks) => listCounts(columns, marks),
    *countFound({ count, marks }, people) {
      const forbidden = yield* markPeople(columns, people, marks)
      const flags = columns.flags()
      let [withSightings, missingMobile, missingVin, doNotContact] = [0, 0, 0, 0]
      for (let slot = 0; slot < marks.length; slot += 1) {
        if (marks[slot] !== 1) continue
        const bits = flags[slot] as number
        if ((bits & flag.sighted) !== 0) withSightings += 1
        if ((bits & flag.missingMobile) !== 0) missingMobile += 1
        if ((bits & flag.missingVin) !== 0) missingVin += 1
        if (forbidden[slot] === 1) doNotContact += 1
      }
      return { found: count, withSightings, missingMobile, missingVin, doNotContact }
    },
    *countPeople(people) {
      const marks = yield* markPeople(columns, people, columns.flags())
      return countMarks(marks)
    },
    cars: (marks) => mergeCars(valuesOf(columns.car, marks)),
    countsBy(column, marks) {
      if (column !== 'field') return new Map(valuesOf(columns[column], marks).map(({ value, count }) => [value, count]))
      const counts = new Map<string, number>()
      for (const { value, count } of valuesOf(columns.fieldSet, marks)) {
        for (const name of fieldNames(value)) counts.set(name, (counts.get(name) ?? 0) + count)
      }
      return counts
    },

    find,
    foundOf(numbers) {
      const marks = new Uint8Array(columns.slots())
      for (const number of numbers) {
        const slot = columns.slotOf(number)
        if (isPresent(slot)) marks[slot] = 1
      }
      return foundBy(marks)
    },
    inOrder,
    *suggest(terms, limit) {
      const { count, marks } = yield* find({ ...anyRecord, terms })
      const fits = yield* rankSlots(columns, terms, marks)
      const ordered = yield* inOrder({ sort: 'lastSighting', descending: true })
      const best: { number: number; fit: number }[] = []
      for (let level: number = fit.exact; level >= fit.within && best.length < limit; level -= 1) {
        const those = fits.map((each) => (each === level ? 1 : 0))
        const found = { count: countMarks(those), marks: those }
        if (found.count === 0) continue
        for (const number of ordered.numbersOf(found).subarray(0, limit - best.length))
          best.push({ number, fit: level })
      }
      return { total: count, best }
    },

    has(id, marks) {
      const slot = columns.slotOfId(id)
      return slot >= 0 && (!marks || marks[slot] === 1)
    },
    isSighted(id) {
      const slot = columns.slotOfId(id)
      return slot >= 0 && ((columns.flags()[slot] as number) & flag.sighted) !== 0
    },
    uploadOf(id) {
      const slot = columns.slotOfId(id)
      return slot < 0 ? null : columns.uploadId.get(slot)
    },
    *ids() {
      for (const slot of presentSlots()) yield columns.idAt(slot)
    },
    *vehicleKeys() {
      for (const slot of presentSlots()) yield* vehicleKeysAt(columns, slot)
    },
    *idsOf(numbers) {
      const found: string[] = []
      for (let first = 0; first < numbers.length; first += idsPerStep) {
        if (first > 0) yield
        for (const number of numbers.slice(first, first + idsPerStep)) {
          const id = ids.idOf(number)
          // Empty: the connection was removed meanwhile, for example.
          if (id !== '') found.push(id)
        }
      }
      return found
    },
    indexVehicles: () => vehicles.make(),
    vehiclesOf: (key) =>
      vehicles.slotsOf(key).map((slot) => ({
        id: columns.idAt(slot),
        rego: columns.text(columns.searched, slot, searchedTexts.rego),
        state: columns.state.get(slot),
        vin: columns.text(columns.searched, slot, searchedTexts.vin),
        lastUpdated: columns.text(columns.unsearched, slot, unsearchedTexts.lastUpdated) ?? '',
      })),
    *pack() {
      if (orders.forgetOthers()) yield* columns.pack()
    },
    byteLength: () => columns.byteLength() + orders.byteLength() + vehicles.byteLength(),
  }
}
