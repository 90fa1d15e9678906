import { ref, shallowRef } from 'vue'
import type { ProgramEvent } from '../../../contract/events.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useEvent } from '../../bridge/useEvent.ts'

type Progress = NonNullable<ProgramEvent['progress']>

/** The progress of a backup that is saved or restored, until it is cancelled. */
export function useBackupProgress() {
  const client = useClient()
  /** Null: nothing is reported yet. */
  const progress = shallowRef<Progress | null>(null)
  /** The user has cancelled what runs. Its failure says nothing new then. */
  const isCancelled = ref(false)
  useEvent('storage.progressed', (event) => (progress.value = event.progress))
  return {
    progress,
    isCancelled,
    begin() {
      progress.value = null
      isCancelled.value = false
    },
    report: (shown: Progress) => (progress.value = shown),
    async cancel() {
      isCancelled.value = true
      await client.call('storage.cancelBackup', {})
    },
  }
}
