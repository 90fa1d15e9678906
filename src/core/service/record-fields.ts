import type { RawRecord } from './open-body.ts'

/** A field's name in lower case, letters and digits only: `vehicleId`, `vehicle_id` and `Vehicle ID` are the same. */
export const bareName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

export interface Field {
  readonly name: string
  readonly value: unknown
}

/** A record's fields by bare name, for repeated access. */
export type FieldIndex = ReadonlyMap<string, Field>

export function indexOf(record: RawRecord): FieldIndex {
  return new Map(Object.entries(record).map(([name, value]) => [bareName(name), { name, value }]))
}

const isIndex = (given: RawRecord | FieldIndex): given is FieldIndex => given instanceof Map

/** The field of the first name that the record has, in any spelling, with a value that `fits`. */
export function fieldOf(
  given: RawRecord | FieldIndex,
  names: readonly string[],
  fits: (value: unknown) => boolean = (value) => value !== null && value !== '',
): Field | null {
  const index = isIndex(given) ? given : indexOf(given)
  for (const wanted of names) {
    const field = index.get(bareName(wanted))
    if (field && fits(field.value)) return field
  }
  return null
}

/** Whether a name is one of `names`, in any spelling. */
export const hasBareName = (name: string, names: readonly string[]): boolean =>
  names.some((each) => bareName(each) === bareName(name))

/** Merges two records. A field of `outer` whose name `inner` has too gets a number, so that both are shown. */
export function merged(outer: RawRecord, inner: RawRecord): RawRecord {
  const both = new Map(Object.entries(inner))
  for (const [name, value] of Object.entries(outer)) {
    let free = name
    for (let number = 2; both.has(free); number += 1) free = `${name} ${number}`
    both.set(free, value)
  }
  return Object.fromEntries(both)
}

/** The record without some of its fields. */
export const without = (record: RawRecord, names: readonly string[]): RawRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** Fields of the envelope, which are not shown. */
export const envelopeNames: readonly string[] = ['success']

/** A name that may be another spelling of the interface's: `lastUpdated`, `last-updated`. */
const otherSpelling = /[A-Z\s-]/

/** The record with the names of the interface where it spells them in another way, as JSON:API and GraphQL do. */
export function renamed(record: RawRecord, names: Iterable<string>): RawRecord {
  if (!Object.keys(record).some((name) => otherSpelling.test(name))) return record
  const byBareName = new Map(Array.from(names, (name) => [bareName(name), name]))
  const taken = new Set(Object.keys(record))
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const wanted = byBareName.get(bareName(name))
      if (wanted === undefined || taken.has(wanted)) return [name, value]
      taken.add(wanted)
      return [wanted, value]
    }),
  )
}
