import type { Draft } from '../../contract/drafts.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { fail } from '../failures/failure-error.ts'
import type { DraftAction } from './engine/draft-actions.ts'
import type { LoadedDrafts } from './loaded-drafts.ts'

export interface ChangeHandlerParts extends Pick<LoadedDrafts, 'threadOf' | 'withDraft'> {
  /** Performs an action and saves it as one step that can be undone. */
  act(id: string, action: DraftAction): Promise<Draft>
}

type ChangeHandlers = Pick<DomainHandlers<'drafts', AbortSignal>, 'previewCells' | 'changeCells'>

/** Changes of many cells of a draft. */
export function createChangeHandlers({ act, threadOf, withDraft }: ChangeHandlerParts): ChangeHandlers {
  return {
    previewCells: ({ id, ...input }) =>
      withDraft(id, async () => {
        const preview = await threadOf(id).call('previewCells', { draftId: id, ...input })
        return 'list' in preview ? preview : fail('invalid-input', preview.refused)
      }),
    changeCells: ({ id, change, withRefused }) => act(id, { kind: 'cells', change, withRefused }),
  }
}
