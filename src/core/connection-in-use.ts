import type { Region } from '../contract/region.ts'
import { FailureError } from './failure.ts'
import type { OpenStorage } from './open-storage.ts'

/** One connection in one region: whose customers, look-ups and notes something is. */
export interface ConnectionRegion {
  readonly connectionId: string
  readonly region: Region
}

/** The connection and region in use. Throws `invalid-input` before the first connection. */
export function neededInUse({ connections }: Pick<OpenStorage, 'connections'>): ConnectionRegion {
  const { id, region } = connections.active()
  return { connectionId: id, region }
}

/** The connection and region in use; null before the first connection. */
export function inUse(storage: Pick<OpenStorage, 'connections'>): ConnectionRegion | null {
  try {
    return neededInUse(storage)
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'invalid-input') return null
    throw error
  }
}
