import { ListTree } from '@lucide/vue'
import type { MenuItem } from '../../../../ui/context-menu.ts'
import { columnItems } from '../../../../ui/grid/useGridMenu.ts'
import type { GridCommands } from '../../../../ui/grid/virtual-grid.ts'
import { valuesText } from '../../columns/columns-text.ts'
import type { useDraftEditor } from '../../useDraft.ts'
import type { useDraftCheck } from '../useCheck.ts'
import type { ShownColumn } from './useGridColumns.ts'

/** What the menu of a heading does with its column beside sorting and filtering: pins, sizes, hides it, and lists its values. */
export function headingItems(
  { draft, listedColumn }: ReturnType<typeof useDraftEditor>,
  { columns, show }: ReturnType<typeof useDraftCheck>,
  grid: GridCommands | null,
  shownColumn: ShownColumn,
  { sortable, first = [] }: { readonly sortable: boolean; readonly first?: readonly MenuItem[] },
): readonly (readonly MenuItem[])[] {
  const { key, column: shown, pinned } = shownColumn
  const column = draft.value.columns.find(({ index, target }) => (typeof shown === 'number' ? index : target) === shown)
  const { index = 0, values } = column ?? {}
  return columnItems(
    { sortable, pinned, canPin: columns.canPin.value, canHide: columns.shown.value.length > 1 },
    {
      sort: (descending) => void show({ sort: { column: shown, descending } }),
      pin: (isPinned) => void columns.setPinned(shownColumn, isPinned),
      fit: () => grid?.fitColumn(key),
      hide: () => void columns.setShown(shownColumn, false),
    },
    [
      ...first,
      // None where there are too many.
      ...(values === undefined
        ? []
        : [{ label: valuesText.menu(values), icon: ListTree, run: () => void (listedColumn.value = index) }]),
    ],
  )
}
