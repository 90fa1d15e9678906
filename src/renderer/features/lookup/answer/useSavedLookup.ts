import { computed, type ComputedRef, onScopeDispose, ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { VehicleLookup } from '../../../../contract/lookup.ts'
import type { Failure, Result } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { questionOf } from './lookup-text.ts'
import { askFor } from './useLookupQuery.ts'

/** Answers of this session, by id: fresher in their words than the same record read from this PC. */
export interface AnswersInHand {
  answer(id: string): VehicleLookup | null
  remember(answer: VehicleLookup): void
}

export interface KeptLookup {
  readonly lookup: ComputedRef<VehicleLookup | null>
  /** Why it cannot be opened. */
  readonly failure: ShallowRef<Failure | null>
  /** Why it could not be asked for again; what is shown stays. */
  readonly refreshFailure: ShallowRef<Failure | null>
  readonly refreshing: Ref<boolean>
  open(): Promise<void>
  /** Asks the service again. The answer, when it came: its id may be another. */
  refresh(): Promise<VehicleLookup | null>
  pin(pinned: boolean): Promise<Result<unknown>>
}

/** One look-up that was answered, as it is on this PC. */
export function useKeptLookup({ call }: Pick<ProgramClient, 'call'>, id: string, answers: AnswersInHand): KeptLookup {
  const lookup = shallowRef<VehicleLookup | null>(answers.answer(id))
  const failure = shallowRef<Failure | null>(null)
  const refreshFailure = shallowRef<Failure | null>(null)
  const refreshing = ref(false)
  let latest = 0
  onScopeDispose(() => {
    latest += 1
  })

  function show(answer: VehicleLookup): void {
    lookup.value = answer
    answers.remember(answer)
  }

  return {
    lookup: computed(() => lookup.value),
    failure,
    refreshFailure,
    refreshing,
    async open() {
      latest += 1
      const mine = latest
      failure.value = null
      const result = await call('lookup.open', { id })
      if (mine !== latest) return
      if (result.ok) show(result.value)
      else failure.value = result.error
    },
    async refresh() {
      const shown = lookup.value
      if (!shown || refreshing.value) return null
      latest += 1
      const mine = latest
      refreshing.value = true
      refreshFailure.value = null
      const result = await askFor(call, questionOf(shown), true)
      refreshing.value = false
      if (mine !== latest) return null
      if (!result.ok) {
        refreshFailure.value = result.error
        return null
      }
      show(result.value)
      return result.value
    },
    async pin(pinned) {
      const result = await call('lookup.pin', { id, pinned })
      if (result.ok && lookup.value) show({ ...lookup.value, pinned })
      return result
    },
  }
}
