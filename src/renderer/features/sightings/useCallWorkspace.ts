import { nextTick, useTemplateRef } from 'vue'
import type SightingCard from './SightingCard.vue'
import type SightingList from './SightingList.vue'
import type SightingsToolbar from './SightingsToolbar.vue'
import { useCallKeys } from './useCallKeys.ts'
import type { SightingsScreen } from './useSightingsScreen.ts'

/** The focus, the keys and the menu of the list and its card. The screen has the refs `toolbar`, `listView` and `card`. */
export function useCallWorkspace({
  calls,
  openCar,
  ...screen
}: Pick<SightingsScreen, 'calls' | 'openCar' | 'openCall'>) {
  const toolbar = useTemplateRef<InstanceType<typeof SightingsToolbar>>('toolbar')
  const listView = useTemplateRef<InstanceType<typeof SightingList>>('listView')
  const card = useTemplateRef<InstanceType<typeof SightingCard>>('card')

  useCallKeys({
    isOpen: () => openCar.car.value !== null,
    choose: (code) => void card.value?.choose(code),
    call: () => card.value?.call(),
    write: (channel) => card.value?.write(channel),
    copyEntry: () => card.value?.copyEntry(),
    takeCar: () => card.value?.takeCar() ?? null,
    assignCar: () => card.value?.assignCar() ?? null,
    save: () => card.value?.save(true),
    toList: () => listView.value?.focus(),
    toSearch: () => toolbar.value?.focusSearch(),
  })

  return {
    focusNote: () => card.value?.focusNote(),
    async save(next: boolean): Promise<void> {
      if (!(await calls.save(next))) return
      await nextTick()
      listView.value?.focus()
    },
    async openCall(customerId: string): Promise<void> {
      await screen.openCall(customerId)
      await nextTick()
      listView.value?.focus()
    },
    /** The menu is about the car of the card. */
    async openMenu(index: number, place: { readonly x: number; readonly y: number }): Promise<void> {
      calls.select(index)
      await nextTick()
      card.value?.openMenu(place, () => listView.value?.focus())
    },
  }
}
