import { useEventListener } from '@vueuse/core'
import { nextTick, shallowRef } from 'vue'
import type { SightedCar, SightingFilter } from '../../../contract/sightings.ts'
import { useAction } from '../../bridge/useAction.ts'
import { saveAndSay } from '../../ui/save-file.ts'
import { useToasts } from '../../ui/useToasts.ts'
import { carsInput } from './car-source.ts'
import type { SheetCalls } from './call-sheet.ts'
import { sightingsText } from './sightings-text.ts'
import type { SightingList } from './useSightingList.ts'

/** Longer lists are not worked through on paper; the file has every car. */
export const maxPrinted = 200
/** The most cars that `sightings.exportSheet` accepts by ID. */
const maxListed = 50_000
/** With the source of each, they are three times as long. */
const maxListedOfSources = 10_000

/**
 * Calls that were made stay in the list until it is opened again, and Do Not Contact people are not called: paper has neither. `groups`: those
 * of the list; null: all.
 */
function sheetCalls(cars: readonly SightedCar[], total: number, groups: SightingFilter['groups']): SheetCalls {
  const allowed = cars.filter(({ customer }) => !customer.doNotContact)
  const calls = allowed.filter(({ group }) => groups === null || groups.includes(group))
  return {
    cars: calls.slice(0, maxPrinted),
    total: total - (cars.length - calls.length),
    doNotContact: cars.length - allowed.length,
  }
}

/** Prints the cars of the list in its order, or saves them as a file. */
export function useCallSheet(
  list: Pick<SightingList, 'cars' | 'total' | 'failure' | 'loadAll'>,
  filter: () => SightingFilter,
) {
  const toasts = useToasts()
  /** What is printed; null while nothing is. */
  const sheet = shallowRef<SheetCalls | null>(null)
  const exporting = useAction('sightings.exportSheet', { done: saveAndSay(sightingsText.sheet.saved) })

  /** Every car of the list in its order; null when a page could not be fetched. */
  async function allCars(): Promise<readonly SightedCar[] | null> {
    if (await list.loadAll()) return list.cars.value
    if (list.failure.value) toasts.failure(list.failure.value)
    return null
  }

  // A print that the system begins (Ctrl+P) has the cars that are loaded.
  useEventListener('beforeprint', () => {
    const cars = list.cars.value
    if (cars.length > 0) sheet.value ??= sheetCalls(cars, list.total.value ?? cars.length, filter().groups)
  })
  useEventListener('afterprint', () => (sheet.value = null))

  return {
    sheet,
    saving: exporting.busy,
    async print(): Promise<void> {
      const cars = await allCars()
      if (!cars) return
      sheet.value = sheetCalls(cars, cars.length, filter().groups)
      await nextTick()
      window.print()
    },
    async save(format: 'csv' | 'xlsx'): Promise<void> {
      const cars = await allCars()
      if (!cars) return
      const most = cars.some(({ source }) => source) ? maxListedOfSources : maxListed
      const listed = cars.length > most ? { customerIds: null } : carsInput(cars)
      await exporting.run({ ...filter(), ...listed, format })
    },
  }
}
