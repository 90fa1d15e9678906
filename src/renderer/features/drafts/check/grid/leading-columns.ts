import { widestRowText } from '../../../../../contract/row-id.ts'
import type { GridColumn } from '../../../../ui/grid/grid.ts'
import { rowNumberWidth } from '../../../../ui/grid/column-width.ts'
import { checkText } from '../check-text.ts'

/** Room for the status as an icon. */
const statusPx = 36

/** The row number and the status, before the columns that the user chooses. They stay at the left where others do. */
export const leadingColumns = (largestRow: number, pinned: boolean): readonly GridColumn[] => [
  {
    key: 'row',
    title: checkText.grid.row,
    width: rowNumberWidth(widestRowText(largestRow)),
    fixed: true,
    align: 'end',
    resizable: false,
    pinned,
    selectsRow: true,
  },
  {
    key: 'status',
    title: checkText.grid.status,
    titleHidden: true,
    width: statusPx,
    fixed: true,
    resizable: false,
    pinned,
  },
]
