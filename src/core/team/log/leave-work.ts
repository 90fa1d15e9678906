import type { Database } from '../../database/database.ts'
import { writeSetting } from '../../database/settings.ts'

/** Before the reference of an own note to the log of a team that this PC has left. Stored. */
export const leftPrefix = 'left:'

/** So long as it is set, entries about deleted persons have to be erased from the log. */
export const erasingSetting = 'team.erasing'

/** Set until the entries about persons who were deleted on this PC are published. */
export const publishingSetting = 'team.publishing-erasures'

/** The team whose log has the work of this PC from the time before it was a member. */
export const publishedSetting = 'team.work.published'

/**
 * Removes the call notes of other PCs when this PC leaves its team. Own work, and what
 * is assigned to people of this PC, stays and is recognised when the PC joins again. So does everyone who must not be contacted.
 */
export function leaveTeamWork(database: Database): void {
  database.transaction(() => {
    database.run('DELETE FROM sighting_entry WHERE team_pc IS NOT NULL')
    database.run(
      `UPDATE sighting_entry SET team_ref = '${leftPrefix}' || team_ref
       WHERE team_ref IS NOT NULL AND team_ref NOT LIKE '${leftPrefix}%'`,
    )
    database.run('UPDATE do_not_contact SET in_team = 0 WHERE in_team = 1')
    database.run('DELETE FROM assignment WHERE person_id NOT IN (SELECT id FROM person)')
    database.run('DELETE FROM team_upload')
    database.run('DELETE FROM team_outbox')
    database.run('DELETE FROM team_changed')
    writeSetting(database, publishedSetting, null)
  })
}
