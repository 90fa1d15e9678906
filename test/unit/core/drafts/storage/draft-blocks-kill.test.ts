import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { decompressBlock } from '../../../../../src/core/database/block-codec.ts'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import { createDraftRepository } from '../../../../../src/core/drafts/storage/draft-repository.ts'
import { kills } from '../../../../runs.ts'
import { runUntilKilled } from '../../../../killed-program.ts'

const child = fileURLToPath(new URL('draft-blocks-child.ts', import.meta.url))
const rounds = kills(6)

function open(path: string, key: string): Database {
  const opened = openDatabase(path, key)
  if (opened.state !== 'ready') throw new Error(opened.state)
  return opened.database
}

it('a program that is killed while it saves and removes long drafts leaves whole drafts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-rows-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [path, key] = [join(folder, 'forecourt.db'), randomBytes(32).toString('hex')]
  const empty = open(path, key)
  empty.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('c1', 'Practice', 'practice', 'http://127.0.0.1:1', 'api-key', 'au', '{}', '2026-11-21T00:00:00.000Z')`,
  )
  empty.close()
  let drafts = 0
  for (let round = 0; round < rounds; round += 1) {
    await runUntilKilled(child, [path, key], 20, 60)
    const database = open(path, key)
    const repository = createDraftRepository(database)
    repository.removeUnfinished()
    const ids = database.all<{ id: string }>('SELECT id FROM draft').map(({ id }) => id)
    for (const id of ids) {
      const starts = repository
        .blocksAfter(id, -1, -1, 100)
        .map(({ rows, block }) => decompressBlock(rows)?.subarray(0, `${id} ${block}`.length).toString('latin1'))
      expect(starts).toEqual(Array.from({ length: 8 }, (_, block) => `${id} ${block}`))
    }
    database.close()
    drafts = ids.length
  }
  expect(drafts).toBeGreaterThan(rounds)
})
