import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { type CallGroup, type GroupCounts } from '../../../contract/call-group.ts'
import type { Failure } from '../../../contract/result.ts'
import type { SightedCar, SightingFilter } from '../../../contract/sightings.ts'
import { createLatest } from '../../bridge/latest.ts'
import { useClient } from '../../bridge/program-client.ts'
import { carKey, carsInput } from './car-source.ts'

export const pageLength = 100
/** The most shown cars that one refresh updates besides those of the first page. */
const maxUpdated = 500

/** The call list, fetched by pages. */
export function useSightingList() {
  const client = useClient()
  /** In the order of the last `show`. The order stays while the user works through the calls. */
  const cars = shallowRef<readonly SightedCar[]>([])
  const total = ref<number | null>(null)
  /** How many cars are in each group now, also in those that are not shown; null until the first answer. */
  const groups = shallowRef<GroupCounts | null>(null)
  const shownGroups = new Map<string, CallGroup>()
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  const newIds = shallowRef<readonly string[]>([])
  const latest = createLatest()
  let isCurrent = latest.begin()
  let shownFilter: SightingFilter | null = null
  let nextOffset = 0
  onScopeDispose(latest.cancel)

  /** Null: another list is shown by now. */
  async function fetchPage(filter: SightingFilter, offset: number) {
    const isWanted = isCurrent
    const answer = await client.read('sightings.list', { ...filter, offset, limit: pageLength })
    return isWanted() ? answer : null
  }

  async function load(filter: SightingFilter, offset: number) {
    loading.value = true
    const answer = await fetchPage(filter, offset)
    if (answer === null) return null
    loading.value = false
    failure.value = answer.ok ? null : answer.error
    return answer.ok ? answer.value : null
  }

  const noteGroups = (shown: readonly SightedCar[]): void => {
    for (const car of shown) shownGroups.set(carKey(car), car.group)
  }

  async function show(filter: SightingFilter): Promise<void> {
    isCurrent = latest.begin()
    const page = await load(filter, 0)
    if (!page) return
    shownFilter = filter
    nextOffset = page.cars.length
    newIds.value = []
    total.value = page.total
    groups.value = page.groups
    shownGroups.clear()
    noteGroups(page.cars)
    cars.value = page.cars
  }

  let loadingMore: Promise<void> | null = null
  function more(): Promise<void> {
    loadingMore ??= fetchMore().finally(() => (loadingMore = null))
    return loadingMore
  }

  async function fetchMore(): Promise<void> {
    if (!shownFilter || loading.value || total.value === null || nextOffset >= total.value) return
    const page = await load(shownFilter, nextOffset)
    if (!page) return
    nextOffset += pageLength
    // A car may have moved to another page meanwhile.
    const shownIds = new Set(cars.value.map(carKey))
    const added = page.cars.filter((car) => !shownIds.has(carKey(car)))
    noteGroups(added)
    cars.value = [...cars.value, ...added]
  }

  /** Fetches all pages. False: a page could not be fetched. */
  async function loadAll(): Promise<boolean> {
    const isWanted = isCurrent
    while (isWanted() && total.value !== null && nextOffset < total.value) {
      const before = nextOffset
      await more()
      if (nextOffset === before) return false
    }
    return isWanted()
  }

  /** Updates the shown cars in their place, and counts new ones. */
  async function refresh(): Promise<void> {
    if (!shownFilter) return
    const isWanted = isCurrent
    const answer = await fetchPage(shownFilter, 0)
    if (!answer?.ok) return
    groups.value = answer.value.groups
    const newest = answer.value.cars
    const byId = new Map(newest.map((car) => [carKey(car), car]))
    // A shown car may no longer match the filter, for example after its call was recorded.
    const others = cars.value.filter((car) => !byId.has(carKey(car)))
    if (others.length > 0) {
      const changed = await client.read('sightings.cars', carsInput(others.slice(0, maxUpdated)))
      if (!isWanted()) return
      if (changed.ok) for (const car of changed.value.cars) byId.set(carKey(car), car)
    }
    const shownIds = new Set(cars.value.map(carKey))
    cars.value = cars.value.map((car) => byId.get(carKey(car)) ?? car)
    // Only cars above the last shown one are new; the others belong to pages that are not fetched yet.
    const isComplete = shownIds.size >= (total.value ?? 0)
    const last = cars.value.at(-1)
    const end = isComplete || !last ? newest.length : newest.findIndex((car) => carKey(car) === carKey(last))
    const above = end < 0 ? newest : newest.slice(0, end)
    newIds.value = above.map(carKey).filter((id) => !shownIds.has(id))
  }

  return {
    cars,
    total,
    groups,
    failure,
    loading,
    /** New cars that are not shown yet. */
    newCount: computed(() => newIds.value.length),
    /** By its key (`carKey`). */
    indexOf: (key: string | null | undefined): number => cars.value.findIndex((car) => carKey(car) === key),
    /** The group in which the list shows a car: that of the last `show`, whatever was recorded since. */
    shownGroup: (car: SightedCar): CallGroup => shownGroups.get(carKey(car)) ?? car.group,
    show,
    more,
    loadAll,
    refresh,
    replace(car: SightedCar): void {
      cars.value = cars.value.map((each) => (carKey(each) === carKey(car) ? car : each))
    },
  }
}

export type SightingList = ReturnType<typeof useSightingList>
