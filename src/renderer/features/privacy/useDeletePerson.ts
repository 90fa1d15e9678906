import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import type { FoundPerson } from '../../../contract/privacy.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { saveFile } from '../../ui/save-file.ts'

/** A search for a person, the choice of matches, and what is done with them. */
export function useDeletePerson(client: ProgramClient, reload: () => void = () => window.location.reload()) {
  const text = ref('')
  /** What the matches were found by. */
  const searched = ref('')
  const found = shallowRef<FoundPerson | null>(null)
  const chosen = ref<readonly string[]>([])
  const finding = useCommand(client, 'privacy.findPerson')
  const exporting = useCommand(client, 'privacy.exportPerson')
  const deleting = ref(false)
  const deleteFailure = shallowRef<Failure | null>(null)

  return {
    text,
    found,
    chosen,
    deleting,
    finding: finding.running,
    exporting: exporting.running,
    failure: computed(() => finding.failure.value ?? exporting.failure.value ?? deleteFailure.value),
    async find(): Promise<void> {
      const wanted = text.value.trim()
      if (wanted === '') return
      found.value = null
      deleteFailure.value = null
      const answer = await finding.run({ text: wanted })
      if (!answer?.ok) return
      searched.value = wanted
      found.value = answer.value
      chosen.value = answer.value.matches.filter(({ suggested }) => suggested).map(({ key }) => key)
    },
    choose(key: string, isChosen: boolean): void {
      chosen.value = isChosen ? [...chosen.value, key] : chosen.value.filter((each) => each !== key)
    },
    async exportAs(format: 'html' | 'json'): Promise<void> {
      const answer = await exporting.run({ text: searched.value, chosen: [...chosen.value], format })
      if (answer?.ok) saveFile(answer.value)
    },
    /** The data is closed meanwhile, and this screen with it: nothing of the person stays in the window either. */
    async remove(): Promise<void> {
      deleting.value = true
      deleteFailure.value = null
      const answer = await client.call('privacy.deletePerson', { text: searched.value, chosen: [...chosen.value] })
      deleting.value = false
      if (answer.ok) reload()
      else deleteFailure.value = answer.error
    },
  }
}
