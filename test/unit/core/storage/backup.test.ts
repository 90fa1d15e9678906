import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backUpDaily, newestBackup } from '../../../../src/core/storage/backup.ts'
import { localDate } from '../../../../src/contract/calendar-date.ts'
import { migrations } from '../../../../src/core/database/migrations.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { canary, digestOf, filledFolder, recall, signal, start } from './storage-harness.ts'

describe('a backup before a migration', () => {
  const newer = (steps: number): string[] => [
    ...migrations,
    ...Array.from({ length: steps }, (_, step) => `CREATE TABLE later_${step} (id TEXT PRIMARY KEY)`),
  ]
  const backupsIn = (folder: string): string[] =>
    readdirSync(folder)
      .filter((name) => name.includes('backup-v'))
      .toSorted()

  it('is encrypted with the same key, and only the newest two are kept', async () => {
    const { folder, vault } = await filledFolder()
    for (const steps of [1, 2, 3]) {
      const run = await start(folder, vault, newer(steps))
      expect(recall(run.database())).toBe(canary)
      await run.storage.close()
    }
    const first = migrations.length
    expect(backupsIn(folder)).toEqual([
      `forecourt.backup-v${first + 1}-2026-11-21.db`,
      `forecourt.backup-v${first + 2}-2026-11-21.db`,
    ])
    expect(readFileSync(join(folder, backupsIn(folder)[0] ?? ''), 'latin1')).not.toContain(canary)

    // Under the name of the database, the backup opens.
    copyFileSync(join(folder, backupsIn(folder)[0] ?? ''), join(folder, 'forecourt.db'))
    const back = await start(folder, vault, newer(1))
    expect(await back.status()).toMatchObject({ state: 'open' })
    expect(recall(back.database())).toBe(canary)
  })

  it('that fails stops the migration until it succeeds', async () => {
    const { folder, vault } = await filledFolder()
    const before = digestOf(join(folder, 'forecourt.db'))
    const inTheWay = join(folder, `forecourt.backup-v${migrations.length}-2026-11-21.db.new`)
    mkdirSync(inTheWay)
    const run = await start(folder, vault, newer(1))
    expect(await run.status()).toMatchObject({ state: 'unavailable' })
    expect(digestOf(join(folder, 'forecourt.db'))).toBe(before)
    rmSync(inTheWay, { recursive: true })
    await run.storage.handlers.retry({}, signal)
    expect(recall(run.database())).toBe(canary)
  })

  it('is not made when no migration is needed', async () => {
    const { folder, vault } = await filledFolder()
    await start(folder, vault)
    expect(backupsIn(folder)).toEqual([])
  })
})

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

  it('is not made again for an unchanged database', () => {
    const path = join(createDataFolder(), 'forecourt.db')
    closeAt(path, '2026-11-20T02:00:00.000Z')
    backUpDaily(path, new Date('2026-11-21T02:00:00.000Z'))
    expect(backupsIn(path)).toEqual(['forecourt.backup-daily-2026-11-20.db'])
  })
})
