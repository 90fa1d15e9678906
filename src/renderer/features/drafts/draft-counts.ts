import type { DraftSummary } from '../../../contract/drafts.ts'
import type { DraftCounts } from '../../../contract/draft-counts.ts'

/** Rows with a warning are sent as well. */
export const rowsToSend = (counts: DraftCounts): number => counts.ready + counts.warning

/** The step that follows; null after the last. "Check" is skipped when no row has an error or a warning. */
export function nextStep(step: DraftSummary['step'], counts: DraftCounts): DraftSummary['step'] | null {
  if (step === 'send') return null
  if (step === 'check') return 'send'
  return counts.error + counts.warning === 0 && counts.ready + counts.update > 0 ? 'send' : 'check'
}
