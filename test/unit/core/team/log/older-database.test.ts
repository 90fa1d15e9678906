import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import { migrations } from '../../../../../src/core/database/migrations.ts'
import { teamBlockTables } from '../../../../../src/core/database/team-block-tables.ts'
import { entryText } from '../../../../../src/core/team/log/entry.ts'
import { createLogRepository } from '../../../../../src/core/team/log/log-repository.ts'
import { carSubject, subjectHash } from '../../../../../src/core/team/log/subject.ts'
import { sampleContents, sampleHead } from '../sample-entries.ts'

const key = 'cd'.repeat(32)
const device = '0b7c1f2e-1111-4222-8333-123456789abc'
const subject = carSubject(sampleContents[0].data.car)
const content = entryText({ ...sampleHead({ at: [1_790_812_801_000, 0] }), ...sampleContents[0] })

function open(path: string, steps: readonly string[]): Database {
  const answer = openDatabase(path, key, { migrations: steps })
  if (answer.state !== 'ready') throw new Error(answer.state)
  return answer.database
}

it('a database without blocks of entries keeps its entries and call notes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'team-older-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'forecourt.db')
  const older = open(path, migrations.slice(0, migrations.indexOf(teamBlockTables)))
  older.run('INSERT INTO team_device (device, head, pushed, number) VALUES (?, 1, 0, 1)', [device])
  older.run(
    `INSERT INTO team_entry (device, n, state, kind, subject, subject_hash, at_ms, arrived_at, content)
     VALUES (?, 1, 'accepted', 'outcome', ?, ?, 1790812801000, 5, ?)`,
    [device, subject, subjectHash(subject), content],
  )
  older.run('INSERT INTO team_place VALUES (?, ?)', [subjectHash(subject), 2 ** 32 + 1])
  older.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('c', 'C', 'account', 'https://api.example.com', 'api-key', 'au', '{}', '2026-11-20T00:00:00.000Z')`,
  )
  for (const [number, ref] of [
    [1, `${device}:a`],
    [2, 'left:x:b'],
    [3, null],
  ] as const) {
    older.run(
      `INSERT INTO sighting_entry (number, id, connection_id, region, customer_id, at, outcome, note, next_action, team_ref)
       VALUES (?, ?, 'c', 'au', '7', '2026-11-20T00:00:00.000Z', 'bought', '', '', ?)`,
      [number, `id ${number}`, ref],
    )
  }
  const notes = older.all('SELECT * FROM sighting_entry')
  older.close()

  const database = open(path, migrations)
  onTestFinished(() => database.close())
  expect(database.all('SELECT * FROM sighting_entry')).toEqual(notes)
  const repository = createLogRepository(database)
  expect(repository.entriesOf(subject)).toMatchObject([{ entry: { device, n: 1, kind: 'outcome' }, arrivedAtMs: 5 }])
  expect(repository.headOf(device)).toBe(1)
})
