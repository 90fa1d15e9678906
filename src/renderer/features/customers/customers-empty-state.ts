import type { CustomersStatus } from '../../../contract/customers.ts'

/** Why there is no list to show. */
export type Instead = 'failed' | 'loading' | 'reading' | 'problem' | 'empty'

/** What takes the place of the list; null where the list can be shown. */
export function insteadOfList(
  status: CustomersStatus | null,
  list: { readonly statusFailed: boolean; readonly known: boolean },
): Instead | null {
  if (!status) return list.statusFailed ? 'failed' : 'loading'
  if (status.total > 0) return list.known ? null : 'loading'
  if (status.syncing) return 'reading'
  if (status.problem) return 'problem'
  return status.syncedAt ? 'empty' : 'loading'
}
