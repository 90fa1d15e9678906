import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { decompressBlock } from '../../../../../src/core/database/block-codec.ts'
import { openDatabase, type Database } from '../../../../../src/core/database/database.ts'
import { createDraftRepository } from '../../../../../src/core/drafts/storage/draft-repository.ts'

const child = fileURLToPath(new URL('draft-blocks-child.ts', import.meta.url))
const rounds = 6

function open(path: string, key: string): Database {
  const opened = openDatabase(path, key)
  if (opened.state !== 'ready') throw new Error(opened.state)
  return opened.database
}

it('a program that is killed while it saves and removes long drafts leaves whole drafts and no other file', async () => {
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
    const program = spawn(process.execPath, [child, path, key], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(program, 'close')
    let left = randomInt(20, 60)
    for await (const _line of createInterface(program.stdout)) {
      left -= 1
      if (left === 0) program.kill('SIGKILL')
    }
    expect(await ended).toEqual([null, 'SIGKILL'])
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
    expect(readdirSync(folder).filter((name) => name.endsWith('.blocks'))).toHaveLength(ids.length)
    database.close()
    drafts = ids.length
  }
  expect(drafts).toBeGreaterThan(rounds)
})
