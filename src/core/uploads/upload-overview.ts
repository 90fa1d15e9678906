import type { MethodOutput } from '../../contract/methods.ts'
import type { UploadState } from '../../contract/uploads.ts'
import type { UploadBrief } from './upload-summaries.ts'

const activeStates: readonly UploadState[] = ['running', 'waiting', 'cancelling']
/** The states of an open upload in which it needs the user. */
export const attentionStates: readonly UploadState[] = ['stopped', 'undecided']

/** What the sidebar and the tray show of the open uploads, beside the numbers of the others. */
export function overviewOf(
  open: readonly Pick<UploadBrief, 'state' | 'progress' | 'duplicates'>[],
  others: { readonly ended: number; readonly removed: number },
): MethodOutput<'uploads.overview'> {
  const running = open.filter(({ state }) => activeStates.includes(state))
  const attention = open.filter(({ state, duplicates }) => attentionStates.includes(state) || duplicates > 0)
  const paused = open.filter(({ state }) => state === 'paused')
  return {
    ...others,
    open: open.length,
    running: running.length,
    waiting: running.filter(({ state }) => state === 'waiting').length,
    attention: attention.length,
    paused: paused.length,
    done: running.reduce((sum, { progress }) => sum + progress.done, 0),
    total: running.reduce((sum, { progress }) => sum + progress.total, 0),
  }
}
