import type { Region } from '../../contract/region.ts'
import type { Journal } from './journal.ts'
import { vehicleKeysOf } from './known-rows.ts'
import type { UploadRecord } from './upload-record.ts'

/**
 * Keys (`vehicleKeys`) of the cars that are being uploaded or were uploaded since the last sync, so that the local
 * cache of customers may not have them yet. `cacheSyncedAt`: ISO 8601 of the last sync; null: never.
 */
export type InFlightVehicles = (
  connectionId: string,
  region: Region,
  cacheSyncedAt: string | null,
) => ReadonlySet<string>

export function createInFlightVehicles(journal: Journal): InFlightVehicles {
  /** By upload and state: the rows of an upload are read once per state. */
  let cached = new Map<string, ReadonlySet<string>>()

  const keysOf = (upload: UploadRecord): ReadonlySet<string> => {
    const keys = new Set<string>()
    for (const input of journal.inputs(upload.id)) {
      for (const key of vehicleKeysOf(input, upload.region)) keys.add(key)
    }
    return keys
  }

  return (connectionId, region, cacheSyncedAt) => {
    const next = new Map<string, ReadonlySet<string>>()
    for (const upload of journal.inFlight(connectionId, region, cacheSyncedAt)) {
      const stamp = `${upload.id} ${upload.status.state} ${upload.cancelRequested}`
      next.set(stamp, cached.get(stamp) ?? keysOf(upload))
    }
    cached = next
    return new Set([...next.values()].flatMap((keys) => [...keys]))
  }
}
