import type { Database } from '../database/database.ts'
import { justRestored } from '../database/restored-data.ts'
import { readSetting } from '../database/settings.ts'

/** The plan of automatic backups: its folder is on this PC, and its key opens other backups. */
export const backupPlanSetting = 'storage.backup-plan'
/** The watched folders: their files are on this PC, and two PCs must not send the same ones. */
export const watchedFoldersSetting = 'folders.watched'
/** Whether the recovery key was printed or stored: it belongs to one key. */
export const recoveryKeySetting = 'storage.recovery-key'
/** The lock: a backup of another PC must not replace the PIN that its user knows. */
export const lockSetting = 'app.lock'
/** The team of this PC: its keys are in the keychain of this PC. */
export const teamMembershipSetting = 'team.membership'

/** Settings that a backup file leaves out: they belong to the old key or to the old PC. */
export const settingsOfThisPc: readonly string[] = [
  recoveryKeySetting,
  'storage.history',
  'drafts.recent-files',
  backupPlanSetting,
  watchedFoldersSetting,
  lockSetting,
  teamMembershipSetting,
]

/** Those of this PC that stay when a backup takes the place of its data, with their values; and the mark that it does. */
export function settingsKeptAtRestore(database: Database): readonly (readonly [name: string, value: string])[] {
  const kept = [backupPlanSetting, watchedFoldersSetting, lockSetting, teamMembershipSetting].flatMap(
    (name): [string, string][] => {
      const value = readSetting(database, name)
      return value === null ? [] : [[name, value]]
    },
  )
  return [...kept, justRestored]
}
