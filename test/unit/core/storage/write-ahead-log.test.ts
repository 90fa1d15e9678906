import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../../src/core/database/database.ts'
import { copyLogAsDatabase, pageBytes, readLog } from '../../../../src/core/storage/write-ahead-log.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'

const key = 'ab'.repeat(32)
const frameBytes = 24 + pageBytes

/** A log as a killed program leaves it: the database has one page, everything else is in the log. */
function filledLog(rows = 40): { readonly folder: string; readonly log: string } {
  const folder = createDataFolder()
  const answer = openDatabase(join(folder, 'source.db'), key)
  if (answer.state !== 'ready') throw new Error('The database did not open')
  onTestFinished(() => answer.database.close())
  for (let row = 0; row < rows; row += 1) {
    answer.database.run('INSERT INTO setting (name, value) VALUES (?, ?)', [`row ${row}`, 'x'.repeat(900)])
  }
  const log = join(folder, 'copy.db-wal')
  copyFileSync(join(folder, 'source.db-wal'), log)
  return { folder, log }
}

const framesIn = (log: string): number => (readFileSync(log).length - 32) / frameBytes

it('an absent, empty or very short log has no frames', () => {
  const log = join(createDataFolder(), 'log')
  expect(readLog(log)).toEqual({ committedFrames: 0, isHeaderSound: true, firstPage: null })
  for (const bytes of [0, 1, 31, 32, 33, 32 + frameBytes - 1]) {
    writeFileSync(log, Buffer.alloc(bytes, 3))
    expect(readLog(log)).toEqual({ committedFrames: 0, isHeaderSound: true, firstPage: null })
  }
})

it('all frames of a complete log count', () => {
  const { log } = filledLog()
  expect(readLog(log).committedFrames).toBe(framesIn(log))
})

it('an unfinished last frame does not count', () => {
  const { log } = filledLog()
  const frames = framesIn(log)
  truncateSync(log, 32 + frames * frameBytes - 1)
  expect(readLog(log).committedFrames).toBeLessThan(frames)
})

it('frames behind damaged bytes still count, wherever the damage is', () => {
  const { log } = filledLog()
  const sound = readFileSync(log)
  const frames = framesIn(log)
  for (const at of [0, 20, 30, 32 + 3 * frameBytes + 10, 32 + 3 * frameBytes + 500]) {
    const damaged = Buffer.from(sound)
    damaged.fill(0xee, at, at + 2)
    writeFileSync(log, damaged)
    expect(readLog(log).committedFrames).toBe(frames)
  }
})

it('frames of an earlier generation do not count', () => {
  const { log } = filledLog()
  const bytes = readFileSync(log)
  const frames = framesIn(log)
  // The last ten frames get the salts of another generation.
  for (let frame = frames - 10; frame < frames; frame += 1)
    bytes.fill(1, 32 + frame * frameBytes + 8, 32 + frame * frameBytes + 16)
  writeFileSync(log, bytes)
  expect(readLog(log).committedFrames).toBeLessThanOrEqual(frames - 10)
})

it('a log that has every page becomes a database', () => {
  const { folder, log } = filledLog()
  const target = join(folder, 'rebuilt.db')
  expect(copyLogAsDatabase(log, target)).toBe(true)
  const answer = openDatabase(target, key)
  if (answer.state !== 'ready') throw new Error('The database did not open')
  onTestFinished(() => answer.database.close())
  expect(answer.database.get('SELECT count(*) AS rows FROM setting')).toEqual({ rows: 40 })
  expect(answer.database.get('PRAGMA quick_check')).toEqual({ quick_check: 'ok' })
})
