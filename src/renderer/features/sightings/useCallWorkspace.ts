import { nextTick, useTemplateRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts'
import type ListMenu from './ListMenu.vue'
import { outcomeByKey } from './outcomes.ts'
import type SightingCard from './SightingCard.vue'
import type SightingList from './SightingList.vue'
import { sightingsShortcuts as keys } from './sightings-shortcuts.ts'
import type { SightingsScreen } from './useSightingsScreen.ts'

/**
 * The focus, the keys and the menu of the list and its card. The screen has the refs `listMenu`, `listView` and `card`. A
 * single letter works in the list and on the card only, and not in a text field, so that speech input does not trigger it elsewhere
 * (WCAG 2.1.4).
 */
export function useCallWorkspace({ calls, openCar, openCall, sheet }: SightingsScreen) {
  const router = useRouter()
  const listMenu = useTemplateRef<InstanceType<typeof ListMenu>>('listMenu')
  const listView = useTemplateRef<InstanceType<typeof SightingList>>('listView')
  const card = useTemplateRef<InstanceType<typeof SightingCard>>('card')

  // A user who arrives by a key can note a call at once: the focus is on the screen, not on a control.
  watch(
    listView,
    (list) => {
      if (document.activeElement?.matches('body, main, main h1')) list?.focus()
    },
    { flush: 'post' },
  )

  const within = '[data-workspace]'
  const isOpen = (): boolean => openCar.car.value !== null
  const whileOpen = { isActive: isOpen, within }
  const head = () => card.value?.head()
  const form = () => card.value?.form()
  const assign = (): void => head()?.assign()
  useShortcuts([
    { ...keys.saveAndNext, run: () => form()?.save(true), isActive: isOpen, inTextFields: true },
    { ...keys.toList, run: () => listView.value?.focus(), inTextFields: true, ...whileOpen },
    { ...keys.call, run: () => head()?.call(), ...whileOpen },
    { ...keys.sms, run: () => head()?.write('sms'), ...whileOpen },
    { ...keys.takeCar, run: () => card.value?.takeCar()?.(), isActive: () => Boolean(card.value?.takeCar()), within },
    { ...keys.assign, run: assign, ...whileOpen },
    // The key of a team's PCs before there was one for all.
    { keys: 'H', label: keys.assign.label, hidden: true, run: assign, ...whileOpen },
    { ...keys.reached, run: () => form()?.openQuestion('reached'), ...whileOpen },
    { ...keys.listMenu, run: () => void listMenu.value?.open(), within },
    { ...keys.filter, run: () => void listMenu.value?.openFilter(), within },
    { ...keys.print, run: () => void sheet.print(), inTextFields: true },
    { ...keys.report, run: () => void router.push({ name: 'call-report' }), inTextFields: true },
    { ...keys.email, run: () => head()?.write('email'), ...whileOpen },
    {
      ...keys.copyEntry,
      run: () => head()?.copyEntry(),
      // Selected text is copied by the browser.
      isActive: () => isOpen() && (window.getSelection()?.isCollapsed ?? true),
      within,
    },
    ...[...outcomeByKey].map(([letter, outcome]) => ({
      keys: letter,
      label: outcome,
      hidden: true,
      run: () => void form()?.choose(outcome),
      ...whileOpen,
    })),
  ])

  return {
    focusNote: () => form()?.focusNote(),
    async save(next: boolean): Promise<void> {
      if (!(await calls.save(next))) return
      await nextTick()
      listView.value?.focus()
    },
    async openCall(customerId: string): Promise<void> {
      await openCall(customerId)
      await nextTick()
      listView.value?.focus()
    },
    /** The menu is about the car of the card. */
    async openMenu(index: number, place: { readonly x: number; readonly y: number }): Promise<void> {
      calls.select(index)
      await nextTick()
      head()?.openMenu(place, () => listView.value?.focus())
    },
  }
}
