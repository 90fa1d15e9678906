import type { Issue } from '../../../contract/drafts.ts'
import type { KnownCustomers } from '../../../contract/column-choices.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { RowFacts } from '../checking/row-facts.ts'
import { exclusionReasons, rowMessages } from '../checking/row-messages.ts'
import { compareCars, type CarRow, type Exclusion } from '../checking/same-cars.ts'
import { countNames, coversMostRows } from '../checking/shared-mobiles.ts'
import { rowsThatMayShare } from '../checking/shared-hashes.ts'
import { issue, type CellIssue } from '../../fields/checked-cell.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import type { KnownKeys } from '../checking/known-keys.ts'
import type { IncludedRows } from '../model/row-choices.ts'
import type { DraftRows, RowPart } from './draft-rows.ts'
import { positionsWith, rowsOfTheSameCars, type ChangedRow } from './related-rows.ts'

/** Which rows the user included or excluded, and what happens to existing customers. */
export interface ComparisonChoices {
  /** By row number. */
  readonly rows: IncludedRows
  readonly knownCustomers: KnownCustomers
}

/** Why a row is excluded, as a number. */
const causes = { none: 0, user: 1, optOut: 2, knownCustomer: 3, duplicate: 4 } as const
/** Of a row: an existing customer's car; with a warning; the rego is also in a row with a different VIN; the row updates the customer. */
const marks = { known: 1, knownIssue: 2, otherVin: 4, update: 8 } as const
const warningMarks = marks.knownIssue | marks.otherVin

/**
 * Compares the rows with each other and with existing customers (domain, part 7.4). A row is excluded for the first
 * reason that holds: by the user; opt-out; existing customer; an older sale of a car that is in the file again. Rules
 * never exclude a row that the user included.
 */
export class RowComparison {
  readonly #rows: DraftRows
  #choices: ComparisonChoices
  #known: KnownKeys
  readonly #causes: Uint8Array
  readonly #marks: Uint8Array
  /** The number of names on the row's mobile, when it is many. */
  readonly #names: Uint32Array
  readonly #duplicates = new Map<number, Exclusion>()
  /** By position: the number of another row with the same rego and a different VIN. */
  readonly #otherVins = new Map<number, number>()
  #sharesMostMobiles = false

  constructor(rows: DraftRows, choices: ComparisonChoices, knownKeys: KnownKeys) {
    this.#rows = rows
    this.#choices = choices
    this.#known = knownKeys
    this.#causes = new Uint8Array(rows.length)
    this.#marks = new Uint8Array(rows.length)
    this.#names = new Uint32Array(rows.length)
    this.compareAll()
  }

