import { computed, ref, shallowRef } from 'vue'
import type { CustomerField, DraftRow, IssueGroup } from '../../../../contract/drafts.ts'
import type { Failure } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { typedValue } from '../row-cells.ts'
import type { DraftInHand } from '../useDraft.ts'
import { type RowFilter, useDraftRows } from '../useDraftRows.ts'

/** Rows that are left out or taken back in with one call. */
const rowsPerCall = 100_000

/** The cell that she is on: a row of the file and a customer field (null: the row's number or status). */
export interface CellInHand {
  readonly row: number
  readonly field: CustomerField | null
}

/** The work of the check: filter, mend one cell or many, leave rows out. Failures of a change are the draft's `changeFailure`. */
export function useCheck(client: Pick<ProgramClient, 'call'>, id: string, work: DraftInHand) {
  const rows = useDraftRows(client, id)
  const inHand = shallowRef<CellInHand | null>(null)
  const mending = ref<string | null>(null)
  const groupFailure = shallowRef<Failure | null>(null)

  const activeGroup = computed<IssueGroup | null>(() => {
    const key = rows.filter.value.group
    return work.draft.value?.groups.find((group) => group.key === key) ?? null
  })
  /** True when she is in a group whose last row has been mended. */
  const groupIsMended = computed(() => rows.filter.value.group !== null && activeGroup.value === null)

  /** Only what is named changes; a group and a standing exclude each other. */
  async function show(filter: Partial<RowFilter>): Promise<void> {
    const next = { ...filter }
    if (filter.group) next.show = 'all'
    if (filter.show) next.group = null
    inHand.value = null
    await rows.setFilter(next)
  }

  function editCell(row: number, field: CustomerField, typed: string): Promise<unknown> {
    const value = typedValue(field, typed)
    return rows.edit(row, field, typed.trim(), () => work.change('drafts.editCell', { row, field, value }))
  }

  /** Mends every row of a group: with its proposal, or with the value that she typed. */
  async function mendGroup(group: IssueGroup, typed?: string): Promise<boolean> {
    mending.value = group.key
    const value = typed === undefined ? {} : { value: group.field ? typedValue(group.field, typed) : typed }
    const answer = await work.change('drafts.mendGroup', { group: group.key, ...value })
    mending.value = null
    if (!answer.ok) return false
    if (rows.filter.value.group === group.key) await show({ group: null })
    else await rows.sortAgain()
    return true
  }

  async function leaveOut(numbers: readonly number[], leftOut: boolean): Promise<boolean> {
    for (let at = 0; at < numbers.length; at += rowsPerCall) {
      const answer = await work.change('drafts.leaveOut', { rows: numbers.slice(at, at + rowsPerCall), leftOut })
      if (!answer.ok) return false
    }
    return true
  }

  /** Leaves out every row of a group. */
  async function leaveOutGroup(group: IssueGroup): Promise<boolean> {
    mending.value = group.key
    const answer = await client.call('drafts.rowOrder', { id, group: group.key })
    groupFailure.value = answer.ok ? null : answer.error
    const done = answer.ok && answer.value.rows.length > 0 && (await leaveOut(answer.value.rows, true))
    mending.value = null
    if (done) await show({ group: null })
    return done
  }

  async function leaveOutErrors(): Promise<boolean> {
    const answer = await work.change('drafts.leaveOutErrors', {})
    if (answer.ok) await rows.sortAgain()
    return answer.ok
  }

  const rowInHand = computed<DraftRow | null>(() => {
    const row = inHand.value?.row
    return row === undefined ? null : rows.rowAt(rows.positionOf(row))
  })

  return {
    rows,
    inHand,
    rowInHand,
    mending,
    groupFailure,
    activeGroup,
    groupIsMended,
    show,
    editCell,
    mendGroup,
    leaveOut,
    leaveOutGroup,
    leaveOutErrors,
    say: work.say,
  }
}

export type CheckInHand = ReturnType<typeof useCheck>
