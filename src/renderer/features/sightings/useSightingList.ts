import { computed, type ComputedRef, onScopeDispose, ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import type { SightedCar, SightingFilter } from '../../../contract/sightings.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'

/** Cars that are fetched at once. */
export const pageLength = 100

export interface SightingList {
  /** In the order in which they stood when the list was last shown; it does not move while she works. */
  readonly cars: ShallowRef<readonly SightedCar[]>
  readonly total: Ref<number | null>
  readonly failure: ShallowRef<Failure | null>
  readonly loading: Ref<boolean>
  /** Cars that have come since, and are not shown yet. */
  readonly arrived: ComputedRef<number>
  /** Shows the list anew, from the top. */
  show(filter: SightingFilter): Promise<void>
  /** The next page, when she scrolls there. */
  more(): Promise<void>
  /** Something changed: what is shown is brought up to date where it stands, and what is new is counted. */
  look(): Promise<void>
  /** A car as a call has just given it. */
  put(car: SightedCar): void
}

/** The call list as it stands on the screen: fetched by pages, and still while she works in it. */
export function useSightingList({ call }: Pick<ProgramClient, 'call'>): SightingList {
  const cars = shallowRef<readonly SightedCar[]>([])
  const total = ref<number | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  const fresh = shallowRef<readonly string[]>([])
  let shown: SightingFilter | null = null
  let latest = 0
  let offset = 0
  let over = false

  onScopeDispose(() => {
    over = true
  })

  const idOf = ({ customer }: SightedCar): string => customer.id

  async function show(filter: SightingFilter): Promise<void> {
    latest += 1
    const mine = latest
    loading.value = true
    const answer = await call('sightings.list', { ...filter, offset: 0, limit: pageLength })
    if (mine !== latest || over) return
    loading.value = false
    if (!answer.ok) {
      failure.value = answer.error
      return
    }
    shown = filter
    offset = answer.value.cars.length
    failure.value = null
    fresh.value = []
    total.value = answer.value.total
    cars.value = answer.value.cars
  }

  async function more(): Promise<void> {
    if (!shown || loading.value || total.value === null || offset >= total.value) return
    const mine = latest
    loading.value = true
    const answer = await call('sightings.list', { ...shown, offset, limit: pageLength })
    if (mine !== latest || over) return
    loading.value = false
    if (!answer.ok) {
      failure.value = answer.error
      return
    }
    offset += pageLength
    // A car may have moved from one page to another meanwhile.
    const known = new Set(cars.value.map(idOf))
    cars.value = [...cars.value, ...answer.value.cars.filter((car) => !known.has(idOf(car)))]
  }

  async function look(): Promise<void> {
    if (!shown) return
    const mine = latest
    const answer = await call('sightings.list', { ...shown, offset: 0, limit: pageLength })
    if (mine !== latest || over || !answer.ok) return
    const now = new Map(answer.value.cars.map((car) => [idOf(car), car]))
    const known = new Set(cars.value.map(idOf))
    cars.value = cars.value.map((car) => now.get(idOf(car)) ?? car)
    // Only what lies before the end of what is shown: cars of later pages are no news.
    const isWhole = known.size >= (total.value ?? 0)
    const last = cars.value.at(-1)
    const end =
      isWhole || !last ? answer.value.cars.length : answer.value.cars.findIndex((car) => idOf(car) === idOf(last))
    const before = end < 0 ? answer.value.cars : answer.value.cars.slice(0, end)
    fresh.value = before.map(idOf).filter((id) => !known.has(id))
  }

  function put(car: SightedCar): void {
    cars.value = cars.value.map((each) => (idOf(each) === idOf(car) ? car : each))
  }

  return { cars, total, failure, loading, arrived: computed(() => fresh.value.length), show, more, look, put }
}
