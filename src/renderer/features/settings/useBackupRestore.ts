import { computed, type Ref, ref, shallowRef } from 'vue'
import type { BackupContents, ChosenBackup } from '../../../contract/backup-file.ts'
import type { Failure } from '../../../contract/result.ts'
import { useClient, type WindowClient } from '../../bridge/program-client.ts'
import { useCommand } from '../../bridge/useCommand.ts'

export interface BackupRestore {
  readonly chosen: Readonly<Ref<ChosenBackup | null>>
  /** What is in it; null until its password was right. */
  readonly contents: Readonly<Ref<BackupContents | null>>
  readonly password: Ref<string>
  readonly failure: Readonly<Ref<Failure | null>>
  readonly running: Readonly<Ref<boolean>>
  choose(file: File): Promise<void>
  check(): Promise<void>
  /** Puts the backup in the place of the data, and loads the window again: all of it shows the earlier data. */
  restore(): Promise<void>
  close(): void
}

/** A backup from the choice of its file to its place on this PC. */
export function useBackupRestore(
  client: Pick<WindowClient, 'call' | 'takeFile'> = useClient(),
  reload: () => void = () => window.location.reload(),
): BackupRestore {
  const chosen = shallowRef<ChosenBackup | null>(null)
  const contents = shallowRef<BackupContents | null>(null)
  const password = ref('')
  const choosing = useCommand(client, async (file: File) => {
    const ticket = await client.takeFile(file)
    return ticket.ok ? client.call('storage.chooseBackup', { fileId: ticket.value.fileId }) : ticket
  })
  const checking = useCommand(client, 'storage.checkBackup')
  const replacing = useCommand(client, 'storage.replaceWithBackup')
  const commands = [choosing, checking, replacing] as const

  function forgetFile(): void {
    const { value } = chosen
    chosen.value = null
    contents.value = null
    password.value = ''
    for (const command of commands) command.failure.value = null
    if (value) void client.call('storage.dropBackup', { backupId: value.backupId })
  }

  return {
    chosen,
    contents,
    password,
    failure: computed(() => commands.map(({ failure }) => failure.value).find((failure) => failure !== null) ?? null),
    running: computed(() => commands.some(({ running }) => running.value)),
    async choose(file) {
      forgetFile()
      const answer = await choosing.run(file)
      if (answer?.ok) chosen.value = answer.value
    },
    async check() {
      if (!chosen.value) return
      const answer = await checking.run({ backupId: chosen.value.backupId, password: password.value })
      if (!answer?.ok) return
      contents.value = answer.value
      password.value = ''
    },
    async restore() {
      if (!chosen.value) return
      const answer = await replacing.run({ backupId: chosen.value.backupId })
      if (answer?.ok) reload()
    },
    close: forgetFile,
  }
}
