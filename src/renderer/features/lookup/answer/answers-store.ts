import { defineStore } from 'pinia'
import { reactive } from 'vue'
import type { VehicleLookup } from '../../../../contract/lookup.ts'

/** What navigation must not lose while the window is open: answers of this session and the option packs selected on them. */
export const useAnswersStore = defineStore('lookup-answers', () => {
  const answers = new Map<string, VehicleLookup>()
  const packs = reactive(new Map<string, readonly string[]>())

  return {
    answer: (id: string): VehicleLookup | null => answers.get(id) ?? null,
    remember(answer: VehicleLookup): void {
      answers.set(answer.id, answer)
    },
    /** The record on this PC has changed, so that it must be read from there next time. */
    forget(id: string): void {
      answers.delete(id)
    },
    /** Ids of the packs selected on a look-up. */
    selectedPacks: (id: string): readonly string[] => packs.get(id) ?? [],
    selectPacks(id: string, selected: readonly string[]): void {
      packs.set(id, selected)
    },
  }
})
