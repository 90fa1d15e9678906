import type { Issue, RowStatus } from '../../../contract/drafts.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import type { ClassSets } from '../checking/class-sets.ts'
import type { IssueClasses } from '../checking/issue-classes.ts'
import { rowFlags } from '../checking/row-facts.ts'
import type { DraftRows } from './draft-rows.ts'
import type { RowComparison } from './row-comparison.ts'

const rowStatuses: readonly RowStatus[] = ['error', 'warning', 'ready', 'left-out']

/** Statuses as small numbers, in the order in which rows are listed. */
export const statusCodes: Readonly<Record<RowStatus, number>> = { error: 0, warning: 1, ready: 2, 'left-out': 3 }

/** The issues of the rows, of their own and from their comparison, and the status that follows. */
export class RowIssues {
  readonly rows: DraftRows
  readonly #comparison: RowComparison
  /** By position. */
  readonly #sets: Uint32Array
  /** By position: `statusCodes`. */
  readonly statuses: Uint8Array
  #rowsBySet: number[] = []

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
    // As if no row had been counted.
    this.statuses.fill(statusCodes['left-out'])
    this.#rowsBySet = []
    for (let position = 0; position < this.rows.length; position += 1) this.note(position)
  }

  /** Takes over the issues of a row after it, or what it is compared with, changed. */
  note(position: number): void {
    this.#count(position, -1)
    let set = this.rows.facts.sets[position] ?? 0
    if (this.#comparison.hasIssues(position) && !this.#comparison.isExcluded(position)) {
      for (const found of this.#comparison.issuesOf(position)) {
        const value = found.field ? this.rows.originalAt(position, found.field).trim() : ''
        set = this.sets.with(set, this.classes.classOf(found, value))
      }
    }
    this.#sets[position] = set
    this.statuses[position] = this.#statusOf(position)
    this.#count(position, 1)
  }

  statusAt(position: number): RowStatus {
    return rowStatuses[this.statuses[position] ?? 0] ?? 'error'
  }

  #statusOf(position: number): number {
    if (this.#comparison.isExcluded(position)) return statusCodes['left-out']
    const flags = this.rows.facts.flags[position] ?? 0
    if ((flags & rowFlags.error) !== 0) return statusCodes.error
    const isWarned = (flags & rowFlags.warning) !== 0 || this.#comparison.isWarned(position)
    return isWarned ? statusCodes.warning : statusCodes.ready
  }

  #count(position: number, change: number): void {
    if (this.statuses[position] === statusCodes['left-out']) return
    const set = this.#sets[position] ?? 0
    this.#rowsBySet[set] = (this.#rowsBySet[set] ?? 0) + change
  }

  /** Issues of a row, which is given because the caller has it. */
  of(position: number, row: CheckedRow): readonly Issue[] {
    return this.#comparison.hasIssues(position) ? [...row.issues, ...this.#comparison.issuesOf(position)] : row.issues
  }

  /** By set: how many rows have it that are not excluded. */
  rowsBySet(): Uint32Array {
    return Uint32Array.from({ length: this.sets.size }, (_, set) => this.#rowsBySet[set] ?? 0)
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
      if (has[sets[position] ?? 0] === 1 && this.statuses[position] !== statusCodes['left-out']) yield position
    }
  }
}
