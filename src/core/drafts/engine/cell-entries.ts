import type { CustomerField } from '../../../contract/drafts.ts'
import { entryToClear, entryToSet, isChange, type OverrideEntry } from '../model/overrides.ts'
import type { DraftState } from './draft-state.ts'

/** A text that the user typed for a cell, and the text in the file. */
export interface CellText {
  readonly row: number
  readonly field: CustomerField
  readonly text: string
  readonly original: string
}

/**
 * Whether a cell with this typed text is as in the file, so that it needs no override. A blank state can come from the
 * rego's cell or the default state, so clearing it always needs one.
 */
export const isAsInFile = ({ index }: DraftState, { field, text, original }: Omit<CellText, 'row'>): boolean =>
  text === original.trim() && !index.replacements.get(field)?.has(original) && !(field === 'state' && text === '')

/** The entries that give cells their texts. */
export function cellEntries(state: DraftState, cells: readonly CellText[]): OverrideEntry[] {
  return cells
    .map((cell) => {
      const { row, field, text } = cell
      return isAsInFile(state, cell)
        ? entryToClear(state.overrides, { kind: 'cell', row, field })
        : entryToSet(state.overrides, { kind: 'cell', row, field, text })
    })
    .filter(isChange)
}
