import { useSessionStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { z } from 'zod'
import { useConnectionStore } from '../app/connection-store.ts'

/** More cars than this do not fit side by side on an office screen. */
export const maxCompared = 4

const ComparedVehicle = z.object({ vehicleId: z.string().min(1).max(200), title: z.string() })
export type ComparedVehicle = z.infer<typeof ComparedVehicle>

/** The vehicles of each connection and region: vehicle ids are valid only there. */
const Trays = z.record(z.string(), z.array(ComparedVehicle).max(maxCompared))
type Trays = z.infer<typeof Trays>

/** A tray that cannot be read counts as empty: the user can select the cars again. */
function readTrays(saved: string): Trays {
  try {
    const trays = Trays.safeParse(JSON.parse(saved))
    return trays.success ? trays.data : {}
  } catch {
    return {}
  }
}

/** `already` and `full` do not change the tray. */
export type Added = 'added' | 'already' | 'full'

/** The vehicles to compare, for the current connection and region. They survive navigation and a reload of the window. */
export const useCompareStore = defineStore('compare', () => {
  const connection = useConnectionStore()
  const trays = useSessionStorage<Trays>(
    'forecourt.compare',
    {},
    {
      serializer: { read: readTrays, write: (value) => JSON.stringify(value) },
    },
  )
  const scope = computed(() => `${connection.current?.id ?? ''} ${connection.region}`)
  const vehicles = computed<readonly ComparedVehicle[]>(() => trays.value[scope.value] ?? [])
  const isFull = computed(() => vehicles.value.length >= maxCompared)

  const save = (list: readonly ComparedVehicle[]): void => {
    trays.value = { ...trays.value, [scope.value]: [...list] }
  }
  const has = (vehicleId: string): boolean => vehicles.value.some((each) => each.vehicleId === vehicleId)

  function add({ vehicleId, title }: ComparedVehicle): Added {
    if (has(vehicleId)) return 'already'
    if (isFull.value) return 'full'
    save([...vehicles.value, { vehicleId, title }])
    return 'added'
  }

  const remove = (vehicleId: string): void => save(vehicles.value.filter((each) => each.vehicleId !== vehicleId))
  const clear = (): void => save([])

  return { vehicles, isFull, has, add, remove, clear }
})
