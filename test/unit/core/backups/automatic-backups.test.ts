import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { password, signal, startBackups, type BackupRun } from './backup-harness.ts'

/** What the file system answers to the next write of a backup; null: it works. */
const disk = vi.hoisted(() => ({ refuses: null as string | null, loses: false }))

vi.mock(import('node:fs'), async (importOriginal) => {
  const real = await importOriginal()
  const { Writable } = await import('node:stream')
  return {
    ...real,
    createWriteStream: ((path: string, ...more: []) => {
      const stream = real.createWriteStream(path, ...more)
      if (!path.endsWith('.forecourt-backup.new')) return stream
      let bytes = 0
      return new Writable({
        write(piece: Buffer, _encoding, done) {
          bytes += piece.length
          if (disk.refuses && bytes > 20_000) return done(Object.assign(new Error('refused'), { code: disk.refuses }))
          // A drive that says that it wrote, and did not.
          stream.write(disk.loses ? Buffer.alloc(piece.length) : piece, (error) => done(error))
        },
        final: (done) => void stream.end(() => done()),
        destroy: (error, done) => void stream.destroy(undefined).once('close', () => done(error)),
      })
    }) as unknown as typeof real.createWriteStream,
  }
})

const dayMs = 24 * 60 * 60_000
const firstName = 'Forecourt automatic 2026-11-20 0900.forecourt-backup'

const refusalOf = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(
    () => null,
    (refusal: unknown) => refusal,
  )
  return error instanceof FailureError ? error.failure.message : String(error)
}

const withFault = async <T>(fault: Partial<typeof disk>, work: () => Promise<T>): Promise<T> => {
  Object.assign(disk, fault)
  try {
    return await work()
  } finally {
    Object.assign(disk, { refuses: null, loses: false })
  }
}

/** Lets the time pass in steps of an hour, and each backup that is due end. */
async function pass(run: BackupRun, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 60 * 60_000) {
    await run.clock.advance(60 * 60_000)
    await run.ended()
  }
}

