import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** What the user entered about a car, and the period of its market. `minimumDays` null: the service's default. */
export interface EnteredCar {
  readonly price: number | null
  readonly kms: number | null
  readonly minimumDays: number | null
}

const nothingEntered: EnteredCar = { price: null, kms: null, minimumDays: null }

/** Price, kilometres and period by vehicle. They are there on the next visit, until the window closes. */
export const useEnteredCarStore = defineStore('entered-car', () => {
  const cars = shallowRef<ReadonlyMap<string, EnteredCar>>(new Map())
  const enteredFor = (vehicleId: string): EnteredCar => cars.value.get(vehicleId) ?? nothingEntered
  return {
    enteredFor,
    set(vehicleId: string, change: Partial<EnteredCar>): void {
      cars.value = new Map(cars.value).set(vehicleId, { ...enteredFor(vehicleId), ...change })
    },
  }
})
