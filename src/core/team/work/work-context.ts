import type { EventName } from '../../../contract/events.ts'
import type { Recorder } from '../../../contract/call-note.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { TeamCar } from '../log/entry-kinds.ts'
import type { TeamSession } from '../team-session.ts'
import type { WorkAccounts } from './work-accounts.ts'

/** What changed on this PC because of entries of the team, so that the screens show it. */
export interface WorkListeners {
  /** Call notes. */
  onOutcomes(): void
  /** Who must not be contacted. */
  onContacts(scope: ConnectionRegion): void
  /** Anything else, by its event: locks and assignments, templates, views, the team's uploads. */
  onOthers(event: EventName): void
}

export interface WorkParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly customers: { find(scope: ConnectionRegion, id: string): Customer | null }
  /** Who is working; null: not known. */
  currentPerson(): Recorder | null
  readonly listeners: WorkListeners
}

/** The work of one team while it is open. */
export interface WorkContext extends WorkParts {
  readonly session: TeamSession
  readonly accounts: WorkAccounts
}

/** The car of a customer as entries name it. A record that is no longer in the list is named by its id alone. */
export function teamCarOf(
  { customers }: Pick<WorkParts, 'customers'>,
  scope: ConnectionRegion,
  account: string,
  id: string,
): TeamCar {
  const customer = customers.find(scope, id)
  const text = (value: string | null | undefined, longest: number): string | null => value?.slice(0, longest) || null
  return {
    account,
    region: scope.region,
    customerId: id,
    rego: text(customer?.rego, 20),
    state: text(customer?.state, 10),
    vin: text(customer?.vin, 20),
    name: text(customer?.clientName, 200),
  }
}
