import { exclusionReasons } from './row-messages.ts'

/** Why a row is excluded: in full, naming the other row, and in general, for a list of reasons. */
export interface Exclusion {
  readonly reason: string
  readonly general: string
  /** The column that says not to contact the customer. */
  readonly column?: number
}

/** A row as it is compared with others by its car. */
export interface CarRow {
  readonly row: number
  /** With its state (`regoKey`); '': none. */
  readonly rego: string
  readonly vin: string
  readonly saleDate: string
}

export interface CarComparison {
  /** By row number: rows that are not sent because a newer row is of the same car. */
  readonly excluded: ReadonlyMap<number, Exclusion>
  /** By row number: another row with the same rego and state and a different VIN. */
  readonly otherVins: ReadonlyMap<number, number>
}

/**
 * Compares rows by their cars (domain, part 7.4). Rows that share no rego and no VIN with another one have no effect on
 * the others. A row that the user included stays included.
 */
export function compareCars(rows: readonly CarRow[], isIncludedByUser: (row: number) => boolean): CarComparison {
  const excluded = new Map<number, Exclusion>()
  for (const sameCar of sameCars(rows)) {
    const newest = newestSale(sameCar)
    for (const row of sameCar) {
      if (row !== newest && !isIncludedByUser(row.row)) excluded.set(row.row, whyOlder(row, newest))
    }
  }
  const otherVins = new Map<number, number>()
  for (const [row, other] of sharedRegos(rows.filter((one) => !excluded.has(one.row)))) {
    otherVins.set(row.row, other.row)
  }
  return { excluded, otherVins }
}

/**
 * The row that is sent of one car: the latest sale date, and a dated row before an undated one. At equal dates the
 * later row of the file wins, because exports append corrections at the end.
 */
function newestSale(rows: readonly CarRow[]): CarRow {
  return rows.reduce((newest, row) => (row.saleDate >= newest.saleDate ? row : newest))
}

function whyOlder({ saleDate }: CarRow, newest: CarRow): Exclusion {
  if (saleDate !== '' && saleDate < newest.saleDate) return exclusionReasons.newerSale(newest.row)
  if (saleDate === '' && newest.saleDate !== '') return exclusionReasons.datedSale(newest.row)
  return exclusionReasons.sameCar(newest.row)
}

/**
 * Rows of one car: the same VIN, or the same rego and state unless both have VINs and these differ. Only cars with more
 * than one row.
 */
function sameCars(rows: readonly CarRow[]): CarRow[][] {
  const carOfVin = new Map<string, Car>()
  const carsOfRego = new Map<string, Car[]>()
  const cars: Car[] = []
  for (const row of rows) {
    const { rego, vin } = row
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
  readonly rows: CarRow[]
}

/**
 * Rows whose rego and state are also in a row with a different VIN, each with that other row: the plate moved, or a
 * value is mistyped.
 */
function* sharedRegos(rows: readonly CarRow[]): Generator<readonly [row: CarRow, other: CarRow]> {
  const byRego = Map.groupBy(
    rows.filter(({ rego, vin }) => rego !== '' && vin !== ''),
    ({ rego }) => rego,
  )
  for (const sharing of byRego.values()) {
    for (const row of sharing) {
      const other = sharing.find(({ vin }) => vin !== row.vin)
      if (other) yield [row, other]
    }
  }
}
