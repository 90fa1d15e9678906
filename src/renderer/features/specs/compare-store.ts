import { useSessionStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { z } from 'zod'
import { useConnectionStore } from '../../app/connection-store.ts'

/** As many as stand side by side on an office screen. */
export const maxCompared = 4

const ComparedVehicle = z.object({ vehicleId: z.string().min(1).max(200), title: z.string() })
export type ComparedVehicle = z.infer<typeof ComparedVehicle>

/** The vehicles of each connection and region: an id of one means nothing in another. */
const Trays = z.record(z.string(), z.array(ComparedVehicle).max(maxCompared))
type Trays = z.infer<typeof Trays>

/** What a tray of another version, or of nobody's making, is read as: empty. It holds nothing that cannot be chosen again. */
function readTrays(kept: string): Trays {
  try {
    const trays = Trays.safeParse(JSON.parse(kept))
    return trays.success ? trays.data : {}
  } catch {
    return {}
  }
}

/** `already` and `full` leave the tray as it was. */
export type Added = 'added' | 'already' | 'full'

/** The vehicles that are put side by side, for the connection and region in use. They outlive navigation and a reload of the window. */
export const useCompareStore = defineStore('compare', () => {
  const connection = useConnectionStore()
  const trays = useSessionStorage<Trays>(
    'forecourt.compare',
    {},
    {
      serializer: { read: readTrays, write: (value) => JSON.stringify(value) },
    },
  )
  const place = computed(() => `${connection.current?.id ?? ''} ${connection.region}`)
  const vehicles = computed<readonly ComparedVehicle[]>(() => trays.value[place.value] ?? [])
  const isFull = computed(() => vehicles.value.length >= maxCompared)

  const put = (list: readonly ComparedVehicle[]): void => {
    trays.value = { ...trays.value, [place.value]: [...list] }
  }
  const has = (vehicleId: string): boolean => vehicles.value.some((each) => each.vehicleId === vehicleId)

  function add({ vehicleId, title }: ComparedVehicle): Added {
    if (has(vehicleId)) return 'already'
    if (isFull.value) return 'full'
    put([...vehicles.value, { vehicleId, title }])
    return 'added'
  }

  const remove = (vehicleId: string): void => put(vehicles.value.filter((each) => each.vehicleId !== vehicleId))
  const clear = (): void => put([])

  return { vehicles, isFull, has, add, remove, clear }
})
