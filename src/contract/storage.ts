import { z } from 'zod'

/**
 * The state of the data on this PC. The key of the encrypted database is in the keychain of the system. Without a keychain, the user
 * sets a password or stores nothing.
 *
 * - `needs-choice`: there is no keychain, and nothing was chosen. - `needs-password`: a password protects the data.
 * - `open`: ready. - `key-lost`: the data exists but its key does not (the keychain was reset); nothing is overwritten.
 * - `unreadable`: the database file is damaged or belongs to another program; it is set aside, never deleted.
 * - `vault-locked`: the keychain refused; retry after it is unlocked.
 * - `unavailable`: the data is open in another Forecourt, or the folder cannot be written; nothing is changed, retry.
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
    /** A sentence when older data was set aside at this start. */
    notice: z.string().nullable(),
  }),
])
export type StorageStatus = z.infer<typeof StorageStatus>

export const minPasswordLength = 8

export const storage = {
  status: { input: z.object({}), output: StorageStatus },
  /** From `needs-choice`: a new database, its key wrapped by this password (scrypt). */
  setPassword: { input: z.object({ password: z.string().min(minPasswordLength).max(200) }), output: StorageStatus },
  /** From `needs-password`. A wrong password is `invalid-input` and changes nothing. */
  unlock: { input: z.object({ password: z.string().max(200) }), output: StorageStatus },
  /** From `needs-choice`: all data is in memory only. */
  keepNothing: { input: z.object({}), output: StorageStatus },
  /** From any state except `open`: tries to open the data again. */
  retry: { input: z.object({}), output: StorageStatus },
  /** From `key-lost`, `unreadable` or `needs-password`: the old files are renamed, not deleted, and a new database is created. */
  setAsideAndStart: { input: z.object({}), output: StorageStatus },
} as const
