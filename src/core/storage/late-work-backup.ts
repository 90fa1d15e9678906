import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { WorkBackup, WorkBackupParts } from './work-backup.ts'

/** Backups of all work, loaded when they are first used. */
export function createLateWorkBackup(parts: WorkBackupParts): WorkBackup {
  let loaded: WorkBackup | null = null
  const load = async (): Promise<WorkBackup> => {
    const { createWorkBackup } = await import('./work-backup.ts')
    return (loaded ??= createWorkBackup(parts))
  }
  const folder = dirname(parts.databasePath)
  return {
    handlers: {
      saveBackup: async (...call) => (await load()).handlers.saveBackup(...call),
      backupPart: async (...call) => (await load()).handlers.backupPart(...call),
      chooseBackup: async (...call) => (await load()).handlers.chooseBackup(...call),
      checkBackup: async (...call) => (await load()).handlers.checkBackup(...call),
      cancelBackup: async (...call) => (await load()).handlers.cancelBackup(...call),
      dropBackup: async (...call) => (await load()).handlers.dropBackup(...call),
    },
    takeChecked: async (backupId) => (await load()).takeChecked(backupId),
    /** Also what an earlier run left in the data folder. */
    clean() {
      loaded?.clean()
      for (const name of readdirSync(folder)) {
        if (/^forecourt\.backup-(copy|made|chosen|automatic)/.test(name)) rmSync(join(folder, name), { force: true })
      }
    },
  }
}
