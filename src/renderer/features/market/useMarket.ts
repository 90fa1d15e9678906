import { type ShallowRef, ref, type Ref, shallowRef } from 'vue'
import type { MarketPlace, MarketView } from '../../../contract/market.ts'
import type { Failure } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import type { OwnCar } from './own-car-store.ts'

export interface VehicleMarket {
  /** The newest answer; a failure leaves it standing. */
  readonly view: ShallowRef<MarketView | null>
  readonly place: ShallowRef<MarketPlace | null>
  readonly failure: ShallowRef<Failure | null>
  readonly loading: Ref<boolean>
  /** Fetches the market as far back as the car is looked at, then its place in it. */
  load(refresh?: boolean): Promise<void>
  /** Works the place out again, for another price or other kilometres. */
  locate(): Promise<void>
}

/** The market of a vehicle, and where the car that she has stands in it. An answer that is late changes nothing. */
export function useMarket(
  client: Pick<ProgramClient, 'call'>,
  vehicleId: () => string,
  own: () => OwnCar,
): VehicleMarket {
  const view = shallowRef<MarketView | null>(null)
  const place = shallowRef<MarketPlace | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const loading = ref(false)
  /** As far back as the view that is shown was asked for. */
  let shownDays: number | null = null
  let loads = 0
  let places = 0

  async function locate(): Promise<void> {
    if (!view.value) return
    places += 1
    const mine = places
    const { price, kms } = own()
    const result = await client.call('market.place', {
      vehicleId: vehicleId(),
      minimumDays: shownDays,
      price,
      kms,
    })
    if (mine !== places) return
    // Without its place the market is shown all the same: nothing was fetched for it, so there is nothing to try again.
    place.value = result.ok ? result.value : null
  }

  return {
    view,
    place,
    failure,
    loading,
    async load(refresh = false) {
      loads += 1
      const mine = loads
      loading.value = true
      const { minimumDays } = own()
      const result = await client.call('market.view', { vehicleId: vehicleId(), minimumDays, refresh })
      if (mine !== loads) return
      loading.value = false
      failure.value = result.ok ? null : result.error
      if (!result.ok) return
      shownDays = minimumDays
      view.value = result.value
      await locate()
    },
    locate,
  }
}
