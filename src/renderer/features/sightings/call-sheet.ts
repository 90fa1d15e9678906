import type { Region } from '../../../contract/region.ts'
import { groupsToCall } from '../../../contract/call-group.ts'
import type { SightedCar, SightingFilter } from '../../../contract/sightings.ts'
import { formatDate, formatTimeOfDay } from '../../ui/format.ts'
import { listingSite } from '../../vehicle/listing-link.ts'
import { callText } from './call-text.ts'
import { sourceLabel } from './car-source.ts'
import { carStatus, gapText, priceChange, soldAgoText } from './car-summary.ts'
import { answerLabel, questions } from './outcomes.ts'
import { sightingsText } from './sightings-text.ts'

/** What the card asks first, to tick on paper. */
export const sheetTicks = questions.start.filter((answer) => answer !== 'no-call').map(answerLabel)

/** Why to call, as sentences, the most important first. `gap`: how the price compares with similar cars, or with the price before. */
export function sheetWords(
  car: SightedCar,
  region: Region,
  now: Date,
): { readonly gap: string; readonly reasons: readonly string[] } {
  const { callNote, sightings, source, assignedTo } = car
  const { sheet: text } = sightingsText
  const change = priceChange(car, region)?.text ?? ''
  const compared = gapText(car, region)
  const planned = [formatDate(callNote?.nextDate ?? null), formatTimeOfDay(callNote?.nextTime ?? null)]
  const status = [carStatus(car).text, ...planned].filter(Boolean).join(' ')
  const sentences = [
    compared === '' ? '' : change,
    status,
    callNote?.note ?? '',
    sightingsText.list.listed(car.daysSinceFirstSeen) + text.on(listingSite(sightings[0]?.listingUrl ?? '')),
    assignedTo ? callText.assign.assigned(assignedTo.name) : '',
    source ? sourceLabel(source) : '',
    soldAgoText(car, now),
  ].filter(Boolean)
  return {
    gap: compared || change,
    reasons: sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)),
  }
}

/** What of all calls is on paper: the search, whose calls, the groups when calls to make are hidden, and the filters (`chips`). */
export function sheetFilters(
  { search, assigned, groups }: SightingFilter,
  chips: readonly string[],
  me: string | null,
): readonly string[] {
  const { filter: text, groups: names } = sightingsText
  return [
    ...(search.trim() === '' ? [] : [text.searchChip(search.trim())]),
    ...(assigned === 'mine' && me !== null ? [callText.assign.assigned(me)] : []),
    ...(groups && groupsToCall.some((group) => !groups.includes(group)) ? groups.map((group) => names[group]) : []),
    ...chips,
  ]
}

export interface SheetCalls {
  /** Without Do Not Contact people. */
  readonly cars: readonly SightedCar[]
  /** How many calls the list has, more than are printed at most. */
  readonly total: number
  /** Do Not Contact people of the list. */
  readonly doNotContact: number
}

/**
 * Millimetres. A page is as high as the lower of A4 and Letter allows, less its margins, head, headings and last line: the paper is not known
 * before it is printed.
 */
const [roomMm, minRowMm, maxRowMm] = [221, 10.5, 20]
/** The most calls of a page. */
export const rowsOfPage = Math.floor(roomMm / minRowMm)
/** Of a row, what is not for the reasons to call, and a line of them. */
const [carMm, lineMm, maxLines] = [4.4, 2.9, 3]

interface SheetPage<T> {
  readonly number: number
  /** The place of its first call among all, from 1. */
  readonly first: number
  readonly calls: readonly T[]
  readonly later: number
}

/** The calls on as few pages as they need. The fewer there are, the more room each has to write. */
export function sheetPages<T>(calls: readonly T[]): {
  readonly rowMm: number
  /** Lines of reasons to call that fit into a row. */
  readonly lines: number
  readonly pages: readonly SheetPage<T>[]
} {
  const starts = Array.from({ length: Math.max(1, Math.ceil(calls.length / rowsOfPage)) }, (_, at) => at * rowsOfPage)
  const rowMm = Math.min(maxRowMm, Math.max(minRowMm, roomMm / Math.max(1, calls.length)))
  return {
    rowMm,
    lines: Math.min(maxLines, Math.floor((rowMm - carMm) / lineMm)),
    pages: starts.map((start, at) => ({
      number: at + 1,
      first: start + 1,
      calls: calls.slice(start, start + rowsOfPage),
      later: Math.max(0, calls.length - start - rowsOfPage),
    })),
  }
}
