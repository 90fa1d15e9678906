import type { Region } from '../../contract/region.ts'
import { plateKey } from '../fields/plate.ts'
import { vehicleKeys } from '../fields/vehicle-key.ts'
import type { Journal } from './journal.ts'
import type { UploadRecord } from './upload-record.ts'

/**
 * Keys (`vehicleKeys`) of the cars on their way to the service, which the local copy of the customers cannot hold yet: those of uploads
 * that are not over, or were over only after the copy was last up to date.
 */
export type InFlightVehicles = (
  connectionId: string,
  region: Region,
  copySyncedAt: string | null,
) => ReadonlySet<string>

export function createInFlightVehicles(journal: Journal): InFlightVehicles {
  /** By upload and where it stands: rows are read once while nothing about them is decided. */
  let known = new Map<string, ReadonlySet<string>>()

  const keysOf = (upload: UploadRecord): ReadonlySet<string> => {
    const keys = new Set<string>()
    for (const { rego, state, vin } of journal.inputs(upload.id)) {
      const vehicle = {
        rego: rego === undefined ? null : plateKey(rego),
        state: upload.region === 'au' ? (state ?? null) : null,
        vin: vin ?? null,
      }
      for (const key of vehicleKeys(vehicle)) keys.add(key)
    }
    return keys
  }

  return (connectionId, region, copySyncedAt) => {
    const underWay = journal
      .ofConnection(connectionId)
      .filter((upload) => upload.region === region && isUnderWay(upload, copySyncedAt))
    const next = new Map<string, ReadonlySet<string>>()
    for (const upload of underWay) {
      const stamp = `${upload.id} ${upload.status.state} ${upload.cancelRequested}`
      next.set(stamp, known.get(stamp) ?? keysOf(upload))
    }
    known = next
    return new Set([...next.values()].flatMap((keys) => [...keys]))
  }
}

function isUnderWay({ status }: UploadRecord, copySyncedAt: string | null): boolean {
  return !('finishedAt' in status) || copySyncedAt === null || status.finishedAt > copySyncedAt
}
