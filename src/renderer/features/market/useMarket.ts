import { shallowRef } from 'vue'
import type { MethodInput } from '../../../contract/methods.ts'
import type { MarketPlace, MarketView } from '../../../contract/market.ts'
import { createLatest } from '../../bridge/latest.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import type { EnteredCar } from './entered-car-store.ts'

/** The market of a vehicle, and the position of the entered car in it. Late answers are ignored. */
export function useMarket(
  client: Pick<ProgramClient, 'call'>,
  vehicleId: () => string,
  entered: () => EnteredCar,
  /** The model year of the vehicle. */
  year: () => number | null = () => null,
) {
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
    async load(refresh = false) {
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
