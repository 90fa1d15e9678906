import { nextTick, useTemplateRef } from 'vue'
import type CallsHead from './CallsHead.vue'
import type ListMenu from './ListMenu.vue'
import type SightingCard from './SightingCard.vue'
import type SightingList from './SightingList.vue'
import { useCallKeys } from './useCallKeys.ts'
import type { SightingsScreen } from './useSightingsScreen.ts'

/** The focus, the keys and the menu of the list and its card. The screen has the refs `callsHead`, `listMenu`, `listView` and `card`. */
export function useCallWorkspace({
  calls,
  openCar,
  ...screen
}: Pick<SightingsScreen, 'calls' | 'openCar' | 'openCall' | 'sheet'> & { readonly openReport: () => void }) {
  const head = useTemplateRef<InstanceType<typeof CallsHead>>('callsHead')
  const listMenu = useTemplateRef<InstanceType<typeof ListMenu>>('listMenu')
  const listView = useTemplateRef<InstanceType<typeof SightingList>>('listView')
  const card = useTemplateRef<InstanceType<typeof SightingCard>>('card')

  useCallKeys({
    isOpen: () => openCar.car.value !== null,
    choose: (code) => void card.value?.choose(code),
    call: () => card.value?.call(),
    write: (channel) => card.value?.write(channel),
    copyEntry: () => card.value?.copyEntry(),
    takeCar: () => card.value?.takeCar() ?? null,
    assign: () => card.value?.assign(),
    reached: () => card.value?.openQuestion('reached'),
    listMenu: () => void listMenu.value?.open(),
    filter: () => void listMenu.value?.openFilter(),
    print: () => void screen.sheet.print(),
    report: screen.openReport,
    save: () => card.value?.save(true),
    toList: () => listView.value?.focus(),
    toSearch: () => head.value?.focusSearch(),
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
