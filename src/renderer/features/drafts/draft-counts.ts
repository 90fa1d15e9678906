import type { DraftCounts } from '../../../contract/drafts.ts'

/** Rows with a warning are sent as well. */
export const rowsToSend = (counts: DraftCounts): number => counts.ready + counts.warning
