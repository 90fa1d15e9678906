import { computed, ref, shallowRef, watch } from 'vue'
import type { CustomerField, DraftRow, IssueGroup } from '../../../../contract/drafts.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import type { RangeEdit } from '../../../ui/grid/virtual-grid.ts'
import type { DraftEditor } from '../useDraft.ts'
import { rangeChange, type ShownTable } from './cells/range-change.ts'
import { useCellChanges } from './cells/useCellChanges.ts'
import { parseTypedValue } from './row-cells.ts'
import { type RowFilter, useDraftRows } from './useDraftRows.ts'

const maxRowsPerCall = 100_000

/** The selected cell: a row of the file and a customer field (null: the row's number or status). */
export interface ActiveCell {
  readonly row: number
  readonly field: CustomerField | null
}

/** The step "Check": filters rows, fixes a cell or a group, excludes rows. Failures of a change are in the editor's `changeFailure`. */
export function useCheck(client: Pick<ProgramClient, 'call' | 'read'>, id: string, editor: DraftEditor) {
  const rows = useDraftRows(client, id)
  const activeCell = shallowRef<ActiveCell | null>(null)
  /** The selected rows of the grid by position; null: only the active one. */
  const selection = shallowRef<{ readonly top: number; readonly bottom: number } | null>(null)
  const changes = useCellChanges(editor)
  /** The key of the group that is being fixed or excluded. */
  const busyGroup = ref<string | null>(null)

  const activeGroup = computed<IssueGroup | null>(() => {
    const key = rows.filter.value.group
    return editor.draft.value?.groups.find((group) => group.key === key) ?? null
  })
  /** The group that the rows are filtered by has no rows left. */
  const isGroupFixed = computed(() => rows.filter.value.group !== null && activeGroup.value === null)
  const activeRow = computed<DraftRow | null>(() => {
    const row = activeCell.value?.row
    return row === undefined ? null : rows.rowAt(rows.positionOf(row))
  })

  const selectedRows = computed<readonly number[]>(() => {
    if (selection.value) return rows.order.value?.slice(selection.value.top, selection.value.bottom + 1) ?? []
    return activeCell.value ? [activeCell.value.row] : []
  })

  /** Cells that were pasted, filled down or cleared in the grid. A block is pasted after its preview. */
  async function editRange(edit: RangeEdit, fields: ShownTable['fields']): Promise<void> {
    const change = rangeChange(edit, { order: rows.order.value ?? [], fields })
    if (!change) return
    const isSingleCell = edit.kind === 'paste' && change.kind === 'set' && selectedRows.value.length <= 1
    if (edit.kind === 'paste' && !isSingleCell) changes.open({ paste: change })
    else await changes.apply(change, true)
  }

  /** Changes the named parts of the filter. Rows are filtered by a group or by a status, never by both. */
  async function show(filter: Partial<RowFilter>): Promise<void> {
    const changes = { ...filter }
    if (filter.group) Object.assign(changes, { show: 'all', filters: undefined })
    if (filter.show) changes.group = null
    activeCell.value = null
    selection.value = null
    await rows.setFilter(changes)
  }

  watch(editor.version, () => void rows.refresh())
  // Another sheet or header row gives other rows.
  watch(
    () => [editor.draft.value?.source.sheet, editor.draft.value?.source.headerRow],
    ([sheet, headerRow], [sheetBefore, headerRowBefore]) => {
      if (sheet !== sheetBefore || headerRow !== headerRowBefore)
        void show({ show: 'all', group: null, search: '', filters: undefined, sort: undefined })
    },
  )

  function editCell(row: number, field: CustomerField, typed: string): Promise<unknown> {
    const value = parseTypedValue(field, typed)
    return rows.edit(row, field, typed.trim(), () => editor.editCell({ row, field, value }))
  }

  /** Fixes every row of a group, with the group's suggestion or with the typed value. False when that failed. */
  async function fixGroup(group: IssueGroup, typed?: string): Promise<boolean> {
    busyGroup.value = group.key
    const value = typed === undefined ? {} : { value: group.field ? parseTypedValue(group.field, typed) : typed }
    const answer = await editor.fixGroup({ group: group.key, ...value })
    busyGroup.value = null
    if (!answer.ok) return false
    if (rows.filter.value.group === group.key) await show({ group: null })
    else await rows.sort()
    return true
  }

  async function setExcluded(numbers: readonly number[], isExcluded: boolean): Promise<boolean> {
    for (let at = 0; at < numbers.length; at += maxRowsPerCall) {
      const answer = await editor.setExcluded({ rows: numbers.slice(at, at + maxRowsPerCall), leftOut: isExcluded })
      if (!answer.ok) return false
    }
    return true
  }

  /** Skips rows: they are then no customer rows, and leave the grid. */
  async function skip(numbers: readonly number[]): Promise<boolean> {
    const answer = await editor.setSkipped({ rows: [...numbers], skipped: true })
    if (!answer.ok) return false
    activeCell.value = null
    await rows.sort()
    return true
  }

  async function excludeGroup(group: IssueGroup): Promise<boolean> {
    busyGroup.value = group.key
    const answer = await editor.excludeGroup({ group: group.key })
    busyGroup.value = null
    if (answer.ok) await show({ group: null })
    return answer.ok
  }

  async function excludeErrors(): Promise<boolean> {
    const answer = await editor.excludeErrors()
    if (answer.ok) await rows.sort()
    return answer.ok
  }

  return {
    rows,
    activeCell,
    activeRow,
    selection,
    selectedRows,
    changes,
    editRange,
    activeGroup,
    isGroupFixed,
    busyGroup,
    show,
    editCell,
    fixGroup,
    setExcluded,
    skip,
    setReading: editor.setReading,
    excludeGroup,
    excludeErrors,
    announce: editor.announce,
  }
}

export type DraftCheck = ReturnType<typeof useCheck>
