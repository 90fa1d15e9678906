import type { StateCode } from '../../contract/region.ts'
import type { CountedCell, SourceCell } from './source-cell.ts'
import { plainText } from './cell-text.ts'
import { latinCapitals } from './latin-letters.ts'
import { plateColumnMessage } from './column-messages.ts'
import { fitsState, plateKey, statesOfPlate } from './plate-rules.ts'

const tokens: Readonly<Record<string, StateCode>> = {
  NSW: 'NSW',
  'NEW SOUTH WALES': 'NSW',
  VIC: 'VIC',
  VICTORIA: 'VIC',
  QLD: 'QLD',
  QUEENSLAND: 'QLD',
  SA: 'SA',
  'SOUTH AUSTRALIA': 'SA',
  WA: 'WA',
  'WESTERN AUSTRALIA': 'WA',
  TAS: 'TAS',
  TASMANIA: 'TAS',
  ACT: 'ACT',
  NT: 'NT',
  'NORTHERN TERRITORY': 'NT',
}

const token = Object.keys(tokens)
  .toSorted((a, b) => b.length - a.length)
  .join('|')
const stateLast = new RegExp(`^(.*[\\p{L}0-9].*?)([^\\p{L}0-9]+)(${token})[^\\p{L}0-9]*$`, 'u')
const stateFirst = new RegExp(`^[^\\p{L}0-9]*(${token})([^\\p{L}0-9]+)(.*[\\p{L}0-9].*)$`, 'u')
const mayHoldState = new RegExp(`(?:^|[^\\p{L}0-9])(?:${token})(?:$|[^\\p{L}0-9])`, 'u')
// A space, dash, dot or bullet can also be inside a printed plate. These can not.
const hardSeparator = /[()[\]{},/\\|:;_]/

export interface PlateAndState {
  readonly plate: string
  readonly state: StateCode | null
  /** The cell reads as "plate, state" and is a whole plate as well ("AB 12 WA" is a New South Wales plate). */
  readonly ambiguous: boolean
}

interface Split {
  readonly plate: string
  readonly state: StateCode
  readonly hard: boolean
}

function findSplit(text: string): Split | null {
  if (text.length > 60 || !mayHoldState.test(text)) return null
  const last = stateLast.exec(text)
  const [rest, separator, code] = last ? [last[1], last[2], last[3]] : []
  const first = last ? null : stateFirst.exec(text)
  const plate = plateKey(rest ?? first?.[3] ?? '')
  const state = tokens[code ?? first?.[1] ?? '']
  if (!state || plate.length < 2) return null
  return { plate, state, hard: hardSeparator.test(separator ?? first?.[2] ?? '') }
}

/**
 * Splits a cell into plate and state ("ABC123 NSW", "QLD: 123AB4"). A state attached to the plate is not split off. A
 * cell that is also a whole plate without its spaces and dashes stays whole and is marked ambiguous, unless its column
 * decides otherwise (`splitColumn`).
 */
export function splitPlateAndState(cell: SourceCell, treatAmbiguousAsState = false): PlateAndState {
  const text = latinCapitals(plainText(cell))
  const whole = plateKey(text)
  const split = findSplit(text)
  if (!split) return { plate: whole, state: null, ambiguous: false }
  const ambiguous = !split.hard && statesOfPlate(whole).length > 0
  if (ambiguous && !treatAmbiguousAsState) return { plate: whole, state: null, ambiguous: true }
  return { plate: split.plate, state: split.state, ambiguous: false }
}

/**
 * Whether the ambiguous cells of a column have a state: they do when at least 80% of the column's cells split off one
 * and the same state and leave a plate of that state's pattern.
 */
export function splitColumn(cells: Iterable<CountedCell>): {
  readonly treatAmbiguousAsState: boolean
  readonly evidence: string
} {
  const splits = new Map<StateCode, number>()
  let filled = 0
  let ambiguous = 0
  let split = 0
  for (const { cell, count } of cells) {
    const { plate, state, ambiguous: both } = splitPlateAndState(cell)
    if (plate === '') continue
    filled += count
    if (both) ambiguous += count
    if (!state) continue
    split += count
    if (fitsState(plate, state)) splits.set(state, (splits.get(state) ?? 0) + count)
  }
  const [state, count] = [...splits].toSorted((a, b) => b[1] - a[1])[0] ?? [null, 0]
  const treatAmbiguousAsState = filled > 0 && count / filled >= 0.8
  return {
    treatAmbiguousAsState,
    evidence: plateColumnMessage({ filled, split, ambiguous, state, count, treatAmbiguousAsState }),
  }
}