describe('automatic backups', () => {
  it('count as made when the log of exports has no room, and are logged later', async () => {
    let isFull = true
    const run = startBackups(undefined, () => isFull)
    run.part.start()
    expect(await run.turnOn()).toMatchObject({ lastFile: firstName, failure: null })
    const logged = () => run.database.get<{ rows: number }>('SELECT count(*) AS rows FROM export_log')?.rows
    expect(logged()).toBe(0)
    isFull = false
    expect(await run.runNow()).toMatchObject({ failure: null })
    expect(logged()).toBe(2)
  })

  it('make the first one at once, then one a day, and keep as many as were asked for', async () => {
    const run = startBackups()
    run.part.start()
    expect(await run.turnOn({ keep: 2 })).toMatchObject({
      plan: { folder: run.folder, every: 'day', keep: 2 },
      lastFile: firstName,
      lastAt: new Date('2026-11-20T09:00:00').toISOString(),
      nextDate: '2026-11-21',
      failure: null,
    })
    expect(run.names()).toEqual([firstName])
    await pass(run, dayMs)
    expect(run.names()).toHaveLength(2)
    await pass(run, 2 * dayMs)
    const names = run.names()
    expect(names).toHaveLength(2)
    expect(names.map((name) => name.slice(20, 30))).toEqual(['2026-11-22', '2026-11-23'])
    expect(readdirSync(run.dataFolder).filter((name) => name.includes('backup'))).toEqual([])
  })

  it('do not store the password, and do not have the key of the next ones', async () => {
    const run = startBackups()
    await run.turnOn()
    const { value } = run.database.get<{ value: string }>(
      "SELECT value FROM setting WHERE name = 'storage.backup-plan'",
    )!
    expect(value).not.toContain(password)
    const { key } = JSON.parse(value) as { key: string }
    expect(readFileSync(join(run.folder, firstName)).includes(key)).toBe(false)
  })

  it('are not made while the drive is away: that is shown, tried again and healed', async () => {
    const run = startBackups()
    run.part.start()
    await run.turnOn()
    const away = `${run.folder}-away`
    renameSync(run.folder, away)
    await pass(run, dayMs)
    const failed = await run.status()
    expect(failed).toMatchObject({
      lastFile: firstName,
      failure: {
        kind: 'not-found',
        message: `No automatic backup: the folder “${run.folder}” can't be found.`,
        kept: 'Your earlier backups and your data are unchanged.',
      },
    })
    expect(failed.retryAt).not.toBeNull()
    await pass(run, 2 * 60 * 60_000)
    expect((await run.status()).failingSince).toBe(failed.failingSince)
    renameSync(away, run.folder)
    await pass(run, 60 * 60_000)
    expect(await run.status()).toMatchObject({ failure: null, failingSince: null, retryAt: null })
    expect(run.names()).toHaveLength(2)
  })

  it.each([
    ['is full', 'ENOSPC', 'disk-full', "there isn't enough space"],
    ['is pulled out', 'EIO', 'storage-damaged', "can't be used"],
    ['refuses writing', 'EACCES', 'storage-read-only', "can't write"],
  ])('leave no half file and delete nothing when the drive %s', async (_what, code, kind, words) => {
    const run = startBackups()
    await run.turnOn({ keep: 2 })
    await run.clock.advance(dayMs)
    await run.runNow()
    const before = run.names()
    expect(before).toHaveLength(2)
    await run.clock.advance(dayMs)
    const failed = await withFault({ refuses: code }, () => run.runNow())
    expect(failed.failure).toMatchObject({ kind, details: code })
    expect(failed.failure?.message).toContain(words)
    expect(run.names()).toEqual(before)
    expect((await run.runNow()).failure).toBeNull()
    expect(run.names()).toHaveLength(2)
  })

  it('notice a drive that loses what was written, before an older backup is deleted', async () => {
    const run = startBackups()
    await run.turnOn({ keep: 2 })
    await run.runNow()
    const before = run.names()
    const failed = await withFault({ loses: true }, () => run.runNow())
    expect(failed.failure?.message).toContain('could not be read back correctly')
    expect(run.names()).toEqual(before)
  })

  it('remove the half file of a killed run, and nothing that is not theirs', async () => {
    const run = startBackups()
    await run.turnOn({ keep: 2 })
    const other = startBackups()
    await other.turnOn()
    const mine = join(run.folder, 'Forecourt automatic 2026-11-19 0900.forecourt-backup.new')
    copyFileSync(join(run.folder, firstName), mine)
    truncateSync(mine, 5_000)
    const foreign = [
      'Forecourt automatic 2025-01-01 0900.forecourt-backup',
      'Forecourt 2026-01-01.forecourt-backup',
      'a.txt',
    ]
    copyFileSync(join(other.folder, firstName), join(run.folder, foreign[0]!))
    copyFileSync(join(run.folder, firstName), join(run.folder, foreign[1]!))
    writeFileSync(join(run.folder, foreign[2]!), 'mine')
    for (let day = 0; day < 3; day += 1) {
      await run.clock.advance(dayMs)
      expect((await run.runNow()).failure).toBeNull()
    }
    expect(run.names().filter((name) => !foreign.includes(name))).toHaveLength(2)
    expect(run.names()).toEqual(expect.arrayContaining(foreign))
    expect(run.names().some((name) => name.endsWith('.new'))).toBe(false)
  })

  it('keep the newest when the clock was wrong', async () => {
    const run = startBackups()
    run.clock.setWallClock(new Date('2036-01-01T09:00:00'))
    await run.turnOn({ keep: 2 })
    run.clock.setWallClock(new Date('2026-11-20T09:00:00'))
    expect((await run.status()).nextDate).toBe('2026-11-20')
    await run.runNow()
    await run.clock.advance(dayMs)
    await run.runNow()
    expect(run.names().map((name) => name.slice(20, 30))).toEqual(['2026-11-20', '2026-11-21'])
  })

  it('go on after a restart, and make the one that was missed while the PC was off', async () => {
    const first = startBackups()
    await first.turnOn({ every: 'week' })
    await first.part.close()
    const place = join(first.dataFolder, '..')
    const next = startBackups(place)
    next.clock.setWallClock(new Date('2026-12-20T09:00:00'))
    next.part.start()
    expect(await next.status()).toMatchObject({ lastFile: firstName, nextDate: '2026-12-20' })
    await next.clock.whenSleeping()
    await next.clock.advance(2 * 60_000)
    await next.ended()
    expect(next.names()).toHaveLength(2)
  })

  it('end at once when Forecourt closes, and leave nothing', async () => {
    const run = startBackups()
    await run.turnOn()
    const before = run.names()
    await run.part.handlers.runNow({}, signal)
    await run.part.close()
    expect(run.names()).toEqual(before)
    expect(readdirSync(run.dataFolder).filter((name) => name.includes('backup'))).toEqual([])
  })

  it('refuse a folder that is missing, is the data folder, or was not chosen', async () => {
    const run = startBackups()
    const choose = (path: string) => refusalOf(run.part.handlers.chooseFolder({ path }, signal))
    expect(await choose('Backups')).toContain('Enter the whole path')
    expect(await choose(join(run.folder, 'none'))).toContain("Can't find the folder")
    mkdirSync(join(run.dataFolder, 'inside'))
    for (const path of [run.dataFolder, join(run.dataFolder, 'inside')])
      expect(await choose(path)).toContain('Forecourt data itself')
    const plan = { folder: run.folder, every: 'day', keep: 3, password } as const
    expect(await refusalOf(run.part.handlers.setPlan(plan, signal))).toBe('Choose the folder again.')
    await run.part.handlers.chooseFolder({ path: run.folder }, signal)
    expect(await refusalOf(run.part.handlers.setPlan({ ...plan, password: null }, signal))).toContain(
      'Enter a password',
    )
    expect(run.names()).toEqual([])
  })

  it('stay in the folder when they are turned off', async () => {
    const run = startBackups()
    await run.turnOn()
    expect(await run.part.handlers.turnOff({}, signal)).toMatchObject({ plan: null, failure: null, nextDate: null })
    expect(run.names()).toEqual([firstName])
    onTestFinished(() => rmSync(run.folder, { recursive: true, force: true }))
  })
})
