import type { RecentLookup } from '../../../contract/lookup.ts'
import { useConfirm } from '../../ui/useConfirm.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { useLookupSettings } from '../../vehicle/useLookupSettings.ts'
import { vehicleText } from '../../vehicle/vehicle-text.ts'
import { useAnswersStore } from './answer/answers-store.ts'
import { lookupText } from './lookup-text.ts'
import type { RecentLookups } from './useRecentLookups.ts'

/** What the buttons of a recent look-up do, with confirmations and notices. */
export function useRecentActions(recent: RecentLookups) {
  const text = lookupText.recent
  const answers = useAnswersStore()
  const settings = useLookupSettings()
  const confirm = useConfirm()
  const toasts = useToasts()

  return {
    async pin(lookup: RecentLookup): Promise<void> {
      const result = await recent.pin(lookup.id, !lookup.pinned)
      if (!result.ok) toasts.failure(result.error)
      else answers.forget(lookup.id)
    },
    async refresh(lookup: RecentLookup): Promise<void> {
      const isCharged = lookup.kind !== 'text'
      if (isCharged && !(await confirm(vehicleText.confirmLookUpAgain(lookup.at, new Date())))) return
      const result = await recent.refresh(lookup, settings.value.pageLength)
      answers.forget(lookup.id)
      if (result.ok) toasts.success(text.updated(lookup.title))
      else toasts.failure(result.error)
    },
    async remove(lookup: RecentLookup): Promise<void> {
      if (!(await confirm(text.confirmRemove(lookup.title)))) return
      const result = await recent.remove(lookup.id)
      if (!result.ok) return void toasts.failure(result.error)
      answers.forget(lookup.id)
      toasts.success(text.removed)
    },
  }
}
