import type { ProgramClient } from '../../bridge/program-client.ts'

/** What a user should know before working with another connection. */
export interface UnfinishedWork {
  /** Uploads that are being sent or followed. */
  readonly running: number
  /** Uploads that wait, are paused or need the user. */
  readonly waiting: number
  /** Edits and deletions that are being sent. */
  readonly edits: number
  /** Edits and deletions that failed or conflict. */
  readonly problems: number
  /** What has text that was typed and not saved, by name. */
  readonly typed: readonly string[]
}

/** Reads the unfinished work of the connection in use. What cannot be read counts as finished: nothing is lost by a switch. */
export async function readUnfinishedWork(
  { read }: Pick<ProgramClient, 'read'>,
  typed: readonly string[],
): Promise<UnfinishedWork> {
  const [uploads, customers] = await Promise.all([read('uploads.overview', {}), read('customers.status', {})])
  const { open = 0, running = 0 } = uploads.ok ? uploads.value : {}
  const { edits, deletions } = customers.ok ? customers.value : { edits: null, deletions: null }
  return {
    running,
    waiting: Math.max(0, open - running),
    edits: (edits?.pending ?? 0) + (deletions?.pending ?? 0),
    problems: (edits?.failed ?? 0) + (edits?.conflicts ?? 0) + (deletions?.failed ?? 0),
    typed,
  }
}
