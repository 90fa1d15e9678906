import { copyFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backUpDaily, newestBackup } from '../../../../src/core/storage/backup.ts'
import { localDate } from '../../../../src/contract/calendar-date.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { canary, filledFolder, recall, start } from './storage-harness.ts'

describe('the daily backup', () => {
  /** A changed database, closed at this time, and its backup of that day. */
  function closeAt(path: string, time: string): void {
    const now = new Date(time)
    writeFileSync(path, time)
    utimesSync(path, now, now)
    backUpDaily(path, now)
    utimesSync(path.replace(/\.db$/, `.backup-daily-${localDate(now)}.db`), now, now)
  }
  const backupsIn = (path: string): string[] =>
    readdirSync(join(path, '..')).filter((name) => name.includes('backup-daily'))

  it('is made after the clock was years ahead, and the newest by the right clock is offered', () => {
    const path = join(createDataFolder(), 'forecourt.db')
    closeAt(path, '2026-11-20T02:00:00.000Z')
    closeAt(path, '2041-03-01T02:00:00.000Z')
    for (const day of ['21', '22']) {
      const time = `2026-11-${day}T02:00:00.000Z`
      closeAt(path, time)
      const newest = newestBackup(path, new Date(time))
      expect(readFileSync(newest?.path ?? '', 'utf8')).toBe(time)
    }
    expect(backupsIn(path)).toHaveLength(2)
  })

  it('is encrypted with the same key, and opens under the name of the database', async () => {
    const { folder, vault } = await filledFolder()
    const path = join(folder, 'forecourt.db')
    const backup = join(folder, backupsIn(path)[0] ?? '')
    expect(readFileSync(backup, 'latin1')).not.toContain(canary)
    copyFileSync(backup, path)
    const run = await start(folder, vault)
    expect(await run.status()).toMatchObject({ state: 'open' })
    expect(recall(run.database())).toBe(canary)
  })

  it('is not made again for an unchanged database', () => {
    const path = join(createDataFolder(), 'forecourt.db')
    closeAt(path, '2026-11-20T02:00:00.000Z')
    backUpDaily(path, new Date('2026-11-21T02:00:00.000Z'))
    expect(backupsIn(path)).toEqual(['forecourt.backup-daily-2026-11-20.db'])
  })
})
