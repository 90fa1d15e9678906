import { watch } from 'vue'
import type { RouteLocationNormalizedLoaded } from 'vue-router'
import { useVisitedStore } from '../palette/visited-store.ts'

/** " – Forecourt" at the end of the title of the window. */
const programPart = ' – Forecourt'

/** Notes each record that is opened, by its address and the title of the window, which names it as soon as it is loaded. */
export function useVisitedRecords(
  route: RouteLocationNormalizedLoaded,
  title: () => string,
  connectionId: () => string | null,
): void {
  const store = useVisitedStore()
  let shown = { fullPath: '', title: '' }
  watch(
    [() => route.fullPath, title],
    ([fullPath, text]) => {
      // At first the title still names the record before, or the section only.
      const isNamed = fullPath === shown.fullPath || text !== shown.title
      shown = { fullPath, title: text }
      const isRecord = Object.keys(route.params).length > 0
      const names = text.endsWith(programPart) ? text.slice(0, -programPart.length).split(' – ') : []
      if (isRecord && isNamed && names.length > 1) store.add({ path: fullPath, names })
    },
    { flush: 'post' },
  )
  watch(connectionId, () => store.clear())
}
