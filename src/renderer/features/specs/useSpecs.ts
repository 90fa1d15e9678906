import { computed, type ComputedRef, type Ref, ref, shallowRef } from 'vue'
import { SpecsCategory, specsCategoryNames, type Specs, type SpecsPart } from '../../../contract/lookup.ts'
import type { Failure } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'

/** Where what is shown comes from. */
export type SpecsSource = Pick<Specs, 'at' | 'kept' | 'problem'>

/** One category on the screen. `part` is null until it was fetched. */
export interface SpecsSection {
  readonly category: string
  readonly label: string
  readonly part: SpecsPart | null
  readonly loading: boolean
  readonly failure: Failure | null
}

export interface VehicleSpecs {
  /** The sixteen, then whatever else the service gave. */
  readonly sections: ComputedRef<readonly SpecsSection[]>
  /** The oldest of the answers that are shown; null before the first. */
  readonly source: ComputedRef<SpecsSource | null>
  readonly loadingAll: Ref<boolean>
  /** Why all at once could not be fetched; null as soon as it could. */
  readonly failure: Ref<Failure | null>
  /** Fetches a category that is not here yet. */
  load(category: string): Promise<void>
  /** Fetches all categories in one call; true when they are here. */
  loadAll(): Promise<boolean>
  /** Asks the service again for whatever is here. */
  refresh(): Promise<void>
}

/** The specs of a vehicle, category by category as they are opened (partial specs), or all at once. */
export function useSpecs(client: Pick<ProgramClient, 'call'>, vehicleId: () => string): VehicleSpecs {
  const parts = shallowRef<ReadonlyMap<string, { readonly part: SpecsPart; readonly source: SpecsSource }>>(new Map())
  const waiting = shallowRef<ReadonlySet<string>>(new Set())
  const failures = shallowRef<ReadonlyMap<string, Failure>>(new Map())
  const loadingAll = ref(false)
  const failure = shallowRef<Failure | null>(null)
  /** The call whose answer stands, by category: a late answer never replaces a newer one. */
  const standing = new Map<string, number>()
  let calls = 0

  function take(answer: Specs, ofCall: number): void {
    const source: SpecsSource = { at: answer.at, kept: answer.kept, problem: answer.problem }
    const next = new Map(parts.value)
    for (const part of answer.parts) {
      if ((standing.get(part.category) ?? 0) > ofCall) continue
      standing.set(part.category, ofCall)
      next.set(part.category, { part, source })
    }
    parts.value = next
    failures.value = new Map([...failures.value].filter(([category]) => !next.has(category)))
  }

  async function ask(categories: readonly SpecsCategory[] | null, refresh: boolean): Promise<Failure | null> {
    calls += 1
    const ofCall = calls
    const result = await client.call('lookup.specs', {
      vehicleId: vehicleId(),
      categories: categories && [...categories],
      refresh,
    })
    if (!result.ok) return result.error
    take(result.value, ofCall)
    return null
  }

  async function askFor(categories: readonly SpecsCategory[], refresh: boolean): Promise<void> {
    waiting.value = new Set([...waiting.value, ...categories])
    const why = await ask(categories, refresh)
    waiting.value = new Set([...waiting.value].filter((category) => !categories.some((asked) => asked === category)))
    if (why) failures.value = new Map([...failures.value, ...categories.map((category) => [category, why] as const)])
  }

  async function askForAll(refresh: boolean): Promise<boolean> {
    loadingAll.value = true
    failure.value = await ask(null, refresh)
    loadingAll.value = false
    return failure.value === null
  }

  const isHere = (category: string): boolean => parts.value.has(category)
  const allHere = (): boolean => SpecsCategory.options.every(isHere)

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
        loading: waiting.value.has(category) || (loadingAll.value && part === null),
        failure: failures.value.get(category) ?? null,
      }
    })
  })

  const source = computed<SpecsSource | null>(() => {
    const sources = [...parts.value.values()].map((each) => each.source)
    return sources.toSorted((a, b) => a.at.localeCompare(b.at))[0] ?? null
  })

  return {
    sections,
    source,
    loadingAll,
    failure,
    async load(category) {
      const known = SpecsCategory.safeParse(category)
      if (!known.success || isHere(category) || waiting.value.has(category)) return
      await askFor([known.data], false)
    },
    loadAll: async () => allHere() || askForAll(false),
    async refresh() {
      if (allHere()) {
        await askForAll(true)
        return
      }
      const here = SpecsCategory.options.filter(isHere)
      if (here.length > 0) await askFor(here, true)
    },
  }
}
