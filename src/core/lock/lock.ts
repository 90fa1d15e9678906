import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { LockState } from '../../contract/lock.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Database } from '../database/database.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { Notifier } from '../ports/notifier.ts'
import { lockText } from './lock-text.ts'
import { lockSetting } from '../storage/settings-of-this-pc.ts'
import type { WrongTries } from '../storage/wrong-tries.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { scryptCost } from '../storage/scrypt-cost.ts'
import { ScryptCost, stretchPassword } from '../storage/stretch-password.ts'

export interface LockParts {
  readonly clock: Clock
  /** Null until storage is open. */
  readonly database: () => Database | null
  /** Whether the data has a password. */
  readonly hasPassword: () => boolean
  readonly isPassword: (password: string) => Promise<boolean>
  readonly tries: WrongTries
  /** The recovery key of the data unlocks as well: a forgotten PIN must not cost the data. */
  readonly isRecoveryKey: (text: string) => boolean
  /** The window is locked or unlocked now, or the settings of the lock are others. */
  readonly onChanged: (change: 'locked' | 'unlocked' | 'settings') => void
}

export interface Lock {
  readonly handlers: DomainHandlers<'lock', AbortSignal>
  isLocked(): boolean
  /** Throws `storage-locked` while it is locked. */
  requireUnlocked(): void
  /** Shows notifications without their contents while it is locked. */
  guarded(notifier: Notifier): Notifier
  /** Call when storage has opened: with a PIN, a start begins locked. Data that is opened again stays as it was. */
  handleStorageOpened(): void
  /** For how long no window has reported activity. */
  unusedMs(): number
  close(): void
}

const minuteMs = 60_000

/** Hides customers from people at this desk. Uploads, syncs and webhooks continue behind it. */
export function createLock(parts: LockParts): Lock {
  const { clock, database } = parts
  let locked = false
  let hasStarted = false
  let activeAtMs = clock.monotonicMs()
  let idleWait = new AbortController()

  const settings = (): LockSettings => readLockSettings(database())
  const save = (changes: Partial<LockSettings>): void => {
    const opened = database()
    if (opened) writeLockSettings(opened, { ...settings(), ...changes })
  }
  const by = (): LockState['by'] => {
    if (database() === null) return 'none'
    if (parts.hasPassword()) return 'password'
    return settings().pin === null ? 'none' : 'pin'
  }
  const state = (): LockState => ({
    locked,
    by: by(),
    afterMinutes: settings().afterMinutes,
    waitSeconds: parts.tries.waitSeconds(),
  })

  const watchIdle = (): void => {
    idleWait.abort()
    idleWait = new AbortController()
    const { afterMinutes } = settings()
    if (afterMinutes === null || locked || by() === 'none') return
    const dueMs = activeAtMs + afterMinutes * minuteMs - clock.monotonicMs()
    if (dueMs <= 0) return setLocked(true)
    void clock.sleep(dueMs, idleWait.signal).then(watchIdle, () => undefined)
  }
  const setLocked = (next: boolean): void => {
    locked = next
    activeAtMs = clock.monotonicMs()
    watchIdle()
    parts.onChanged(next ? 'locked' : 'unlocked')
  }

  const attempt = async (isRight: () => Promise<boolean>): Promise<boolean> =>
    (await parts.tries.attempt(async () => (await isRight()) || null)) !== null
  const isSavedPin = async (secret: string): Promise<boolean> => {
    const { pin } = settings()
    return pin !== null && isPin(pin, secret)
  }
  const changed = (): LockState => {
    parts.onChanged('settings')
    return state()
  }
  const requireUnlocked = (): void => {
    if (locked) fail('storage-locked', lockText.locked.message, { next: lockText.locked.next })
  }

  return {
    isLocked: () => locked,
    requireUnlocked,
    guarded: (notifier) => ({
      show: (notification) =>
        notifier.show(locked ? { ...lockText.notification, onClick: () => undefined } : notification),
    }),
    handleStorageOpened() {
      if (by() === 'pin' && !hasStarted) setLocked(true)
      else watchIdle()
      hasStarted = true
    },
    unusedMs: () => clock.monotonicMs() - activeAtMs,
    close: () => idleWait.abort(),
    handlers: {
      state: async () => state(),
      async now() {
        if (by() === 'none') {
          fail('conflict', lockText.nothingToUnlockWith.message, { next: lockText.nothingToUnlockWith.next })
        }
        if (!locked) setLocked(true)
        return state()
      },
      async unlock({ secret }) {
        if (!locked) return state()
        const isPassword = by() === 'password'
        const isRight = async (): Promise<boolean> =>
          parts.isRecoveryKey(secret) || (isPassword ? parts.isPassword(secret) : isSavedPin(secret))
        if (!(await attempt(isRight))) {
          const { message, next } = isPassword ? lockText.wrongPassword : lockText.wrongPin
          fail('invalid-input', message, { next })
        }
        if (locked) setLocked(false)
        return state()
      },
      async setMinutes({ afterMinutes }) {
        requireUnlocked()
        save({ afterMinutes })
        activeAtMs = clock.monotonicMs()
        watchIdle()
        return changed()
      },
      async setPin({ current, pin }) {
        requireUnlocked()
        if (by() === 'password') {
          fail('conflict', lockText.hasPassword.message, { next: lockText.hasPassword.next })
        }
        if (
          settings().pin !== null &&
          !(await attempt(async () => parts.isRecoveryKey(current ?? '') || isSavedPin(current ?? '')))
        ) {
          fail('invalid-input', lockText.wrongPin.message, { next: lockText.wrongPin.next })
        }
        save({ pin: pin === null ? null : await savePin(pin) })
        activeAtMs = clock.monotonicMs()
        watchIdle()
        return changed()
      },
      async activity() {
        if (!locked) {
          activeAtMs = clock.monotonicMs()
          watchIdle()
        }
        return {}
      },
    },
  }
}

/** A PIN as it is saved: only what a try is compared with. */
const SavedPin = ScryptCost.extend({ salt: z.string(), hash: z.string() })
type SavedPin = z.infer<typeof SavedPin>

const LockSettings = z.object({
  afterMinutes: z.number().int().nullable().catch(null),
  pin: SavedPin.nullable().catch(null),
})
type LockSettings = z.infer<typeof LockSettings>

function readLockSettings(database: Database | null): LockSettings {
  const saved = database && readSetting(database, lockSetting)
  return LockSettings.parse(saved ? JSON.parse(saved) : {})
}

function writeLockSettings(database: Database, settings: LockSettings): void {
  writeSetting(database, lockSetting, JSON.stringify(settings))
}

/** A guess costs 32 MB and about a tenth of a second. The PIN is inside the encrypted database as well. */
const cost: ScryptCost = { ...scryptCost, n: Math.min(2 ** 15, scryptCost.n) }

async function savePin(pin: string): Promise<SavedPin> {
  const salt = randomBytes(16)
  return { ...cost, salt: salt.toString('base64'), hash: (await stretchPassword(pin, salt, cost)).toString('base64') }
}

async function isPin(saved: SavedPin, pin: string): Promise<boolean> {
  const hash = Buffer.from(saved.hash, 'base64')
  const tried = await stretchPassword(pin, Buffer.from(saved.salt, 'base64'), saved)
  return hash.length === tried.length && timingSafeEqual(hash, tried)
}
