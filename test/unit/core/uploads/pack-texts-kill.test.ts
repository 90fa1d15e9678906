import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createJournal } from '../../../../src/core/uploads/journal.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { draftOf, openWithConnection } from './upload-bench.ts'
import { kills } from '../../../runs.ts'
import { runUntilKilled } from '../../../killed-program.ts'

const child = fileURLToPath(new URL('pack-texts-child.ts', import.meta.url))
const rounds = kills(6)

it('a program that is killed while it enters and removes long uploads leaves whole uploads and no other file', async () => {
  const folder = createDataFolder()
  const [path, key] = [join(folder, 'forecourt.db'), randomBytes(32).toString('hex')]
  const originals = draftOf(200).rows.map(({ original }) => JSON.stringify(original))
  let uploads = 0
  for (let round = 0; round < rounds; round += 1) {
    await runUntilKilled(child, [path, key], 50, 150)
    const database = openWithConnection(path, key)
    const journal = createJournal(database, createClockTwin())
    journal.discardUnpublished()
    const ids = database.all<{ id: string }>('SELECT id FROM upload').map(({ id }) => id)
    for (const id of ids) {
      const rows = [...journal.rowTexts(id)].flatMap((pack) => pack.rows)
      expect(rows.map(({ original }) => original)).toEqual(originals)
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.blocks'))).toHaveLength(ids.length)
    database.close()
    uploads = ids.length
  }
  expect(uploads).toBeGreaterThan(rounds)
})
