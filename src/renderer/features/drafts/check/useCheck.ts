import { computed, ref, shallowRef, watch } from 'vue'
import type { DraftRow, IssueGroup } from '../../../../contract/drafts.ts'
import type { CustomerField } from '../../../../contract/draft-rows.ts'
import { isAddedRow } from '../../../../contract/row-id.ts'
import type { CellChange } from '../../../../contract/draft-changes.ts'
import { cellEditsText } from '../../../ui/cell-edits/cell-edits-text.ts'
import { previewFrom } from '../../../ui/cell-edits/range-edit.ts'
import { pasteArea } from '../../../ui/grid/grid-clipboard.ts'
import type { GridRange } from '../../../ui/grid/grid.ts'
import type { RangeEdit } from '../../../ui/grid/virtual-grid.ts'
import { providedState } from '../../../ui/provided-state.ts'
import type { DraftEditor, useDraftEditor } from '../useDraft.ts'
import { cellsOf, rangeChange, type ShownTable } from './cells/range-change.ts'
import { parseTypedValue } from './row-cells.ts'
import { useDraftRows } from './useDraftRows.ts'
import { type ActiveCell, useIssueWalk } from './useIssueWalk.ts'
import type { RowFilter } from './useRowOrder.ts'
import { useGridColumns } from './grid/useGridColumns.ts'
import { cellsText } from './check-text.ts'

const maxRowsPerCall = 100_000
/** As many as the program adds at once. */
const maxRowsAdded = 1_000

