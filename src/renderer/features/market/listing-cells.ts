import type { Lead } from '../../../contract/market.ts'
import type { Region } from '../../../contract/region.ts'
import { formatCount, formatDate, formatMoney } from '../../ui/format.ts'
import type { GridCell, GridColumn, GridSort } from '../../ui/grid/grid.ts'

/** Which of the listings are shown. */
export type LeadShare = 'all' | 'active' | 'sold'

export const leadColumns: readonly GridColumn[] = [
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

const release = ({ releaseYear, releaseMonth }: Lead): string =>
  releaseMonth !== null && releaseYear !== null ? `${releaseMonth}/${releaseYear}` : String(releaseYear ?? '')

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ')

/** "For sale", or when it went. */
export const standing = (lead: Lead): string =>
  lead.removedAt === null ? 'For sale' : `Gone ${formatDate(lead.removedAt)}`

/** What a cell shows; "" where nothing was given. */
export function leadText(lead: Lead, key: string, region: Region): string {
  switch (key) {
    case 'price':
      return formatMoney(lead.price, region)
    case 'kms':
      return lead.kms === null ? '' : formatCount(Math.round(lead.kms))
    case 'year':
      return String(lead.year ?? '')
    case 'daysListed':
      return lead.daysListed === null ? '' : formatCount(lead.daysListed)
    case 'standing':
      return standing(lead)
    case 'state':
      return lead.state ?? ''
    case 'sellerType':
      return upperFirst(lead.sellerType ?? '')
    case 'colour':
      return lead.colour ?? ''
    case 'listedAt':
      return formatDate(lead.listedAt)
    case 'release':
      return release(lead)
    case 'sources':
      return lead.sources.join(', ')
    case 'tags':
      return lead.tags.map(upperFirst).join(', ')
    case 'link':
      return lead.link === null ? '' : 'Open'
    default:
      return ''
  }
}

export function leadCell(lead: Lead, key: string, region: Region): GridCell {
  const text = leadText(lead, key, region)
  if (key === 'standing' && lead.removedAt !== null) return { text, tone: 'muted' }
  if (key === 'link' && lead.link !== null) return { text, tone: 'edited', title: lead.link }
  return { text }
}

/** What a column is sorted by; null comes last, whichever way. */
function sortValue(lead: Lead, key: string): number | string | null {
  switch (key) {
    case 'price':
      return lead.price
    case 'kms':
      return lead.kms
    case 'year':
      return lead.year
    case 'daysListed':
      return lead.daysListed
    case 'listedAt':
      return lead.listedAt
    case 'standing':
      // Still for sale first, then the latest to go.
      return lead.removedAt === null ? '' : String(8.64e15 - Date.parse(lead.removedAt)).padStart(17, '0')
    case 'release':
      return lead.releaseYear === null ? null : lead.releaseYear * 100 + (lead.releaseMonth ?? 0)
    default:
      return leadText(lead, key, 'au').toLowerCase() || null
  }
}

/** The listings in the order of a column. Of equals, the order in which they came. */
export function sortLeads(leads: readonly Lead[], { key, descending }: GridSort): readonly Lead[] {
  const keyed = leads.map((lead) => ({ lead, value: sortValue(lead, key) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    const order = a.value < b.value ? -1 : a.value > b.value ? 1 : 0
    return descending ? -order : order
  })
  return keyed.map(({ lead }) => lead)
}

export const leadsOfShare = (leads: readonly Lead[], share: LeadShare): readonly Lead[] =>
  share === 'all' ? leads : leads.filter(({ removedAt }) => (removedAt === null) === (share === 'active'))

/** The listings most like a car of so many kilometres (of middling ones when it is not said): for a sheet of paper. */
export function nearestLeads(leads: readonly Lead[], kms: number | null, most: number): readonly Lead[] {
  const priced = leads.filter((lead) => lead.price !== null && lead.kms !== null)
  if (kms === null) return sortLeads(priced, { key: 'price', descending: false }).slice(0, most)
  return priced.toSorted((a, b) => Math.abs((a.kms ?? 0) - kms) - Math.abs((b.kms ?? 0) - kms)).slice(0, most)
}

/** How a listing is called where one line must do: "2019, $24,990, 85,000 km". */
export function leadTitle(lead: Lead, region: Region): string {
  const kms = lead.kms === null ? '' : `${leadText(lead, 'kms', region)} km`
  return [leadText(lead, 'year', region), formatMoney(lead.price, region), kms].filter(Boolean).join(', ') || 'Listing'
}
