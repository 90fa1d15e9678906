import { stateNames, type Region, type StateCode } from '../../contract/region.ts'
import type { SourceCell } from './source-cell.ts'
import { cellMessages } from './cell-messages.ts'
import { emptyCell, issue, type CheckedCell } from './checked-cell.ts'
import { plainText, isPlaceholder, spreadsheetError } from './cell-text.ts'
import { noState, stateCities, stateSpellings } from './state-rules.ts'

const bySpelling: ReadonlyMap<string, StateCode> = new Map(
  (Object.keys(stateSpellings) as readonly StateCode[]).flatMap((state) =>
    stateSpellings[state].map((spelling): [string, StateCode] => [spelling, state]),
  ),
)

const country = /[ ,]+(?:AUSTRALIA|AUST|AUS|AU)$/

function normalised(text: string): string {
  return text.toUpperCase().replaceAll('.', '').replace(/\s+/g, ' ').trim()
}

/** The state that a text names in a common spelling, or null. Cities and near misses do not count. */
export function stateOf(text: string): StateCode | null {
  const normalisedText = normalised(text)
  return (
    bySpelling.get(normalisedText) ?? bySpelling.get(normalisedText.replace(country, '')) ?? namedTwice(normalisedText)
  )
}

const marks = /\s*[-\u2010-\u2015/\\|,:;()[\]{}"*_]+\s*/
const notAState: ReadonlySet<string> = new Set(['', 'AU', 'AUS', 'AUST', 'AUSTRALIA', 'STATE', 'REGO STATE'])

/** "(ACT)", "QLD - QUEENSLAND", "STATE: VIC": each part names the same state. */
function namedTwice(text: string): StateCode | null {
  if (text.length > 60 || !marks.test(text)) return null
  const parts = text.split(marks).filter((part) => !notAState.has(part))
  const states = new Set(parts.map((part) => bySpelling.get(part) ?? null))
  const [state = null] = states
  return states.size === 1 ? state : null
}

/**
 * Checks a registration state. Value: the short code (interface, part 2). A city or a word that is one letter off only
 * proposes a state. Outside Australia states are not sent.
 */
export function checkState(cell: SourceCell, region: Region): CheckedCell {
  if (cell === null || cell === '') return emptyCell
  const text = plainText(cell)
  if (text === '') return emptyCell
  if (region !== 'au') {
    const message = cellMessages.state.notUsed(text)
    return { value: '', issues: [issue('info', 'state.not-used', message)] }
  }
  const complaint = spreadsheetError(cell, text)
  if (complaint) return complaint
  const state = stateOf(text)
  if (state) {
    const issues =
      text.toUpperCase() === state ? [] : [issue('info', 'state.short-code', cellMessages.state.shortCode(text, state))]
    return { value: state, issues }
  }
  const normalisedText = normalised(text)
  if (isPlaceholder(text) || noState.has(normalisedText)) {
    return {
      value: '',
      issues: [issue('info', 'state.none', cellMessages.state.none(text))],
    }
  }
  const city = stateCities[normalisedText.replace(country, '')]
  if (city) {
    const message = cellMessages.state.city(text, city)
    return { value: '', issues: [issue('warning', 'state.city', message, city)] }
  }
  const near = nearSpelling(normalisedText)
  if (near) {
    const message = cellMessages.state.near(text, stateNames[near], near)
    return { value: '', issues: [issue('warning', 'state.near', message, near)] }
  }
  const message = /^\d{3,4}$/.test(text) ? cellMessages.state.postcode(text) : cellMessages.state.unknown(text)
  return { value: '', issues: [issue('error', 'state.unknown', message)] }
}

/**
 * A state whose spelling is one edit away, for words of six letters or more: short codes differ by one letter from each
 * other.
 */
function nearSpelling(text: string): StateCode | null {
  if (text.length < 6 || text.length > 40) return null
  for (const [spelling, state] of bySpelling) {
    if (spelling.length >= 6 && isOneEditApart(text, spelling)) return state
  }
  return null
}

/** Whether one character was added, dropped, replaced or two neighbours swapped. */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let fromEnd = 0
  const most = Math.min(a.length, b.length) - start
  while (fromEnd < most && a[a.length - 1 - fromEnd] === b[b.length - 1 - fromEnd]) fromEnd += 1
  const restA = a.slice(start, a.length - fromEnd)
  const restB = b.slice(start, b.length - fromEnd)
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}
