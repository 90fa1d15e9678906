import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database, SqlValue } from './database.ts'

/** Other calls wait this long for the rows of one transaction. Its commit takes as long again. */
const pieceMs = 4
/** A statement that takes longer removes fewer rows next time. */
const longStatementMs = 2
/** Of one transaction. Each row can be on pages of its own, which are then moved with the log. */
const mostRows = 64

export interface PiecesOptions {
  readonly signal: AbortSignal
  /** Called in the transaction of each piece with the number of its rows. */
  readonly onDeleted?: (rows: number) => void
}

/**
 * Runs a DELETE until no row is left, in short transactions: other calls run in between. `sql` has `LIMIT ?` as its last parameter, which is
 * added to `params`. It can also be an UPDATE that does not find its rows again. It can be stopped at any moment. False: `signal` has aborted before the end.
 */
export async function deleteInPieces(
  database: Database,
  sql: string,
  params: readonly SqlValue[],
  { signal, onDeleted }: PiecesOptions,
): Promise<boolean> {
  let rows = 1
  /** Removes rows for a few milliseconds. Returns whether none is left. */
  const removePiece = (): boolean => {
    const startedAt = performance.now()
    let removed = 0
    for (let at = startedAt; at - startedAt < pieceMs && removed < mostRows;) {
      const { changes } = database.run(sql, [...params, Math.min(rows, mostRows - removed)])
      if (changes === 0) return true
      removed += changes
      onDeleted?.(changes)
      const endedAt = performance.now()
      // Rows of some tables are files: one of them takes as long as hundreds of others.
      rows = endedAt - at > longStatementMs ? Math.ceil(rows / 4) : Math.min(mostRows, rows * 2)
      at = endedAt
    }
    return false
  }
  for (let isEmpty = false; !isEmpty;) {
    if (signal.aborted) return false
    isEmpty = database.transaction(removePiece)
    await yieldToEventLoop()
    if (signal.aborted) return false
    // SQLite alone would move 16 MiB of its log at once.
    if (!isEmpty) database.moveLog()
    await yieldToEventLoop()
  }
  return true
}
