import type { Region } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import type { ActiveConnection, OpenStorage } from '../open-storage.ts'
import { connectionMessages } from './connection-messages.ts'

/** One connection in one region: the scope of customers, look-ups and notes. */
export interface ConnectionRegion {
  readonly connectionId: string
  readonly region: Region
}

/** The connection in use. Throws `invalid-input` before the first connection. */
export function requireConnection({ connections }: Pick<OpenStorage, 'connections'>): ActiveConnection {
  return connections.active() ?? failNotConnected()
}

/** The connection and region in use. Throws `invalid-input` before the first connection. */
export function requireScope(storage: Pick<OpenStorage, 'connections'>): ConnectionRegion {
  return currentScope(storage) ?? failNotConnected()
}

/** The connection and region in use; null before the first connection. */
export function currentScope({ connections }: Pick<OpenStorage, 'connections'>): ConnectionRegion | null {
  const active = connections.active()
  return active && { connectionId: active.id, region: active.region }
}

/** The same for what is shown: before the first connection, a scope that has nothing. */
export function shownScope(storage: Pick<OpenStorage, 'connections'>): ConnectionRegion {
  return currentScope(storage) ?? { connectionId: '', region: 'au' }
}

export function failNotConnected(): never {
  const { message, next } = connectionMessages.notConnected
  return fail('invalid-input', message, { next })
}
