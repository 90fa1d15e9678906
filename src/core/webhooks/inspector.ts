import type { DomainHandlers } from '../../contract/methods.ts'
import type { Customers } from '../customers/customers.ts'
import { notYet } from '../not-yet.ts'
import type { Session } from '../session.ts'

export type Inspector = DomainHandlers<'inspector', AbortSignal> & {
  start(): void
  close(): Promise<void>
}

export interface InspectorParts {
  readonly customers: Customers
}

export function createInspector(_session: Session, _parts: InspectorParts): Inspector {
  return { ...notYet('inspector'), start: () => undefined, close: () => Promise.resolve() } as unknown as Inspector
}
