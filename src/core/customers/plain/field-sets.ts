import { parseReference } from '../../service/row-reference.ts'
import { createCarPartReader } from '../vehicles/car-parts.ts'

/** What the names of a record's additional fields say. Records of one file share it. */
export interface FieldSet {
  /** As `PackedRecord` has it. */
  readonly fieldSet: string | null
  /** The fields that are searched, by their places in the record, in the order of their names. */
  readonly searched: readonly number[]
  /** The fields that name the car, by their places. */
  readonly ofCar: readonly number[]
}

/** Names that are numbers are put in another order when they are parsed; `__proto__` is special. */
const oddName = /^(?:[0-9_]|$)/

/** Returns a function that describes the additional fields of a record. Null: their names are not plain, or one is repeated. */
export function createFieldSetReader(): (fields: Readonly<Record<string, unknown>>, count: number) => FieldSet | null {
  const readParts = createCarPartReader()
  const namesCar = (name: string): boolean => {
    const parts = readParts({ [name]: 'Car' })
    return parts.has('make') || parts.has('model') || parts.has('whole')
  }
  return (fields, count) => {
    const names = Object.keys(fields)
    if (names.length !== count || names.some((name) => oddName.test(name))) return null
    const own = names.filter((name) => parseReference(fields[name]) === null).toSorted(compareNames)
    return {
      fieldSet: own.length === 0 ? null : JSON.stringify(own),
      searched: own.map((name) => names.indexOf(name)),
      ofCar: names.flatMap((name, at) => (namesCar(name) ? at : [])),
    }
  }
}

/** As `Array.sort` orders texts. */
const compareNames = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
