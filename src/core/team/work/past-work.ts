import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import type { TeamWorkKind } from '../../database/team-outbox.ts'
import { publishedSetting } from '../log/leave-work.ts'

const notesAtOnce = 200

/**
 * Notes the work of this PC from the time before it was in the team as own work (`team_outbox`), once for each `team`. Call notes in short
 * transactions, as long as `isOpen` holds.
 */
export async function notePastWork(database: Database, team: string, isOpen: () => boolean): Promise<void> {
  if (readSetting(database, publishedSetting) === team) return
  const add = (kind: TeamWorkKind, select: string, params: readonly number[] = []): void => {
    database.run(`INSERT INTO team_outbox (kind, key) SELECT '${kind}', ${select} ON CONFLICT DO NOTHING`, params)
  }
  for (let after = 0; isOpen();) {
    const last = database.value<number>(
      `SELECT max(number) FROM (SELECT number FROM sighting_entry WHERE number > ? ORDER BY number LIMIT ${notesAtOnce})`,
      [after],
    )
    if (last === null) break
    add(
      'outcome',
      'id FROM sighting_entry WHERE number > ? AND number <= ? AND team_ref IS NULL AND undone_at IS NULL',
      [after, last],
    )
    after = last
    await yieldToEventLoop()
  }
  if (!isOpen()) return
  database.transaction(() => {
    add(
      'contact',
      `json_object('connectionId', connection_id, 'region', region, 'people', json_array(person))
       FROM do_not_contact WHERE in_team = 0`,
    )
    add(
      'assignment',
      `json_object('connectionId', connection_id, 'region', region, 'customerId', customer_id) FROM assignment WHERE true`,
    )
    add(
      'template',
      `json_each.value ->> 'id' FROM setting, json_each(setting.value, '$.templates') WHERE name = 'sightings.templates'`,
    )
    add(
      'template',
      `json_each.value FROM setting, json_each(setting.value, '$.deleted') WHERE name = 'sightings.templates'`,
    )
    add('view', 'id FROM customer_view WHERE true')
    add('upload', `id FROM upload WHERE file_hash IS NOT NULL AND state <> 'preparing'`)
    writeSetting(database, publishedSetting, team)
  })
}
