import { addDays, dayOf } from '../../../contract/calendar-date.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import { carKey, keyOfCarText, makeKey } from '../vehicles/car-names.ts'
import type { ListColumns } from './list-columns.ts'
import { flag, unsearchedTexts } from './packed-record.ts'
import type { People, SlotFilter } from './slot-filter.ts'
import { endOfText, startOfText } from './text-bytes.ts'

/** Slots between two pauses: 1 to 3 ms. */
const stepSize = 16_384
/** The same, where mobile numbers may have to be read. */
const peopleStep = 2_048
const missingFlags = { mobileNumber: flag.missingMobile, clientName: flag.missingName, rego: flag.missingRego } as const
const dayLength = 10
const writtenDay = /^\d{4}-\d{2}-\d{2}$/

function markIds(columns: ListColumns, ids: Iterable<string>): Uint8Array {
  const marks = new Uint8Array(columns.slots())
  for (const id of ids) {
    const slot = columns.slotOfId(id)
    if (slot >= 0) marks[slot] = 1
  }
  return marks
}

/** 1 for each slot whose person is one of these. Of mobile numbers, only those of slots that are not 0 in `wanted` are compared. */
export function* markPeople(columns: ListColumns, { ids, numbers }: People, wanted: Uint8Array): Steps<Uint8Array> {
  const marks = markIds(columns, ids)
  if (numbers.size === 0) return marks
  yield* columns.unsearched.unpack()
  for (let first = 0; first < marks.length; first += peopleStep) {
    yield
    const end = Math.min(marks.length, first + peopleStep)
    for (let slot = first; slot < end; slot += 1) {
      if (wanted[slot] === 0) continue
      const mobile = columns.mobileAt(slot)
      if (mobile !== 0 && numbers.has(mobile)) marks[slot] = 1
    }
  }
  return marks
}

interface DayRange {
  readonly from: string | null
  readonly to: string | null
}

function isInRange(text: string, { from, to }: DayRange): boolean {
  const day = dayOf(text)
  return day !== null && (from === null || day >= from) && (to === null || day <= to)
}

/** What a value of a column with shared values must be. */
function valueTests(columns: ListColumns, filter: SlotFilter) {
  const { states, expiresUntil, cars } = filter
  const tests: { readonly column: ListColumns['state']; readonly passes: (value: string) => boolean }[] = []
  if (states.length > 0) tests.push({ column: columns.state, passes: (state) => states.includes(state) })
  if (expiresUntil !== null) tests.push({ column: columns.expiryDate, passes: (date) => date <= expiresUntil })
  for (const range of filter.dates) {
    if (range.date !== 'lastSighting')
      tests.push({ column: columns[range.date], passes: (date) => isInRange(date, range) })
  }
  if (cars.length > 0) {
    const anyModel = new Set(cars.filter(({ model }) => model === null).map(({ make }) => makeKey(make)))
    const wanted = new Set(cars.flatMap(({ make, model }) => (model === null ? [] : [carKey({ make, model })])))
    tests.push({
      column: columns.car,
      passes(text) {
        const key = keyOfCarText(text)
        return wanted.has(key) || anyModel.has(key.slice(0, key.indexOf('\n')))
      },
    })
  }
  return tests.map(({ column, passes }) => ({ numbers: column.numbers(), passed: column.test(passes) }))
}

/** What must not have a value. */
const emptyTests = (columns: ListColumns, { missing }: SlotFilter) =>
  missing.flatMap((field) => {
    if (field !== 'saleDate' && field !== 'expiryDate') return []
    return [{ numbers: columns[field].numbers(), passed: columns[field].test((date) => date !== '') }]
  })

