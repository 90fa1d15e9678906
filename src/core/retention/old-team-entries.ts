import type { Database } from '../database/database.ts'
import { deleteInPieces } from '../database/delete-in-pieces.ts'

/** A note stays until the day of its next action is as old. Those that the server does not have stay until it has them. */
const emptyOld = `UPDATE team_entry SET state = 'erased', reason = 'retention', kind = NULL, subject = NULL, content = NULL
  WHERE (device, n) IN (
    SELECT e.device, e.n FROM team_entry e CROSS JOIN team_device d ON d.device = e.device
    WHERE e.kind = 'outcome' AND e.at_ms < unixepoch(?) * 1000
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
export const emptyOldTeamEntries = (database: Database, before: string, signal: AbortSignal): Promise<boolean> =>
  deleteInPieces(database, emptyOld, [before, before], { signal })