/** The step "Check": filters rows, fixes a cell or a group, excludes rows. Failures of a change are in the editor's `changeFailure`. */
export function useCheck(id: string, editor: DraftEditor) {
  const rows = useDraftRows(id)
  const activeCell = shallowRef<ActiveCell | null>(null)
  /** The selected rows of the grid by position; null: only the active one. */
  const selection = shallowRef<GridRange | null>(null)
  /** The cell to which the grid moves: that of an issue, or the first of a new row, which is edited at once. */
  const cellToOpen = shallowRef<(ActiveCell & { readonly edit?: boolean; readonly follows?: boolean }) | null>(null)
  const changes = useCellChanges(editor)
  /** The error that the last edited cell has now; null: none. A failed edit is the editor's `changeFailure`. */
  const editError = shallowRef<{ row: number; field: CustomerField; message: string } | null>(null)
  /** The key of the group that is being fixed or excluded. */
  const busyGroup = ref<string | null>(null)

  const activeGroup = computed<IssueGroup | null>(() => {
    const key = rows.filter.value.group
    return editor.draft.value?.groups.find((group) => group.key === key) ?? null
  })
  /** The group that the rows are filtered by has no rows left. */
  const isGroupFixed = computed(() => rows.filter.value.group !== null && activeGroup.value === null)
  const walk = useIssueWalk(id, {
    rows,
    activeCell: () => activeCell.value,
    activeGroup: () => activeGroup.value,
    open: (cell) => (cellToOpen.value = cell),
    announce: editor.announce,
  })
  const hasIssues = computed(() => {
    const { show, group } = rows.filter.value
    const { error = 0, warning = 0 } = editor.draft.value?.counts ?? {}
    return activeGroup.value !== null || (group === null && (show === 'warning' ? warning : error) > 0)
  })
  const activeRow = computed<DraftRow | null>(() => {
    const row = activeCell.value?.row
    return row === undefined ? null : rows.rowAt(rows.positionOf(row))
  })

  /** The edit of the active cell that the program rejected; null: none. */
  const rejectedEdit = computed(() => {
    void rows.version.value
    const at = activeCell.value
    const edit = at?.field ? rows.editAt(at.row, at.field) : null
    return edit?.state === 'rejected' ? edit : null
  })

  const selectedRows = computed<readonly number[]>(() => {
    const order = rows.order.value ?? []
    if (selection.value) {
      const { top, bottom } = selection.value
      return order.slice(top, bottom + 1)
    }
    return activeCell.value ? [activeCell.value.row] : []
  })

  /** The same for all rows that the filter leaves. */
  const shownRows = computed<readonly number[]>(() => rows.order.value ?? [])

  /** A block that is pasted over the end of rows added by hand gets the rows that are missing. */
  async function makeRoom(rowCount: number): Promise<void> {
    const order = rows.order.value ?? []
    const missing = Math.min(rowCount - order.length, maxRowsAdded)
    if (missing > 0 && isAddedRow(order.at(-1) ?? 0)) await addRows(missing)
  }

  /** Cells that were pasted, filled down or cleared in the grid: a block, and many cells, after their preview. */
  async function editRange(edit: RangeEdit, fields: ShownTable['fields']): Promise<void> {
    if (edit.kind === 'paste') await makeRoom(edit.range.top + pasteArea(edit.texts, edit.range).rows)
    const change = rangeChange(edit, { order: rows.order.value ?? [], fields })
    if (!change) return
    const isBlock = change.kind === 'paste' || (edit.kind === 'paste' && cellsOf(change) > 1)
    if (isBlock || cellsOf(change) >= previewFrom)
      changes.open({
        title: cellEditsText.title[edit.kind],
        change,
        applyLabel: cellEditsText.apply[edit.kind],
        startsWithRefused: edit.kind !== 'paste',
      })
    else await changes.apply(change, true)
  }

  /** Changes the named parts of the filter. Rows are filtered by a group or by a status, never by both. */
  async function show(filter: Partial<RowFilter>): Promise<void> {
    const changes = { ...filter }
    if (filter.group) Object.assign(changes, { show: 'all', filters: undefined })
    if (filter.show) changes.group = null
    activeCell.value = null
    selection.value = null
    walk.stop()
    await rows.setFilter(changes)
  }

  let rowsBefore = editor.draft.value?.counts.rows
  let isAdding = false
  watch(editor.version, () => {
    const count = editor.draft.value?.counts.rows
    // Rows that a change removed would stay empty, and rows that it brought back would be missing.
    const fetching = count === rowsBefore || isAdding ? rows.refresh() : rows.reload()
    rowsBefore = count
    void fetching.then(walk.goOn)
  })
  // Another sheet or header row gives other rows.
  watch(
    () => [editor.draft.value?.source.sheet, editor.draft.value?.source.headerRow],
    ([sheet, headerRow], [sheetBefore, headerRowBefore]) => {
      if (sheet !== sheetBefore || headerRow !== headerRowBefore)
        void show({ show: 'all', group: null, search: '', filters: undefined, sort: undefined })
    },
  )

  async function editCell(row: number, field: CustomerField, typed: string): Promise<void> {
    const value = parseTypedValue(field, typed)
    editError.value = null
    const saved = await rows.edit(row, field, typed.trim(), () =>
      editor.change('drafts.editCell', { row, field, value }),
    )
    const issues = saved.ok ? (rows.rowAt(rows.positionOf(row))?.issues ?? []) : []
    const error = issues.find((issue) => issue.field === field && issue.severity === 'error')
    if (error) editError.value = { row, field, message: error.message }
  }

  /** Adds blank rows at the end of the grid. Null: that failed. */
  async function addRows(count: number): Promise<readonly number[] | null> {
    isAdding = true
    const added = await editor.addRows(count)
    if (added) await rows.append(added)
    isAdding = false
    return added
  }

  /** Lets the user fill in a new row, from its first cell on. */
  function fillIn(row: number): void {
    cellToOpen.value = { row, field: null, edit: true }
  }

  /** Adds a row for a car that is in no file, and lets the user fill it in. */
  async function addRow(): Promise<void> {
    const [row] = (await addRows(1)) ?? []
    if (row !== undefined) fillIn(row)
  }

  async function removeRows(numbers: readonly number[]): Promise<void> {
    activeCell.value = null
    selection.value = null
    await editor.change('drafts.removeRows', { rows: [...numbers] })
  }

  /** Fixes every row of a group, with the group's suggestion or with the typed value. False when that failed. */
  async function fixGroup(group: IssueGroup, typed?: string): Promise<boolean> {
    busyGroup.value = group.key
    const value = typed === undefined ? {} : { value: group.field ? parseTypedValue(group.field, typed) : typed }
    const answer = await editor.change('drafts.fixGroup', { group: group.key, ...value })
    busyGroup.value = null
    if (!answer.ok) return false
    if (rows.filter.value.group === group.key) await show({ group: null })
    else await rows.sort()
    return true
  }

  async function setExcluded(numbers: readonly number[], isExcluded: boolean): Promise<boolean> {
    for (let at = 0; at < numbers.length; at += maxRowsPerCall) {
      const answer = await editor.change('drafts.exclude', {
        rows: numbers.slice(at, at + maxRowsPerCall),
        excluded: isExcluded,
      })
      if (!answer.ok) return false
    }
    return true
  }

  /** Excludes or includes the selected rows, whichever changes this one of them. */
  const toggleSelected = ({ row, status }: DraftRow): Promise<boolean> =>
    setExcluded(selectedRows.value.includes(row) ? selectedRows.value : [row], status !== 'excluded')

  /** Skips rows: they are then no customer rows, and leave the grid. */
  async function skip(numbers: readonly number[]): Promise<boolean> {
    const answer = await editor.change('drafts.setSkipped', { rows: [...numbers], skipped: true })
    if (!answer.ok) return false
    activeCell.value = null
    await rows.sort()
    return true
  }

  async function excludeGroup(group: IssueGroup): Promise<boolean> {
    busyGroup.value = group.key
    const answer = await editor.change('drafts.excludeGroup', { group: group.key })
    busyGroup.value = null
    if (answer.ok) await show({ group: null })
    return answer.ok
  }

  async function excludeErrors(): Promise<boolean> {
    const answer = await editor.change('drafts.excludeErrors', {})
    if (answer.ok) await rows.sort()
    return answer.ok
  }

  return {
    rows,
    activeCell,
    activeRow,
    rejectedEdit,
    selection,
    selectedRows,
    shownRows,
    changes,
    editRange,
    activeGroup,
    isGroupFixed,
    busyGroup,
    show,
    editCell,
    editError,
    cellToOpen,
    hasIssues,
    nextIssue: walk.next,
    fillIn,
    addRow,
    removeRows,
    toggleSelected,
    fixGroup,
    setExcluded,
    skip,
    setReading: (row: number, other: boolean) => editor.change('drafts.setReading', { row, other }),
    excludeGroup,
    excludeErrors,
  }
}

