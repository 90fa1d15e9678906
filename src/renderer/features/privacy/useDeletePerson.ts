import { computed, ref, shallowRef } from 'vue'
import type { FoundPerson } from '../../../contract/privacy.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { saveFile } from '../../ui/save-file.ts'
import { privacyText } from './privacy-text.ts'

/** A search for a person, the choice of matches, and what is done with them. */
export function useDeletePerson(client: ProgramClient, reload: () => void = () => window.location.reload()) {
  const text = ref('')
  /** What the matches were found by. */
  const searched = ref('')
  const found = shallowRef<FoundPerson | null>(null)
  const chosen = ref<readonly string[]>([])
  const finding = useAction('privacy.findPerson', {
    failed: 'shown',
    done(person, { text: wanted }) {
      searched.value = wanted
      found.value = person
      chosen.value = person.matches.filter(({ suggested }) => suggested).map(({ key }) => key)
    },
  })
  const exporting = useAction('privacy.exportPerson', { failed: 'shown', done: saveFile })
  /** The data is closed meanwhile, and this screen with it: nothing of the person stays in the window either. */
  const deleting = useAction('privacy.deletePerson', {
    confirm: async () => {
      const status = await client.read('team.status', {})
      return privacyText.confirm(status.ok && status.value.state === 'member')
    },
    failed: 'shown',
    done: reload,
  })
  const selection = () => ({ text: searched.value, chosen: [...chosen.value] })

  return {
    text,
    found,
    chosen,
    deleting: deleting.busy,
    finding: finding.busy,
    exporting: exporting.busy,
    failure: computed(() => finding.failure.value ?? exporting.failure.value ?? deleting.failure.value),
    async find(): Promise<void> {
      const wanted = text.value.trim()
      if (wanted === '') return
      found.value = null
      deleting.failure.value = null
      finding.cancel()
      await finding.run({ text: wanted })
    },
    choose(key: string, isChosen: boolean): void {
      chosen.value = isChosen ? [...chosen.value, key] : chosen.value.filter((each) => each !== key)
    },
    exportAs: (format: 'html' | 'json') => exporting.run({ ...selection(), format }),
    remove: () => deleting.run(selection()),
  }
}
