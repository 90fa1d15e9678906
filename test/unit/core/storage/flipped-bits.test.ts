import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { canary, filledFolder, killedFolder, recall, start, type Started } from './storage-harness.ts'
import { runs } from '../../../runs.ts'

/** A place of a file: near its begin, where headers are, or anywhere. */
const place = fc.record({
  at: fc.integer({ min: 0, max: 2 ** 31 }),
  near: fc.constantFrom(64, 4_096, Infinity),
  bit: fc.integer({ min: 0, max: 7 }),
})

/** One bit of one file of the folder is not what was written, as on a failing disk. */
const damages = fc.record({
  file: fc.constantFrom('forecourt.db', 'forecourt.db-wal', 'protection.json', 'protection.copy.json', 'forecourt.log'),
  place,
  wasKilled: fc.constantFrom(true, false),
})

it('a flipped bit in any file is repaired or reported, and never changes what is read', async () => {
  const folders = { true: await killedFolder(), false: await filledFolder() }
  let flipped = 0
  await fc.assert(
    fc.asyncProperty(damages, async ({ file, place: { at, near, bit }, wasKilled }) => {
      const { folder: source, vault } = folders[`${wasKilled}`]
      const folder = copyOf(source)
      const path = join(folder, file)
      const bytes = readdirSync(folder).includes(file) ? readFileSync(path) : Buffer.alloc(0)
      if (bytes.length === 0) return
      const byte = at % Math.min(bytes.length, near)
      bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit)
      writeFileSync(path, bytes)
      flipped += 1

      const run = await start(folder, vault)
      const status = await run.status()
      const isTold = status.state === 'open' ? status.notice !== null : true
      const read = status.state === 'open' ? readingOf(run, wasKilled ? 50 : 0) : 'reported'
      expect({
        file,
        byte,
        bit,
        state: status.state,
        read: isTold && read === 'less' ? 'reported' : read,
      }).toMatchObject({
        state: expect.stringMatching(/^(open|unreadable|key-lost)$/),
        read: expect.stringMatching(/^(whole|reported)$/),
      })
      await run.storage.close()
    }),
    { numRuns: runs(60) },
  )
  expect(flipped).toBeGreaterThan(20)
})

/** A copy of the folder without what belongs to a running program. */
function copyOf(source: string): string {
  const folder = createDataFolder()
  for (const name of readdirSync(source)) {
    if (!/\.lock$|-shm$/.test(name)) copyFileSync(join(source, name), join(folder, name))
  }
  return folder
}

/** What reading the data gives: all of it, less, an error that says so, or something that was never written. */
function readingOf(run: Started, rows: number): 'whole' | 'less' | 'reported' | 'wrong' {
  try {
    const name = recall(run.database())
    const values = run
      .database()
      .all<{ name: string; value: string }>("SELECT name, value FROM setting WHERE name LIKE 'row %'")
    if (values.some((each) => each.name !== each.value) || (name !== undefined && name !== canary)) return 'wrong'
    return name === canary && values.length === rows ? 'whole' : 'less'
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'storage-damaged') return 'reported'
    throw error
  }
}
