import type { RecentLookup } from '../../../contract/lookup.ts'
import { useAction } from '../../bridge/useAction.ts'
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
  const pinning = useAction(({ id, pinned }: RecentLookup) => recent.pin(id, !pinned), {
    done: (_, { id }) => answers.forget(id),
  })
  async function lookUpAgain(lookup: RecentLookup) {
    const result = await recent.refresh(lookup, settings.value.pageLength)
    answers.forget(lookup.id)
    return result
  }
  const refreshing = useAction(lookUpAgain, {
    confirm: ({ kind, at }) => (kind === 'text' ? null : vehicleText.confirmLookUpAgain(at, new Date())),
    done: (_, { title }) => text.updated(title),
  })
  const removing = useAction(({ id }: RecentLookup) => recent.remove(id), {
    confirm: ({ title }) => text.confirmRemove(title),
    done(_, { id }) {
      answers.forget(id)
      return text.removed
    },
  })
  return { pin: pinning.run, refresh: refreshing.run, remove: removing.run }
}
