import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import { isRecord } from '../../service/open-body.ts'
import { canRunWasm } from '../../wasm/wasm-code.ts'
import { normaliseForSearch } from '../record/search-text.ts'
import { createCarReader } from '../vehicles/car-names.ts'
import { createFieldSetReader } from './field-sets.ts'
import { plainCustomersCode } from './plain-customers-code.ts'
import { formLimit } from './plain-layout.ts'
import { PlainMemory, type PageRuns, type ReadPlainPage } from './plain-memory.ts'
import { otherCar, PlainPage, remoteOf } from './plain-page.ts'

/** The names of the interface, in the order in which its example has them (part 2), with the number of each text, or what else it is. */
const kinds: ReadonlyMap<string, number> = new Map([
  ['id', -1],
  ['last_updated', 0],
  ['rego', 1],
  ['state', 2],
  ['vin', 3],
  ['client_name', 4],
  ['mobile_number', 5],
  ['sale_date', 6],
  ['expiry_date', 7],
  ['vehicle_title', 8],
  ['sightings', -2],
  ['additional_fields', -3],
])

/** The memory for a page is seven times as long. */
const mostBodyBytes = 8 * 1024 ** 2

export interface PlainReader {
  /** Begins a page. False: it is too long. */
  load(body: Buffer): boolean
  /** By what the page is recognised, its records, and their runs: see `PlainMemory`. */
  digest(seed: number): string
  findRecords(first: number, length: number, last: number): Uint32Array
  findRuns(firstValue: number, seed: number): PageRuns
  /**
   * Reads the customers of the page that are written in the plainest way: names of the interface only, no white space, texts without
   * escapes, an id that is a UUID, no sighting, and additional fields that are texts or whole numbers. `bounds`: where each begins and ends.
   * Gives the number of each among the plain ones; −1: it is not plain. Null: none is.
   */
  read(bounds: Uint32Array): { readonly page: PlainPage; readonly numbers: Int32Array } | null
}

const code = Buffer.from(plainCustomersCode, 'base64')

/** Null for a processor that cannot. */
export function createPlainReader(region: Region): PlainReader | null {
  if (!canRunWasm(code)) return null
  const readCar = createCarReader()
  const readFieldSet = createFieldSetReader()
  const shared: (string | null)[] = [null]
  const fieldSets: (string | null)[] = [null]
  const cars: (string | null)[] = [null]
  const values = {
    state: shared,
    saleDate: shared,
    expiryDate: shared,
    uploadId: shared,
    fieldSet: fieldSets,
    car: cars,
  }

  const memory: PlainMemory = new PlainMemory(code, mobileRules[region].code, {
    describeFields(number, begin, end, count) {
      const fields: unknown = count === 0 ? {} : JSON.parse(memory.text(begin, end))
      const described = isRecord(fields) ? readFieldSet(fields, count) : null
      fieldSets.push(described?.fieldSet ?? null)
      memory.describeFields(number, described)
    },
    normalise(begin, end, to, withoutSpaces) {
      const text = memory.text(begin, end)
      const form = Buffer.from(normaliseForSearch(withoutSpaces === 1 ? text.replaceAll(/\s/g, '') : text))
      return to + form.length > formLimit ? 0 : to + form.copy(memory.bytes, to)
    },
  })

  /** Expects the fields of customers in the order of this one. False: it has others. */
  const learn = (names: readonly string[]): boolean => {
    if (!names.includes('id') || names.some((name) => !kinds.has(name))) return false
    memory.expectFields(names.map((name) => ({ name, kind: kinds.get(name)! })))
    return true
  }
  learn([...kinds.keys()])

  const read = (bounds: Uint32Array): ReadPlainPage => {
    const first = memory.read(bounds)
    if (first.count > 0) return first
    // Its fields may have another order than those of the page before.
    const raw: unknown = JSON.parse(memory.textOfBody(bounds[0]!, bounds[1]!))
    return isRecord(raw) && learn(Object.keys(raw)) ? memory.read(bounds) : first
  }

  /** Reads the texts and cars that got a number with this page. `others`: where cars without one belong. */
  const readValues = (page: PlainPage, others: Map<number, string | null>): void => {
    while (shared.length < memory.endOf('shared')) shared.push(memory.textOf('shared', shared.length))
    const carOf = (at: number): string | null => readCar(remoteOf({ plain: page, at }))
    for (let at = 0; at < page.count; at += 1) {
      const car = page.columns.car[at]!
      if (car === otherCar) others.set(at, carOf(at))
      // Numbers are given in the order of the customers.
      else if (car === cars.length) cars.push(carOf(at))
    }
  }

  return {
    load(body) {
      if (body.length > mostBodyBytes) return false
      memory.load(body)
      return true
    },
    digest: (seed) => memory.digest(seed),
    findRecords: (first, length, last) => memory.findRecords(first, length, last),
    findRuns: (firstValue, seed) => memory.findRuns(firstValue, seed),
    read(bounds) {
      const { numbers, ...written } = read(bounds)
      if (written.count === 0) return null
      const otherCars = new Map<number, string | null>()
      const page = new PlainPage({ ...written, values, otherCars })
      readValues(page, otherCars)
      return { page, numbers }
    },
  }
}
