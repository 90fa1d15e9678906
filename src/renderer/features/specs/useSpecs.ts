import { computed, ref, shallowRef } from 'vue'
import type { Specs, SpecsPart } from '../../../contract/lookup.ts'
import { SpecsCategory, specsCategoryNames } from '../../../contract/specs-categories.ts'
import type { Failure } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'

/** Where the shown specs come from and how old they are. */
export type SpecsSource = Pick<Specs, 'at' | 'kept' | 'problem'>

/** One category on the screen. `part` is null until it is loaded. */
export interface SpecsSection {
  readonly category: string
  readonly label: string
  readonly part: SpecsPart | null
  readonly loading: boolean
  readonly failure: Failure | null
}

/** The specs of a vehicle, category by category as they are opened (partial specs), or all at once. */
export function useSpecs(vehicleId: () => string) {
  const client = useClient()
  const parts = shallowRef<ReadonlyMap<string, { readonly part: SpecsPart; readonly source: SpecsSource }>>(new Map())
  const loading = shallowRef<ReadonlySet<string>>(new Set())
  const failures = shallowRef<ReadonlyMap<string, Failure>>(new Map())
  const loadingAll = ref(false)
  /** Why loading all categories failed; null as soon as it succeeds. */
  const failure = shallowRef<Failure | null>(null)
  /** The call whose answer is shown, by category: a late answer never replaces a newer one. */
  const shownCalls = new Map<string, number>()
  let calls = 0

  function show(answer: Specs, callNumber: number): void {
    const source: SpecsSource = { at: answer.at, kept: answer.kept, problem: answer.problem }
    const next = new Map(parts.value)
    for (const part of answer.parts) {
      if ((shownCalls.get(part.category) ?? 0) > callNumber) continue
      shownCalls.set(part.category, callNumber)
      next.set(part.category, { part, source })
    }
    parts.value = next
    failures.value = new Map([...failures.value].filter(([category]) => !next.has(category)))
  }

  async function request(categories: readonly SpecsCategory[] | null, refresh: boolean): Promise<Failure | null> {
    calls += 1
    const callNumber = calls
    const result = await client.call('lookup.specs', {
      vehicleId: vehicleId(),
      categories: categories && [...categories],
      refresh,
    })
    if (!result.ok) return result.error
    show(result.value, callNumber)
    return null
  }

  async function loadCategories(categories: readonly SpecsCategory[], refresh: boolean): Promise<void> {
    loading.value = new Set([...loading.value, ...categories])
    const cause = await request(categories, refresh)
    const done: ReadonlySet<string> = new Set(categories)
    loading.value = new Set([...loading.value].filter((category) => !done.has(category)))
    if (cause)
      failures.value = new Map([...failures.value, ...categories.map((category) => [category, cause] as const)])
  }

  async function loadEverything(refresh: boolean): Promise<boolean> {
    loadingAll.value = true
    failure.value = await request(null, refresh)
    loadingAll.value = false
    return failure.value === null
  }

  const isLoaded = (category: string): boolean => parts.value.has(category)
  const isAllLoaded = (): boolean => SpecsCategory.options.every(isLoaded)

  /** The sixteen known categories, then any others that the service sent. */
  const sections = computed<readonly SpecsSection[]>(() => {
    const known: readonly string[] = SpecsCategory.options
    const further = [...parts.value.keys()].filter((category) => !known.includes(category))
    return [...known, ...further].map((category) => {
      const part = parts.value.get(category)?.part ?? null
      const named = SpecsCategory.safeParse(category)
      return {
        category,
        label: named.success ? specsCategoryNames[named.data] : (part?.label ?? category),
        part,
        loading: loading.value.has(category) || (loadingAll.value && part === null),
        failure: failures.value.get(category) ?? null,
      }
    })
  })

  /** The oldest of the shown answers; null before the first. */
  const source = computed<SpecsSource | null>(() => {
    const sources = [...parts.value.values()].map((each) => each.source)
    return sources.toSorted((a, b) => a.at.localeCompare(b.at))[0] ?? null
  })

  return {
    sections,
    source,
    loadingAll,
    failure,
    /** Loads a category that is not loaded yet. */
    async load(category: string) {
      const known = SpecsCategory.safeParse(category)
      if (!known.success || isLoaded(category) || loading.value.has(category)) return
      await loadCategories([known.data], false)
    },
    /** Loads all categories in one call; true when they are loaded. */
    loadAll: async () => isAllLoaded() || loadEverything(false),
    /** Looks up again what is loaded. */
    async refresh() {
      if (isAllLoaded()) {
        await loadEverything(true)
        return
      }
      const loaded = SpecsCategory.options.filter(isLoaded)
      if (loaded.length > 0) await loadCategories(loaded, true)
    },
  }
}
