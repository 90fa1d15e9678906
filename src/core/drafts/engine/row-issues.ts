import type { Issue, RowStatus } from '../../../contract/drafts.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import type { ClassSets } from '../checking/class-sets.ts'
import type { IssueClasses } from '../checking/issue-classes.ts'
import { rowFlags } from '../checking/row-facts.ts'
import type { DraftRows } from './draft-rows.ts'
import type { RowComparison } from './row-comparison.ts'

/** The issues of the rows, of their own and from their comparison, and the status that follows. */
export class RowIssues {
  readonly rows: DraftRows
  readonly #comparison: RowComparison
  /** By position. */
  readonly #sets: Uint32Array

  constructor(rows: DraftRows, comparison: RowComparison) {
    this.rows = rows
    this.#comparison = comparison
    this.#sets = new Uint32Array(rows.length)
    this.noteAll()
  }

  get classes(): IssueClasses {
    return this.rows.classes
  }

  get sets(): ClassSets {
    return this.rows.sets
  }

  noteAll(): void {
    for (let position = 0; position < this.rows.length; position += 1) this.note(position)
  }

  /** Takes over the issues of a row after it, or what it is compared with, changed. */
  note(position: number): void {
    let set = this.rows.facts.sets[position] ?? 0
    if (this.#comparison.hasIssues(position) && !this.#comparison.isExcluded(position)) {
      for (const found of this.#comparison.issuesOf(position)) {
        const value = found.field ? this.rows.originalAt(position, found.field).trim() : ''
        set = this.sets.with(set, this.classes.classOf(found, value))
      }
    }
    this.#sets[position] = set
  }

  statusAt(position: number): RowStatus {
    if (this.#comparison.isExcluded(position)) return 'left-out'
    const flags = this.rows.facts.flags[position] ?? 0
    if ((flags & rowFlags.error) !== 0) return 'error'
    return (flags & rowFlags.warning) !== 0 || this.#comparison.isWarned(position) ? 'warning' : 'ready'
  }

  /** Issues of a row, which is given because the caller has it. */
  of(position: number, row: CheckedRow): readonly Issue[] {
    return this.#comparison.hasIssues(position) ? [...row.issues, ...this.#comparison.issuesOf(position)] : row.issues
  }

  /** By set: the rows that are not excluded. */
  rowsBySet(): Uint32Array {
    const counts = new Uint32Array(this.sets.size)
    for (const [position, set] of this.#sets.entries()) {
      if (!this.#comparison.isExcluded(position)) counts[set] = (counts[set] ?? 0) + 1
    }
    return counts
  }

  /** Positions of the rows in a group, without excluded rows. */
  *positionsWith(key: string): Generator<number> {
    const group = this.classes.groupOfKey(key)
    if (!group) return
    const has = new Uint8Array(this.sets.size)
    for (let set = 0; set < has.length; set += 1) {
      if (this.sets.classesOf(set).some((number) => this.classes.at(number).group === group)) has[set] = 1
    }
    for (const [position, set] of this.#sets.entries()) {
      if (has[set] === 1 && !this.#comparison.isExcluded(position)) yield position
    }
  }
}
