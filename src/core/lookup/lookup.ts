import type { DomainHandlers } from '../../contract/methods.ts'
import { notYet } from '../not-yet.ts'
import type { Session } from '../session.ts'

export type Lookup = DomainHandlers<'lookup', AbortSignal>

export function createLookup(_session: Session): Lookup {
  return notYet('lookup')
}
