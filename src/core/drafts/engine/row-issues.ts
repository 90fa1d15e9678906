import type { Issue, RowStatus } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { customerFields, type CheckedRow } from '../checking/check-row.ts'
import type { ClassSets } from '../checking/class-sets.ts'
import type { IssueClasses } from '../checking/issue-classes.ts'
import { rowFlags } from '../checking/row-facts.ts'
import type { DraftRows } from './draft-rows.ts'
import type { RowComparison } from './row-comparison.ts'

const rowStatuses: readonly RowStatus[] = ['error', 'warning', 'ready', 'update', 'excluded']

/** Statuses as small numbers, in the order in which rows are listed. */
export const statusCodes: Readonly<Record<RowStatus, number>> = {
  error: 0,
  warning: 1,
  ready: 2,
  update: 3,
  excluded: 4,
}

/** The issues of the rows, of their own and from their comparison, and the status that follows. */
export class RowIssues {
  readonly rows: DraftRows
  readonly #comparison: RowComparison
  /** By position. */
  readonly #sets: Uint32Array
  /** By position: `statusCodes`. */
  readonly statuses: Uint8Array
  /** By set: how many rows have it that are not excluded. */
  #rowsBySet = new Uint32Array(64)
  /** By set: a bit for each field with an error or a warning. */
  readonly #markedFields: number[] = []

  constructor(rows: DraftRows, comparison: RowComparison) {
    this.rows = rows
    this.#comparison = comparison
    this.#sets = new Uint32Array(rows.length)
    this.statuses = new Uint8Array(rows.length)
    this.noteAll()
  }

  get classes(): IssueClasses {
    return this.rows.classes
  }

  get sets(): ClassSets {
    return this.rows.sets
  }

  noteAll(): void {
    this.#rowsBySet.fill(0)
    for (let position = 0; position < this.rows.length; position += 1) this.#add(position)
  }

  /** Takes over the issues of a row after it, or what it is compared with, changed. */
  note(position: number): void {
    if (this.statuses[position] !== statusCodes.excluded) this.#count(this.#sets[position] as number, -1)
    this.#add(position)
  }

  #add(position: number): void {
    const { sets, flags } = this.rows.facts
    const comparison = this.#comparison
    let set = sets[position] as number
    if (comparison.isExcluded(position)) {
      this.#sets[position] = set
      this.statuses[position] = statusCodes.excluded
      return
    }
    if (comparison.hasIssues(position)) set = this.#withCompared(set, position)
    const own = flags[position] as number
    this.#sets[position] = set
    this.statuses[position] =
      (own & rowFlags.error) !== 0
        ? statusCodes.error
        : comparison.updates(position)
          ? statusCodes.update
          : (own & rowFlags.warning) !== 0 || comparison.isWarned(position)
            ? statusCodes.warning
            : statusCodes.ready
    this.#count(set, 1)
  }

  /** A set with the issues from the comparison of the row. */
  #withCompared(own: number, position: number): number {
    let set = own
    for (const found of this.#comparison.issuesOf(position)) {
      const value = found.field ? this.rows.originalAt(position, found.field).trim() : ''
      set = this.sets.with(set, this.classes.classOf(found, value))
    }
    return set
  }

  statusAt(position: number): RowStatus {
    return rowStatuses[this.statuses[position] ?? 0] ?? 'error'
  }

  /** Whether a field of a row has an error or a warning. */
  isMarked(position: number, field: CustomerField): boolean {
    return this.isMarkedAlone(position, field) || this.#comparison.warnsOf(position, field)
  }

  /** The same without the comparison with other rows and with existing customers. */
  isMarkedAlone(position: number, field: CustomerField): boolean {
    const set = this.rows.facts.sets[position] ?? 0
    const fields = (this.#markedFields[set] ??= this.#fieldsOf(set))
    return (fields & bitOf(field)) !== 0
  }

  #fieldsOf(set: number): number {
    let fields = 0
    for (const number of this.sets.classesOf(set)) {
      const { field, severity } = this.classes.at(number).group
      if (field !== null && severity !== 'info') fields |= bitOf(field)
    }
    return fields
  }

  #count(set: number, change: number): void {
    if (set >= this.#rowsBySet.length) {
      const larger = new Uint32Array(2 * set)
      larger.set(this.#rowsBySet)
      this.#rowsBySet = larger
    }
    this.#rowsBySet[set] = (this.#rowsBySet[set] as number) + change
  }

  /** Issues of a row, which is given because the caller has it. */
  of(position: number, row: CheckedRow): readonly Issue[] {
    return this.#comparison.hasIssues(position) ? [...row.issues, ...this.#comparison.issuesOf(position)] : row.issues
  }

  /** By set: how many rows have it that are not excluded. */
  rowsBySet(): Uint32Array {
    const rows = new Uint32Array(this.sets.size)
    rows.set(this.#rowsBySet.subarray(0, rows.length))
    return rows
  }

  /** Positions of the rows in a group, without excluded rows. */
  *positionsWith(key: string): Generator<number> {
    const group = this.classes.groupOfKey(key)
    if (!group) return
    const has = new Uint8Array(this.sets.size)
    for (let set = 0; set < has.length; set += 1) {
      if (this.sets.classesOf(set).some((number) => this.classes.at(number).group === group)) has[set] = 1
    }
    const sets = this.#sets
    for (let position = 0; position < sets.length; position += 1) {
      if (has[sets[position] ?? 0] === 1 && this.statuses[position] !== statusCodes.excluded) yield position
    }
  }
}

const bitOf = (field: CustomerField): number => 1 << customerFields.indexOf(field)
