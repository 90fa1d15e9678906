import { onScopeDispose, type Ref, ref, watch } from 'vue'
import type { RouteLocationNormalized, Router } from 'vue-router'
import type { NavigationEntry } from '../feature.ts'
import { isInSection } from '../features.ts'

/** The first screen of the section that an address belongs to; null: it is that screen, or belongs to no section. */
function sectionInstead(
  entries: readonly NavigationEntry[],
  to: Pick<RouteLocationNormalized, 'path' | 'fullPath' | 'meta'>,
): string | null {
  const section = entries.find((entry) => isInSection(entry, to))
  return section && to.fullPath !== section.path ? section.path : null
}

/**
 * After a change of the connection no screen shows a record, a search or a look-up of the one before: the open screen becomes the first
 * of its section, and so does each earlier screen that the user goes back to. Gives the connection that the open screen belongs to: it
 * changes after the address, so that no screen asks the new connection for a record of the other.
 */
export function useConnectionScreens(
  router: Router,
  entries: readonly NavigationEntry[],
  connectionId: () => string | null,
): Readonly<Ref<string | null>> {
  /** The position in the history of the last screen of another connection. */
  let lastOfOther = -1
  let isPop = false
  const shown = ref(connectionId())
  const position = (): number => Number(router.options.history.state['position'] ?? 0)

  const removers = [
    // Runs before the guards, which begin in a later microtask.
    router.options.history.listen(() => {
      isPop = true
    }),
    router.beforeEach((to) => {
      const wasPop = isPop
      isPop = false
      if (!wasPop || position() > lastOfOther) return true
      return sectionInstead(entries, to) ?? true
    }),
  ]
  onScopeDispose(() => {
    for (const remove of removers) remove()
  })

  watch(connectionId, (now, before) => {
    if (now === null || before === null || now === before) {
      shown.value = now
      return
    }
    const section = sectionInstead(entries, router.currentRoute.value)
    lastOfOther = position() - 1
    const leaving = section === null ? Promise.resolve() : router.replace(section)
    void leaving.finally(() => (shown.value = connectionId()))
  })
  return shown
}
