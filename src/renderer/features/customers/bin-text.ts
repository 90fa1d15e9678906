import { formatCount, plural } from '../../ui/format.ts'

export const binText = {
  title: 'Bin',
  subtitle: 'Deleted customers stay here until you empty the bin. You can restore them as new records.',
  back: 'Customers',
  emptyBin: 'Empty bin',
  loading: 'Loading bin',
  isEmpty: 'The bin is empty',
  isEmptyText: 'Customers you delete appear here.',
  show: 'Show bin',
  resumed: (count: number): string =>
    `${plural(count, 'customer')} that you deleted before Forecourt closed ${count === 1 ? 'is' : 'are'} being deleted now.`,
  showCustomers: 'Show customers',
  label: 'Bin',
  search: 'Search bin',
  noMatch: 'No matching customers. Try clearing the search.',
  count: (count: number): string => plural(count, 'customer'),
  found: (count: number): string => `${plural(count, 'customer')} found`,
  selectAll: 'Select all',
  select: (name: string): string => `Select ${name}`,
  customer: 'Customer',
  car: 'Car',
  mobile: 'Mobile',
  deleted: 'Deleted',
  actions: 'Actions',
  notProvided: 'Not provided',
  deleting: 'deleting',
  restoring: 'restoring',
  restore: 'Restore',
  restoreOne: (name: string): string => `Restore ${name}`,
  restoreCount: (count: number): string => `Restore ${formatCount(count)}`,
  deletePermanently: 'Delete permanently',
  more: (left: number): string => `Show more (${formatCount(left)} left)`,

  restoreTitle: (count: number, name: string): string =>
    count === 1 ? `Restore ${name}?` : `Restore ${plural(count, 'customer')}?`,
  restoreText: (count: number): string =>
    count === 1
      ? 'Forecourt uploads this customer as a new record, without the earlier sightings and calls, and without an expiry date that has passed. Look-ups aren’t charged.'
      : 'Forecourt uploads these customers as new records, without the earlier sightings and calls, and without an expiry date that has passed. Look-ups aren’t charged.',
  restoreConfirm: (count: number): string => (count === 1 ? 'Restore' : `Restore ${plural(count, 'customer')}`),
  restoreStarted: (count: number): string =>
    `Restoring ${plural(count, 'customer')} as ${count === 1 ? 'a new record' : 'new records'}.`,
  showUpload: 'Show upload',

  deleteTitle: (count: number): string => `Permanently delete ${plural(count, 'customer')}?`,
  emptyTitle: (count: number): string => `Empty the bin of ${plural(count, 'customer')}?`,
  deleteText: (count: number): string =>
    count === 1 ? 'This permanently deletes it.' : 'This permanently deletes them.',
  staying: (count: number): string =>
    count === 0
      ? ''
      : `${plural(count, 'customer')} whose deletion or restore isn’t finished ${count === 1 ? 'stays' : 'stay'}.`,
  removed: (count: number): string => `${plural(count, 'customer')} permanently deleted.`,
}
