import { type ComputedRef, computed, onScopeDispose, shallowRef } from 'vue'
import type { VehicleLookup } from '../../../../contract/lookup.ts'
import type { Failure, Result } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import type { LookupQuestion } from '../lookup-routes.ts'

/** Asks the program about one car. */
export const askFor = (
  call: ProgramClient['call'],
  question: LookupQuestion,
  refresh: boolean,
): Promise<Result<VehicleLookup>> =>
  question.kind === 'vin'
    ? call('lookup.findVin', { vin: question.vin, refresh })
    : call('lookup.findPlate', { plate: question.plate, state: question.state, refresh })

export type Asking =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking'; readonly question: LookupQuestion }
  | { readonly kind: 'failed'; readonly question: LookupQuestion; readonly failure: Failure }

/**
 * A question on its way. Only the newest one counts: an older answer that comes late, or one that comes when the screen is gone, is not
 * given to `onAnswer` (the program has kept it all the same).
 */
export function useAsking(
  { call }: Pick<ProgramClient, 'call'>,
  onAnswer: (answer: VehicleLookup) => void,
): { readonly state: ComputedRef<Asking>; ask(question: LookupQuestion): Promise<void>; drop(): void } {
  const state = shallowRef<Asking>({ kind: 'none' })
  let latest = 0

  const drop = (): void => {
    latest += 1
    state.value = { kind: 'none' }
  }
  onScopeDispose(drop)

  return {
    state: computed(() => state.value),
    drop,
    async ask(question) {
      latest += 1
      const mine = latest
      state.value = { kind: 'asking', question }
      const result = await askFor(call, question, false)
      if (mine !== latest) return
      if (result.ok) onAnswer(result.value)
      else state.value = { kind: 'failed', question, failure: result.error }
    },
  }
}
