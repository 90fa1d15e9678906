import type { Issue } from '../../../src/contract/drafts.ts'
import type { CustomerField } from '../../../src/contract/draft-rows.ts'
import { issue, type CellIssue } from '../../../src/core/fields/checked-cell.ts'
import { regoKey } from '../../../src/core/fields/vehicle-key.ts'
import type { IncludedRows } from '../../../src/core/drafts/model/row-choices.ts'
import type { CheckedRow } from '../../../src/core/drafts/checking/check-row.ts'
import { exclusionReasons, rowMessages } from '../../../src/core/drafts/checking/row-messages.ts'

/** Why a row is excluded: in full, naming the other row, and in general, for a list of reasons. */
export interface Exclusion {
  readonly reason: string
  readonly general: string
}

export interface RowComparison {
  /** By row number. */
  readonly excluded: ReadonlyMap<number, Exclusion>
  /** Numbers of the rows whose car is already a customer, except those excluded for another reason. */
  readonly known: ReadonlySet<number>
  /** By row number: issues that come from other rows or from existing customers. Never errors. */
  readonly issues: ReadonlyMap<number, readonly Issue[]>
}

/** From this many names on, a mobile is probably a filler or the dealership's own number. */
const manyNames = 3
/** A list as short as this is read row by row anyway. */
const fewRows = 20

/**
 * Compares the rows with each other and with existing customers (domain, part 7.4). A row is excluded for the first
 * reason that holds: by the user; opt-out; existing customer; an older sale of a car that is in the file again. Rules
 * never exclude a row that the user included.
 */
export function compareRows(
  rows: readonly CheckedRow[],
  overrides: { readonly rows: IncludedRows; readonly skipKnown: boolean },
  knownKeys: ReadonlySet<string>,
): RowComparison {
  const excluded = new Map<number, Exclusion>()
  const issues = new Map<number, Issue[]>()
  const addIssue = (row: number, field: CustomerField, found: CellIssue): void => {
    const list = issues.get(row)
    if (list) list.push({ ...found, field })
    else issues.set(row, [{ ...found, field }])
  }
  const known = new Set<number>()
  const remaining: CheckedRow[] = []
  for (const row of rows) {
    const included = overrides.rows.get(row.row)
    const isKnown = isKnownVehicle(row, knownKeys)
    if (included === false) excluded.set(row.row, exclusionReasons.byUser)
    else if (!included && row.optOut) {
      excluded.set(row.row, { reason: row.optOut.reason, general: row.optOut.reason })
    } else if (!included && isKnown && overrides.skipKnown) {
      excluded.set(row.row, exclusionReasons.knownCustomer)
      known.add(row.row)
    } else {
      remaining.push(row)
      if (!isKnown) continue
      known.add(row.row)
      addIssue(row.row, 'rego', issue('warning', 'row.known-customer', rowMessages.knownCustomer))
    }
  }
  const sharing = rowsSharingAVehicle(remaining)
  for (const sameCar of sameCars(sharing)) {
    const newest = newestSale(sameCar)
    for (const row of sameCar) {
      if (row === newest || overrides.rows.get(row.row)) continue
      excluded.set(row.row, whyOlder(row, newest))
      known.delete(row.row)
    }
  }
  const isIncluded = (row: CheckedRow): boolean => !excluded.has(row.row)
  for (const [row, other] of sharedRegos(sharing.filter(isIncluded))) {
    addIssue(row.row, 'vin', issue('warning', 'row.rego-with-other-vin', rowMessages.sameRegoOtherVin(other.row)))
  }
  const included = remaining.filter(isIncluded)
  const shared = [...sharedMobiles(included)]
  const isUsual = coversMostRows(shared, included)
  for (const { rows: sameMobile, names } of shared) {
    const found = isUsual
      ? issue('info', 'mobile.many-names', rowMessages.sameMobileInMostRows)
      : issue('warning', 'mobile.many-names', rowMessages.sameMobile(names))
    for (const row of sameMobile) addIssue(row.row, 'mobile_number', found)
  }
  return { excluded, known, issues }
}

