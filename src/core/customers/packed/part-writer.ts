import type { Region } from '../../../contract/region.ts'
import { freeIfAlone } from '../../database/block-codec.ts'
import { plainTexts, span, spanLength, type PlainCustomers } from '../../service/plain-customers.ts'
import { createByteTexts } from '../record/byte-texts.ts'
import { listPartOf, mostRecordsOfPart, type ListPart, type ListPartRecord } from './list-part.ts'
import { flag, sharedColumns, type SharedColumn } from './packed-record.ts'
import { createPlainFieldReader } from './plain-fields.ts'
import { createJoinedWriter } from './plain-texts.ts'

/** A plain customer of a page. */
export interface PlainPartRecord {
  readonly plain: PlainCustomers
  readonly at: number
}

type PartRecord = ListPartRecord | PlainPartRecord
const isPlain = (record: PartRecord): record is PlainPartRecord => 'plain' in record

/** Texts that many records share. */
const mostTexts = 20_000

/** Returns a function that makes the part of the list that has these records, of which plain ones are not read as objects. */
export function createPartWriter(region: Region): (records: readonly PartRecord[]) => ListPart {
  const [searched, unsearched] = [createJoinedWriter(region), createJoinedWriter(region)]
  const fieldReader = createPlainFieldReader()
  const texts = createByteTexts(mostTexts)

  const textOf = ({ body, spans }: PlainCustomers, customer: number, text: number): string | null => {
    const at = customer * spanLength + span.texts + text * 2
    const end = spans[at + 1]!
    if (end === 0) return null
    const number = texts.numberOf(body, spans[at]!, end)
    return number < 0 ? body.toString('utf8', spans[at], end) : texts.textAt(number)
  }

  const addRead = ({ flags, shared, sighted }: PartColumns, record: number, { packed, line }: ListPartRecord): void => {
    flags[record] = packed.flags
    for (const column of sharedColumns) setShared(shared[column], record, packed[column])
    searched.add(packed.searched)
    unsearched.add(packed.unsearched)
    if ((packed.flags & flag.sighted) !== 0) sighted.push({ at: record, line })
  }

  const addPlain = ({ flags, shared }: PartColumns, record: number, { plain, at }: PlainPartRecord): void => {
    flags[record] = flagsOf(plain, at)
    const fields = fieldReader.fieldsOf(plain, at)
    setShared(shared.state, record, textOf(plain, at, plainTexts.state))
    setShared(shared.saleDate, record, textOf(plain, at, plainTexts.saleDate))
    setShared(shared.expiryDate, record, textOf(plain, at, plainTexts.expiryDate))
    setShared(shared.uploadId, record, fieldReader.uploadOf(plain, at))
    setShared(shared.fieldSet, record, fields.fieldSet)
    setShared(shared.car, record, fieldReader.carOf(plain, at))
    searched.addSearched(plain, at, fields.searched)
    unsearched.addUnsearched(plain, at)
  }

  return (records) => {
    if (!records.some(isPlain)) return listPartOf(records as readonly ListPartRecord[])
    if (records.length > mostRecordsOfPart) {
      throw new RangeError(`A part of the list has ${mostRecordsOfPart} records at most`)
    }
    searched.clear()
    unsearched.clear()
    const columns = newColumns(records.length)
    for (let record = 0; record < records.length; record += 1) {
      const each = records[record]!
      if (isPlain(each)) addPlain(columns, record, each)
      else addRead(columns, record, each)
    }
    const { flags, shared, sighted } = columns
    const joined = [searched.joined(), unsearched.joined()] as const
    return {
      flags,
      shared: sharedColumns.map((column) => {
        const { places, numbers } = shared[column]
        return { values: [...places.keys()], numbers }
      }),
      searched: joined[0],
      unsearched: joined[1],
      sighted,
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

interface PartColumns {
  readonly flags: Uint8Array
  readonly shared: Readonly<Record<SharedColumn, SharedValues>>
  readonly sighted: { at: number; line: string }[]
}

function newColumns(records: number): PartColumns {
  const values = (): SharedValues => ({ places: new Map(), numbers: new Uint8Array(records) })
  return {
    flags: new Uint8Array(records),
    shared: {
      state: values(),
      saleDate: values(),
      expiryDate: values(),
      uploadId: values(),
      fieldSet: values(),
      car: values(),
    },
    sighted: [],
  }
}

function setShared({ places, numbers }: SharedValues, record: number, value: string | null): void {
  if (value === null) return
  const known = places.get(value)
  if (known === undefined) places.set(value, places.size + 1)
  numbers[record] = known ?? places.size
}

function flagsOf({ spans }: PlainCustomers, customer: number): number {
  const ends = customer * spanLength + span.texts + 1
  return (
    flag.present |
    (spans[ends + plainTexts.vin * 2] ? 0 : flag.missingVin) |
    (spans[ends + plainTexts.mobileNumber * 2] ? 0 : flag.missingMobile) |
    (spans[ends + plainTexts.clientName * 2] ? 0 : flag.missingName) |
    (spans[ends + plainTexts.rego * 2] ? 0 : flag.missingRego)
  )
}
