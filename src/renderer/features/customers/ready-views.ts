import type { SavedView } from '../../../contract/customer-views.ts'
import { filterText } from './customer-filter-text.ts'
import { noFilter } from './customer-filter.ts'

/** A view that Forecourt brings. It has no columns of its own, and cannot be changed or deleted. */
export type ReadyView = Omit<SavedView, 'columns'>

const prefix = 'ready:'
const { names } = filterText.views

const ready = (key: keyof typeof names, view: Partial<SavedView['filter']>, sort: SavedView['sort']): ReadyView => ({
  id: `${prefix}${key}`,
  name: names[key],
  filter: { ...noFilter, ...view },
  sort,
  descending: sort !== 'expiryDate',
})

export const readyViews: readonly ReadyView[] = [
  ready(
    'expiring',
    { dates: [{ date: 'expiryDate', range: { kind: 'relative', unit: 'days', from: 0, to: 30 } }] },
    'expiryDate',
  ),
  ready('no-mobile', { missing: ['mobileNumber'] }, 'lastSighting'),
  ready('forbidden', { contact: 'forbidden' }, 'lastSighting'),
  ready('never', { sighting: 'never' }, 'saleDate'),
  ready(
    'three-to-five',
    { dates: [{ date: 'saleDate', range: { kind: 'relative', unit: 'years', from: -5, to: -3 } }] },
    'saleDate',
  ),
]

export const isReadyView = ({ id }: Pick<SavedView, 'id'>): boolean => id.startsWith(prefix)
