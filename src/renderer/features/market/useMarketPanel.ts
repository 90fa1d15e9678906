import { computed } from 'vue'
import { useAction } from '../../bridge/useAction.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { saveAndSay } from '../../ui/save-file.ts'
import { useEnteredCarStore } from './entered-car-store.ts'
import { marketText } from './market-text.ts'
import { nextPeriod, periodDays } from './period.ts'
import { useMarket } from './useMarket.ts'

/** The model year that the title of a vehicle begins with: "2019 Holden Commodore". */
function yearOfTitle(title: string): number | null {
  const year = Number(/^(?:19|20)\d{2}\b/.exec(title.trim())?.[0])
  return Number.isInteger(year) && year > 0 ? year : null
}

/** What the market panel of a vehicle shows and does. */
export function useMarketPanel(
  client: Pick<ProgramClient, 'call'>,
  vehicle: () => { readonly vehicleId: string; readonly title: string },
) {
  const cars = useEnteredCarStore()
  const exporting = useAction('market.exportCsv', { done: saveAndSay(marketText.exported) })
  const entered = computed(() => cars.enteredFor(vehicle().vehicleId))
  const market = useMarket(
    client,
    () => vehicle().vehicleId,
    () => entered.value,
    () => yearOfTitle(vehicle().title),
  )
  const { view, failure } = market
  void market.load()

  return {
    market,
    entered,
    exporting: exporting.busy,
    /** The next longer period in days; null when there is none. */
    longerPeriod: computed(() =>
      nextPeriod(Math.max(view.value?.daysChecked ?? 0, entered.value.minimumDays ?? periodDays[0] ?? 0)),
    ),
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
    /** Loads another period; a failure restores the one that is shown. Null: the default. */
    async selectPeriod(minimumDays: number | null) {
      const { vehicleId } = vehicle()
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
