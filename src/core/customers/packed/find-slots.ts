import { z } from 'zod'
import { parseJson } from '../../database/parse-json.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import type { ListColumns } from './list-columns.ts'
import { checkLastSighting, markByColumns } from './mark-slots.ts'
import { searchedTexts } from './packed-record.ts'
import type { SlotFilter } from './slot-filter.ts'
import { endOfText, startOfText } from './text-bytes.ts'

/** A search goes record by record through this part of the list at most; of more, it goes through all bytes. */
const fewRecords = 0.25
/** The bytes in which terms are counted to find the rarest one. */
const sampleLength = 131_072
/** Slots between two pauses: 2 to 4 ms. */
const stepSize = 16_384

const FieldNames = z.array(z.string())

/** Names of additional fields, from a value of `ListColumns.fieldSet`. */
export const fieldNames = (fieldSet: string): readonly string[] => parseJson(FieldNames, fieldSet)

/** 1 for each slot whose record meets the filter. The list must not change between two steps. */
export function* findSlots(columns: ListColumns, filter: SlotFilter): Steps<Uint8Array> {
  const marks = new Uint8Array(columns.slots())
  let found = yield* markByColumns(columns, filter, marks)
  for (const range of filter.dates) {
    if (range.date === 'lastSighting') found = yield* checkLastSighting(columns, range, marks)
  }
  if (filter.terms.length > 0) yield* columns.searched.unpack()
  for (const term of rarestFirst(columns, filter.terms)) {
    yield
    if (found === 0) return marks
    found = found < marks.length * fewRecords ? searchMarked(columns, term, marks) : searchAll(columns, term, marks)
  }
  for (const field of filter.fields) yield* checkField(columns, field, marks)
  for (const name of filter.missingFields) yield* checkMissingField(columns, name, marks)
  return marks
}

/** The terms as bytes. The one that is in the fewest records of the beginning of the list comes first. */
function rarestFirst({ searched }: ListColumns, terms: readonly string[]): Buffer[] {
  const bytes = terms.map((term) => Buffer.from(term))
  if (bytes.length < 2) return bytes
  const sample = searched.view().subarray(0, sampleLength)
  const counts = new Map<Buffer, number>()
  for (const term of bytes) {
    let count = 0
    for (let at = sample.indexOf(term); at >= 0; at = sample.indexOf(term, searched.endAt(at))) count += 1
    counts.set(term, count)
  }
  return bytes.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))
}

/** Removes the marks of records without the term. Returns how many are left. */
function searchAll({ searched }: ListColumns, term: Buffer, marks: Uint8Array): number {
  const view = searched.view()
  let found = 0
  for (let at = view.indexOf(term); at >= 0; at = view.indexOf(term, searched.endAt(at))) {
    const slot = searched.slotAt(at)
    // 2: marked before, and found.
    if (marks[slot] !== 1) continue
    marks[slot] = 2
    found += 1
  }
  for (let slot = 0; slot < marks.length; slot += 1) marks[slot] = (marks[slot] as number) >>> 1
  return found
}

/** The same, record by record. */
function searchMarked({ searched }: ListColumns, term: Buffer, marks: Uint8Array): number {
  const view = searched.view()
  let found = 0
  for (let slot = marks.indexOf(1); slot >= 0; slot = marks.indexOf(1, slot + 1)) {
    const start = searched.startOf(slot)
    if (view.subarray(start, searched.endAt(start)).includes(term)) found += 1
    else marks[slot] = 0
  }
  return found
}

/** The place of a field's text in a record, plus one; 0: it has no such field. By the number of the record's field set. */
function placesOf({ fieldSet }: ListColumns, name: string): (slot: number) => number {
  const numbers = fieldSet.numbers()
  const places = new Map<number, number>()
  return (slot) => {
    const number = numbers[slot] as number
    const known = places.get(number)
    if (known !== undefined) return known
    const place = fieldNames(fieldSet.get(slot) ?? '[]').indexOf(name) + 1
    places.set(number, place)
    return place
  }
}

/** Keeps the marks of records whose text of a field passes; a record without the field passes when `passes` does not need one. */
function* checkTexts(
  columns: ListColumns,
  name: string,
  marks: Uint8Array,
  passes: (view: Buffer, start: number, end: number) => boolean,
  withoutField: boolean,
): Steps<void> {
  const { searched } = columns
  yield* searched.unpack()
  const placeOf = placesOf(columns, name)
  for (let first = 0; first < marks.length; first += stepSize) {
    yield
    const view = searched.view()
    const last = Math.min(marks.length, first + stepSize)
    for (let slot = first; slot < last; slot += 1) {
      if (marks[slot] === 0) continue
      const place = placeOf(slot)
      if (place === 0) {
        marks[slot] = withoutField ? 1 : 0
        continue
      }
      const start = startOfText(view, searched.startOf(slot), searchedTexts.firstField + place - 1)
      if (!passes(view, start, endOfText(view, start))) marks[slot] = 0
    }
  }
}

function checkField(
  columns: ListColumns,
  { name, contains }: { readonly name: string; readonly contains: string },
  marks: Uint8Array,
): Steps<void> {
  const term = Buffer.from(contains)
  const passes = (view: Buffer, start: number, end: number): boolean =>
    term.length === 0 || hasBytes(view, start, end, term)
  return checkTexts(columns, name, marks, passes, false)
}

function checkMissingField(columns: ListColumns, name: string, marks: Uint8Array): Steps<void> {
  return checkTexts(columns, name, marks, (_, start, end) => start === end, true)
}

/** Whether the bytes from `start` to `end` contain the term. */
function hasBytes(view: Uint8Array, start: number, end: number, term: Uint8Array): boolean {
  for (let at = start; at <= end - term.length; at += 1) {
    let length = 0
    while (length < term.length && view[at + length] === term[length]) length += 1
    if (length === term.length) return true
  }
  return false
}
