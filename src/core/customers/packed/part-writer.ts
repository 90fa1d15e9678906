import type { Region } from '../../../contract/region.ts'
import { freeIfAlone } from '../../database/block-codec.ts'
import { plainTexts, span, spanLength, type PlainCustomers } from '../../service/plain-customers.ts'
import { createByteTexts } from '../record/byte-texts.ts'
import { listPartOf, mostRecordsOfPart, type ListPart, type ListPartRecord } from './list-part.ts'
import { flag, sharedColumns } from './packed-record.ts'
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
    const [begin, end] = [spans[at]!, spans[at + 1]!]
    if (end === 0) return null
    const number = texts.numberOf(body, begin, end)
    return number < 0 ? body.toString('utf8', begin, end) : texts.textAt(number)
  }

  return (records) => {
    if (!records.some(isPlain)) return listPartOf(records as readonly ListPartRecord[])
    if (records.length > mostRecordsOfPart) {
      throw new RangeError(`A part of the list has ${mostRecordsOfPart} records at most`)
    }
    searched.clear()
    unsearched.clear()
    const flags = new Uint8Array(records.length)
    const shared = sharedColumns.map(() => ({
      places: new Map<string, number>(),
      numbers: new Uint8Array(records.length),
    }))
    const sighted: { at: number; line: string }[] = []
    const [state, saleDate, expiryDate, uploadId, fieldSet, car] = shared
    const setShared = (column: (typeof shared)[number] | undefined, record: number, value: string | null): void => {
      if (value === null || !column) return
      const known = column.places.get(value)
      if (known === undefined) column.places.set(value, column.places.size + 1)
      column.numbers[record] = known ?? column.places.size
    }
    for (let record = 0; record < records.length; record += 1) {
      const each = records[record]!
      if (!isPlain(each)) {
        const { packed, line } = each
        flags[record] = packed.flags
        sharedColumns.forEach((name, column) => setShared(shared[column], record, packed[name]))
        searched.add(packed.searched)
        unsearched.add(packed.unsearched)
        if ((packed.flags & flag.sighted) !== 0) sighted.push({ at: record, line })
        continue
      }
      const { plain, at } = each
      flags[record] = flagsOf(plain, at)
      const fields = fieldReader.fieldsOf(plain, at)
      setShared(state, record, textOf(plain, at, plainTexts.state))
      setShared(saleDate, record, textOf(plain, at, plainTexts.saleDate))
      setShared(expiryDate, record, textOf(plain, at, plainTexts.expiryDate))
      setShared(uploadId, record, fieldReader.uploadOf(plain, at))
      setShared(fieldSet, record, fields.fieldSet)
      setShared(car, record, fieldReader.carOf(plain, at))
      searched.addSearched(plain, at, fields.searched)
      unsearched.addUnsearched(plain, at)
    }
    const joined = [searched.joined(), unsearched.joined()] as const
    return {
      flags,
      shared: shared.map(({ places, numbers }) => ({ values: [...places.keys()], numbers })),
      searched: joined[0],
      unsearched: joined[1],
      sighted,
      free: () => joined.forEach(freeIfAlone),
    }
  }
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
