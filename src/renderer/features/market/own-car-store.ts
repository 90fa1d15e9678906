import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** What she enters about the car in front of her, and how far back she looks. `minimumDays` null: as far as the service does by itself. */
export interface OwnCar {
  readonly price: number | null
  readonly kms: number | null
  readonly minimumDays: number | null
}

const unknown: OwnCar = { price: null, kms: null, minimumDays: null }

/** Price and kilometres by vehicle: they are there when she comes back to the car, until the window closes. */
export const useOwnCarStore = defineStore('own-car', () => {
  const cars = shallowRef<ReadonlyMap<string, OwnCar>>(new Map())
  const of = (vehicleId: string): OwnCar => cars.value.get(vehicleId) ?? unknown
  return {
    of,
    set(vehicleId: string, change: Partial<OwnCar>): void {
      cars.value = new Map(cars.value).set(vehicleId, { ...of(vehicleId), ...change })
    },
  }
})
