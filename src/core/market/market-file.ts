import { type DateFormat, formatDate } from '../../contract/calendar-date.ts'
import type { ExportedFile } from '../../contract/exported-file.ts'
import type { Listing } from '../../contract/market.ts'
import { tableFile } from '../export/table-file.ts'

/** Fields of a listing that the interface names (part 2): they have columns of their own. */
const known: ReadonlySet<string> = new Set(
  'id vehicle_id year release_year release_month listed_at removed_at seller_type color state tag_ids price kms listing_sources'.split(
    ' ',
  ),
)
const knownColumns: readonly (readonly [
  string,
  (listing: Listing, dateFormat: DateFormat) => string | number | null,
])[] = [
  ['Price', ({ price }) => price],
  ['Kilometres', ({ kms }) => kms],
  ['Year', ({ year }) => year],
  ['Released', releaseText],
  ['State', ({ state }) => state],
  ['Seller', ({ sellerType }) => sellerType],
  ['Colour', ({ colour }) => colour],
  ['Listed', ({ listedAt }, dateFormat) => dateText(listedAt, dateFormat)],
  ['Removed', ({ removedAt }, dateFormat) => dateText(removedAt, dateFormat)],
  ['Days listed', (listing) => listing.daysListed],
  ['Sites', ({ sources }) => sources.join(', ')],
  ['Tags', ({ tags }) => tags.join(', ')],
  ['Link', ({ link }) => link],
  ['Listing', ({ id }) => id],
  ['Vehicle', ({ vehicleId }) => vehicleId],
]
const maxOtherColumns = 40

/**
 * The listings as a table: active ones first, then by price. Fields that the interface does not name are in the last
 * columns.
 */
export function marketFile(title: string, listings: readonly Listing[], dateFormat: DateFormat): Promise<ExportedFile> {
  const others = new Map<string, string>()
  for (const { details } of listings) {
    for (const { name, label } of details) {
      if (!known.has(name) && others.size < maxOtherColumns) others.set(name, label)
    }
  }
  const columns = [...knownColumns.map(([name]) => name), ...others.values()]
  const rows = listings
    .toSorted((a, b) => Number(a.removedAt !== null) - Number(b.removedAt !== null) || priceOf(a) - priceOf(b))
    .map((listing) => [
      ...knownColumns.map(([, read]) => read(listing, dateFormat)),
      ...Array.from(others.keys(), (name) => listing.details.find((detail) => detail.name === name)?.text ?? null),
    ])
  return tableFile({ name: `${title.trim() || 'Vehicle'} – market`, columns, rows }, 'csv')
}

const priceOf = ({ price }: Listing): number => price ?? Number.POSITIVE_INFINITY

function releaseText({ releaseYear, releaseMonth }: Listing): string | null {
  if (releaseYear === null) return null
  return releaseMonth === null ? String(releaseYear) : `${releaseMonth}/${releaseYear}`
}

const dateText = (at: string | null, dateFormat: DateFormat): string | null =>
  at === null ? null : formatDate(at, dateFormat)
