import type { CustomerField, Issue } from '../../../contract/drafts.ts'
import { issue, type CellIssue } from '../../fields/checked-cell.ts'
import type { CheckedRow } from './check-row.ts'
import type { ChoiceIndex } from '../model/overrides.ts'
import { regoKey } from '../../fields/vehicle-key.ts'

/** Why a row is left out: in full, naming the other row, and in general, for a list of reasons. */
export interface LeftOut {
  readonly reason: string
  readonly general: string
}

export interface AcrossRows {
  readonly leftOut: ReadonlyMap<number, LeftOut>
  /** Issues by row number that come from other rows or from the customers who are known. */
  readonly issues: ReadonlyMap<number, readonly Issue[]>
}

const plain = (general: string): LeftOut => ({ reason: general, general })
const byHand = plain('Left out by you')
const known = plain('Already among your customers')

/** The names under one mobile from which on a number looks like a filler, or like the yard's own. */
const manyNames = 3
/** In a list as short as this every row is looked at anyway. */
const fewRows = 20

/**
 * What rows mean for each other (domain, part 7.4). Left out, the first reason that holds: by her; opt-out; known already; an older sale of a car that
 * is in the file again. A row that she took back in is never left out by rule.
 */
export function lookAcross(
  rows: readonly CheckedRow[],
  choices: ChoiceIndex,
  knownKeys: ReadonlySet<string>,
): AcrossRows {
  const leftOut = new Map<number, LeftOut>()
  const issues = new Map<number, Issue[]>()
  const add = (row: number, field: CustomerField | null, one: CellIssue): void => {
    const found = { ...one, field }
    const list = issues.get(row)
    if (list) list.push(found)
    else issues.set(row, [found])
  }
  const warn = (row: number, field: CustomerField | null, rule: string, message: string): void =>
    add(row, field, issue('warning', rule, message))
  const remaining: CheckedRow[] = []
  for (const row of rows) {
    const choice = choices.rows.get(row.row)
    const isKnown = isKnownVehicle(row, knownKeys)
    if (choice === 'out') leftOut.set(row.row, byHand)
    else if (choice !== 'in' && row.optOut) leftOut.set(row.row, plain(row.optOut))
    else if (choice !== 'in' && isKnown && choices.skipKnown) leftOut.set(row.row, known)
    else {
      remaining.push(row)
      if (isKnown)
        warn(
          row.row,
          'rego',
          'row.known-customer',
          'This car is already among your customers; sending it makes a second record.',
        )
    }
  }
  const repeating = rowsWithCompany(remaining)
  for (const same of sameCars(repeating)) {
    const kept = same.reduce((best, row) => (row.values.sale_date >= best.values.sale_date ? row : best))
    for (const row of same) {
      if (row === kept || choices.rows.get(row.row) === 'in') continue
      leftOut.set(row.row, whyOlder(row, kept))
    }
  }
  const staying = remaining.filter((row) => !leftOut.has(row.row))
  for (const { rows: sharing, words } of sharedRegos(repeating.filter((row) => !leftOut.has(row.row)))) {
    for (const row of sharing) warn(row.row, 'vin', 'row.rego-with-other-vin', words(row))
  }
  const shared = [...sharedMobiles(staying)]
  const severity = isMostOfThem(shared, staying) ? 'info' : 'warning'
  for (const { rows: sharing, names } of shared) {
    const words = `${names} customers with different names have this mobile. Check that it is not the yard's own.`
    for (const row of sharing) add(row.row, 'mobile_number', issue(severity, 'mobile.many-names', words))
  }
  return { leftOut, issues }
}

function whyOlder(row: CheckedRow, kept: CheckedRow): LeftOut {
  const older = row.values.sale_date !== '' && row.values.sale_date < kept.values.sale_date
  const undated = row.values.sale_date === '' && kept.values.sale_date !== ''
  if (older)
    return {
      reason: `A newer sale of the same car is in row ${kept.row}`,
      general: 'A newer sale of the same car is in this file',
    }
  if (undated)
    return {
      reason: `The same car is in row ${kept.row}, with a sale date`,
      general: 'The same car is in this file, with a sale date',
    }
  return { reason: `The same car is in row ${kept.row}`, general: 'The same car is in this file again' }
}

const keyOf = (row: CheckedRow): string => (row.values.rego === '' ? '' : regoKey(row.values.rego, row.values.state))

function isKnownVehicle(row: CheckedRow, knownKeys: ReadonlySet<string>): boolean {
  if (knownKeys.size === 0) return false
  const { rego, vin } = row.values
  return (rego !== '' && knownKeys.has(`r:${keyOf(row)}`)) || (vin !== '' && knownKeys.has(`v:${vin}`))
}

