import {
  pair,
  pairLength,
  plainText,
  plainTexts,
  span,
  spanLength,
  type PlainCustomers,
} from '../../service/plain-customers.ts'
import { createByteTexts } from '../record/byte-texts.ts'
import { isReferenceIn, isUploadReference, uploadIn } from '../record/upload-reference.ts'
import { createCarPartReader } from '../vehicles/car-parts.ts'
import { createCarReader } from '../vehicles/car-names.ts'

/** What the names of a record's additional fields say. Records of one file share it. */
export interface PlainFields {
  /** The fields that are searched, by their places in the record, in the order of their names. */
  readonly searched: readonly number[]
  /** See `PackedRecord`. */
  readonly fieldSet: string | null
}

interface FieldShape extends PlainFields {
  readonly names: readonly string[]
  /** The bytes of each name. */
  readonly nameBytes: readonly Buffer[]
  readonly areReferences: readonly boolean[]
  readonly firstReference: number
  /** The fields that name the car, by their places. */
  readonly ofCar: readonly number[]
  /** Cars by the numbers of the texts that name them. */
  readonly cars: Map<number, string | null>
}

/** Files that are listed at once have few sets of fields. */
const mostShapes = 16
/** Texts that name cars repeat. */
const mostTexts = 20_000
/** More than `mostTexts`: three such numbers fit a whole number. */
const textNumbers = 2 ** 15

export interface PlainFieldReader {
  /** The fields of a record, for the calls that follow. */
  fieldsOf(page: PlainCustomers, customer: number): PlainFields
  /** The upload whose reference the record has. */
  uploadOf(page: PlainCustomers, customer: number): string | null
  /** Its make and model, as `createCarReader` reads them. */
  carOf(page: PlainCustomers, customer: number): string | null
}

export function createPlainFieldReader(): PlainFieldReader {
  const readCar = createCarReader()
  const readParts = createCarPartReader()
  const texts = createByteTexts(mostTexts)
  const noFields = newShape([], [])
  let shapes: FieldShape[] = [noFields]
  let shape = noFields

  function newShape(names: readonly string[], values: readonly string[]): FieldShape {
    const areReferences = values.map(isUploadReference)
    const own = names.filter((_, at) => !areReferences[at]).toSorted(compareNames)
    const ofCar = names.flatMap((name, at) => {
      const parts = readParts({ [name]: 'Car' })
      return parts.has('make') || parts.has('model') || parts.has('whole') ? at : []
    })
    return {
      names,
      nameBytes: names.map((name) => Buffer.from(name)),
      areReferences,
      firstReference: areReferences.indexOf(true),
      searched: own.map((name) => names.indexOf(name)),
      fieldSet: own.length === 0 ? null : JSON.stringify(own),
      ofCar,
      cars: new Map(),
    }
  }

  const fits = (
    { nameBytes, areReferences }: FieldShape,
    { body, pairs }: PlainCustomers,
    first: number,
    count: number,
  ): boolean => {
    if (nameBytes.length !== count) return false
    for (let field = 0; field < count; field += 1) {
      const at = (first + field) * pairLength
      const begin = pairs[at + pair.nameBegin]!
      const name = nameBytes[field]!
      if (pairs[at + pair.nameEnd]! - begin !== name.length) return false
      for (let index = 0; index < name.length; index += 1) if (body[begin + index] !== name[index]) return false
      const value = at + pair.valueBegin
      if (isReferenceIn(body, pairs[value]!, pairs[value + 1]!) !== areReferences[field]) return false
    }
    return true
  }

  const valueOf = ({ body, pairs }: PlainCustomers, at: number): string =>
    body.toString('utf8', pairs[at * pairLength + pair.valueBegin], pairs[at * pairLength + pair.valueEnd])

  const readCarOf = (page: PlainCustomers, customer: number, first: number): string | null =>
    readCar({
      vehicleTitle: plainText(page, customer, plainTexts.vehicleTitle),
      sightings: [],
      additionalFields: Object.fromEntries(shape.ofCar.map((at) => [shape.names[at]!, valueOf(page, first + at)])),
    })

  return {
    fieldsOf(page, customer) {
      const first = page.spans[customer * spanLength + span.firstPair]!
      const count = page.spans[customer * spanLength + span.pairs]!
      if (fits(shape, page, first, count)) return shape
      const known = shapes.find((each) => fits(each, page, first, count))
      if (known) shape = known
      else {
        const { body, pairs } = page
        const places = Array.from({ length: count }, (_, at) => (first + at) * pairLength)
        shape = newShape(
          places.map((at) => body.toString('utf8', pairs[at + pair.nameBegin], pairs[at + pair.nameEnd])),
          places.map((_, at) => valueOf(page, first + at)),
        )
        shapes = [shape, ...shapes.slice(0, mostShapes - 1)]
      }
      return shape
    },

    uploadOf(page, customer) {
      if (shape.firstReference < 0) return null
      const at = (page.spans[customer * spanLength + span.firstPair]! + shape.firstReference) * pairLength
      return uploadIn(page.body, page.pairs[at + pair.valueBegin]!, texts)
    },

    carOf(page, customer) {
      const { body, spans, pairs } = page
      const { ofCar, cars } = shape
      const title = customer * spanLength + span.texts + plainTexts.vehicleTitle * 2
      const first = spans[customer * spanLength + span.firstPair]!
      const titleEnd = spans[title + 1]!
      if (titleEnd === 0 && ofCar.length === 0) return null
      let key = titleEnd === 0 ? 0 : texts.numberOf(body, spans[title]!, titleEnd) + 1
      let isKnown = ofCar.length <= 2 && (titleEnd === 0 || key > 0)
      for (let index = 0; isKnown && index < ofCar.length; index += 1) {
        const at = (first + ofCar[index]!) * pairLength
        const number = texts.numberOf(body, pairs[at + pair.valueBegin]!, pairs[at + pair.valueEnd]!)
        if (number < 0) isKnown = false
        key = key * textNumbers + number
      }
      if (!isKnown) return readCarOf(page, customer, first)
      const known = cars.get(key)
      if (known !== undefined) return known
      const car = readCarOf(page, customer, first)
      if (cars.size < mostTexts) cars.set(key, car)
      return car
    },
  }
}

/** As `Array.sort` orders texts. */
const compareNames = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