  /** Rows are compared with these customers from now on. Returns the rows whose cars have become customers', or no longer are. */
  setKnownKeys(keys: KnownKeys): ChangedRow[] {
    const before = this.#known
    const changes = new Set([...keys, ...before].filter((key) => keys.has(key) !== before.has(key)))
    this.#known = keys
    const changed: ChangedRow[] = []
    for (let position = 0; changes.size > 0 && position < this.#rows.length; position += 1) {
      if (this.#hasCarIn(changes, position)) changed.push(unchanged(this.#rows.facts, position))
    }
    return changed
  }

  isExcluded(position: number): boolean {
    return this.#causes[position] !== causes.none
  }

  /** The car is already a customer's, unless the row is excluded for another reason. */
  isKnown(position: number): boolean {
    return ((this.#marks[position] ?? 0) & marks.known) !== 0
  }

  /** The row is not sent but updates an existing customer, unless it has an error. */
  updates(position: number): boolean {
    return ((this.#marks[position] as number) & marks.update) !== 0
  }

  /** Whether there is an issue of severity warning that comes from other rows or from existing customers. */
  isWarned(position: number): boolean {
    return (
      ((this.#marks[position] as number) & warningMarks) !== 0 ||
      (!this.#sharesMostMobiles && this.#names[position] !== 0)
    )
  }

  /** Whether one of these warnings is about a field. */
  warnsOf(position: number, field: CustomerField): boolean {
    switch (field) {
      case 'rego':
        return ((this.#marks[position] ?? 0) & marks.knownIssue) !== 0
      case 'vin':
        return ((this.#marks[position] ?? 0) & marks.otherVin) !== 0
      case 'mobile_number':
        return !this.#sharesMostMobiles && this.#names[position] !== 0
      default:
        return false
    }
  }

  hasIssues(position: number): boolean {
    return ((this.#marks[position] as number) & warningMarks) !== 0 || this.#names[position] !== 0
  }

  /** Why a row is excluded; null: it is not. */
  exclusionOf(position: number): Exclusion | null {
    switch (this.#causes[position]) {
      case causes.user:
        return exclusionReasons.byUser
      case causes.optOut: {
        const column = (this.#rows.facts.optOuts[position] ?? 0) - 1
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
    if (names > 0) found.push(this.#sharesMostMobiles ? sharedMostly : sharedBy(names))
    return found
  }

  /** Those of the positions that the rules would exclude if the user had neither included nor excluded them. */
  excludedByRule(positions: readonly number[]): ReadonlySet<number> {
    const choices = this.#choices
    const wanted = new Set(positions.map((position) => this.#rows.numberAt(position)))
    const rows = { get: (row: number) => (wanted.has(row) ? undefined : choices.rows.get(row)) }
    const changed = positions.map((position) => unchanged(this.#rows.facts, position))
    this.#choices = { knownCustomers: choices.knownCustomers, rows }
    this.compareSome(changed)
    const excluded = new Set(positions.filter((position) => this.isExcluded(position)))
    this.#choices = choices
    this.compareSome(changed)
    return excluded
  }

  /** Compares all rows. `exclusions`, `names`: what may have changed of which rows are excluded, and of mobiles and names. */
  compareAll({ exclusions, names } = { exclusions: true, names: true }): void {
    const areOthersExcluded = exclusions && this.#excludeAll()
    if (!areOthersExcluded && !names) return
    this.#names.fill(0)
    this.#noteNames(null)
    this.#noteMostMobiles()
  }

  /** Decides for all rows whether they are excluded. Returns whether any other rows are than before. */
  #excludeAll(): boolean {
    const { facts } = this.#rows
    const before = this.#causes.slice()
    this.#duplicates.clear()
    this.#otherVins.clear()
    if (this.#choices.rows.isEmpty && this.#known.size === 0) this.#excludeOptOuts(facts.optOuts)
    else for (let position = 0; position < this.#rows.length; position += 1) this.#compareAlone(position)
    this.#compareCars(rowsThatMayShare(facts.regos, facts.vins, this.#causes))
    return differInZeros(before, this.#causes)
  }

  /** What `compareAlone` finds for all rows, when the user chose no rows and there are no customers. */
  #excludeOptOuts(optOuts: Uint16Array): void {
    const all = this.#causes
    this.#marks.fill(0)
    for (let at = 0; at < all.length; at += 1) all[at] = optOuts[at] === 0 ? causes.none : causes.optOut
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
    mobiles.delete(0)
    const sameMobile = positionsWith(facts.mobiles, mobiles)
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
    const isKnown = this.#known.size > 0 && this.#hasCarIn(this.#known, position)
    let cause: number = causes.none
    let mark = 0
    if (included === false) cause = causes.user
    else if (!included && facts.optOuts[position] !== 0) cause = causes.optOut
    else if (isKnown) {
      const choice = included ? 'send' : this.#choices.knownCustomers
      if (choice === 'skip') cause = causes.knownCustomer
      mark = marks.known | { skip: 0, send: marks.knownIssue, update: marks.update }[choice]
    }
    this.#causes[position] = cause
    this.#marks[position] = mark
  }

  #hasCarIn(keys: KnownKeys, position: number): boolean {
    const valueOf = (field: CustomerField): string => this.#rows.valueAt(position, field)
    const [rego, vin] = [valueOf('rego'), valueOf('vin')]
    return (vin !== '' && keys.has(`v:${vin}`)) || (rego !== '' && keys.has(`r:${regoKey(rego, valueOf('state'))}`))
  }

  /** `positions`: rows that are not excluded for another reason, ascending, with all rows of each of their cars. */
  #compareCars(positions: readonly number[]): void {
    if (positions.length < 2) return
    const rows = positions.map((position) => carRow(this.#rows, position))
    const { excluded, otherVins } = compareCars(rows, (row) => this.#choices.rows.get(row) === true)
    for (const [at, { row }] of rows.entries()) {
      const position = positions[at] ?? 0
      const duplicate = excluded.get(row)
      const otherVin = otherVins.get(row)
      if (otherVin !== undefined) {
        this.#otherVins.set(position, otherVin)
        this.#marks[position] = (this.#marks[position] ?? 0) | marks.otherVin
      }
      if (!duplicate) continue
      this.#causes[position] = causes.duplicate
      this.#duplicates.set(position, duplicate)
      this.#marks[position] = (this.#marks[position] ?? 0) & ~(marks.known | marks.update)
    }
  }

  /** `positions`: all rows of each of their mobiles; null: all rows. */
  #noteNames(positions: readonly number[] | null): void {
    const names = this.#rows.valuesOf('client_name')
    countNames(positions, this.#rows.facts.mobiles, names, this.#causes, this.#names)
  }

  #noteMostMobiles(): void {
    let shared = 0
    let included = 0
    const excluded = this.#causes
    const names = this.#names
    for (let position = 0; position < excluded.length; position += 1) {
      if (excluded[position] === causes.none) included += 1
      if (names[position] !== 0) shared += 1
    }
    this.#sharesMostMobiles = coversMostRows(shared, included)
  }
}

const sharedMostly: Issue = {
  ...issue('info', 'mobile.many-names', rowMessages.sameMobileInMostRows),
  field: 'mobile_number',
}

/** By number of names. Every row with a shared mobile has one. */
const sharedMobiles = new Map<number, Issue>()

function sharedBy(names: number): Issue {
  const known = sharedMobiles.get(names)
  if (known) return known
  const found = issue('warning', 'mobile.many-names', rowMessages.sameMobile(names))
  const added: Issue = { ...found, field: 'mobile_number' }
  sharedMobiles.set(names, added)
  return added
}

/** What has to be compared again when these parts of rows changed. */
export function comparisonsOf(parts: Iterable<RowPart>): { readonly exclusions: boolean; readonly names: boolean } {
  const isOfContact = (part: RowPart): boolean => part === 'client_name' || part === 'mobile_number'
  const all = [...parts]
  return { exclusions: !all.every(isOfContact), names: all.some(isOfContact) }
}

/** Whether one of two lists of the same length has a zero where the other has none. */
function differInZeros(one: Uint8Array, other: Uint8Array): boolean {
  for (let at = 0; at < one.length; at += 1) if ((one[at] === 0) !== (other[at] === 0)) return true
  return false
}

/** A row whose values are the same before and after a change. */
export const unchanged = ({ regos, vins, mobiles }: RowFacts, position: number): ChangedRow => ({
  position,
  rego: regos[position] ?? 0,
  vin: vins[position] ?? 0,
  mobile: mobiles[position] ?? 0,
})

const carRow = (rows: DraftRows, position: number): CarRow => ({
  row: rows.numberAt(position),
  values: {
    rego: rows.valueAt(position, 'rego'),
    state: rows.valueAt(position, 'state'),
    vin: rows.valueAt(position, 'vin'),
    sale_date: rows.valueAt(position, 'sale_date'),
  },
})