/**
 * The row that is sent of one car: the latest sale date, and a dated row before an undated one. At equal dates the
 * later row of the file wins, because exports append corrections at the end.
 */
function newestSale(rows: readonly CheckedRow[]): CheckedRow {
  return rows.reduce((newest, row) => (row.values.sale_date >= newest.values.sale_date ? row : newest))
}

function whyOlder(row: CheckedRow, newest: CheckedRow): Exclusion {
  const [date, newestDate] = [row.values.sale_date, newest.values.sale_date]
  if (date !== '' && date < newestDate) return exclusionReasons.newerSale(newest.row)
  if (date === '' && newestDate !== '') return exclusionReasons.datedSale(newest.row)
  return exclusionReasons.sameCar(newest.row)
}

const keyOf = (row: CheckedRow): string => (row.values.rego === '' ? '' : regoKey(row.values.rego, row.values.state))

function isKnownVehicle(row: CheckedRow, knownKeys: ReadonlySet<string>): boolean {
  if (knownKeys.size === 0) return false
  const { rego, vin } = row.values
  return (rego !== '' && knownKeys.has(`r:${keyOf(row)}`)) || (vin !== '' && knownKeys.has(`v:${vin}`))
}

/** The rows whose rego or VIN is in another row as well, in their order: no other rows can be of one car. */
function rowsSharingAVehicle(rows: readonly CheckedRow[]): CheckedRow[] {
  const regos = repeatedValues(rows, 'rego')
  const vins = repeatedValues(rows, 'vin')
  if (regos.size + vins.size === 0) return []
  return rows.filter(({ values }) => regos.has(values.rego) || vins.has(values.vin))
}

function repeatedValues(rows: readonly CheckedRow[], field: 'rego' | 'vin'): Set<string> {
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

/**
 * Rows of one car: the same VIN, or the same rego and state unless both have VINs and these differ. Only cars with more
 * than one row.
 */
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
      // The rego came without a VIN first: both are one car.
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

/**
 * Rows whose rego and state are also in a row with a different VIN, each with that other row: the plate moved, or a
 * value is mistyped.
 */
function* sharedRegos(rows: readonly CheckedRow[]): Generator<readonly [row: CheckedRow, other: CheckedRow]> {
  const byRego = new Map<string, CheckedRow | CheckedRow[]>()
  for (const row of rows) {
    if (row.values.vin !== '') group(byRego, keyOf(row), row)
  }
  for (const sharing of byRego.values()) {
    if (!Array.isArray(sharing)) continue
    for (const row of sharing) {
      const other = sharing.find(({ values }) => values.vin !== row.values.vin)
      if (other) yield [row, other]
    }
  }
}

/** Most keys have one row: an array only from the second row on keeps a long list small in memory. */
function group(groups: Map<string, CheckedRow | CheckedRow[]>, key: string, row: CheckedRow): void {
  if (key === '') return
  const found = groups.get(key)
  if (!found) groups.set(key, row)
  else if (Array.isArray(found)) found.push(row)
  else groups.set(key, [found, row])
}

interface SharedMobile {
  readonly rows: readonly CheckedRow[]
  readonly names: number
}

/**
 * Whether most rows of a list share their mobiles: then that is how the list was made, and a warning on nearly every
 * row would hide others.
 */
function coversMostRows(shared: readonly SharedMobile[], rows: readonly CheckedRow[]): boolean {
  if (shared.length === 0 || rows.length < fewRows) return false
  return shared.reduce((sum, one) => sum + one.rows.length, 0) * 2 > rows.length
}

function* sharedMobiles(rows: readonly CheckedRow[]): Generator<SharedMobile> {
  const byMobile = new Map<string, CheckedRow | CheckedRow[]>()
  for (const row of rows) {
    if (row.values.client_name !== '') group(byMobile, row.values.mobile_number, row)
  }
  for (const sharing of byMobile.values()) {
    if (!Array.isArray(sharing) || sharing.length < manyNames) continue
    const names = new Set(sharing.map(({ values }) => normalisedName(values.client_name))).size
    if (names >= manyNames) yield { rows: sharing, names }
  }
}

/** Letters and digits in lower case, so that "O'Brien" and "OBrien" are one name. */
const normalisedName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
