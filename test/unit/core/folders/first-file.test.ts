import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FolderSettings } from '../../../../src/contract/watched-folders.ts'
import { ended, file, put, signal, startUsed } from './folders-harness.ts'

describe('a watched folder that was changed', () => {
  it('leaves the first file for another connection to the user', async () => {
    const run = await startUsed()
    run.database.run(`UPDATE watched_file SET connection_id = 'connection-before'`)
    put(run, 'second.csv', file('1AA005', '1AA006'))
    await run.until(async () => (await ended(run)) === 2)
    const [second] = await run.files()
    expect(second).toMatchObject({ outcome: 'waiting', reasons: [expect.stringContaining('first file')] })
  })

  it('leaves the first file for another region to the user, also one that was sent to the first region', async () => {
    const run = await startUsed()
    const { id, path: _path, ...folder } = await run.only()
    await run.folders.handlers.change({ ...FolderSettings.parse(folder), id, region: 'nz' }, signal)
    expect((await run.only()).usualRows).toBeNull()
    const first = readFileSync(join(run.folder, 'done', 'first.csv'), 'utf8')
    put(run, 'again.csv', first)
    await run.until(async () => (await ended(run)) === 2)
    expect((await run.files())[0]).toMatchObject({
      name: 'again.csv',
      outcome: 'waiting',
      reasons: [expect.stringContaining('first file')],
    })
    await run.folders.handlers.change({ ...FolderSettings.parse(folder), id }, signal)
    expect((await run.only()).usualRows).toMatchObject({ files: 1 })
    // A report of an earlier version names no region.
    run.database.run(`UPDATE watched_file SET report = json_remove(report, '$.region')`)
    expect((await run.only()).usualRows).toMatchObject({ files: 1 })
  })
})
