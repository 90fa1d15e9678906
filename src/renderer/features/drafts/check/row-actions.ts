import { CircleMinus, CirclePlus, FileX2, Replace, Trash2 } from '@lucide/vue'
import type { DraftRow } from '../../../../contract/drafts.ts'
import { isAddedRow } from '../../../../contract/row-id.ts'
import type { MenuItem } from '../../../ui/context-menu.ts'
import { checkText } from './check-text.ts'
import type { DraftCheck } from './useCheck.ts'

const text = checkText.row

/** What can be done about the selected rows, of which `row` is the active one: the usual first. */
export function rowActions(check: DraftCheck, row: DraftRow, numbers: readonly number[]): readonly MenuItem[] {
  const areAdded = numbers.length > 0 && numbers.every(isAddedRow)
  const { otherReading } = row
  const isExcluded = row.status === 'excluded'
  const remove: MenuItem = {
    label: text.remove(numbers.length),
    icon: Trash2,
    danger: true,
    run: () => void check.removeRows(numbers),
  }
  return [
    ...(areAdded ? [remove] : []),
    {
      label: (isExcluded ? text.include : text.exclude)(numbers.length),
      icon: isExcluded ? CirclePlus : CircleMinus,
      keys: 'Space',
      run: () => void check.toggleSelected(row),
    },
    ...(numbers.length === 1 && !areAdded
      ? [{ label: text.skip, icon: FileX2, run: () => void check.skip([row.row]) }]
      : []),
    ...(otherReading
      ? [
          {
            label: otherReading.inUse ? text.useRepaired : text.useOther,
            icon: Replace,
            run: () => void check.setReading(row.row, !otherReading.inUse),
          },
        ]
      : []),
  ]
}
