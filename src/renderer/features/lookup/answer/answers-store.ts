import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { VehicleLookup } from '../../../../contract/lookup.ts'

/**
 * What navigation must not lose while the window is open: an answer as it came (fresh, not "from this PC"), and the option packs that
 * were ticked on it.
 */
export const useAnswersStore = defineStore('lookup-answers', () => {
  const answers = new Map<string, VehicleLookup>()
  const packs = reactive(new Map<string, readonly string[]>())

  return {
    answer: (id: string): VehicleLookup | null => answers.get(id) ?? null,
    remember(answer: VehicleLookup): void {
      answers.set(answer.id, answer)
    },
    /** The record on this PC is another by now: it is read from there the next time. */
    forget(id: string): void {
      answers.delete(id)
    },
    /** Ids of the packs ticked on a look-up. */
    packsOf: (id: string): readonly string[] => packs.get(id) ?? [],
    choosePacks(id: string, chosen: readonly string[]): void {
      packs.set(id, chosen)
    },
  }
})
