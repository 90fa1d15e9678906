import type { DraftRow, IssueGroup } from '../../../../contract/drafts.ts'
import type { CustomerField } from '../../../../contract/draft-rows.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { checkText } from './check-text.ts'
import { orderInput } from './useRowOrder.ts'
import type { useDraftRows } from './useDraftRows.ts'

/** The selected cell: a row of the file and a customer field (null: the row's number or status). */
export interface ActiveCell {
  readonly row: number
  readonly field: CustomerField | null
}

/**
 * Goes through the errors of the rows shown, one by one, and begins again after the last: those of a group or the warnings while the
 * rows are filtered by them. When the issue that was opened last is fixed, the next one opens.
 */
export function useIssueWalk(
  id: string,
  check: {
    readonly rows: ReturnType<typeof useDraftRows>
    activeCell(): ActiveCell | null
    activeGroup(): IssueGroup | null
    /** `follows`: by itself, behind a cell that was fixed. */
    open(cell: ActiveCell & { readonly follows: boolean }): void
    announce(text: string): void
  },
) {
  const client = useClient()
  const { rows } = check
  /** The cell that was opened last; null: none since the filter changed. */
  let last: ActiveCell | null = null

  /** The kind of issue that the filter leaves; null: none, as among excluded rows. */
  function wanted(): 'group' | 'error' | 'warning' | null {
    const { group, show } = rows.filter.value
    if (group !== null) return 'group'
    return show === 'all' ? 'error' : show === 'error' || show === 'warning' ? show : null
  }

  function fieldsWithIssue(row: DraftRow | null): readonly (CustomerField | null)[] {
    const kind = wanted()
    if (!row || kind === null || row.status === 'excluded') return []
    const group = check.activeGroup()
    const found = row.issues.filter(({ rule, field, severity }) =>
      kind === 'group' ? rule === group?.rule && field === group.field : severity === kind,
    )
    return [...new Set(found.map(({ field }) => field))]
  }

  async function fieldsOf(row: number): Promise<readonly (CustomerField | null)[]> {
    await rows.load([row])
    return fieldsWithIssue(rows.rowAt(rows.positionOf(row)))
  }

  function open(cell: ActiveCell, follows: boolean): void {
    last = cell
    check.open({ ...cell, follows })
  }

  /** Positions of the rows with an issue, as they are now; null: the program could not say. */
  async function positions(): Promise<readonly number[] | null> {
    const kind = wanted()
    if (kind === null) return []
    const filter = { ...rows.filter.value, show: kind === 'group' ? ('all' as const) : kind }
    const answer = await client.read('drafts.rowOrder', orderInput(id, filter))
    if (!answer.ok) return null
    const inGrid = (): number[] => answer.value.rows.map(rows.positionOf).filter((position) => position >= 0)
    const found = inGrid()
    if (found.length === 0 && answer.value.rows.length > 0) {
      await rows.sort()
      return inGrid().toSorted((a, b) => a - b)
    }
    return found.toSorted((a, b) => a - b)
  }

  /** Of a row that was opened, the cell with its issue, which the grid may not show. */
  function current(): ActiveCell | null {
    const active = check.activeCell()
    return active && active.row !== last?.row ? active : last
  }

  /** Opens the next issue behind the active cell, or behind the one that was opened last. */
  async function next(from = current(), follows = false): Promise<void> {
    if (from) {
      const fields = await fieldsOf(from.row)
      const field = fields[fields.indexOf(from.field) + 1]
      if (field !== undefined) return open({ row: from.row, field }, follows)
    }
    const found = await positions()
    if (!found) return
    const here = from ? rows.positionOf(from.row) : -1
    const position = found.find((each) => each > here) ?? found[0]
    const row = position === undefined ? null : rows.rowNumberAt(position)
    if (row === null) {
      last = null
      check.announce(wanted() === 'error' ? checkText.nextIssue.noErrors : checkText.nextIssue.noIssues)
      return
    }
    open({ row, field: (await fieldsOf(row))[0] ?? null }, follows)
  }

  return {
    next: () => next(),
    /** Another filter: what was opened before says nothing. */
    stop(): void {
      last = null
    },
    /** The draft has changed: goes on when the issue that was opened last is fixed. */
    async goOn(): Promise<void> {
      const from = last
      if (from && !(await fieldsOf(from.row)).includes(from.field) && last === from) await next(from, true)
    },
  }
}
