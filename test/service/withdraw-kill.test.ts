import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase, type Database } from '../../src/core/database/database.ts'
import { isLong } from '../runs.ts'
import { connectionId } from './upload-parts.ts'
import type { WithdrawLife } from './withdraw-child.ts'

const key = '5a'.repeat(32)
/** The first moment of a death, and from one to the next while the upload is withdrawn. */
const [firstMoment, step] = isLong ? [1, 1] : [9, 3]

function open(path: string): Database {
  const opened = openDatabase(path, key)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  return opened.database
}

it('leaves a draft or an upload, never both and never none, when the program is killed while an upload is withdrawn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-withdraw-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'forecourt.db')
  const database = open(path)
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES (?, 'Test', 'account', 'http://service.invalid', 'api-key', 'au', '{}', '2026-11-20T00:00:00.000Z')`,
    [connectionId],
  )
  database.run(
    `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts, source)
     VALUES ('draft', ?, 'au', 'march.csv', '', '', 'send', '{}', '{}')`,
    [connectionId],
  )
  database.run(`INSERT INTO draft_choice (draft_id, name, value) VALUES ('draft', 'cell:2:rego', '"ABC123"')`)
  database.close()

  const seen: ('draft' | 'upload')[] = []
  const isWithdrawn = (): boolean => seen.includes('upload') && seen.at(-1) === 'draft'
  // First the moments while the upload is created, then those of the lives that find it and withdraw it.
  for (let dieAt: number = firstMoment; !isWithdrawn();) {
    const life: WithdrawLife = { path, key, dieAt }
    const run = spawnSync(process.execPath, [join(import.meta.dirname, 'withdraw-child.ts'), JSON.stringify(life)])
    if (run.signal !== 'SIGKILL' && run.stdout.toString() !== 'done')
      throw new Error(`A life ended with ${run.status}: ${run.stderr.toString()}`)
    const after = open(path)
    const drafts = after.all('SELECT id FROM draft WHERE upload_id IS NULL').length
    const uploads = after.all(`SELECT id FROM upload WHERE state <> 'preparing'`).length
    const choices = after.all('SELECT value FROM draft_choice')
    after.close()
    expect({ dieAt, sum: drafts + uploads, choices }).toEqual({ dieAt, sum: 1, choices: [{ value: '"ABC123"' }] })
    seen.push(drafts === 1 ? 'draft' : 'upload')
    dieAt = seen.at(-1) === 'draft' ? dieAt + 4 : seen.at(-2) === 'upload' ? dieAt + step : 1
  }
  expect(seen.filter((each) => each === 'upload').length).toBeGreaterThan(2)
})
