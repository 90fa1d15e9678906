import type { KnownRow } from './engine/known-rows.ts'
import type { DraftThread } from './worker/draft-thread.ts'

/** Rows that the thread finds in one piece: a few milliseconds. */
const rowsPerPart = 250

/** The rows of a draft whose cars are customers', in parts, so that other calls to its thread are not blocked for long. */
export async function takeKnownRows(thread: DraftThread, draftId: string): Promise<KnownRow[]> {
  const rows: KnownRow[] = []
  for (let from: number | null = 0; from !== null;) {
    const part: { readonly rows: readonly KnownRow[]; readonly next: number | null } = await thread.call('knownRows', {
      draftId,
      from,
      limit: rowsPerPart,
    })
    rows.push(...part.rows)
    from = part.next
  }
  return rows
}
