import { ref } from 'vue'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'

/**
 * The folder of a form with a `FolderField`: chosen in the system's dialog, or typed where the host has none. `method` shows that dialog, or
 * checks a typed path.
 */
export function useFolderField(method: 'backups.chooseFolder' | 'dataExport.chooseFolder' | 'folders.chooseFolder') {
  const client = useClient()
  const path = ref('')
  const take = ({ folder }: { readonly folder: string | null }): void => void (path.value = folder ?? path.value)
  const choosing = useAction(method, { failed: 'shown', done: take })
  return {
    path,
    busy: choosing.busy,
    failure: choosing.failure,
    choose: () => void choosing.run({ path: null }),
    /** Checks the path that was typed: the program takes no other. */
    async checkTyped() {
      const checked = await client.call(method, { path: path.value })
      if (checked.ok) take(checked.value)
      return checked
    },
  }
}
