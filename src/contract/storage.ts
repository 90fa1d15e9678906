import { z } from 'zod'

/**
 * Where the local data stands. The key of the encrypted database lives in the system's keychain; where there is none, the
 * user sets a password or works without keeping anything, and is told which.
 *
 * - `needs-choice`: no keychain, nothing chosen yet. - `needs-password`: a password protects the data of this PC.
 * - `open`: ready. - `key-lost`: data is here, its key is not (the keychain was reset): nothing is overwritten.
 * - `unreadable`: the database file is damaged or foreign; it was set aside, never deleted.
 * - `vault-locked`: the keychain refused; try again after unlocking it.
 * - `unavailable`: another Forecourt has the data open, or the folder cannot be written: nothing is touched, try again.
 */
export const StorageStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('needs-choice'), reason: z.string() }),
  z.object({ state: z.literal('needs-password') }),
  z.object({ state: z.literal('vault-locked'), reason: z.string() }),
  z.object({ state: z.literal('unavailable'), reason: z.string() }),
  z.object({ state: z.literal('key-lost'), reason: z.string() }),
  z.object({ state: z.literal('unreadable'), reason: z.string(), setAside: z.string().nullable() }),
  z.object({
    state: z.literal('open'),
    protection: z.enum(['keychain', 'password', 'nothing-kept']),
    /** A sentence when an older database had to be set aside at this start. */
    notice: z.string().nullable(),
  }),
])
export type StorageStatus = z.infer<typeof StorageStatus>

export const minPasswordLength = 8

export const storage = {
  status: { input: z.object({}), output: StorageStatus },
  /** From `needs-choice`: a new database, its key wrapped by this password (scrypt). */
  setPassword: { input: z.object({ password: z.string().min(minPasswordLength).max(200) }), output: StorageStatus },
  /** From `needs-password`. A wrong password is `invalid-input`, and nothing is changed. */
  unlock: { input: z.object({ password: z.string().max(200) }), output: StorageStatus },
  /** From `needs-choice`: all in memory, gone at the end. */
  keepNothing: { input: z.object({}), output: StorageStatus },
  /** From any state but `open`: look again. */
  retry: { input: z.object({}), output: StorageStatus },
  /** From `key-lost`, `unreadable` or `needs-password`: the old files are renamed, not deleted, and a new database begins. */
  setAsideAndStart: { input: z.object({}), output: StorageStatus },
} as const
