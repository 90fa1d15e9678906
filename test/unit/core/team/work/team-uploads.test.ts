import { expect, it } from 'vitest'
import { createJournal } from '../../../../../src/core/uploads/journal.ts'
import { createClockTwin } from '../../../../twins/clock-twin.ts'
import { exchangeAll, openTwoPcs } from './work-harness.ts'

it('names the uploads of a file with their state, and one that practice forgets as ended without customers', async () => {
  const { here, there, server } = openTwoPcs()
  const fileHash = 'cd'.repeat(32)
  there.database.run(
    `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_excluded,
       rows_skipped, paid_lookups, batch_size, too_large_seen, list_age_confirmed, file_hash, state, created_at)
     VALUES ('u', 'c', 'au', 'November', 'november.csv', 0, '[]', 10, 2, 0, 0, 100, 0, 0, ?, 'open', '2026-11-20T01:00:00.000Z')`,
    [fileHash],
  )
  await there.closeTeam()
  there.join()
  there.database.run("INSERT INTO team_outbox (kind, key) VALUES ('upload', 'u')")
  await exchangeAll([here, there], server)
  const entries = here.team()?.session.log.entriesOf(`upload ${fileHash}`) ?? []
  expect(entries.map(({ data }) => data)).toEqual([
    {
      id: 'u',
      account: 'https://api.example.com au',
      name: 'November',
      fileName: 'november.csv',
      fileHash,
      rows: 8,
      created: 0,
      finished: false,
      startedAt: '2026-11-20T01:00:00.000Z',
    },
  ])
  const unfinished = 'SELECT count(*) FROM team_upload WHERE finished = 0'
  expect(here.database.value(unfinished)).toBe(1)
  createJournal(there.database, createClockTwin()).forgetConnection('c')
  await exchangeAll([here, there], server)
  expect(here.database.value(unfinished)).toBe(0)
})
