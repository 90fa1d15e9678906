import { computed, shallowRef } from 'vue'
import { maxBulkCars, type SightedCar } from '../../../contract/sightings.ts'
import { carKey } from './car-source.ts'

const keyOf = (car: SightedCar | undefined): string | undefined => car && carKey(car)

/** The cars of the list that are ticked for one outcome. A car that leaves the list is not ticked any more. */
export function useTicks(listed: () => readonly SightedCar[]) {
  const ticked = shallowRef<ReadonlySet<string>>(new Set())
  let anchor: string | null = null
  const idAt = (index: number): string | undefined => keyOf(listed()[index])
  const set = (ids: Iterable<string>): void => {
    ticked.value = new Set([...ids].slice(0, maxBulkCars))
  }
  /** The ticked cars that the list shows, in its order. */
  const cars = computed<readonly SightedCar[]>(() =>
    ticked.value.size === 0 ? [] : listed().filter((car) => ticked.value.has(carKey(car))),
  )
  const keys = (): string[] => cars.value.map(carKey)
  return {
    cars,
    /** By the key of a car (`carKey`). */
    has: (key: string): boolean => ticked.value.has(key),
    /** Ticks or unticks a car. */
    toggle(index: number): void {
      const id = idAt(index)
      if (id === undefined) return
      const others = keys().filter((each) => each !== id)
      set(ticked.value.has(id) ? others : [...others, id])
      anchor = id
    },
    /** Ticks all from the last car that was ticked or passed to this one. */
    extendTo(index: number, from: number): void {
      const anchorIndex = listed().findIndex((car) => carKey(car) === anchor)
      const start = anchorIndex < 0 ? from : anchorIndex
      anchor ??= idAt(start) ?? null
      const [first, last] = [Math.min(start, index), Math.max(start, index)]
      set([
        ...keys(),
        ...listed()
          .slice(Math.max(0, first), last + 1)
          .map(carKey),
      ])
    },
    /** All cars that are loaded, up to the most that get an outcome at once. */
    all: (): void => set(listed().map(carKey)),
    clear(): void {
      ticked.value = new Set()
      anchor = null
    },
  }
}

export type Ticks = ReturnType<typeof useTicks>
