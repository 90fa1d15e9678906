import { z } from 'zod'
import { BackupContents, ChosenBackup } from './backup-file.ts'
import { ExportedFile } from './exported-file.ts'

/** The first part of a backup. `rest`: what is fetched one by one; absent: `content` is the whole file. */
const BackupFile = ExportedFile.omit({ rows: true }).extend({
  rest: z.object({ file: z.string(), parts: z.number().int().min(1) }).optional(),
})

/**
 * What the start waits for: an answer of the keychain, the database, a check of every page, or a person who is being
 * deleted. `erasing`: all data is being deleted.
 */
export const StartStep = z.enum(['keychain', 'opening', 'checking', 'deleting', 'erasing'])
export type StartStep = z.infer<typeof StartStep>

/**
 * The state of the data on this PC. The key of the encrypted database is in the keychain of the system. Without a keychain, the user
 * sets a password or stores nothing.
 *
 * - `starting`: the data is being opened. - `needs-choice`: there is no keychain, and nothing was chosen. - `needs-password`: a password protects the data.
 * - `open`: ready. - `key-lost`: the data exists but its key does not (the keychain was reset); nothing is overwritten.
 * - `unreadable`: the database file is missing, damaged, or of another program or version; it is set aside, never deleted.
 *   `backup`: when the newest backup was made (ISO 8601); null when there is none.
 * - `vault-locked`: the keychain refused; retry after it is unlocked.
 * - `unavailable`: the data is open in another Forecourt, or the folder cannot be written; nothing is changed, retry.
 */
export const StorageStatus = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('starting'),
    step: StartStep,
    /** The share of the step that is done, if it is known. */
    progress: z.number().min(0).max(1).optional(),
  }),
  z.object({ state: z.literal('needs-choice'), reason: z.string() }),
  z.object({ state: z.literal('needs-password') }),
  z.object({ state: z.literal('vault-locked'), reason: z.string() }),
  z.object({ state: z.literal('unavailable'), reason: z.string() }),
  z.object({ state: z.literal('key-lost'), reason: z.string() }),
  z.object({
    state: z.literal('unreadable'),
    reason: z.string(),
    setAside: z.string().nullable(),
    backup: z.string().nullable(),
  }),
  z.object({
    state: z.literal('open'),
    protection: z.enum(['keychain', 'password', 'nothing-kept']),
    /** What the user must know about the data that was opened: set aside, restored, older than expected, partly damaged. */
    notice: z.string().nullable(),
    /** Whether the user still has to print or store the recovery key. */
    needsRecoveryKey: z.boolean(),
  }),
])
export type StorageStatus = z.infer<typeof StorageStatus>

/** The states in which the user has to do something before the data is open. */
export type ClosedStorage = Exclude<StorageStatus, { state: 'open' | 'starting' }>

export const minPasswordLength = 8
const NewPassword = z.string().min(minPasswordLength).max(200)
const Password = z.string().max(200)

export const storage = {
  status: { input: z.object({}), output: StorageStatus },
  /** From `needs-choice`: a new database, its key wrapped by this password (scrypt). */
  setPassword: { input: z.object({ password: NewPassword }), output: StorageStatus },
  /** From `needs-password`. A wrong password is `invalid-input` and changes nothing, as is any during the wait after wrong ones. */
  unlock: { input: z.object({ password: Password }), output: StorageStatus },
  /** From `needs-choice`: all data is in memory only. */
  keepNothing: { input: z.object({}), output: StorageStatus },
  /** From any state except `open`: tries to open the data again. */
  retry: { input: z.object({}), output: StorageStatus },
  /** From `unreadable`: the damaged files are renamed and the newest backup takes their place. `not-found` without a backup. */
  restoreBackup: { input: z.object({}), output: StorageStatus },
  /** From `open`: the key of the database as text to print. `conflict` when nothing is stored. */
  recoveryKey: { input: z.object({}), output: z.object({ recoveryKey: z.string() }) },
  /** From `open`: the user has printed or stored the recovery key. */
  confirmRecoveryKey: { input: z.object({}), output: StorageStatus },
  /**
   * From any state with data that is not open: opens it with the recovery key and protects it again, by `password` or, when
   * that is null, by the keychain. A wrong key is `invalid-input`, a keychain that refuses is `vault-unreadable`; both change nothing.
   */
  recover: {
    input: z.object({ recoveryKey: z.string().max(200), password: NewPassword.nullable() }),
    output: StorageStatus,
  },
  /** From `key-lost`, `unreadable` or `needs-password`: the old files are renamed, not deleted, and a new database is created. */
  setAsideAndStart: { input: z.object({}), output: StorageStatus },
  /**
   * From `open`: all work on this PC in one file that this password encrypts, without credentials and practice data. `conflict` when
   * nothing is stored, `disk-full` when there is no room for it.
   */
  saveBackup: { input: z.object({ password: NewPassword }), output: BackupFile },
  /** A part of the rest of the last backup, from 0. `not-found` when another backup was made meanwhile. */
  backupPart: {
    input: z.object({ file: z.string().max(64), part: z.number().int().min(0) }),
    output: z.object({ content: z.string() }),
  },
  /** From `open`: prepares a file that was chosen. `invalid-input` when it is no backup of Forecourt or not whole. */
  chooseBackup: { input: z.object({ fileId: z.string().max(64) }), output: ChosenBackup },
  /**
   * Opens the chosen backup with its password, checks every page and counts what is in it. A wrong password, damage and a backup of a
   * later version are `invalid-input`; nothing is changed.
   */
  checkBackup: { input: z.object({ backupId: z.string().max(64), password: Password }), output: BackupContents },
  /**
   * From `open`: the checked backup takes the place of the data on this PC, whose database stays in the data folder under another name.
   * Credentials must be entered again on another PC.
   */
  replaceWithBackup: { input: z.object({ backupId: z.string().max(64) }), output: StorageStatus },
  /**
   * Cancels the saving, reading or checking of a backup: its call fails with `cancelled`, and nothing of it is left. The event
   * `storage.progressed` reports the progress of these.
   */
  cancelBackup: { input: z.object({}), output: z.object({}) },
  /** Removes the chosen backup from the data folder; the user's file stays. */
  dropBackup: { input: z.object({ backupId: z.string().max(64) }), output: z.object({}) },
  /**
   * From `open`: protects the key by a new password, or by the keychain (null). `current`: the password that protects it now. A wrong one is
   * `invalid-input`, a keychain that refuses is `vault-unreadable`; both change nothing.
   */
  protectBy: {
    input: z.object({ current: Password.nullable(), password: NewPassword.nullable() }),
    output: StorageStatus,
  },
} as const
