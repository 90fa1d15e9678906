import type { DomainHandlers } from '../../contract/methods.ts'
import type { Customers } from '../customers/customers.ts'
import type { Market } from '../market/market.ts'
import { notYet } from '../not-yet.ts'
import type { Session } from '../session.ts'

export type Sightings = DomainHandlers<'sightings', AbortSignal> & {
  start(): void
  close(): Promise<void>
}

export interface SightingsParts {
  readonly customers: Customers
  readonly market: Market
}

export function createSightings(_session: Session, _parts: SightingsParts): Sightings {
  return { ...notYet('sightings'), start: () => undefined, close: () => Promise.resolve() }
}
