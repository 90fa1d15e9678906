import type { Region } from '../../../contract/region.ts'
import { cellText, type SourceCell } from '../../fields/source-cell.ts'
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

/** The region to which the rows belong that are not excluded, when it is another than the draft's; null: they fit. */
export function otherRegionOf({ table, rows, issues, context }: DraftState): RegionEvidence | null {
  const sampled: number[] = []
  for (let position = 0; position < rows.length && sampled.length < sampledRows; position += 1) {
    if (issues.statuses[position] !== statusCodes['left-out']) sampled.push(position)
  }
  const columns = table.header.map((header, column) => ({
    header,
    cells: sampled.map((position) => rows.cellAt(position, column)),
  }))
  return findOtherRegion(columns, context.region)
}

/** Rows of a draft by number. */
export interface RegionRows {
  readonly region: Region
  /** Those that belong to the region, and are not excluded. */
  readonly rows: readonly number[]
  /** All others. */
  readonly others: readonly number[]
}

/**
 * The rows of another region in a draft with rows of several: of two other regions, the one with more. Null: there are none, or too few
 * to believe where no country says it.
 */
export function rowsOfOtherRegion(state: DraftState): RegionRows | null {
  const { table, rows, issues, context, plan } = state
  const countryColumn = table.header.findIndex(isCountryHeader)
  const cell = (position: number, column: number): SourceCell => (column < 0 ? null : rows.cellAt(position, column))
  const found = new Map<Region, number[]>()
  let named = 0
  for (let position = 0; position < rows.length; position += 1) {
    if (issues.statuses[position] === statusCodes['left-out']) continue
    const country = cellText(cell(position, countryColumn))
    const ownState = cellText(cell(position, plan.column.state)).trim()
    const region = regionOfRow({
      country,
      mobile: rows.valueAt(position, 'mobile_number'),
      plate: rows.valueAt(position, 'rego') || rows.originalAt(position, 'rego'),
      hasState: ownState !== '' && rows.valueAt(position, 'state') !== '',
    })
    if (region === null || region === context.region) continue
    if (country.trim() !== '') named += 1
    const list = found.get(region) ?? []
    list.push(position)
    found.set(region, list)
  }
  const [most] = [...found].toSorted(([, one], [, other]) => other.length - one.length)
  if (!most || (named === 0 && most[1].length < leastRows)) return null
  const moved = new Set(most[1])
  const numbers = Array.from(rows.numbers)
  return {
    region: most[0],
    rows: numbers.filter((_, position) => moved.has(position)),
    others: numbers.filter((_, position) => !moved.has(position)),
  }
}
