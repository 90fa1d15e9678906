import { defineStore } from 'pinia'
import { computed, nextTick, ref, shallowRef } from 'vue'
import type { Detail } from '../../../contract/details.ts'
import { wordsOfSearch } from '../../ui/highlight.ts'
import { type SpecsSection, useSpecs } from './useSpecs.ts'

const includesAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

/**
 * The details that contain every word of a search in their name, their value or the names of the groups above them. A group whose name
 * matches is shown whole. `words` are in lower case; `path` holds the names above, for example the category.
 */
export function searchDetails(details: readonly Detail[], words: readonly string[], path = ''): readonly Detail[] {
  if (words.length === 0) return details
  return details.flatMap((detail) => {
    const ownPath = `${path} ${detail.label} ${detail.name}`.toLowerCase()
    if (includesAll(`${ownPath} ${detail.text?.toLowerCase() ?? ''}`, words)) return [detail]
    const children = searchDetails(detail.children, words, ownPath)
    return children.length > 0 ? [{ ...detail, children }] : []
  })
}

/** The number of values; a group counts as the values in it. */
export const countValues = (details: readonly Detail[]): number =>
  details.reduce((sum, { children }) => sum + (children.length > 0 ? countValues(children) : 1), 0)

/** Which categories of which vehicle are open, so that they are open again on the next visit. */
const useOpenSpecsStore = defineStore('open-specs', () => {
  const open = shallowRef<ReadonlyMap<string, ReadonlySet<string>>>(new Map())
  const none: ReadonlySet<string> = new Set()

  return {
    categoriesOf: (vehicleId: string): ReadonlySet<string> => open.value.get(vehicleId) ?? none,
    set(vehicleId: string, categories: Iterable<string>): void {
      open.value = new Map(open.value).set(vehicleId, new Set(categories))
    },
  }
})

/** A category on the screen, with the details that match the search. */
interface ShownSection {
  readonly section: SpecsSection
  readonly details: readonly Detail[]
  readonly open: boolean
}

/** Which categories of a vehicle's specs are open and what a search leaves of them. `isAvailable`: the region has specs. */
export function useSpecsPanel(vehicleId: () => string, isAvailable: () => boolean) {
  const openSpecs = useOpenSpecsStore()
  const specs = useSpecs(vehicleId)
  const { sections } = specs
  const search = ref('')
  const words = computed(() => wordsOfSearch(search.value))
  const open = computed(() => openSpecs.categoriesOf(vehicleId()))
  const unloadedCount = computed(() => sections.value.filter(({ part }) => part === null).length)

  const shown = computed<readonly ShownSection[]>(() =>
    sections.value.flatMap((section) => {
      const details = searchDetails(section.part?.details ?? [], words.value, `${section.label} ${section.category}`)
      const isOpen = open.value.has(section.category)
      if (words.value.length === 0) return [{ section, details, open: isOpen }]
      const isNamed = words.value.every((word) => section.label.toLowerCase().includes(word))
      if (details.length === 0 && !isNamed) return []
      return [{ section, details, open: details.length > 0 || isOpen }]
    }),
  )

  function toggle(category: string): void {
    const next = new Set(open.value)
    if (!next.delete(category)) {
      next.add(category)
      void specs.load(category)
    }
    openSpecs.set(vehicleId(), next)
  }

  async function openAll(): Promise<boolean> {
    const loaded = await specs.loadAll()
    const categories = sections.value.filter(({ part }) => part !== null).map(({ category }) => category)
    openSpecs.set(vehicleId(), categories)
    return loaded
  }

  // What was open on the last visit is loaded again: from this PC, where it is young enough.
  if (isAvailable()) for (const category of open.value) void specs.load(category)

  return {
    specs,
    search,
    words,
    shown,
    unloadedCount,
    allOpen: computed(
      () => unloadedCount.value === 0 && sections.value.every(({ category }) => open.value.has(category)),
    ),
    toggle,
    openAll,
    closeAll: () => openSpecs.set(vehicleId(), []),
    async print() {
      search.value = ''
      if (!(await openAll())) return
      await nextTick()
      window.print()
    },
  }
}
