import type { Issue } from '../../../contract/drafts.ts'
import type { KnownCustomers } from '../../../contract/column-choices.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { KnownKeys } from '../checking/known-keys.ts'
import { exclusionReasons, rowMessages } from '../checking/row-messages.ts'
import { type CarRow, compareCars, type Exclusion } from '../checking/same-cars.ts'
import { issue } from '../../fields/checked-cell.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import type { DraftRows } from './draft-rows.ts'
import { positionsWith, repeatedKeys, rowsOfTheSameCars } from './related-rows.ts'

/** What rows are compared with besides each other. */
export interface ComparedWith {
  /** Which rows the user included or excluded, by row number. */
  readonly included: (row: number) => boolean | undefined
  readonly knownKeys: KnownKeys
  /** What happens to existing customers. */
  readonly knownCustomers: KnownCustomers
}

/** Why a row is excluded, as a number. */
const causes = { none: 0, user: 1, optOut: 2, knownCustomer: 3, duplicate: 4 } as const
/** Of a row: an existing customer's car; with a warning; the rego is also in a row with a different VIN; the row updates the customer. */
const marks = { known: 1, knownIssue: 2, otherVin: 4, update: 8 } as const

/**
 * The rows compared with each other and with existing customers (domain, part 7.4). A row is excluded for the first
 * reason that holds: by the user; opt-out; existing customer; an older sale of a car that is in the file again. Rules
 * never exclude a row that the user included.
 */
export class RowComparison {
  readonly #rows: DraftRows
  readonly #with: ComparedWith
  /** By position: the keys of regos, VINs and mobiles with which the rows were compared. */
  readonly #regos: Uint32Array
  readonly #vins: Uint32Array
  readonly #mobiles: Float64Array
  readonly #causes: Uint8Array
  readonly #marks: Uint8Array
  /** The number of names on the row's mobile, when it is many. */
  readonly #names: Uint32Array
  readonly #duplicates = new Map<number, Exclusion>()
  /** By position: the number of another row with the same rego and a different VIN. */
  readonly #otherVins = new Map<number, number>()
  #sharesMostMobiles = false

  constructor(rows: DraftRows, comparedWith: ComparedWith) {
    const { length } = rows
    this.#rows = rows
    this.#with = comparedWith
    this.#regos = new Uint32Array(length)
    this.#vins = new Uint32Array(length)
    this.#mobiles = new Float64Array(length)
    this.#causes = new Uint8Array(length)
    this.#marks = new Uint8Array(length)
    this.#names = new Uint32Array(length)
    for (let position = 0; position < length; position += 1) {
      this.#takeKeys(position)
      this.#compareAlone(position)
    }
    this.#compareCars(this.#rowsThatMayShare())
    this.#noteNames(positionsWith(this.#mobiles, repeatedKeys(this.#mobiles, manyNames, this.#causes)))
    this.#noteMostMobiles()
  }

