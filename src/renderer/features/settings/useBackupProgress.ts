import { ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { ProgramEvent } from '../../../contract/events.ts'
import type { WindowClient } from '../../bridge/program-client.ts'
import { useEvent } from '../../bridge/useEvent.ts'

type Progress = NonNullable<ProgramEvent['progress']>

export interface BackupProgress {
  /** Null: nothing is reported yet. */
  readonly progress: Readonly<ShallowRef<Progress | null>>
  /** The user has cancelled what runs. Its failure says nothing new then. */
  readonly isCancelled: Readonly<Ref<boolean>>
  /** Before work begins. */
  begin(): void
  report(progress: Progress): void
  cancel(): Promise<void>
}

/** The progress of a backup that is saved or restored, until it is cancelled. */
export function useBackupProgress(client: Pick<WindowClient, 'call' | 'onEvent'>): BackupProgress {
  const progress = shallowRef<Progress | null>(null)
  const isCancelled = ref(false)
  useEvent(client, 'storage.progressed', (event) => (progress.value = event.progress))
  return {
    progress,
    isCancelled,
    begin() {
      progress.value = null
      isCancelled.value = false
    },
    report: (shown) => (progress.value = shown),
    async cancel() {
      isCancelled.value = true
      await client.call('storage.cancelBackup', {})
    },
  }
}
