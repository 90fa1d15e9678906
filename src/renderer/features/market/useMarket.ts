import { type Ref, type ShallowRef, shallowRef } from 'vue'
import type { MethodInput } from '../../../contract/methods.ts'
import type { MarketPlace, MarketView } from '../../../contract/market.ts'
import type { Failure } from '../../../contract/result.ts'
import { createLatest } from '../../bridge/latest.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import type { EnteredCar } from './entered-car-store.ts'

export interface VehicleMarket {
  /** The newest result; a failure does not change it. */
  readonly view: ShallowRef<MarketView | null>
  /** How the entered car compares with the sample. */
  readonly position: ShallowRef<MarketPlace | null>
  readonly failure: ShallowRef<Failure | null>
  readonly loading: Readonly<Ref<boolean>>
  /** Loads the market for the entered period, then the position of the car in it. */
  load(refresh?: boolean): Promise<void>
  /** Works out the position again, for another price or other kilometres. */
  updatePosition(): Promise<void>
}

/** The market of a vehicle, and the position of the entered car in it. Late answers are ignored. */
export function useMarket(
  client: Pick<ProgramClient, 'call'>,
  vehicleId: () => string,
  entered: () => EnteredCar,
  /** The model year of the vehicle. */
  year: () => number | null = () => null,
): VehicleMarket {
  const view = shallowRef<MarketView | null>(null)
  const position = shallowRef<MarketPlace | null>(null)
  const loading = useAction((input: MethodInput<'market.view'>) => client.call('market.view', input), {
    failed: 'shown',
  })
  const positions = createLatest()
  /** The period of the result that is shown. */
  let shownDays: number | null = null

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
