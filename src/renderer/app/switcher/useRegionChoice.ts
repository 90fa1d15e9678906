import { inject } from 'vue'
import type { Region } from '../../../contract/region.ts'
import { regionNames } from '../../../contract/region-names.ts'
import { useConfirm } from '../../ui/useConfirm.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { unsavedInputsKey } from '../../ui/useUnsavedInput.ts'
import { useConnectionStore } from '../connection-store.ts'
import { switcherText } from './switcher-text.ts'

/** Works with another region. Asks first while a form has text that is not saved. */
export function useRegionChoice(): (region: Region) => Promise<void> {
  const store = useConnectionStore()
  const toasts = useToasts()
  const confirm = useConfirm()
  const unsaved = inject(unsavedInputsKey, null)
  const { question } = switcherText

  return async (region) => {
    if (region === store.region) return
    const typed = unsaved?.names() ?? []
    const agreed =
      typed.length === 0 ||
      (await confirm({
        title: question.title(regionNames[region]),
        text: question.text(regionNames[store.region]),
        names: question.typedLines(typed),
        confirmLabel: question.discard,
        cancelLabel: question.keep,
        tone: 'danger',
      }))
    if (!agreed) return
    const result = await store.setRegion(region)
    if (!result.ok) toasts.failure(result.error)
    else if (typed.length > 0) unsaved?.discard()
  }
}