  /**
   * Compares rows again that changed, and all that depend on them. Returns the positions whose result may be another one; null: these are
   * too many, and everything has to be compared again.
   */
  update(changed: readonly number[]): readonly number[] | null {
    const [regos, vins, mobiles] = [new Set<number>(), new Set<number>(), new Set<number>()]
    const addKeys = (position: number): void => {
      regos.add(this.#regos[position] as number)
      vins.add(this.#vins[position] as number)
      mobiles.add(this.#mobiles[position] as number)
    }
    for (const position of changed) {
      addKeys(position)
      this.#takeKeys(position)
      addKeys(position)
    }
    const sameCars = rowsOfTheSameCars([this.#regos, this.#vins], [regos, vins])
    if (!sameCars) return null
    // A row without a car shares it with no other.
    const related = [...new Set([...changed, ...sameCars])].toSorted((a, b) => a - b)
    const before = related.map((position) => this.isExcluded(position))
    for (const position of related) {
      this.#duplicates.delete(position)
      this.#otherVins.delete(position)
      this.#compareAlone(position)
    }
    this.#compareCars(related.filter((position) => !this.isExcluded(position)))
    for (const [at, position] of related.entries())
      if (before[at] !== this.isExcluded(position)) mobiles.add(this.#mobiles[position] as number)
    mobiles.delete(0)
    const sameMobiles = positionsWith(this.#mobiles, mobiles)
    for (const position of changed) this.#names[position] = 0
    this.#noteNames(sameMobiles)
    const earlier = this.#sharesMostMobiles
    this.#noteMostMobiles()
    return earlier === this.#sharesMostMobiles ? [...related, ...sameMobiles] : null
  }

  isExcluded(position: number): boolean {
    return this.#causes[position] !== causes.none
  }

  /** The car is already a customer's, unless the row is excluded for another reason. */
  isKnown(position: number): boolean {
    return this.#has(position, marks.known)
  }

  /** The row is not sent but updates an existing customer, unless it has an error. */
  updates(position: number): boolean {
    return this.#has(position, marks.update)
  }

  /** Why a row is excluded; null: it is not. */
  exclusionOf(position: number): Exclusion | null {
    switch (this.#causes[position]) {
      case causes.user:
        return exclusionReasons.byUser
      case causes.optOut: {
        const column = this.#rows.optOutAt(position) ?? -1
        const { contact, headers } = this.#rows.rules.plan
        const isByValue = contact.columns.some((one) => one.column === column && one.meaning === 'note' && !one.notes)
        const reason = rowMessages[isByValue ? 'byValue' : 'optOut'](headers[column] ?? '')
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
  issuesOf(position: number): readonly Issue[] {
    const names = this.#names[position] as number
    if (names === 0 && !this.#has(position, marks.knownIssue | marks.otherVin)) return noIssues
    const found: Issue[] = []
    if (this.#has(position, marks.knownIssue)) found.push(knownCustomer)
    const otherVin = this.#otherVins.get(position)
    if (otherVin !== undefined) found.push(regoWithOtherVin(otherVin))
    if (names > 0) found.push(this.#sharesMostMobiles ? sharedMostly : sharedBy(names))
    return found
  }

  /** Those of the positions that the rules would exclude if the user had neither included nor excluded them. */
  excludedByRule(positions: readonly number[]): ReadonlySet<number> {
    const wanted = new Set(positions.map((position) => this.#rows.numberAt(position)))
    const { included } = this.#with
    const ruled = new RowComparison(this.#rows, {
      ...this.#with,
      included: (row) => (wanted.has(row) ? undefined : included(row)),
    })
    return new Set(positions.filter((position) => ruled.isExcluded(position)))
  }

  #has(position: number, wanted: number): boolean {
    return ((this.#marks[position] as number) & wanted) !== 0
  }

  #takeKeys(position: number): void {
    const { mobile_number: mobile, vehicle, vin } = this.#rows.checks
    this.#regos[position] = vehicle.keyAt(position)
    this.#vins[position] = vin.keyAt(position)
    this.#mobiles[position] = mobile.keyAt(position)
  }

  /** What holds for a row without the others. */
  #compareAlone(position: number): void {
    const { included: choices, knownCustomers, knownKeys } = this.#with
    const included = choices(this.#rows.numberAt(position))
    let cause: number = causes.none
    let mark = 0
    if (included === false) cause = causes.user
    else if (included === undefined && this.#rows.optOutAt(position) !== null) cause = causes.optOut
    else if (knownKeys.size > 0 && this.#isOneOf(knownKeys, position)) {
      const choice = included ? 'send' : knownCustomers
      if (choice === 'skip') cause = causes.knownCustomer
      mark = marks.known | { skip: 0, send: marks.knownIssue, update: marks.update }[choice]
    }
    this.#causes[position] = cause
    this.#marks[position] = mark
  }

  #isOneOf(keys: KnownKeys, position: number): boolean {
    const { rego, vin } = this.#carOf(position)
    return (vin !== '' && keys.has(`v:${vin}`)) || (rego !== '' && keys.has(`r:${rego}`))
  }

  #carOf(position: number): CarRow {
    const valueOf = (field: CustomerField): string => this.#rows.valueAt(position, field)
    const rego = valueOf('rego')
    return {
      row: this.#rows.numberAt(position),
      rego: rego === '' ? '' : regoKey(rego, valueOf('state')),
      vin: valueOf('vin'),
      saleDate: valueOf('sale_date'),
    }
  }

  /** The rows that are not excluded, and whose rego or VIN may be in another one of these: equal keys are compared as texts. */
  #rowsThatMayShare(): number[] {
    const regos = repeatedKeys(this.#regos, 2, this.#causes)
    const vins = repeatedKeys(this.#vins, 2, this.#causes)
    const positions: number[] = []
    for (let position = 0; position < this.#causes.length; position += 1) {
      if (this.isExcluded(position)) continue
      if (regos.has(this.#regos[position] as number) || vins.has(this.#vins[position] as number))
        positions.push(position)
    }
    return positions
  }

  /** `positions`: rows that are not excluded for another reason, ascending, with all rows of each of their cars. */
  #compareCars(positions: readonly number[]): void {
    const cars = positions.map((position) => this.#carOf(position))
    const { excluded, otherVins } = compareCars(cars, (row) => this.#with.included(row) === true)
    for (const [at, position] of positions.entries()) {
      const { row } = cars[at] as CarRow
      const duplicate = excluded.get(row)
      const otherVin = otherVins.get(row)
      if (otherVin !== undefined) {
        this.#otherVins.set(position, otherVin)
        this.#marks[position] = (this.#marks[position] as number) | marks.otherVin
      }
      if (!duplicate) continue
      this.#causes[position] = causes.duplicate
      this.#duplicates.set(position, duplicate)
      this.#marks[position] = (this.#marks[position] as number) & ~(marks.known | marks.update)
    }
  }

  /** Notes the number of names on the mobiles of rows. `positions`: all rows of each of these mobiles. */
  #noteNames(positions: readonly number[]): void {
    const { numbers, values } = this.#rows.checks.client_name
    /** By number of a result. */
    const normalised: string[] = []
    const nameAt = (position: number): string => {
      const number = numbers[position] as number
      return (normalised[number] ??= normalisedName(values[0]?.[number] ?? ''))
    }
    const named = new Map<number, number[]>()
    for (const position of positions) {
      this.#names[position] = 0
      if (this.isExcluded(position) || this.#rows.valueAt(position, 'client_name') === '') continue
      const mobile = this.#mobiles[position] as number
      const rows = named.get(mobile)
      if (rows) rows.push(position)
      else named.set(mobile, [position])
    }
    for (const rows of named.values()) {
      // Fewer rows cannot have as many names.
      const different = rows.length < manyNames ? 0 : new Set(rows.map(nameAt)).size
      if (different >= manyNames) for (const position of rows) this.#names[position] = different
    }
  }

  #noteMostMobiles(): void {
    let [shared, included] = [0, 0]
    for (let position = 0; position < this.#causes.length; position += 1) {
      if (this.#causes[position] === causes.none) included += 1
      if (this.#names[position] !== 0) shared += 1
    }
    this.#sharesMostMobiles = coversMostRows(shared, included)
  }
}

const noIssues: readonly Issue[] = []

const knownCustomer: Issue = { ...issue('warning', 'row.known-customer', rowMessages.knownCustomer), field: 'rego' }

const regoWithOtherVin = (otherRow: number): Issue => ({
  ...issue('warning', 'row.rego-with-other-vin', rowMessages.sameRegoOtherVin(otherRow)),
  field: 'vin',
})

const sharedMostly: Issue = {
  ...issue('info', 'mobile.many-names', rowMessages.sameMobileInMostRows),
  field: 'mobile_number',
}

const sharedBy = (names: number): Issue => ({
  ...issue('warning', 'mobile.many-names', rowMessages.sameMobile(names)),
  field: 'mobile_number',
})

/** From this many names on, a mobile is probably a filler or the dealership's own number. */
const manyNames = 3
/** A list as short as this is read row by row anyway. */
const fewRows = 20

/** Letters and digits in lower case, so that "O'Brien" and "OBrien" are one name. */
const normalisedName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether most rows of a list share their mobiles: then that is how the list was made, and a warning on nearly every
 * row would hide others.
 */
const coversMostRows = (shared: number, rows: number): boolean => shared > 0 && rows >= fewRows && shared * 2 > rows
