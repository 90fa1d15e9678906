import { computed, type ComputedRef, shallowRef } from 'vue'
import { maxBulkCars, type SightedCar } from '../../../contract/sightings.ts'
import { carKey } from './car-source.ts'

export interface Ticks {
  /** The ticked cars that the list shows, in its order. */
  readonly ids: ComputedRef<readonly string[]>
  /** By the key of a car (`carKey`). */
  has(key: string): boolean
  /** Ticks or unticks a car. */
  toggle(index: number): void
  /** Ticks all from the last car that was ticked or passed to this one. */
  extendTo(index: number, from: number): void
  /** All cars that are loaded, up to the most that get an outcome at once. */
  all(): void
  clear(): void
}

const keyOf = (car: SightedCar | undefined): string | undefined => car && carKey(car)

/** The cars of the list that are ticked for one outcome. A car that leaves the list is not ticked any more. */
export function useTicks(cars: () => readonly SightedCar[]): Ticks {
  const ticked = shallowRef<ReadonlySet<string>>(new Set())
  let anchor: string | null = null
  const idAt = (index: number): string | undefined => keyOf(cars()[index])
  const set = (ids: Iterable<string>): void => {
    ticked.value = new Set([...ids].slice(0, maxBulkCars))
  }
  const ids = computed(() =>
    ticked.value.size === 0
      ? []
      : cars()
          .map(carKey)
          .filter((id) => ticked.value.has(id)),
  )
  return {
    ids,
    has: (key) => ticked.value.has(key),
    toggle(index) {
      const id = idAt(index)
      if (id === undefined) return
      const others = ids.value.filter((each) => each !== id)
      set(ticked.value.has(id) ? others : [...others, id])
      anchor = id
    },
    extendTo(index, from) {
      const anchorIndex = cars().findIndex((car) => carKey(car) === anchor)
      const start = anchorIndex < 0 ? from : anchorIndex
      anchor ??= idAt(start) ?? null
      const [first, last] = [Math.min(start, index), Math.max(start, index)]
      set([
        ...ids.value,
        ...cars()
          .slice(Math.max(0, first), last + 1)
          .map(carKey),
      ])
    },
    all: () => set(cars().map(carKey)),
    clear() {
      ticked.value = new Set()
      anchor = null
    },
  }
}
