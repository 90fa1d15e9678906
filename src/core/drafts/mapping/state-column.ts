import { plainText } from '../../fields/cell-text.ts'
import { plateKey, statesOfPlate } from '../../fields/plate-rules.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { checkState } from '../../fields/state.ts'
import { inFullWords } from '../headers/full-words.ts'
import { withoutQualifiers } from '../headers/normalise-header.ts'
import type { Column } from './column-values.ts'

/** Whose state a column named only "State" or "Region" holds, and how many plates have a form of the state in their row. */
export interface StateOwner {
  /** Null: nothing says it. */
  readonly of: 'registration' | 'address' | null
  /** The column of the car beside it; null: none is. */
  readonly besideCar: string | null
  readonly agreeing: number
  /** Plates with a form that says a state, in rows with a state. */
  readonly plates: number
}

const bareState = /^(?:(?:state|st|territory|terr|region|province|prov|or|code)(?: |$))+$/
/** A column name that says the car, which the normalised name does not. */
export const namesTheCar = /\b(?:veh|vehicle|car|unit|bike|motorcycle|truck|van|caravan|trailer|asset|equipment)\b/i

/** Whether the name of a column does not say whose state it has. */
export const isBareState = ({ meaning, header }: Pick<Column, 'meaning' | 'header'>): boolean =>
  bareState.test(withoutQualifiers(inFullWords(meaning.normalised), false)) && !namesTheCar.test(header)

/** Of a column whose name says it, or of a table without an address. */
export const ofRegistration: StateOwner = { of: 'registration', besideCar: null, agreeing: 0, plates: 0 }

/** Fewer plates than these decide nothing. */
const leastPlates = 3

/** Whether the states are those of the plates. */
export const fitsPlates = ({ agreeing, plates }: Pick<StateOwner, 'agreeing' | 'plates'>): boolean =>
  plates >= leastPlates && agreeing >= plates * 0.9

/**
 * Whose state a column has: beside the rego or VIN it is the registration's, beside suburb or postcode the address's. Elsewhere the plates
 * decide, and always for a region, which can be a sales area. `cells`: of each column, in the order of the rows.
 */
export function stateOwner(
  column: Column,
  columns: readonly Column[],
  cells: readonly (readonly SourceCell[])[],
): StateOwner {
  const saysState = column.meaning.named?.target === 'state'
  const hasAddress = columns.some(({ meaning }) => meaning.address)
  // Without an address there is no other state.
  if (saysState && !hasAddress) return ofRegistration
  const beside = [columns[column.index - 1], columns[column.index + 1]].filter((one) => one !== undefined)
  const car = beside.find(({ meaning }) => meaning.named?.target === 'rego' || meaning.named?.target === 'vin')
  const isBesideAddress = beside.some(({ meaning }) => meaning.address)
  const rego = columns.find(({ meaning }) => meaning.named?.target === 'rego')
  const agreement = rego
    ? countAgreeing(cells[rego.index] ?? [], cells[column.index] ?? [])
    : { agreeing: 0, plates: 0 }
  const isSure = isBesideAddress ? car === undefined : car !== undefined && saysState
  const isOfCar = isSure ? car !== undefined : fitsPlates(agreement)
  const other = hasAddress || agreement.plates >= leastPlates ? 'address' : null
  return { of: isOfCar ? 'registration' : other, besideCar: car?.header ?? null, ...agreement }
}

function countAgreeing(
  regos: readonly SourceCell[],
  states: readonly SourceCell[],
): { readonly agreeing: number; readonly plates: number } {
  let [agreeing, plates] = [0, 0]
  for (const [row, cell] of regos.entries()) {
    const state = checkState(states[row] ?? null, 'au').value
    const possible: readonly string[] = state === '' ? [] : statesOfPlate(plateKey(plainText(cell)))
    if (possible.length === 0) continue
    plates += 1
    if (possible.includes(state)) agreeing += 1
  }
  return { agreeing, plates }
}
