import { computed, ref, shallowRef } from 'vue'
import type { BackupContents, ChosenBackup } from '../../../contract/backup-file.ts'
import { useClient, type WindowClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'

/** A backup from the choice of its file to its place on this PC. */
export function useBackupRestore(
  client: Pick<WindowClient, 'call' | 'takeFile'> = useClient(),
  reload: () => void = () => window.location.reload(),
) {
  const chosen = shallowRef<ChosenBackup | null>(null)
  /** What is in it; null until its password was right. */
  const contents = shallowRef<BackupContents | null>(null)
  const password = ref('')
  async function chooseBackup(file: File) {
    const ticket = await client.takeFile(file)
    return ticket.ok ? client.call('storage.chooseBackup', { fileId: ticket.value.fileId }) : ticket
  }
  const choosing = useAction(chooseBackup, { failed: 'shown', done: (backup) => void (chosen.value = backup) })
  const checking = useAction('storage.checkBackup', {
    failed: 'shown',
    done(found) {
      contents.value = found
      password.value = ''
    },
  })
  const replacing = useAction('storage.replaceWithBackup', { failed: 'shown', done: reload })
  const actions = [choosing, checking, replacing] as const

  function forgetFile(): void {
    const { value } = chosen
    chosen.value = null
    contents.value = null
    password.value = ''
    for (const { failure } of actions) failure.value = null
    if (value) void client.call('storage.dropBackup', { backupId: value.backupId })
  }

  return {
    chosen,
    contents,
    password,
    failure: computed(() => actions.map(({ failure }) => failure.value).find((failure) => failure !== null) ?? null),
    running: computed(() => actions.some(({ busy }) => busy.value)),
    async choose(file: File) {
      forgetFile()
      await choosing.run(file)
    },
    async check() {
      if (chosen.value) await checking.run({ backupId: chosen.value.backupId, password: password.value })
    },
    /** Puts the backup in the place of the data, and loads the window again: all of it shows the earlier data. */
    async restore() {
      if (chosen.value) await replacing.run({ backupId: chosen.value.backupId })
    },
    close: forgetFile,
  }
}
