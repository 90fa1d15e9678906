import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Refresh } from '../../../contract/lookup.ts'
import type { MarketPlace, MarketView } from '../../../contract/market.ts'
import type { MethodInput } from '../../../contract/methods.ts'
import { createLatest } from '../../bridge/latest.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useClient } from '../../bridge/program-client.ts'
import { saveAndSay } from '../../ui/save-file.ts'
import { marketText } from './market-text.ts'

/** What the user entered about a car, and the period of its market. `minimumDays` null: the service's default. */
export interface EnteredCar {
  readonly price: number | null
  readonly kms: number | null
  readonly minimumDays: number | null
}

const nothingEntered: EnteredCar = { price: null, kms: null, minimumDays: null }

/** Price, kilometres and period by vehicle. They are there on the next visit, until the window closes. */
const useEnteredCarStore = defineStore('entered-car', () => {
  const cars = shallowRef<ReadonlyMap<string, EnteredCar>>(new Map())
  const enteredFor = (vehicleId: string): EnteredCar => cars.value.get(vehicleId) ?? nothingEntered
  return {
    enteredFor,
    set(vehicleId: string, change: Partial<EnteredCar>): void {
      cars.value = new Map(cars.value).set(vehicleId, { ...enteredFor(vehicleId), ...change })
    },
  }
})

/** The periods that can be selected, in days. The first is the service's own default (interface, part 8). */
export const periodDays: readonly number[] = [60, 90, 120, 180, 270, 365, 730]

/** The next longer period than the days that were searched; null when there is none. */
export const nextPeriod = (daysChecked: number | null): number | null =>
  periodDays.find((days) => days > (daysChecked ?? 0)) ?? null

/** The model year that the title of a vehicle begins with: "2019 Holden Commodore". */
function yearOfTitle(title: string): number | null {
  const year = Number(/^(?:19|20)\d{2}\b/.exec(title.trim())?.[0])
  return Number.isInteger(year) && year > 0 ? year : null
}

/** The market of a vehicle, and the position of the entered car in it. Late answers are ignored. */
export function useMarket(vehicleId: () => string, entered: () => EnteredCar, year: () => number | null = () => null) {
  const client = useClient()
  /** The newest result; a failure does not change it. */
  const view = shallowRef<MarketView | null>(null)
  /** How the entered car compares with the sample. */
  const position = shallowRef<MarketPlace | null>(null)
  const loading = useAction((input: MethodInput<'market.view'>) => client.call('market.view', input), {
    failed: 'shown',
  })
  const positions = createLatest()
  /** The period of the result that is shown. */
  let shownDays: number | null = null

  /** Works out the position again, for another price or other kilometres. */
  async function updatePosition(): Promise<void> {
    if (!view.value) return
    const isLatest = positions.begin()
    const { price, kms } = entered()
    const result = await client.call('market.place', {
      vehicleId: vehicleId(),
      minimumDays: shownDays,
      price,
      kms,
      year: year(),
    })
    if (!isLatest()) return
    // The market is useful without the position, and retrying would change nothing: core works it out from a saved result.
    position.value = result.ok ? result.value : null
  }

  return {
    view,
    position,
    failure: loading.failure,
    loading: loading.busy,
    /** Loads the market for the entered period, then the position of the car in it. */
    async load(refresh: Refresh = false) {
      const { minimumDays } = entered()
      loading.cancel()
      const answer = await loading.run({ vehicleId: vehicleId(), minimumDays, refresh })
      if (!answer) return
      shownDays = minimumDays
      view.value = answer
      await updatePosition()
    },
    updatePosition,
  }
}

/** What the market panel of a vehicle shows and does. */
export function useMarketPanel(
  vehicle: () => { readonly vehicleId: string; readonly title: string; readonly clicked: boolean },
) {
  const cars = useEnteredCarStore()
  const exporting = useAction('market.exportCsv', { done: saveAndSay(marketText.exported) })
  const entered = computed(() => cars.enteredFor(vehicle().vehicleId))
  const market = useMarket(
    () => vehicle().vehicleId,
    () => entered.value,
    () => yearOfTitle(vehicle().title),
  )
  const { view, failure } = market
  const period = computed(() => entered.value.minimumDays ?? periodDays[0] ?? 60)
  void market.load(vehicle().clicked ? 'opening' : 'returning')

  return {
    market,
    entered,
    exporting: exporting.busy,
    period,
    /** The next longer period in days; null when there is none. */
    longerPeriod: computed(() => nextPeriod(Math.max(view.value?.daysChecked ?? 0, period.value))),
    /** The active and the removed listings as groups, without an empty one. */
    statusGroups: computed(() => {
      if (!view.value) return []
      const { active, sold } = view.value.figures
      return [
        { ...active, name: marketText.forSale },
        { ...sold, name: marketText.removed },
      ].filter(({ count }) => count > 0)
    }),
    enter(car: { readonly price: number | null; readonly kms: number | null }) {
      cars.set(vehicle().vehicleId, car)
      void market.updatePosition()
    },
    /** Loads another period; a failure restores the one that is shown. */
    async selectPeriod(days: number) {
      const { vehicleId } = vehicle()
      const minimumDays = days === periodDays[0] ? null : days
      const previous = entered.value.minimumDays
      cars.set(vehicleId, { minimumDays })
      await market.load()
      // The selected period must be that of the figures that are still shown.
      if (failure.value && view.value) cars.set(vehicleId, { minimumDays: previous })
    },
    async exportCsv() {
      const { vehicleId, title } = vehicle()
      await exporting.run({ vehicleId, minimumDays: entered.value.minimumDays, title })
    },
  }
}
