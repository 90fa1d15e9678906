import { isOrderOpen } from '../../../../contract/column-choices.ts'
import type { DraftColumn } from '../../../../contract/drafts.ts'
import { isOtherColumn } from './column-targets.ts'

/** Where the step "Columns" shows a column: as a card that asks for a look, among those that fill a field, or among the extra fields. */
export type ColumnPlace = 'look' | 'matched' | 'extra'

/** Whether the target of a column is a guess, or needs a person, and nobody has chosen or confirmed it. */
export const isUnsure = (column: DraftColumn): boolean =>
  column.isOpen || (!column.isChosen && !isOtherColumn(column) && column.suggested.confidence === 'low')

export function placeOf(column: DraftColumn): ColumnPlace {
  if (isUnsure(column) || (column.dates && isOrderOpen(column.dates.decidedBy))) return 'look'
  return isOtherColumn(column) && !column.alsoMobile ? 'extra' : 'matched'
}
