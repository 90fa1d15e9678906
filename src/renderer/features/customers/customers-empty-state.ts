import type { Reachability } from '../../../contract/connections.ts'
import type { CustomersStatus } from '../../../contract/customers.ts'
import { customersText } from './customers-text.ts'

/** Why the list of customers cannot be shown. */
export type CustomersEmptyKind = 'failed' | 'loading' | 'reading' | 'problem' | 'empty'

/** What is shown instead of the list; null when the list can be shown. */
export function customersEmptyKind(
  status: CustomersStatus | null,
  list: { readonly statusFailed: boolean; readonly isAnswered: boolean },
): CustomersEmptyKind | null {
  if (!status) return list.statusFailed ? 'failed' : 'loading'
  if (status.total > 0) return list.isAnswered ? null : 'loading'
  if (status.syncing) return 'reading'
  if (status.problem) return 'problem'
  return status.syncedAt ? 'empty' : 'loading'
}

/** Why the list is not up to date; null when it is. Offline, the message of an earlier sync is outdated. */
export function currentProblem(problem: string | null, reachability: Reachability | undefined): string | null {
  return problem !== null && reachability === 'offline' ? customersText.sync.offline : problem
}
