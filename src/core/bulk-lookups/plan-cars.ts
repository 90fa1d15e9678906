import { whyUnavailable } from '../../contract/availability.ts'
import { StateCode, type Region } from '../../contract/region.ts'
import { isPlaceholder, plainText } from '../fields/cell-text.ts'
import { checkPlate } from '../fields/plate.ts'
import { plateKey, suggestState } from '../fields/plate-rules.ts'
import type { SourceCell } from '../fields/source-cell.ts'
import { checkState } from '../fields/state.ts'
import { checkVin } from '../fields/vin.ts'
import { interpretText, lookupFailures } from '../lookup/lookup-text.ts'
import { bulkText } from './bulk-text.ts'
import type { WrittenCar } from './find-cars.ts'
import { testPlateIn } from './test-plate.ts'

/** A car to look up, or one that can't be (`kind` null), with the reason in `note`. */
export interface PlannedCar {
  readonly kind: 'plate' | 'vin' | null
  /** As it is sent; as it was entered when it can't be looked up. */
  readonly query: string
  readonly state: StateCode | null
  readonly line: number
  /** How many lines have it. */
  readonly lines: number
  /** What to check, or why it can't be looked up. */
  readonly note: string | null
}

export interface CarPlan {
  readonly cars: readonly PlannedCar[]
  /** Lines whose car an earlier line has. */
  readonly duplicates: number
  /** Plates without a state of their own. */
  readonly withoutState: number
}

type ReadCar = Omit<PlannedCar, 'line' | 'lines'> & { readonly hasOwnState: boolean }

/** Texts of this length or longer are meant as VINs. */
const shortestVinAttempt = 14
const maxShownLength = 100

/** The same car of a plan: the same plate in the same state, or the same VIN. */
export const carKey = ({ kind, query, state }: Pick<PlannedCar, 'kind' | 'query' | 'state'>): string =>
  JSON.stringify([kind, query, state])

/** Reads cars as plates and VINs, and merges those that are the same. `defaultState`: for plates without one. */
export function planCars(written: Iterable<WrittenCar>, region: Region, defaultState: StateCode | null): CarPlan {
  const byKey = new Map<string, PlannedCar>()
  let duplicates = 0
  let withoutState = 0
  for (const { line, car, state } of written) {
    const { hasOwnState, ...read } = readCar(car, state, region, defaultState)
    if (!hasOwnState) withoutState += 1
    const key = carKey(read)
    const known = byKey.get(key)
    if (known && read.kind !== null) duplicates += 1
    byKey.set(key, known ? { ...known, lines: known.lines + 1 } : { ...read, line, lines: 1 })
  }
  return { cars: [...byKey.values()], duplicates, withoutState }
}

const refused = (text: string, note: string, hasOwnState = true): ReadCar => ({
  kind: null,
  query: text.slice(0, maxShownLength),
  state: null,
  note,
  hasOwnState,
})

function readCar(cell: SourceCell, stateCell: SourceCell, region: Region, defaultState: StateCode | null): ReadCar {
  const text = plainText(cell)
  if (text === '') return refused(text, bulkText.blank)
  const vin = readVinCell(cell, text, region)
  if (vin) {
    return 'problem' in vin ? refused(text, vin.problem) : { kind: 'vin', ...vin, state: null, hasOwnState: true }
  }
  return readPlateCell(cell, stateCell, region, defaultState)
}

function readPlateCell(
  cell: SourceCell,
  stateCell: SourceCell,
  region: Region,
  defaultState: StateCode | null,
): ReadCar {
  const text = plainText(cell)
  const given = checkState(stateCell, region)
  const ownState = region === 'au' ? (StateCode.safeParse(given.value).data ?? null) : null
  const test = testPlateIn(text)
  const {
    value,
    issues,
    state: stateInCell,
  } = test
    ? { value: test.plate, issues: [], state: test.state }
    : { state: undefined, ...checkPlate(cell, region, ownState, defaultState) }
  if (isPlaceholder(text) || (value !== '' && !test && !/\d/.test(value) && /\s/.test(text))) {
    return refused(text, bulkText.notACar)
  }
  const messageOf = (wanted: string): string | null =>
    issues.find(({ severity }) => severity === wanted)?.message ?? null
  if (value === '') return refused(text, messageOf('error') ?? issues[0]?.message ?? bulkText.notACar)
  const note = messageOf('warning') ?? (/\d/.test(value) ? null : bulkText.noDigits)
  if (region !== 'au') return { kind: 'plate', query: value, state: null, note, hasOwnState: true }
  const unreadable = ownState === null && plainText(stateCell) !== '' ? given.issues[0] : undefined
  if (unreadable) return refused(text, unreadable.message)
  const written = ownState ?? stateInCell ?? null
  const state = written ?? defaultState ?? certainState(value)
  if (state === null) return refused(text, bulkText.missingState, false)
  return { kind: 'plate', query: value, state, note, hasOwnState: written !== null }
}

/** A VIN, or why a text that was meant as one is none; null: not meant as one. */
function readVinCell(
  cell: SourceCell,
  text: string,
  region: Region,
): { readonly query: string; readonly note: string | null } | { readonly problem: string } | null {
  const { value, issues } = checkVin(cell, { region })
  if (value === '') {
    const { length } = plateKey(text)
    const isAttempt = length >= shortestVinAttempt && !/\s\S+\s/.test(text) && testPlateIn(text) === null
    return isAttempt ? { problem: lookupFailures.invalidVin(length)[0] } : null
  }
  const unavailable = whyUnavailable('vin-search', region)
  if (unavailable !== null) return { problem: unavailable }
  const letter = issues.find(({ rule }) => rule === 'vin.letter')
  if (letter && letter.proposal !== null) {
    return { query: letter.proposal, note: interpretText.vinLetters(value, letter.proposal) }
  }
  return { query: value, note: issues.find(({ severity }) => severity === 'warning')?.message ?? null }
}

/** The only state that issues plates of this pattern. */
function certainState(plate: string): StateCode | null {
  const suggested = suggestState(plate)
  return suggested?.confidence === 'high' ? suggested.state : null
}
