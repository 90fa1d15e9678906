import { stateNames, type Region, type StateCode } from '../../contract/region.ts'
import type { SourceCell } from './source-cell.ts'
import { emptyCell, issue, type CheckedCell } from './checked-cell.ts'
import { plainText, saysNothing, spreadsheetError } from './cell-text.ts'
import { noState, stateCities, stateSpellings } from './state-rules.ts'

const bySpelling: ReadonlyMap<string, StateCode> = new Map(
  (Object.keys(stateSpellings) as readonly StateCode[]).flatMap((state) =>
    stateSpellings[state].map((spelling): [string, StateCode] => [spelling, state]),
  ),
)

const country = /[ ,]+(?:AUSTRALIA|AUST|AUS|AU)$/

function tidy(text: string): string {
  return text.toUpperCase().replaceAll('.', '').replace(/\s+/g, ' ').trim()
}

/** The state that a text names in a spelling in use, or null. Cities and near misses are not taken. */
export function stateOf(text: string): StateCode | null {
  const tidied = tidy(text)
  return bySpelling.get(tidied) ?? bySpelling.get(tidied.replace(country, '')) ?? null
}

/**
 * Checks a registration state. Value: the short code (interface, part 2). Cities and words one letter off only propose one; elsewhere than in
 * Australia a state is not sent.
 */
export function checkState(cell: SourceCell, region: Region): CheckedCell {
  if (cell === null || cell === '') return emptyCell
  const text = plainText(cell)
  if (text === '') return emptyCell
  if (region !== 'au') {
    const message = `States are sent for Australia only, so “${text}” is left out.`
    return { value: '', issues: [issue('info', 'state.not-used', message)] }
  }
  const complaint = spreadsheetError(cell, text)
  if (complaint) return complaint
  const state = stateOf(text)
  if (state) {
    const issues =
      text.toUpperCase() === state ? [] : [issue('info', 'state.short-code', `“${text}” is sent as ${state}.`)]
    return { value: state, issues }
  }
  const tidied = tidy(text)
  if (saysNothing(text) || noState.has(tidied)) {
    return {
      value: '',
      issues: [issue('info', 'state.none', `“${text}” is no state of Australia, so nothing is sent for it.`)],
    }
  }
  const city = stateCities[tidied.replace(country, '')]
  if (city) {
    const message = `${text} is a city. Take ${city} only if the car is registered there.`
    return { value: '', issues: [issue('warning', 'state.city', message, city)] }
  }
  const near = nearSpelling(tidied)
  if (near) {
    const message = `“${text}” is not a state as written; ${stateNames[near]} (${near}) is probably meant.`
    return { value: '', issues: [issue('warning', 'state.near', message, near)] }
  }
  const message = /^\d{3,4}$/.test(text)
    ? `${text} looks like a postcode, and a postcode does not say where a car is registered. Choose the state.`
    : `“${text}” is not a state of Australia. Choose NSW, VIC, QLD, SA, WA, TAS, ACT or NT.`
  return { value: '', issues: [issue('error', 'state.unknown', message)] }
}

/** One letter more, less or other, in words of six letters or more: short codes differ by one letter among themselves. */
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
