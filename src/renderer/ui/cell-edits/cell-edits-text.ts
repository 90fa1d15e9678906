import { formatCount, plural } from '../format.ts'
import type { RangeEdit } from '../grid/virtual-grid.ts'

/** The texts of changes of many cells, in every grid. */
export const cellEditsText = {
  title: { paste: 'Paste cells', fillDown: 'Fill down', clearCells: 'Clear cells' } satisfies Record<
    RangeEdit['kind'],
    string
  >,
  apply: {
    paste: (cells: number) => `Paste ${plural(cells, 'cell')}`,
    fillDown: (cells: number) => `Fill ${plural(cells, 'cell')}`,
    clearCells: (cells: number) => `Clear ${plural(cells, 'cell')}`,
  } satisfies Record<RangeEdit['kind'], (cells: number) => string>,
  nothing: 'No cell changes.',
  unchanged: (cells: number) => `${plural(cells, 'cell')} already ${cells === 1 ? 'has' : 'have'} this value.`,
  preview: 'Preview',
  more: (cells: number) => `and ${formatCount(cells)} more`,
  columns: { column: 'Column', before: 'Before', after: 'After' },
  blank: 'blank',
  cancel: 'Cancel',
} as const
