import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { deleteInPieces } from '../database/delete-in-pieces.ts'
import { blocksBefore, entriesOfBlockAt, takeOutOfBlocks, type Place } from '../database/team-blocks.ts'

const emptied =
  "UPDATE team_entry SET state = 'erased', reason = 'retention', kind = NULL, subject = NULL, content = NULL"

/** Of entries that are stored by themselves. Those that the server does not have stay until it has them. */
const emptySingle = `${emptied} WHERE (device, n) IN (
    SELECT e.device, e.n FROM team_outcome_time p CROSS JOIN team_device d ON d.number = p.place >> 32
      CROSS JOIN team_entry e ON e.device = d.device AND e.n = p.place & 4294967295
    WHERE p.at_ms < unixepoch(?) * 1000 AND e.kind = 'outcome'
      AND coalesce(e.content ->> '$.data.nextDate', '') < substr(?, 1, 10)
      AND (e.n <= d.pushed OR NOT EXISTS (
        SELECT 1 FROM connection c CROSS JOIN sighting_entry s ON s.connection_id = c.id AND s.region = e.content ->> '$.data.car.region'
          AND s.customer_id = e.content ->> '$.data.car.customerId' AND s.team_ref = e.device || ':' || (e.content ->> '$.id')
        WHERE s.team_pc IS NULL))
    LIMIT ?)`

/**
 * Empties the entries of old call notes in the log of the team: else the next entry about the car would bring the notes back. `before`:
 * ISO 8601. In small steps, which can be ended at any moment. False: `signal` has aborted before the end.
 */
export async function emptyOldTeamEntries(database: Database, before: string, signal: AbortSignal): Promise<boolean> {
  for (const block of blocksBefore(database, Math.floor(Date.parse(before) / 1_000) * 1_000)) {
    if (signal.aborted) return false
    database.transaction(() => emptyInBlock(database, block, before))
    await yieldToEventLoop()
    if (signal.aborted) return false
    database.moveLog()
    await yieldToEventLoop()
  }
  return deleteInPieces(database, emptySingle, [before, before], { signal })
}

/** A note stays until the day of its next action is as old. */
function emptyInBlock(database: Database, block: Place, before: string): void {
  const beforeMs = Math.floor(Date.parse(before) / 1_000) * 1_000
  const old = entriesOfBlockAt(database, block).filter(
    ({ kind, atMs, content }) =>
      kind === 'outcome' && atMs < beforeMs && (nextDateOf(content) ?? '') < before.slice(0, 10),
  )
  takeOutOfBlocks(
    database,
    old.map(({ place }) => place),
  )
  for (const { device, n } of old) database.run(`${emptied} WHERE device = ? AND n = ?`, [device, n])
}

function nextDateOf(content: string): string | null {
  const { data } = JSON.parse(content) as { data?: { nextDate?: string | null } }
  return data?.nextDate ?? null
}
