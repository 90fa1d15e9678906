import { shallowRef } from 'vue'
import type { CellChange } from '../../../../../contract/draft-changes.ts'
import type { IssueGroup } from '../../../../../contract/drafts.ts'
import type { RangeEdit } from '../../../../ui/grid/virtual-grid.ts'
import type { DraftEditor } from '../../useDraft.ts'
import { cellsText } from './cells-text.ts'

/** The dialog that is open for a change of many cells. */
export type CellDialog =
  | 'set'
  | 'replace'
  | 'export'
  | { readonly range: RangeEdit['kind']; readonly change: CellChange }
  | { readonly group: IssueGroup; readonly change: CellChange }

/** Changes of many cells in the step "Check": each is one step that can be undone. */
export function useCellChanges(editor: Pick<DraftEditor, 'changeCells' | 'draft' | 'announce'>) {
  const dialog = shallowRef<CellDialog | null>(null)

  /** False when it failed; the editor's `changeFailure` has the reason. */
  async function apply(change: CellChange, withRefused: boolean): Promise<boolean> {
    const before = editor.draft.value?.changedAt
    const answer = await editor.changeCells({ change, withRefused })
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

export type CellChanges = ReturnType<typeof useCellChanges>
