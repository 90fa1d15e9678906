import type { ProgramClient } from '../../../bridge/program-client.ts'
import { providedState } from '../../../ui/provided-state.ts'
import type { useDraftEditor } from '../draft-editor.ts'
import { useGridColumns } from './grid/useGridColumns.ts'
import { useCheck } from './useCheck.ts'

/** The step "Check" of the open draft, with the columns of its grid. */
export const [provideDraftCheck, useDraftCheck] = providedState(
  'step "Check"',
  (client: ProgramClient, editor: ReturnType<typeof useDraftEditor>) => ({
    ...useCheck(client, editor.id, editor),
    columns: useGridColumns(client, () => editor.draft.value),
  }),
)
