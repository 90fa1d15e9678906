import type { ExportedFile } from '../../contract/exported-file.ts'
import type { Listing } from '../../contract/market.ts'
import { textInWords } from '../details/value-text.ts'
import { tableFile } from '../export/table-file.ts'

/** Fields of a listing that the interface names (part 2): they have columns of their own. */
const known: ReadonlySet<string> = new Set(
  'id vehicle_id year release_year release_month listed_at removed_at seller_type color state tag_ids price kms listing_sources'.split(
    ' ',
  ),
)
const knownColumns: readonly (readonly [string, (listing: Listing) => string | number | null])[] = [
  ['Price', ({ price }) => price],
  ['Kilometres', ({ kms }) => kms],
  ['Year', ({ year }) => year],
  ['Released', released],
  ['State', ({ state }) => state],
  ['Seller', ({ sellerType }) => sellerType],
  ['Colour', ({ colour }) => colour],
  ['Listed', ({ listedAt }) => day(listedAt)],
  ['Removed', ({ removedAt }) => day(removedAt)],
  ['Days listed', (listing) => listing.daysListed],
  ['Sites', ({ sources }) => sources.join(', ')],
  ['Tags', ({ tags }) => tags.join(', ')],
  ['Link', ({ link }) => link],
  ['Listing', ({ id }) => id],
  ['Vehicle', ({ vehicleId }) => vehicleId],
]
const mostOtherColumns = 40

/** The listings as a table, those still listed first, cheapest first; what else came with them in columns behind. */
export function marketFile(title: string, listings: readonly Listing[]): Promise<ExportedFile> {
  const others = new Map<string, string>()
  for (const { details } of listings) {
    for (const { name, label } of details) {
      if (!known.has(name) && others.size < mostOtherColumns) others.set(name, label)
    }
  }
  const columns = [...knownColumns.map(([name]) => name), ...others.values()]
  const rows = listings
    .toSorted((a, b) => Number(a.removedAt !== null) - Number(b.removedAt !== null) || priceOf(a) - priceOf(b))
    .map((listing) => [
      ...knownColumns.map(([, read]) => read(listing)),
      ...Array.from(others.keys(), (name) => listing.details.find((detail) => detail.name === name)?.text ?? null),
    ])
  return tableFile({ name: `${title.trim() || 'Vehicle'} – market`, columns, rows }, 'csv')
}

const priceOf = ({ price }: Listing): number => price ?? Number.POSITIVE_INFINITY

function released({ releaseYear, releaseMonth }: Listing): string | null {
  if (releaseYear === null) return null
  return releaseMonth === null ? String(releaseYear) : `${releaseMonth}/${releaseYear}`
}

/** The calendar date of a moment, d/m/yyyy. */
function day(at: string | null): string | null {
  return at === null ? null : textInWords(at.slice(0, 10))
}
