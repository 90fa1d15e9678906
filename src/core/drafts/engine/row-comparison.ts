import type { CustomerField, Issue } from '../../../contract/drafts.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import type { RowFacts } from '../checking/row-facts.ts'
import { exclusionReasons, rowMessages } from '../checking/row-messages.ts'
import { compareCars, type Exclusion } from '../checking/same-cars.ts'
import { countNames, coversMostRows } from '../checking/shared-mobiles.ts'
import { HashCounts, textHash } from '../checking/text-hash.ts'
import { issue, type CellIssue } from '../../fields/checked-cell.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import type { IncludedRows } from '../model/row-choices.ts'
import type { DraftRows } from './draft-rows.ts'
import { rowsOfTheSameCars, type ChangedRow } from './related-rows.ts'

/** Which rows the user included or excluded, and what happens to existing customers. */
export interface ComparisonChoices {
  /** By row number. */
  readonly rows: IncludedRows
  readonly skipKnown: boolean
}

/** Why a row is excluded, as a number. */
const causes = { none: 0, user: 1, optOut: 2, knownCustomer: 3, duplicate: 4 } as const
const marks = { known: 1, knownIssue: 2 } as const

/**
 * Compares the rows with each other and with existing customers (domain, part 7.4). A row is excluded for the first
 * reason that holds: by the user; opt-out; existing customer; an older sale of a car that is in the file again. Rules
 * never exclude a row that the user included.
 */
export class RowComparison {
  readonly #rows: DraftRows
  #choices: ComparisonChoices
  #known: KnownVehicles
  readonly #causes: Uint8Array
  readonly #marks: Uint8Array
  /** The number of names on the row's mobile, when it is many. */
  readonly #names: Uint32Array
  readonly #duplicates = new Map<number, Exclusion>()
  /** By position: the number of another row with the same rego and a different VIN. */
  readonly #otherVins = new Map<number, number>()
  #sharesMostMobiles = false

  constructor(rows: DraftRows, choices: ComparisonChoices, knownKeys: ReadonlySet<string>) {
    this.#rows = rows
    this.#choices = choices
    this.#known = new KnownVehicles(knownKeys)
    this.#causes = new Uint8Array(rows.length)
    this.#marks = new Uint8Array(rows.length)
    this.#names = new Uint32Array(rows.length)
    this.compareAll()
  }

  /** Compares all rows with these customers. */
  setKnownKeys(keys: ReadonlySet<string>): void {
    this.#known = new KnownVehicles(keys)
    this.compareAll()
  }

  isExcluded(position: number): boolean {
    return this.#causes[position] !== causes.none
  }

