import type { Listing } from '../../../contract/market.ts'
import { formatCount, formatDate, formatKms, formatMoment, formatMoney } from '../../ui/format.ts'
import type { GridCell, GridColumn, GridSort } from '../../ui/grid/grid.ts'
import { marketText } from './market-text.ts'

export type ListingGroup = 'all' | 'active' | 'sold'

const columns = [
  { key: 'price', width: 96, align: 'end', sortable: true },
  { key: 'kms', width: 104, align: 'end', sortable: true },
  { key: 'year', width: 66, sortable: true },
  { key: 'daysListed', width: 104, align: 'end', sortable: true },
  { key: 'status', width: 160, sortable: true },
  { key: 'state', width: 76, sortable: true },
  { key: 'sellerType', width: 88, sortable: true },
  { key: 'colour', width: 86, sortable: true },
  { key: 'listedAt', width: 96, sortable: true },
  { key: 'release', width: 90, sortable: true },
  { key: 'sources', width: 150, sortable: true },
  { key: 'tags', width: 104, sortable: true },
  { key: 'link', width: 84 },
] as const satisfies readonly Omit<GridColumn, 'title'>[]

export const listingColumns: readonly GridColumn[] = columns.map((column) => ({
  ...column,
  title: marketText.listings.columns[column.key],
}))

const release = ({ releaseYear, releaseMonth }: Listing): string =>
  releaseMonth !== null && releaseYear !== null ? `${releaseMonth}/${releaseYear}` : String(releaseYear ?? '')

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')

/** "For sale", or "Removed" with the date. */
export const statusText = (listing: Listing): string =>
  listing.removedAt === null ? marketText.forSale : marketText.removedOn(formatDate(listing.removedAt))

/** The text of a cell; "" when not provided. */
export function listingText(listing: Listing, key: string): string {
  switch (key) {
    case 'price':
      return formatMoney(listing.price)
    case 'kms':
      return listing.kms === null ? '' : formatCount(Math.round(listing.kms))
    case 'year':
      return String(listing.year ?? '')
    case 'daysListed':
      return listing.daysListed === null ? '' : formatCount(listing.daysListed)
    case 'status':
      return statusText(listing)
    case 'state':
      return listing.state ?? ''
    case 'sellerType':
      return upperFirst(listing.sellerType ?? '')
    case 'colour':
      return listing.colour ?? ''
    case 'listedAt':
      return formatDate(listing.listedAt)
    case 'release':
      return release(listing)
    case 'sources':
      return listing.sources.join(', ')
    case 'tags':
      return listing.tags.map(upperFirst).join(', ')
    case 'link':
      return listing.link === null ? '' : marketText.listing.open
    default:
      return ''
  }
}

export function listingCell(listing: Listing, key: string): GridCell {
  const text = listingText(listing, key)
  if (key === 'status' && listing.removedAt !== null)
    return { text, tone: 'muted', title: formatMoment(listing.removedAt) }
  if (key === 'link' && listing.link !== null) return { text, tone: 'edited', title: listing.link }
  if (key === 'listedAt' && listing.listedAt !== null) return { text, title: formatMoment(listing.listedAt) }
  return { text }
}

/** The value that a column is sorted by; null is last in both directions. */
function sortValue(listing: Listing, key: string): number | string | null {
  switch (key) {
    case 'price':
      return listing.price
    case 'kms':
      return listing.kms
    case 'year':
      return listing.year
    case 'daysListed':
      return listing.daysListed
    case 'listedAt':
      return listing.listedAt
    case 'status':
      // Listings for sale first, then the most recently removed.
      return listing.removedAt === null ? '' : String(8.64e15 - Date.parse(listing.removedAt)).padStart(17, '0')
    case 'release':
      return listing.releaseYear === null ? null : listing.releaseYear * 100 + (listing.releaseMonth ?? 0)
    default:
      return listingText(listing, key).toLowerCase() || null
  }
}

/** The listings sorted by a column; equal ones keep their order. */
export function sortListings(listings: readonly Listing[], { key, descending }: GridSort): readonly Listing[] {
  const keyed = listings.map((listing) => ({ listing, value: sortValue(listing, key) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    const order = a.value < b.value ? -1 : a.value > b.value ? 1 : 0
    return descending ? -order : order
  })
  return keyed.map(({ listing }) => listing)
}

export const listingsOfGroup = (listings: readonly Listing[], group: ListingGroup): readonly Listing[] =>
  group === 'all' ? listings : listings.filter(({ removedAt }) => (removedAt === null) === (group === 'active'))

/** The `maximum` listings with the most similar kilometres, or the cheapest ones when `kms` is null. */
export function nearestListings(listings: readonly Listing[], kms: number | null, maximum: number): readonly Listing[] {
  const priced = listings.filter((listing) => listing.price !== null && listing.kms !== null)
  if (kms === null) return sortListings(priced, { key: 'price', descending: false }).slice(0, maximum)
  return priced.toSorted((a, b) => Math.abs((a.kms ?? 0) - kms) - Math.abs((b.kms ?? 0) - kms)).slice(0, maximum)
}

/** The title of a listing in one line: "2019, $24,990, 85,000 km". */
export function listingTitle(listing: Listing): string {
  const kms = formatKms(listing.kms)
  return (
    [listingText(listing, 'year'), formatMoney(listing.price), kms].filter(Boolean).join(', ') ||
    marketText.listing.title
  )
}

/** The last day of each band of `marketText.daysListed.bands`. */
const lastDays: readonly number[] = [14, 30, 60, 90, Number.POSITIVE_INFINITY]

/** How many active and removed listings were on the market for how long, without the listings whose days are not known. */
export function daysBands(listings: readonly Listing[]) {
  const bands = marketText.daysListed.bands.map((name) => ({ name: String(name), active: 0, sold: 0 }))
  for (const { daysListed, removedAt } of listings) {
    if (daysListed === null) continue
    const band = bands[lastDays.findIndex((last) => daysListed <= last)]
    if (band) band[removedAt === null ? 'active' : 'sold'] += 1
  }
  return bands
}
