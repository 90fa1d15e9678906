import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { createLock } from '../../../../src/core/lock/lock.ts'
import { createWrongTries, waitAfter } from '../../../../src/core/storage/wrong-tries.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'

const { signal } = new AbortController()
const minuteMs = 60_000

function memoryDatabase(): Database {
  const answer = openDatabase(':memory:', null)
  if (answer.state !== 'ready') throw new Error('No database')
  return answer.database
}

function begin({
  database = memoryDatabase(),
  password = null as string | null,
  triesFile = join(createDataFolder(), 'tries'),
} = {}) {
  const clock = createClockTwin()
  const changes: string[] = []
  const lock = createLock({
    clock,
    database: () => database,
    hasPassword: () => password !== null,
    isPassword: async (typed) => typed === password,
    isRecoveryKey: (typed) => typed === 'RECOVERY',
    tries: createWrongTries(triesFile, { clock, log: createLogTwin() }),
    onChanged: (change) => void changes.push(change),
  })
  lock.handleStorageOpened()
  const { handlers } = lock
  return {
    lock,
    clock,
    changes,
    database,
    triesFile,
    setPin: (pin: string | null, current: string | null = null) => handlers.setPin({ pin, current }, signal),
    unlock: (secret: string) => handlers.unlock({ secret }, signal),
    now: () => handlers.now({}, signal),
    state: () => handlers.state({}, signal),
    setMinutes: (afterMinutes: number | null) => handlers.setMinutes({ afterMinutes }, signal),
    activity: () => handlers.activity({}, signal),
  }
}
const refused = (kind: string) => ({ failure: { kind } })

describe('a lock', () => {
  it('needs a password or a PIN', async () => {
    const { now, state, lock } = begin()
    expect(await state()).toEqual({ locked: false, by: 'none', afterMinutes: null, waitSeconds: 0 })
    await expect(now()).rejects.toMatchObject(refused('conflict'))
    expect(lock.isLocked()).toBe(false)
  })

  it('opens with the PIN only', async () => {
    const { now, lock, setPin, unlock, changes } = begin()
    await setPin('4711')
    await now()
    expect(() => lock.requireUnlocked()).toThrow('Forecourt is locked.')
    await expect(unlock('4712')).rejects.toMatchObject(refused('invalid-input'))
    expect(lock.isLocked()).toBe(true)
    expect(await unlock('4711')).toMatchObject({ locked: false, by: 'pin' })
    expect(changes).toEqual(['settings', 'locked', 'unlocked'])
  })

  it('opens with the password of the data, and takes no PIN beside it', async () => {
    const { now, setPin, unlock } = begin({ password: 'correct horse' })
    await expect(setPin('4711')).rejects.toMatchObject(refused('conflict'))
    expect(await now()).toMatchObject({ locked: true, by: 'password' })
    expect(await unlock('correct horse')).toMatchObject({ locked: false })
  })

  it('opens with the recovery key when the PIN is forgotten', async () => {
    const { now, setPin, unlock } = begin()
    await setPin('4711')
    await now()
    expect(await unlock('RECOVERY')).toMatchObject({ locked: false })
    expect(await setPin(null, 'RECOVERY')).toMatchObject({ by: 'none' })
  })

  it('saves no PIN in plain text', async () => {
    const { database, setPin } = begin()
    await setPin('planted-pin')
    const [row] = database.all<{ value: string }>('SELECT value FROM setting WHERE name = ?', ['app.lock'])
    expect(row?.value).toContain('salt')
    expect(row?.value).not.toContain('planted-pin')
  })

  it('begins locked when a PIN is set', async () => {
    const { database, setPin } = begin()
    await setPin('4711')
    const next = begin({ database })
    expect(next.lock.isLocked()).toBe(true)
    expect(await next.unlock('4711')).toMatchObject({ locked: false })
    // The deletion of a person opens the data again.
    next.lock.handleStorageOpened()
    expect(next.lock.isLocked()).toBe(false)
  })

  it('needs the PIN to change or remove it', async () => {
    const { setPin } = begin()
    await setPin('4711')
    for (const current of [null, '0000']) {
      await expect(setPin(null, current)).rejects.toMatchObject(refused('invalid-input'))
    }
    expect(await setPin(null, '4711')).toMatchObject({ by: 'none' })
  })

  it('cannot be loosened while it is locked', async () => {
    const { now, setPin, setMinutes } = begin()
    await setPin('4711')
    await now()
    await expect(setPin(null, '4711')).rejects.toMatchObject(refused('storage-locked'))
    await expect(setMinutes(null)).rejects.toMatchObject(refused('storage-locked'))
  })
})

describe('wrong tries', () => {
  it('are slowed down after the third, also for the right PIN, until the wait is over', async () => {
    const { clock, now, setPin, unlock, state } = begin()
    await setPin('4711')
    await now()
    for (let each = 0; each < 3; each += 1) await expect(unlock('0000')).rejects.toMatchObject(refused('invalid-input'))
    expect((await state()).waitSeconds).toBe(waitAfter(3))
    await expect(unlock('4711')).rejects.toThrow('Too many wrong tries.')
    await clock.advance(waitAfter(3) * 1000)
    expect(await unlock('4711')).toMatchObject({ locked: false, waitSeconds: 0 })
  })

  it('at the same time count one after the other', async () => {
    const { now, setPin, unlock } = begin()
    await setPin('4711')
    await now()
    const tries = await Promise.allSettled([...Array.from({ length: 8 }, () => unlock('0000')), unlock('4711')])
    expect(tries.every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('keep their wait after a restart', async () => {
    const { database, now, setPin, triesFile, unlock } = begin()
    await setPin('4711')
    await now()
    for (let each = 0; each < 3; each += 1) await expect(unlock('0000')).rejects.toMatchObject(refused('invalid-input'))
    await expect(begin({ database, triesFile }).unlock('4711')).rejects.toThrow('Too many wrong tries.')
  })
})

describe('an idle lock', () => {
  it('locks after the minutes without activity', async () => {
    const { activity, clock, lock, setMinutes, setPin } = begin()
    await setPin('4711')
    await setMinutes(5)
    await clock.advance(4 * minuteMs)
    await activity()
    await clock.advance(4 * minuteMs)
    expect(lock.isLocked()).toBe(false)
    await clock.advance(minuteMs)
    expect(lock.isLocked()).toBe(true)
  })

  it('does not lock without a PIN or after it was turned off', async () => {
    const { clock, lock, setMinutes, setPin } = begin()
    await setMinutes(1)
    await clock.advance(2 * minuteMs)
    expect(lock.isLocked()).toBe(false)
    await setPin('4711')
    await setMinutes(null)
    await clock.advance(60 * minuteMs)
    expect(lock.isLocked()).toBe(false)
  })
})

it('hides the contents of notifications while it is locked', async () => {
  const { lock, now, setPin, unlock } = begin()
  const shown: string[] = []
  const notifier = lock.guarded({ show: ({ title, body }) => void shown.push(`${title}: ${body}`) })
  const news = { title: 'Priya’s car', body: 'Listed for sale', onClick: () => undefined }
  await setPin('4711')
  await now()
  notifier.show(news)
  await unlock('4711')
  notifier.show(news)
  expect(shown).toEqual(['Forecourt: There is news. Unlock Forecourt to see it.', 'Priya’s car: Listed for sale'])
})