  /** The car is already a customer's, unless the row is excluded for another reason. */
  isKnown(position: number): boolean {
    return ((this.#marks[position] ?? 0) & marks.known) !== 0
  }

  /** Whether there is an issue of severity warning that comes from other rows or from existing customers. */
  isWarned(position: number): boolean {
    return (
      ((this.#marks[position] ?? 0) & marks.knownIssue) !== 0 ||
      this.#otherVins.has(position) ||
      (!this.#sharesMostMobiles && this.#names[position] !== 0)
    )
  }

  hasIssues(position: number): boolean {
    return this.isWarned(position) || this.#names[position] !== 0
  }

  /** Why a row is excluded; null: it is not. */
  exclusionOf(position: number): Exclusion | null {
    switch (this.#causes[position]) {
      case causes.user:
        return exclusionReasons.byUser
      case causes.optOut: {
        const column = (this.#rows.facts.optOuts[position] ?? 0) - 1
        const reason = rowMessages.optOut(this.#rows.rules.plan.headers[column] ?? '')
        return { reason, general: reason, column }
      }
      case causes.knownCustomer:
        return exclusionReasons.knownCustomer
      case causes.duplicate:
        return this.#duplicates.get(position) ?? null
      default:
        return null
    }
  }

  /** Issues that come from other rows or from existing customers. Never errors. */
  issuesOf(position: number): Issue[] {
    const found: Issue[] = []
    const add = (field: CustomerField, one: CellIssue): void => void found.push({ ...one, field })
    if (((this.#marks[position] ?? 0) & marks.knownIssue) !== 0) {
      add('rego', issue('warning', 'row.known-customer', rowMessages.knownCustomer))
    }
    const otherVin = this.#otherVins.get(position)
    if (otherVin !== undefined) {
      add('vin', issue('warning', 'row.rego-with-other-vin', rowMessages.sameRegoOtherVin(otherVin)))
    }
    const names = this.#names[position] ?? 0
    if (names > 0) {
      add(
        'mobile_number',
        this.#sharesMostMobiles
          ? issue('info', 'mobile.many-names', rowMessages.sameMobileInMostRows)
          : issue('warning', 'mobile.many-names', rowMessages.sameMobile(names)),
      )
    }
    return found
  }

  /** Those of the positions that the rules would exclude if the user had neither included nor excluded them. */
  excludedByRule(positions: readonly number[]): ReadonlySet<number> {
    const choices = this.#choices
    const wanted = new Set(positions.map((position) => this.#rows.numberAt(position)))
    const rows = { get: (row: number) => (wanted.has(row) ? undefined : choices.rows.get(row)) }
    const changed = positions.map((position) => unchanged(this.#rows.facts, position))
    this.#choices = { skipKnown: choices.skipKnown, rows }
    this.compareSome(changed)
    const excluded = new Set(positions.filter((position) => this.isExcluded(position)))
    this.#choices = choices
    this.compareSome(changed)
    return excluded
  }

  compareAll(): void {
    const all = Uint32Array.from({ length: this.#rows.length }, (_, position) => position)
    this.#duplicates.clear()
    this.#otherVins.clear()
    for (const position of all) this.#compareAlone(position)
    this.#compareCars(this.#rowsSharingCars())
    this.#names.fill(0)
    this.#noteNames(all)
    this.#noteMostMobiles()
  }

  /**
   * Compares the rows again that depend on changed ones; `changed` has their values from before the change. Returns the
   * positions whose result may be another one; null: any.
   */
  compareSome(changed: readonly ChangedRow[]): Iterable<number> | null {
    const { facts } = this.#rows
    const related = rowsOfTheSameCars(facts, changed)
    if (!related) {
      this.compareAll()
      return null
    }
    const mobiles = new Set<number>()
    for (const { position, mobile } of changed) mobiles.add(mobile).add(facts.mobiles[position] ?? 0)
    const before = related.map((position) => this.isExcluded(position))
    for (const position of related) {
      this.#duplicates.delete(position)
      this.#otherVins.delete(position)
      this.#compareAlone(position)
    }
    this.#compareCars(related.filter((position) => !this.isExcluded(position)))
    for (const [at, position] of related.entries()) {
      if (before[at] !== this.isExcluded(position)) mobiles.add(facts.mobiles[position] ?? 0)
    }
    const sameMobile = positionsOfMobiles(facts.mobiles, mobiles)
    for (const { position } of changed) this.#names[position] = 0
    for (const position of sameMobile) this.#names[position] = 0
    this.#noteNames(sameMobile)
    const earlier = this.#sharesMostMobiles
    this.#noteMostMobiles()
    return earlier === this.#sharesMostMobiles ? [...related, ...sameMobile] : null
  }

  /** What holds for a row without the others. */
  #compareAlone(position: number): void {
    const { facts } = this.#rows
    const included = this.#choices.rows.get(this.#rows.numberAt(position))
    const isKnown = this.#isKnownVehicle(position)
    let cause: number = causes.none
    let mark = 0
    if (included === false) cause = causes.user
    else if (!included && facts.optOuts[position] !== 0) cause = causes.optOut
    else if (!included && isKnown && this.#choices.skipKnown) {
      cause = causes.knownCustomer
      mark = marks.known
    } else if (isKnown) mark = marks.known | marks.knownIssue
    this.#causes[position] = cause
    this.#marks[position] = mark
  }

  #isKnownVehicle(position: number): boolean {
    const { regos, vins } = this.#rows.facts
    return this.#known.mayHave(regos[position] ?? 0, vins[position] ?? 0) && this.#known.has(this.#rows.at(position))
  }

  /** `positions`: rows that are not excluded for another reason, ascending, with all rows of each of their cars. */
  #compareCars(positions: readonly number[]): void {
    if (positions.length < 2) return
    const rows = positions.map((position) => carRow(this.#rows.at(position)))
    const { excluded, otherVins } = compareCars(rows, (row) => this.#choices.rows.get(row) === true)
    for (const [at, { row }] of rows.entries()) {
      const position = positions[at] ?? 0
      const duplicate = excluded.get(row)
      const otherVin = otherVins.get(row)
      if (otherVin !== undefined) this.#otherVins.set(position, otherVin)
      if (!duplicate) continue
      this.#causes[position] = causes.duplicate
      this.#duplicates.set(position, duplicate)
      this.#marks[position] = (this.#marks[position] ?? 0) & ~marks.known
    }
  }

  /** Rows whose rego or VIN may be in another row as well: no other rows can be of one car. */
  #rowsSharingCars(): number[] {
    const { regos, vins } = this.#rows.facts
    const regoCounts = new HashCounts(this.#rows.length)
    const vinCounts = new HashCounts(this.#rows.length)
    for (let position = 0; position < this.#rows.length; position += 1) {
      if (this.isExcluded(position)) continue
      if (regos[position]) regoCounts.add(regos[position] ?? 0)
      if (vins[position]) vinCounts.add(vins[position] ?? 0)
    }
    const sharing: number[] = []
    for (let position = 0; position < this.#rows.length; position += 1) {
      const isShared = regoCounts.countOf(regos[position] ?? 0) > 1 || vinCounts.countOf(vins[position] ?? 0) > 1
      if (isShared && !this.isExcluded(position)) sharing.push(position)
    }
    return sharing
  }

  /** `positions`: all rows of each of their mobiles. */
  #noteNames(positions: Iterable<number>): void {
    const { facts } = this.#rows
    const compared = Uint32Array.from(positions).filter(
      (position) => facts.mobiles[position] !== 0 && !this.isExcluded(position),
    )
    countNames(compared, facts, (position) => this.#rows.contactAt(position), this.#names)
  }

  #noteMostMobiles(): void {
    let shared = 0
    let included = 0
    const [excluded, names] = [this.#causes, this.#names]
    for (let position = 0; position < excluded.length; position += 1) {
      if (excluded[position] === causes.none) included += 1
      if (names[position] !== 0) shared += 1
    }
    this.#sharesMostMobiles = coversMostRows(shared, included)
  }
}

/** A row whose values are the same before and after a change. */
export const unchanged = ({ regos, vins, mobiles }: RowFacts, position: number): ChangedRow => ({
  position,
  rego: regos[position] ?? 0,
  vin: vins[position] ?? 0,
  mobile: mobiles[position] ?? 0,
})

const carRow = ({ row, values: { rego, state, vin, sale_date } }: CheckedRow) => ({
  row,
  values: { rego, state, vin, sale_date },
})

/** Positions of the rows with one of these mobiles, ascending. */
function positionsOfMobiles(mobiles: Float64Array, wanted: ReadonlySet<number>): number[] {
  const positions: number[] = []
  for (const mobile of wanted) {
    if (mobile === 0) continue
    for (let at = mobiles.indexOf(mobile); at >= 0; at = mobiles.indexOf(mobile, at + 1)) positions.push(at)
  }
  return positions.toSorted((a, b) => a - b)
}

/** Existing customers by the hashes of their regos and VINs, so that few rows have to be compared by text. */
class KnownVehicles {
  readonly keys: ReadonlySet<string>
  readonly #hashes = new Set<number>()

  constructor(keys: ReadonlySet<string>) {
    this.keys = keys
    for (const key of keys) this.#hashes.add(textHash(key.slice(2).split('|')[0] ?? ''))
  }

  mayHave(rego: number, vin: number): boolean {
    return this.keys.size > 0 && ((rego !== 0 && this.#hashes.has(rego)) || (vin !== 0 && this.#hashes.has(vin)))
  }

  has({ values: { rego, state, vin } }: CheckedRow): boolean {
    return (rego !== '' && this.keys.has(`r:${regoKey(rego, state)}`)) || (vin !== '' && this.keys.has(`v:${vin}`))
  }
}
