import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import { cellText } from '../../fields/source-cell.ts'
import {
  findOtherRegion,
  isCountryHeader,
  leastRows,
  regionOfRow,
  type RegionEvidence,
} from '../mapping/region-evidence.ts'
import type { DraftState } from './draft-state.ts'
import { statusCodes } from './row-issues.ts'

/** Enough rows to recognise the region of a file. */
const sampledRows = 400

/** The region of a sample of rows. */
export interface SampledRegion {
  readonly sample: string
  readonly region: RegionEvidence | null
}

/**
 * The region to which the rows belong that are not excluded, when it is another than the draft's; null: they fit. `earlier`: what was found
 * before for this table, which most changes of a draft leave as it is.
 */
export function sampleRegion(
  { table, rows, issues, context }: DraftState,
  earlier: SampledRegion | null,
): SampledRegion {
  const sampled: number[] = []
  for (let position = 0; position < rows.length && sampled.length < sampledRows; position += 1) {
    if (issues.statuses[position] !== statusCodes.excluded) sampled.push(position)
  }
  const sample = [context.region, ...sampled].join()
  if (earlier?.sample === sample) return earlier
  const columns = table.header.map((header, column) => ({
    header,
    cells: sampled.map((position) => rows.records.cellAt(position, column)),
  }))
  return { sample, region: findOtherRegion(columns, context.region) }
}

/** Rows of a draft by number. */
export interface RegionRows {
  readonly region: Region
  /** Those that belong to the region. */
  readonly rows: readonly number[]
  /** How many of them are not excluded. */
  readonly included: number
  /** All others. */
  readonly others: readonly number[]
}

/**
 * The rows of another region in a draft with rows of several: of two other regions, the one with more. Null: there are none that are not
 * excluded, or too few to believe where no country says it.
 */
export function rowsOfOtherRegion(state: DraftState): RegionRows | null {
  const { rows, issues, context } = state
  if (!canBeElsewhere(state)) return null
  const { regionAt, isNamedAt } = regionsOf(state)
  const included = new Map<Region, number>()
  let named = 0
  for (let position = 0; position < rows.length; position += 1) {
    if (issues.statuses[position] === statusCodes.excluded) continue
    const region = regionAt(position)
    if (region === null || region === context.region) continue
    if (isNamedAt(position)) named += 1
    included.set(region, (included.get(region) ?? 0) + 1)
  }
  const [most] = [...included].toSorted(([, one], [, other]) => other - one)
  if (!most || (named === 0 && most[1] < leastRows)) return null
  const [region, count] = most
  const numbers = { rows: [] as number[], others: [] as number[] }
  // Excluded rows too: of two rows of one car, one is excluded because of the other.
  for (const [position, number] of rows.numbers.entries()) {
    numbers[regionAt(position) === region ? 'rows' : 'others'].push(number)
  }
  return { region, included: count, ...numbers }
}

/** Whether any row can belong to another region. In Australia, plates and states of other countries are not known as such. */
function canBeElsewhere({ table, rows, context }: DraftState): boolean {
  if (context.region !== 'au' || table.header.some(isCountryHeader)) return true
  const code = `+${mobileRules.au.code}`
  return rows.valuesOf('mobile_number').values.some((mobile) => mobile !== '' && !mobile.startsWith(code))
}

/** The region of the row at a position, and whether a column of countries says something of it. */
function regionsOf({ table, rows, plan }: DraftState) {
  const countryColumn = table.header.findIndex(isCountryHeader)
  const textAt = (position: number, column: number): string =>
    column < 0 ? '' : cellText(rows.records.cellAt(position, column)).trim()
  return {
    regionAt: (position: number): Region | null =>
      regionOfRow({
        country: textAt(position, countryColumn),
        mobile: rows.valueAt(position, 'mobile_number'),
        plate: () => rows.valueAt(position, 'rego') || rows.originalAt(position, 'rego'),
        // Not a default state.
        hasState: rows.valueAt(position, 'state') !== '' && textAt(position, plan.column.state) !== '',
      }),
    isNamedAt: (position: number): boolean => textAt(position, countryColumn) !== '',
  }
}
