import type { CustomersStatus } from '../../../contract/customers.ts'

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
