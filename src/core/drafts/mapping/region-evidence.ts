import type { Region } from '../../../contract/region.ts'
import { checkMobile } from '../../fields/mobile.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import {
  fits,
  fitsCar,
  isStandardInAustralia,
  malaysiaPlates,
  newZealandPlates,
  plateKey,
} from '../../fields/plate-rules.ts'
import { cellText, type SourceCell } from '../../fields/source-cell.ts'
import { checkState } from '../../fields/state.ts'
import { readHeader } from '../headers/known-headers.ts'

/** How many values of each kind belong to a region. */
export interface RegionCounts {
  readonly mobiles: number
  readonly regos: number
}

/** The values of a table belong to another region than the one that it is checked for. */
export interface RegionEvidence {
  readonly region: Region
  /** Rows that were looked at. */
  readonly rows: number
  readonly filled: RegionCounts
  /** Values that fit the other region, and those that fit the present one. */
  readonly other: RegionCounts
  readonly present: RegionCounts
  /** Rows with a state of Australia. */
  readonly states: number
}

export interface EvidenceColumn {
  readonly header: string
  readonly cells: readonly SourceCell[]
}

const regions: readonly Region[] = ['au', 'nz', 'my']

/** Whether a number is a mobile of the region, and not of another that was dialled with its country code. */
const isMobileOf = (cell: SourceCell, region: Region): boolean =>
  checkMobile(cell, region).value.startsWith(`+${mobileRules[region].code}`)

/** Regions whose plates have this form: of Australia only those of today, because older ones are like New Zealand's. */
function plateRegions(cell: SourceCell): readonly Region[] {
  const key = plateKey(cellText(cell))
  if (!/[A-Z]/.test(key) || !/\d/.test(key)) return []
  return regions.filter((region) => {
    if (region === 'nz') return fitsCar(newZealandPlates, key)
    if (region === 'my') return fits(malaysiaPlates, key)
    return isStandardInAustralia(key)
  })
}

const isFilled = (cell: SourceCell | undefined): cell is SourceCell => cellText(cell ?? null).trim() !== ''

const filledCells = (columns: readonly EvidenceColumn[], row: number): SourceCell[] =>
  columns.flatMap(({ cells }) => (isFilled(cells[row]) ? [cells[row] ?? null] : []))

function regionsOfPlates(cells: readonly SourceCell[]): readonly Region[] {
  const all = cells.map(plateRegions)
  return regions.filter((region) => all.some((some) => some.includes(region)))
}

/**
 * Rows whose plates have the form of each region. `onlyMalaysian`: rows of which only Malaysia has the form; then its other
 * plates are no New Zealand ones.
 */
function countPlates(
  plates: readonly EvidenceColumn[],
  rows: number,
): { readonly regos: Readonly<Record<Region, number>>; readonly onlyMalaysian: number } {
  const regos: Record<Region, number> = { au: 0, nz: 0, my: 0 }
  let onlyMalaysian = 0
  for (let row = 0; row < rows; row += 1) {
    const found = regionsOfPlates(filledCells(plates, row))
    for (const region of found) regos[region] += 1
    if (found.length === 1 && found[0] === 'my') onlyMalaysian += 1
  }
  return { regos, onlyMalaysian }
}

/** What says where the car of a row is. */
export interface RowPlace {
  /** The trimmed cell of a column of countries; '': there is none. */
  readonly country: string
  /** E.164; '': none. */
  readonly mobile: string
  /** Asked for only where nothing else says it. */
  readonly plate: () => string
  /** Its own cell has a state of Australia. */
  readonly hasState: boolean
}

/** "Country", "Customer Country Code". Not "Country of Origin", which is that of a car's maker. */
export const isCountryHeader = (header: string): boolean =>
  /^(?:(?:customer|client|contact|mailing|billing|postal|residential|home|address) )?country(?: code| name)?$/i.test(
    header.trim(),
  )

const countries: Readonly<Record<Region, RegExp>> = {
  au: /^(?:au|aus|australia)$/i,
  nz: /^(?:nz|nzl|new zealand|aotearoa)$/i,
  my: /^(?:my|mys|malaysia)$/i,
}

