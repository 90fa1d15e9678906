import { textHash } from '../../drafts/checking/text-hash.ts'
import { plateKey } from '../../fields/plate-rules.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import type { ListColumns } from './list-columns.ts'
import { flag, searchedTexts } from './packed-record.ts'

/** The slots of records by the keys (`vehicleKeys` of core/fields) of their vehicles. It is made when it is first asked for. */
export interface VehicleIndex {
  /** Makes the index, unless it exists. */
  make(): Steps<void>
  /** The slots of the records with this key. `make` must have ended. */
  slotsOf(key: string): number[]
  /** Call it before a record is set or removed, and with the slot again after it. */
  remove(slot: number): void
  add(slot: number): void
  compact(slots: Uint32Array): void
  byteLength(): number
}

/** Records between two pauses: about 3 ms. */
const stepSize = 2_000

/** The keys of the vehicle of a slot's record. */
export function vehicleKeysAt(columns: ListColumns, slot: number): string[] {
  const { region, searched, state } = columns
  const rego = columns.text(searched, slot, searchedTexts.rego)
  return vehicleKeys({
    rego: rego === null ? null : plateKey(rego),
    state: region === 'au' ? state.get(slot) : null,
    vin: columns.text(searched, slot, searchedTexts.vin),
  })
}

export function createVehicleIndex(columns: ListColumns): VehicleIndex {
  /** Pairs of a hash and a slot plus one. A slot of 0 with a hash was removed; both 0: free. At most 2/3 of the places are used. */
  let hashes = new Uint32Array(0)
  let slots = new Uint32Array(0)
  let used = 0
  /** Slots below this one are in the index. */
  let indexed = 0

  const put = (hash: number, slot: number): void => {
    const last = hashes.length - 1
    let place = hash & last
    while (hashes[place] !== 0) place = (place + 1) & last
    hashes[place] = hash
    slots[place] = slot + 1
    used += 1
  }
  /** Copies all entries to a table with room for more. `renumber`: the new slot of each. */
  const rebuild = (room: number, renumber: (slot: number) => number): void => {
    const [fromHashes, fromSlots] = [hashes, slots]
    const entries = fromSlots.reduce((sum, slot) => (slot > 0 ? sum + 1 : sum), room)
    let length = 256
    while (length * 2 < entries * 3) length *= 2
    hashes = new Uint32Array(length)
    slots = new Uint32Array(length)
    used = 0
    for (let place = 0; place < fromSlots.length; place += 1) {
      const slot = fromSlots[place] as number
      if (slot > 0) put(fromHashes[place] as number, renumber(slot - 1))
    }
  }
  const isPresent = (slot: number): boolean => ((columns.flags()[slot] as number) & flag.present) !== 0
  const addKeys = (slot: number): void => {
    for (const key of vehicleKeysAt(columns, slot)) {
      if ((used + 1) * 3 > hashes.length * 2) rebuild(Math.max(256, used >>> 2), (same) => same)
      put(textHash(key), slot)
    }
  }

  return {
    *make() {
      if (indexed === 0) rebuild(columns.slots() * 2, (slot) => slot)
      while (indexed < columns.slots()) {
        const end = Math.min(columns.slots(), indexed + stepSize)
        for (; indexed < end; indexed += 1) if (isPresent(indexed)) addKeys(indexed)
        yield
      }
    },
    slotsOf(key) {
      const hash = textHash(key)
      const found = new Set<number>()
      const last = hashes.length - 1
      for (let place = hash & last; hashes[place]; place = (place + 1) & last) {
        const slot = (slots[place] as number) - 1
        if (slot >= 0 && hashes[place] === hash && vehicleKeysAt(columns, slot).includes(key)) found.add(slot)
      }
      return [...found].toSorted((one, other) => one - other)
    },
    remove(slot) {
      if (slot >= indexed || !isPresent(slot)) return
      const last = hashes.length - 1
      for (const key of vehicleKeysAt(columns, slot)) {
        const hash = textHash(key)
        let place = hash & last
        while (hashes[place] !== hash || slots[place] !== slot + 1) place = (place + 1) & last
        slots[place] = 0
      }
    },
    add(slot) {
      // A new record after all others, of a complete index.
      if (slot === indexed && indexed > 0) indexed += 1
      if (slot < indexed) addKeys(slot)
    },
    compact(present) {
      if (indexed === 0) return
      const renumbered = new Uint32Array((present.at(-1) ?? -1) + 1)
      let stillIndexed = 0
      for (let slot = 0; slot < present.length; slot += 1) {
        renumbered[present[slot] as number] = slot
        if ((present[slot] as number) < indexed) stillIndexed += 1
      }
      rebuild(0, (slot) => renumbered[slot] as number)
      indexed = stillIndexed
    },
    byteLength: () => hashes.byteLength + slots.byteLength,
  }
}
