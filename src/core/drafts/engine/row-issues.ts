import type { Issue, RowStatus } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import { flagOf, foundIssue, type FoundIssue, type IssueColumn, issueFlags } from '../checking/found-issues.ts'
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
  /** By position: the issues that a row has as a whole, and those from its comparison. */
  readonly #whole = new Map<number, readonly FoundIssue[]>()
  readonly #compared = new Map<number, readonly FoundIssue[]>()
  /** By position: `statusCodes`. */
  readonly statuses: Uint8Array

  constructor(rows: DraftRows, comparison: RowComparison) {
    this.rows = rows
    this.#comparison = comparison
    this.statuses = new Uint8Array(rows.length)
    for (let position = 0; position < rows.length; position += 1) this.note(position)
  }

  /** Takes over the issues of a row after it, or what it is compared with, changed. */
  note(position: number): void {
    const [whole, compared] = [this.rows.rowIssuesAt(position), this.#comparison.issuesOf(position)]
    this.#keep(this.#whole, position, whole)
    this.#keep(this.#compared, position, compared)
    let worst = this.rows.flagsAt(position)
    for (const found of whole) worst |= flagOf(found)
    for (const found of compared) worst |= flagOf(found)
    this.statuses[position] = this.#statusOf(position, worst)
  }

  /** `worst`: of the row's issues, as `issueFlags`. */
  #statusOf(position: number, worst: number): number {
    if (this.#comparison.isExcluded(position)) return statusCodes.excluded
    if ((worst & issueFlags.error) !== 0) return statusCodes.error
    if (this.#comparison.updates(position)) return statusCodes.update
    return worst === 0 ? statusCodes.ready : statusCodes.warning
  }

  #keep(into: Map<number, readonly FoundIssue[]>, position: number, issues: readonly Issue[]): void {
    const valueOf = (field: CustomerField): string => this.rows.originalAt(position, field).trim()
    if (issues.length === 0) into.delete(position)
    else
      into.set(
        position,
        issues.map((issue) => foundIssue(issue, issue.field ? valueOf(issue.field) : '')),
      )
  }

  statusAt(position: number): RowStatus {
    return rowStatuses[this.statuses[position] ?? 0] ?? 'error'
  }

  /** Whether a field of a row has an error or a warning. */
  isMarked(position: number, field: CustomerField): boolean {
    return this.isMarkedAlone(position, field) || isMarkedIn(this.#compared.get(position), field)
  }

  /** The same without the comparison with other rows and with existing customers. */
  isMarkedAlone(position: number, field: CustomerField): boolean {
    const { numbers, found } = this.rows.checkOf(field)
    return isMarkedIn(found.get(numbers[position] as number), field) || isMarkedIn(this.#whole.get(position), field)
  }

  /** Issues of a row, which is given because the caller has it. */
  of(position: number, row: CheckedRow): readonly Issue[] {
    return [...row.issues, ...this.#comparison.issuesOf(position)]
  }

  /** All issues of all rows. Issues of one group are in one of the columns. */
  columns(): readonly IssueColumn[] {
    const numbers = Uint32Array.from({ length: this.rows.length }, (_, position) => position)
    const ofRows = [this.#whole, this.#compared].map((found) => ({ numbers, found }))
    return [...Object.values(this.rows.checks), ...ofRows]
  }

  /** Positions of the rows in a group, without excluded rows. */
  *positionsWith(key: string): Generator<number> {
    const columns = this.columns().flatMap(({ numbers, found }) => {
      const having = [...found].filter(([, issues]) => issues.some((one) => one.key === key)).map(([number]) => number)
      return having.length === 0 ? [] : [{ numbers, having: new Set(having) }]
    })
    for (let position = 0; position < this.statuses.length; position += 1) {
      if (this.statuses[position] === statusCodes.excluded) continue
      if (columns.some(({ numbers, having }) => having.has(numbers[position] as number))) yield position
    }
  }
}

const isMarkedIn = (issues: readonly FoundIssue[] | undefined, field: CustomerField): boolean =>
  issues?.some(({ issue }) => issue.field === field && issue.severity !== 'info') === true
