import type { CustomerSort } from './customer-views.ts'

/** The order in which a start of the window lists the customers. Core has an index in this order. */
export const orderAtStart: { readonly sort: CustomerSort; readonly descending: boolean } = {
  sort: 'lastSighting',
  descending: true,
}
