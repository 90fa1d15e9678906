import type { VehicleLookup } from '../../../../contract/lookup.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useAction } from '../../../bridge/useAction.ts'
import { useQuery } from '../../../bridge/useQuery.ts'
import { queryOf } from './describe-lookup.ts'
import { findVehicle } from './useLookupQuery.ts'
import { providedState } from '../../../ui/provided-state.ts'

/** Answers of this session by id. They say "updated just now" where the same record read from this PC says "saved". */
export interface AnswerCache {
  answer(id: string): VehicleLookup | null
  remember(answer: VehicleLookup): void
}

/** One look-up that is saved on this PC. */
export function useSavedLookup(id: string, answers: AnswerCache) {
  const client = useClient()
  const saved = useQuery('lookup.open', { input: () => ({ id }), lazy: true })
  const refreshing = useAction((lookup: VehicleLookup) => findVehicle(client, queryOf(lookup), true), {
    failed: 'shown',
  })

  function show(answer: VehicleLookup): void {
    saved.set(answer)
    answers.remember(answer)
  }
  const fresh = answers.answer(id)
  if (fresh) saved.set(fresh)

  return {
    lookup: saved.data,
    failure: saved.failure,
    /** Why looking it up again failed; the shown result stays. */
    refreshFailure: refreshing.failure,
    refreshing: refreshing.busy,
    async open() {
      await saved.refresh()
      if (saved.data.value && !saved.failure.value) answers.remember(saved.data.value)
    },
    /** Looks it up again. The answer may have another id; null without an answer. */
    async refresh() {
      const shown = saved.data.value
      if (!shown || refreshing.busy.value) return null
      const answer = await refreshing.run(shown)
      if (answer) show(answer)
      return answer
    },
    async pin(pinned: boolean) {
      const result = await client.call('lookup.pin', { id, pinned })
      if (result.ok && saved.data.value) show({ ...saved.data.value, pinned })
      return result
    },
  }
}

export const [provideSavedLookup, useProvidedLookup] = providedState('saved look-up', useSavedLookup)
