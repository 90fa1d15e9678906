import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'

/**
 * Writes or removes a piece of a draft, then moves the database's log in a turn of its own. SQLite alone would move 16 MiB
 * of it at once, and a piece and its move together blocked the program for more than 25 ms on a busy PC.
 */
export async function writePiece<Written>(
  { moveLog }: Pick<Database, 'moveLog'>,
  write: () => Written,
): Promise<Written> {
  const written = write()
  // Immediates run in the turn of the message that brought the piece.
  await pause(0)
  moveLog()
  return written
}
