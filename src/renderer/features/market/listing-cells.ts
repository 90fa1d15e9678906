import type { Listing } from '../../../contract/market.ts'
import type { Region } from '../../../contract/region.ts'
import { formatCount, formatDate, formatMoney } from '../../ui/format.ts'
import type { GridCell, GridColumn, GridSort } from '../../ui/grid/grid.ts'

/** Which of the listings are shown. */
export type ListingGroup = 'all' | 'active' | 'sold'

export const listingColumns: readonly GridColumn[] = [
  { key: 'price', title: 'Price', width: 96, align: 'end', sortable: true },
  { key: 'kms', title: 'Kilometres', width: 104, align: 'end', sortable: true },
  { key: 'year', title: 'Year', width: 66, sortable: true },
  { key: 'daysListed', title: 'Days listed', width: 104, align: 'end', sortable: true },
  { key: 'standing', title: 'Standing', width: 132, sortable: true },
  { key: 'state', title: 'State', width: 76, sortable: true },
  { key: 'sellerType', title: 'Seller', width: 88, sortable: true },
  { key: 'colour', title: 'Colour', width: 86, sortable: true },
  { key: 'listedAt', title: 'Listed', width: 96, sortable: true },
  { key: 'release', title: 'Released', width: 90, sortable: true },
  { key: 'sources', title: 'Sites', width: 150, sortable: true },
  { key: 'tags', title: 'Tags', width: 104, sortable: true },
  { key: 'link', title: 'Listing', width: 84 },
]

const release = ({ releaseYear, releaseMonth }: Listing): string =>
  releaseMonth !== null && releaseYear !== null ? `${releaseMonth}/${releaseYear}` : String(releaseYear ?? '')

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')

/** "For sale", or when it went. */
export const standing = (listing: Listing): string =>
  listing.removedAt === null ? 'For sale' : `Gone ${formatDate(listing.removedAt)}`

/** What a cell shows; "" where nothing was given. */
export function listingText(listing: Listing, key: string, region: Region): string {
  switch (key) {
    case 'price':
      return formatMoney(listing.price, region)
    case 'kms':
      return listing.kms === null ? '' : formatCount(Math.round(listing.kms))
    case 'year':
      return String(listing.year ?? '')
    case 'daysListed':
      return listing.daysListed === null ? '' : formatCount(listing.daysListed)
    case 'standing':
      return standing(listing)
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
      return listing.link === null ? '' : 'Open'
    default:
      return ''
  }
}

export function listingCell(listing: Listing, key: string, region: Region): GridCell {
  const text = listingText(listing, key, region)
  if (key === 'standing' && listing.removedAt !== null) return { text, tone: 'muted' }
  if (key === 'link' && listing.link !== null) return { text, tone: 'edited', title: listing.link }
  return { text }
}

/** What a column is sorted by; null comes last, whichever way. */
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
    case 'standing':
      // Still for sale first, then the latest to go.
      return listing.removedAt === null ? '' : String(8.64e15 - Date.parse(listing.removedAt)).padStart(17, '0')
    case 'release':
      return listing.releaseYear === null ? null : listing.releaseYear * 100 + (listing.releaseMonth ?? 0)
    default:
      return listingText(listing, key, 'au').toLowerCase() || null
  }
}

/** The listings in the order of a column. Of equals, the order in which they came. */
export function sortListings(listings: readonly Listing[], { key, descending }: GridSort): readonly Listing[] {
  const keyed = listings.map((listing) => ({ listing, value: sortValue(listing, key) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    const order = a.value < b.value ? -1 : a.value > b.value ? 1 : 0
    return descending ? -order : order
  })
  return keyed.map(({ listing }) => listing)
}

export const listingsOfGroup = (listings: readonly Listing[], share: ListingGroup): readonly Listing[] =>
  share === 'all' ? listings : listings.filter(({ removedAt }) => (removedAt === null) === (share === 'active'))

/** The listings most like a car of so many kilometres (of middling ones when it is not said): for a sheet of paper. */
export function nearestListings(listings: readonly Listing[], kms: number | null, most: number): readonly Listing[] {
  const priced = listings.filter((listing) => listing.price !== null && listing.kms !== null)
  if (kms === null) return sortListings(priced, { key: 'price', descending: false }).slice(0, most)
  return priced.toSorted((a, b) => Math.abs((a.kms ?? 0) - kms) - Math.abs((b.kms ?? 0) - kms)).slice(0, most)
}

/** How a listing is called where one line must do: "2019, $24,990, 85,000 km". */
export function listingTitle(listing: Listing, region: Region): string {
  const kms = listing.kms === null ? '' : `${listingText(listing, 'kms', region)} km`
  return (
    [listingText(listing, 'year', region), formatMoney(listing.price, region), kms].filter(Boolean).join(', ') ||
    'Listing'
  )
}
