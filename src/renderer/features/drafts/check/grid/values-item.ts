import { ListTree } from '@lucide/vue'
import type { RowColumn } from '../../../../../contract/draft-rows.ts'
import type { MenuItem } from '../../../../ui/context-menu.ts'
import type { useDraftEditor } from '../../useDraft.ts'
import { valuesText } from '../../columns/columns-text.ts'

/** The item of a heading's menu that lists all values of its column; none where there are too many. */
export function valuesItem(
  { draft, listedColumn }: ReturnType<typeof useDraftEditor>,
  shown: RowColumn,
): readonly MenuItem[] {
  const column = draft.value.columns.find(({ index, target }) => (typeof shown === 'number' ? index : target) === shown)
  if (column?.values === undefined) return []
  const { index, values } = column
  return [{ label: valuesText.menu(values), icon: ListTree, run: () => (listedColumn.value = index) }]
}