/**
 * The region of a row: by its country, else by its state, else by its mobile when its plate can be of the same region. A plate alone only
 * tells Australia's forms of today: its older ones are like New Zealand's. Null: nothing says it.
 */
export function regionOfRow({ country, mobile, plate, hasState }: RowPlace): Region | null {
  if (country !== '') return regions.find((region) => countries[region].test(country)) ?? null
  if (hasState) return 'au'
  const ofMobile = regions.find((region) => mobile.startsWith(`+${mobileRules[region].code}`))
  if (mobile !== '' && !ofMobile) return null
  const ofPlate = plateRegions(plate())
  if (ofMobile) return ofPlate.length === 0 || ofPlate.includes(ofMobile) ? ofMobile : null
  return ofPlate.length === 1 && ofPlate[0] === 'au' ? 'au' : null
}

/** Fewer rows than these say nothing. */
export const leastRows = 5

/**
 * The region to which most rows belong, when it is not `present`: by their mobiles, else by their states, else by the
 * form of their plates. Null when the rows fit, or do not agree. `columns`: the sampled cells of every column.
 */
export function findOtherRegion(columns: readonly EvidenceColumn[], present: Region): RegionEvidence | null {
  const named = columns.map((column) => ({ ...column, target: readHeader(column.header).named?.target ?? null }))
  const phones = named.filter(({ target, header }) => target === 'mobile_number' || header === '')
  const plates = named.filter(({ target, header }) => target === 'rego' || header === '')
  const states = named.filter(({ target }) => target === 'state')
  const rows = Math.max(0, ...columns.map(({ cells }) => cells.length))
  const votes: Record<Region, number> = { au: 0, nz: 0, my: 0 }
  const mobiles: Record<Region, number> = { au: 0, nz: 0, my: 0 }
  const filled = { mobiles: 0, regos: 0 }
  let undecidedNewZealand = 0
  let stateRows = 0
  const known = new Map<SourceCell, boolean>()
  const isState = (cell: SourceCell): boolean => {
    const is = known.get(cell) ?? checkState(cell, 'au').value !== ''
    known.set(cell, is)
    return is
  }
  for (let row = 0; row < rows; row += 1) {
    const rowPhones = filledCells(phones, row)
    const rowPlates = filledCells(plates, row)
    const byPhone = regions.filter((region) => rowPhones.some((cell) => isMobileOf(cell, region)))
    const hasState = filledCells(states, row).some(isState)
    filled.mobiles += rowPhones.length > 0 ? 1 : 0
    filled.regos += rowPlates.length > 0 ? 1 : 0
    for (const region of byPhone) mobiles[region] += 1
    stateRows += hasState ? 1 : 0
    const [phone] = byPhone
    if (phone && byPhone.length === 1) votes[phone] += 1
    else if (hasState) votes.au += 1
    else {
      const byPlate = regionsOfPlates(rowPlates)
      if (byPlate.includes('au')) votes.au += 1
      else if (byPlate.includes('nz')) undecidedNewZealand += 1
      else if (byPlate.includes('my')) votes.my += 1
    }
  }
  // Plates are counted only where they can decide: most rows have a mobile.
  if (undecidedNewZealand > 0) {
    const { onlyMalaysian } = countPlates(plates, rows)
    votes[onlyMalaysian >= filled.regos * 0.2 && onlyMalaysian > 0 ? 'my' : 'nz'] += undecidedNewZealand
  }
  const [best = present] = regions.toSorted((a, b) => votes[b] - votes[a])
  const decided = votes.au + votes.nz + votes.my
  // By plates alone, nearly all must agree: older Australian plates have the form of New Zealand's.
  const share = mobiles[best] > 0 ? 0.6 : 0.95
  if (best === present || votes[best] < leastRows || votes[best] < decided * share) return null
  if (mobiles[best] === 0 && (filled.mobiles > 0 || votes[best] < leastRows * 2)) return null
  const { regos } = countPlates(plates, rows)
  return {
    region: best,
    rows,
    filled,
    other: { mobiles: mobiles[best], regos: regos[best] },
    present: { mobiles: mobiles[present], regos: regos[present] },
    states: stateRows,
  }
}
