import type { Issue, RowStatus } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { customerFields, type CheckedRow } from '../checking/check-row.ts'
import { type ClassSets, flagOf, type IssueClasses, issueFlags } from '../checking/issue-classes.ts'
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

/** Issues of rows: the set (`ClassSets`) of each row, by the number of its result where rows share results. */
interface IssueColumn {
  /** By position: the number of a result, or a set. */
  readonly numbers: Uint32Array
  /** By number of a result. Null: the numbers are the sets. */
  readonly sets: readonly number[] | null
}

/** The issues of the rows, of their own and from their comparison, and the status that follows. */
export class RowIssues {
  readonly rows: DraftRows
  readonly #comparison: RowComparison
  /** By position: the sets of the issues that a row has as a whole, and of those from its comparison. */
  readonly #whole: IssueColumn
  readonly #compared: IssueColumn
  /** By position: `statusCodes`. */
  readonly statuses: Uint8Array
  /** By set: a bit for each field with an error or a warning. */
  readonly #markedFields: number[] = []

  constructor(rows: DraftRows, comparison: RowComparison) {
    this.rows = rows
    this.#comparison = comparison
    this.#whole = { numbers: new Uint32Array(rows.length), sets: null }
    this.#compared = { numbers: new Uint32Array(rows.length), sets: null }
    this.statuses = new Uint8Array(rows.length)
    for (let position = 0; position < rows.length; position += 1) this.note(position)
  }

  /** Takes over the issues of a row after it, or what it is compared with, changed. */
  note(position: number): void {
    const [whole, compared] = [this.rows.rowIssuesAt(position), this.#comparison.issuesOf(position)]
    this.#whole.numbers[position] = this.#setOf(position, whole)
    this.#compared.numbers[position] = this.#setOf(position, compared)
    let worst = this.rows.flagsAt(position)
    for (const found of whole) worst |= flagOf(found)
    for (const found of compared) worst |= flagOf(found)
    this.statuses[position] = this.#statusOf(position, worst)
  }

  get classes(): IssueClasses {
    return this.rows.classes
  }

  get sets(): ClassSets {
    return this.rows.sets
  }

  /** `worst`: of the row's issues, as `issueFlags`. */
  #statusOf(position: number, worst: number): number {
    if (this.#comparison.isExcluded(position)) return statusCodes.excluded
    if ((worst & issueFlags.error) !== 0) return statusCodes.error
    if (this.#comparison.updates(position)) return statusCodes.update
    return worst === 0 ? statusCodes.ready : statusCodes.warning
  }

  /** The set of issues of a row. */
  #setOf(position: number, issues: readonly Issue[]): number {
    if (issues.length === 0) return 0
    const valueOf = (field: CustomerField): string => this.rows.originalAt(position, field).trim()
    return this.sets.of(
      issues.map((found) => this.classes.classOf(found, found.field, found.field ? valueOf(found.field) : '')),
    )
  }

  statusAt(position: number): RowStatus {
    return rowStatuses[this.statuses[position] ?? 0] ?? 'error'
  }

  /** Whether a field of a row has an error or a warning. */
  isMarked(position: number, field: CustomerField): boolean {
    return this.isMarkedAlone(position, field) || this.#marks(this.#compared, position, field)
  }

  /** The same without the comparison with other rows and with existing customers. */
  isMarkedAlone(position: number, field: CustomerField): boolean {
    return this.#marks(this.rows.checkOf(field), position, field) || this.#marks(this.#whole, position, field)
  }

  #marks(column: IssueColumn, position: number, field: CustomerField): boolean {
    const set = setAt(column, position)
    const marked = (this.#markedFields[set] ??= this.#fieldsOf(set))
    return (marked & bitOf(field)) !== 0
  }

  #fieldsOf(set: number): number {
    let fields = 0
    for (const number of this.sets.classesOf(set)) {
      const { field, severity } = this.classes.at(number).group
      if (field !== null && severity !== 'info') fields |= bitOf(field)
    }
    return fields
  }

  /** Issues of a row, which is given because the caller has it. */
  of(position: number, row: CheckedRow): readonly Issue[] {
    return [...row.issues, ...this.#comparison.issuesOf(position)]
  }

  /** By set: how many rows have it that are not excluded. Issues of one group are in one set of a row. */
  rowsBySet(): Uint32Array {
    const rows = new Uint32Array(this.sets.size)
    const { statuses } = this
    for (const { numbers, sets } of this.#columnsWith(() => true)) {
      const counts = sets ? new Uint32Array(sets.length) : rows
      for (let position = 0; position < statuses.length; position += 1)
        if (statuses[position] !== statusCodes.excluded) counts[numbers[position] as number]! += 1
      if (sets)
        for (let number = 0; number < counts.length; number += 1) rows[sets[number] as number]! += counts[number]!
    }
    return rows
  }

  /** Positions of the rows in a group, without excluded rows. */
  *positionsWith(key: string): Generator<number> {
    const group = this.classes.groupOfKey(key)
    if (!group) return
    const has = Uint8Array.from({ length: this.sets.size }, (_, set) =>
      this.sets.classesOf(set).some((number) => this.classes.at(number).group === group) ? 1 : 0,
    )
    const columns = this.#columnsWith((set) => has[set] === 1)
    for (let position = 0; position < this.statuses.length; position += 1) {
      if (this.statuses[position] === statusCodes.excluded) continue
      if (columns.some((column) => has[setAt(column, position)] === 1)) yield position
    }
  }

  /** The columns with one of the sets: those in which rows share results are known by these. */
  #columnsWith(isWanted: (set: number) => boolean): IssueColumn[] {
    return [...Object.values(this.rows.checks), this.#whole, this.#compared].filter(
      ({ sets }) => sets === null || sets.some((set) => set !== 0 && isWanted(set)),
    )
  }
}

const setAt = ({ numbers, sets }: IssueColumn, position: number): number => {
  const number = numbers[position] as number
  return sets ? (sets[number] as number) : number
}

const bitOf = (field: CustomerField): number => 1 << customerFields.indexOf(field)
