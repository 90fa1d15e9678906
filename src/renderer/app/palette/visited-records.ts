import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { RouteLocationNormalizedLoaded } from 'vue-router'

/** A record that was open in this session. */
export interface VisitedRecord {
  readonly path: string
  /** By the title of the window: "Jane Citizen", "Customers". */
  readonly names: readonly string[]
}

const mostVisited = 12

/** The records that were opened last, the newest first. In memory only: their names are those of customers. */
export const useVisitedStore = defineStore('visited-records', () => {
  const records = shallowRef<readonly VisitedRecord[]>([])
  return {
    records,
    add(record: VisitedRecord): void {
      records.value = [record, ...records.value.filter(({ path }) => path !== record.path)].slice(0, mostVisited)
    },
    /** Another connection is used, or the data was locked. */
    clear(): void {
      records.value = []
    },
  }
})

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