/** Marks by all that needs no text of a single record. Returns how many. */
export function* markByColumns(columns: ListColumns, filter: SlotFilter, marks: Uint8Array): Steps<number> {
  const { sighting, upload, contact, outcomes } = filter
  const flags = columns.flags()
  let wanted: number = flag.present
  for (const field of filter.missing)
    if (field in missingFlags) wanted |= missingFlags[field as keyof typeof missingFlags]
  if (filter.missingVin) wanted |= flag.missingVin
  if (sighting === 'seen') wanted |= flag.sighted
  const mask = sighting === 'never' ? wanted | flag.sighted : wanted
  for (let slot = 0; slot < marks.length; slot += 1) marks[slot] = ((flags[slot] as number) & mask) === wanted ? 1 : 0
  yield
  for (const { numbers, passed } of valueTests(columns, filter)) {
    for (let slot = 0; slot < marks.length; slot += 1) marks[slot]! &= passed[numbers[slot] as number] as number
    yield
  }
  for (const { numbers, passed } of emptyTests(columns, filter)) {
    for (let slot = 0; slot < marks.length; slot += 1) marks[slot]! &= 1 ^ (passed[numbers[slot] as number] as number)
    yield
  }
  if (filter.ids !== null) keepThose(marks, markIds(columns, filter.ids))
  yield
  if (upload) {
    const uploaded = markIds(columns, upload.customerIds)
    const [numbers, isUpload] = [columns.uploadId.numbers(), columns.uploadId.test((id) => upload.ids.has(id))]
    for (let slot = 0; slot < marks.length; slot += 1)
      marks[slot]! &= (uploaded[slot] as number) | (isUpload[numbers[slot] as number] as number)
    yield
  }
  if (contact) {
    const people = yield* markPeople(columns, contact.people, marks)
    const other = contact.wanted === 'forbidden' ? 0 : 1
    for (let slot = 0; slot < marks.length; slot += 1) marks[slot]! &= (people[slot] as number) ^ other
    yield
  }
  if (outcomes) {
    const wantedOutcome = markIds(columns, outcomes.ids)
    if (outcomes.withOutcome) {
      const called = markIds(columns, outcomes.withOutcome)
      for (let slot = 0; slot < marks.length; slot += 1) {
        if (called[slot] === 0 && ((flags[slot] as number) & flag.sighted) !== 0) wantedOutcome[slot] = 1
      }
    }
    keepThose(marks, wantedOutcome)
    yield
  }
  return countMarks(marks)
}

/** One column after another: a loop over one array takes a tenth of a millisecond for 100,000 records. */
function keepThose(marks: Uint8Array, those: Uint8Array): void {
  for (let slot = 0; slot < marks.length; slot += 1) marks[slot]! &= those[slot] as number
}

export function countMarks(marks: Uint8Array): number {
  let count = 0
  for (let slot = 0; slot < marks.length; slot += 1) count += marks[slot] as number
  return count
}

/** Removes the marks of records whose last sighting was on another day. Returns how many marks are left. */
export function* checkLastSighting(columns: ListColumns, range: DayRange, marks: Uint8Array): Steps<number> {
  const { unsearched } = columns
  const isCertain = certainDays(range)
  yield* unsearched.unpack()
  let found = 0
  for (let first = 0; first < marks.length; first += stepSize) {
    if (first > 0) yield
    const [view, flags] = [unsearched.view(), columns.flags()]
    const end = Math.min(marks.length, first + stepSize)
    for (let slot = first; slot < end; slot += 1) {
      if (marks[slot] === 0) continue
      marks[slot] = 0
      if (((flags[slot] as number) & flag.sighted) === 0) continue
      const start = startOfText(view, unsearched.startOf(slot), unsearchedTexts.lastSighting)
      const passes =
        isCertain(view.toString('latin1', start, start + dayLength)) ??
        isInRange(view.toString('utf8', start, endOfText(view, start)), range)
      if (!passes) continue
      marks[slot] = 1
      found += 1
    }
  }
  return found
}

/** Whether a timestamp that begins with this day is in the range; null: its time zone decides, by two days at most. */
function certainDays({ from, to }: DayRange): (day: string) => boolean | null {
  const near = 2
  const [tooEarly, afterFrom] = from === null ? ['', ''] : [addDays(from, -near), addDays(from, near)]
  const [tooLate, beforeTo] = to === null ? ['9999-12-31', '9999-12-31'] : [addDays(to, near), addDays(to, -near)]
  return (day) => {
    if (!writtenDay.test(day)) return null
    if (day < tooEarly || day > tooLate) return false
    return day > afterFrom && day < beforeTo ? true : null
  }
}