/** The rows whose rego or VIN stands in another row as well, in their order: only these can mean anything for each other. */
function rowsWithCompany(rows: readonly CheckedRow[]): CheckedRow[] {
  const regos = repeated(rows, 'rego')
  const vins = repeated(rows, 'vin')
  if (regos.size + vins.size === 0) return []
  return rows.filter(({ values }) => regos.has(values.rego) || vins.has(values.vin))
}

function repeated(rows: readonly CheckedRow[], field: 'rego' | 'vin'): Set<string> {
  const once = new Set<string>()
  const again = new Set<string>()
  for (const { values } of rows) {
    const value = values[field]
    if (value === '') continue
    if (once.has(value)) again.add(value)
    else once.add(value)
  }
  return again
}

/** Rows of one car: the same VIN, or the same rego and state unless both have VINs and these differ. Only cars with more than one row. */
function sameCars(rows: readonly CheckedRow[]): CheckedRow[][] {
  const carOfVin = new Map<string, Car>()
  const carsOfRego = new Map<string, Car[]>()
  const cars: Car[] = []
  for (const row of rows) {
    const rego = keyOf(row)
    const { vin } = row.values
    if (rego === '' && vin === '') continue
    const byVin = vin === '' ? undefined : carOfVin.get(vin)
    const withRego = rego === '' ? undefined : carsOfRego.get(rego)
    const byRego = withRego?.find((car) => vin === '' || car.vin === '' || car.vin === vin)
    let car = byVin ?? byRego
    if (!car) {
      car = { vin, rows: [] }
      cars.push(car)
    } else if (byVin && byRego && byVin !== byRego) {
      // The rego was seen alone before its VIN: they were one car all along.
      byVin.rows.push(...byRego.rows.splice(0))
      if (withRego) withRego[withRego.indexOf(byRego)] = byVin
    }
    car.rows.push(row)
    if (car.vin === '') car.vin = vin
    if (vin !== '') carOfVin.set(vin, car)
    if (rego !== '') {
      if (!withRego) carsOfRego.set(rego, [car])
      else if (!withRego.includes(car)) withRego.push(car)
    }
  }
  return cars.filter((car) => car.rows.length > 1).map((car) => car.rows)
}

interface Car {
  vin: string
  readonly rows: CheckedRow[]
}

/** Rows that share a rego and state and have different VINs: the plate moved, or one of them is mistyped. */
function* sharedRegos(rows: readonly CheckedRow[]): Generator<{
  readonly rows: readonly CheckedRow[]
  readonly words: (row: CheckedRow) => string
}> {
  const byRego = new Map<string, CheckedRow | CheckedRow[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === '' || row.values.vin === '') continue
    const seen = byRego.get(key)
    if (!seen) byRego.set(key, row)
    else if (Array.isArray(seen)) seen.push(row)
    else byRego.set(key, [seen, row])
  }
  for (const sharing of byRego.values()) {
    if (!Array.isArray(sharing) || new Set(sharing.map((row) => row.values.vin)).size < 2) continue
    yield {
      rows: sharing,
      words: (row) => {
        const other = sharing.find((one) => one.values.vin !== row.values.vin)
        return `Row ${other?.row ?? ''} has the same rego with another VIN: the plate moved to another car, or one of them is mistyped.`
      },
    }
  }
}

interface SharedMobile {
  readonly rows: readonly CheckedRow[]
  readonly names: number
}

/** When most rows of a list share their mobiles, that is how the list was made: a warning on nearly every row would only hide the others. */
function isMostOfThem(shared: readonly SharedMobile[], rows: readonly CheckedRow[]): boolean {
  if (shared.length === 0 || rows.length < fewRows) return false
  return shared.reduce((sum, one) => sum + one.rows.length, 0) * 2 > rows.length
}

function* sharedMobiles(rows: readonly CheckedRow[]): Generator<SharedMobile> {
  const byMobile = new Map<string, CheckedRow | CheckedRow[]>()
  for (const row of rows) {
    const mobile = row.values.mobile_number
    if (mobile === '' || row.values.client_name === '') continue
    const seen = byMobile.get(mobile)
    if (!seen) byMobile.set(mobile, row)
    else if (Array.isArray(seen)) seen.push(row)
    else byMobile.set(mobile, [seen, row])
  }
  for (const sharing of byMobile.values()) {
    if (!Array.isArray(sharing) || sharing.length < manyNames) continue
    const names = new Set(sharing.map((row) => row.values.client_name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')))
      .size
    if (names >= manyNames) yield { rows: sharing, names }
  }
}