export type DraftCheck = ReturnType<typeof useCheck>

/** The dialog that is open for a change of many cells. */
type CellDialog =
  | 'set'
  | 'replace'
  | 'export'
  /** A change that is there already, with how it is shown. */
  | {
      readonly title: string
      readonly change: CellChange
      readonly applyLabel: (cells: number) => string
      readonly by?: 'cells' | 'values'
      readonly startsWithRefused?: boolean
    }

/** Changes of many cells in the step "Check": each is one step that can be undone. */
function useCellChanges(editor: Pick<DraftEditor, 'change' | 'draft' | 'announce'>) {
  const dialog = shallowRef<CellDialog | null>(null)

  /** False when it failed; the editor's `changeFailure` has the reason. */
  async function apply(change: CellChange, withRefused: boolean): Promise<boolean> {
    const before = editor.draft.value?.changedAt
    const answer = await editor.change('drafts.changeCells', { change, withRefused })
    if (!answer.ok) return false
    editor.announce(cellsText.applied(answer.value.changedAt === before ? null : answer.value.undo))
    return true
  }

  return {
    dialog,
    apply,
    open(next: CellDialog): void {
      dialog.value = next
    },
    close(): void {
      dialog.value = null
    },
  }
}

/** The step "Check" of the open draft, with the columns of its grid. */
export const [provideDraftCheck, useDraftCheck] = providedState(
  'step "Check"',
  (editor: ReturnType<typeof useDraftEditor>) => ({
    ...useCheck(editor.id, editor),
    columns: useGridColumns(() => editor.draft.value),
  }),
)
