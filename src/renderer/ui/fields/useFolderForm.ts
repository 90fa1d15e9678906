import { ref } from 'vue'
import type { Result } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { together, useAction } from '../../bridge/useAction.ts'

type Method = 'backups.chooseFolder' | 'dataExport.chooseFolder' | 'folders.chooseFolder'

/**
 * A form with a `FolderField`: the folder is chosen in the system's dialog, or typed where the host has none. `method` shows that dialog, or
 * checks a typed path: the program takes no other. One failure at a time is shown.
 */
export function useFolderForm<T>(
  method: Method,
  form: { hasDialog(): boolean; save(folder: string): Promise<Result<T>>; done(answer: T): string | void },
) {
  const client = useClient()
  const path = ref('')
  /** The path that the program has already. */
  let known: string | null = null
  const take = ({ folder }: { readonly folder: string | null }): void => void (path.value = folder ?? path.value)
  const choosing = useAction(method, { failed: 'shown', done: take })
  const saving = useAction(
    async () => {
      if (form.hasDialog() || path.value === known) return form.save(path.value)
      const checked = await client.call(method, { path: path.value })
      if (!checked.ok) return checked
      take(checked.value)
      return form.save(path.value)
    },
    { failed: 'shown', done: (answer) => form.done(answer) },
  )
  const { busy, failure, clear } = together(choosing, saving)
  return {
    path,
    busy,
    saving: saving.busy,
    failure,
    /** `folder`: the one that is in use; null: the path stays as it was left. */
    begin(folder: string | null): void {
      known = folder
      path.value = folder ?? path.value
      clear()
    },
    choose(): void {
      clear()
      void choosing.run({ path: null })
    },
    save(): void {
      clear()
      void saving.run()
    },
  }
}
