import type { Region } from '../contract/region.ts'
import { FailureError } from './failure.ts'
import type { Session } from './session.ts'

/** The connection and region in use; null before the first connection. */
export function inUse(session: Session): { readonly connectionId: string; readonly region: Region } | null {
  try {
    const { id, region } = session.connections.active()
    return { connectionId: id, region }
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'invalid-input') return null
    throw error
  }
}
