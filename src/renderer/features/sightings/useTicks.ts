import { computed, type ComputedRef, shallowRef } from 'vue'
import { maxBulkCars, type SightedCar } from '../../../contract/sightings.ts'

export interface Ticks {
  /** The ticked cars that the list shows, in its order. */
  readonly ids: ComputedRef<readonly string[]>
  has(customerId: string): boolean
  /** Ticks or unticks a car. */
  toggle(index: number): void
  /** Ticks all from the last car that was ticked or passed to this one. */
  extendTo(index: number, from: number): void
  /** All cars that are loaded, up to the most that get an outcome at once. */
  all(): void
  clear(): void
}

/** The cars of the list that are ticked for one outcome. A car that leaves the list is not ticked any more. */
export function useTicks(cars: () => readonly SightedCar[]): Ticks {
  const ticked = shallowRef<ReadonlySet<string>>(new Set())
  let anchor: string | null = null
  const idAt = (index: number): string | undefined => cars()[index]?.customer.id
  const set = (ids: Iterable<string>): void => {
    ticked.value = new Set([...ids].slice(0, maxBulkCars))
  }
  const ids = computed(() =>
    ticked.value.size === 0
      ? []
      : cars()
          .map(({ customer }) => customer.id)
          .filter((id) => ticked.value.has(id)),
  )
  return {
    ids,
    has: (customerId) => ticked.value.has(customerId),
    toggle(index) {
      const id = idAt(index)
      if (id === undefined) return
      const others = ids.value.filter((each) => each !== id)
      set(ticked.value.has(id) ? others : [...others, id])
      anchor = id
    },
    extendTo(index, from) {
      const anchorIndex = cars().findIndex(({ customer }) => customer.id === anchor)
      const start = anchorIndex < 0 ? from : anchorIndex
      anchor ??= idAt(start) ?? null
      const [first, last] = [Math.min(start, index), Math.max(start, index)]
      set([
        ...ids.value,
        ...cars()
          .slice(Math.max(0, first), last + 1)
          .map(({ customer }) => customer.id),
      ])
    },
    all: () => set(cars().map(({ customer }) => customer.id)),
    clear() {
      ticked.value = new Set()
      anchor = null
    },
  }
}
