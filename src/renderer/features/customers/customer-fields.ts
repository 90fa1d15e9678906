import { type Customer, EditableField, type Sighting } from '../../../contract/customer-record.ts'
import type { ColumnKind, RecordColumn } from '../../../contract/customer-columns.ts'
import type { Region } from '../../../contract/region.ts'
import { formatDate, formatMobile, formatMoment, formatMoney, formatPlate } from '../../ui/format.ts'
import type { GridCell } from '../../ui/grid/grid.ts'
import { customersText } from './customers-text.ts'

const { cell: text } = customersText

/** A column in the window, beyond what `customerColumns` says of it. */
interface CustomerField {
  readonly widthPx: number
  /** Not among the columns until the user shows it. */
  readonly hidden?: true
  /** Where the list does not show the value as it is written. */
  readonly cell?: (customer: Customer, region: Region) => GridCell
  /** How the details show it: its value, another text, or nothing because they show it elsewhere. */
  readonly details: 'value' | 'elsewhere' | ((customer: Customer) => { readonly value: string; readonly note?: string })
}

const formats: Readonly<Record<ColumnKind, (value: string) => string>> = {
  text: (value) => value,
  plate: formatPlate,
  mobile: formatMobile,
  day: formatDate,
  moment: formatMoment,
}

/** A value of a column as it is shown; null gives "". */
export const formatValue = (kind: ColumnKind, value: string | null): string =>
  value === null ? '' : formats[kind](value)

export const isEditableField = (key: string): key is EditableField =>
  EditableField.options.some((field) => field === key)

/** Sightings with the newest first. */
export const sightingsByAge = (customer: Pick<Customer, 'sightings'>): readonly Sighting[] =>
  customer.sightings.toSorted((a, b) => (Date.parse(b.at) || 0) - (Date.parse(a.at) || 0))

/** Where the title of the car comes from, as a sentence; empty when the service gave it or nothing is known. */
function vehicleSource({ vehicle, savedLookup }: Customer): string {
  switch (vehicle?.source) {
    case undefined:
    case 'service':
      return ''
    case 'listing':
      return text.fromListing
    case 'lookup':
      return text.fromLookup(savedLookup ? formatMoment(savedLookup.at) : '')
    case 'spreadsheet':
      return text.fromSpreadsheet
  }
}

function vehicleCell(customer: Customer): GridCell {
  const { vehicle } = customer
  if (!vehicle) return { text: text.notLookedUp, tone: 'muted' }
  if (vehicle.source === 'service') return { text: vehicle.title }
  return { text: vehicle.title, tone: 'muted', title: `${vehicle.title}. ${vehicleSource(customer)}` }
}

function sightingCell(customer: Customer, region: Region): GridCell {
  const newest = sightingsByAge(customer)[0]
  if (!newest) return { text: '', title: text.neverListed }
  const price = formatMoney(newest.listingPrice, region)
  const title = [formatMoment(newest.at), newest.listingTitle].filter(Boolean).join(' · ')
  return { text: formatDate(newest.at), title, ...(price ? { mark: price } : {}) }
}

/** The columns of the record in the window. The service sets an expiry for few customers. */
export const customerFields: Readonly<Record<RecordColumn, CustomerField>> = {
  clientName: { widthPx: 164, details: 'elsewhere' },
  rego: {
    widthPx: 88,
    details: ({ rego, state }) => ({ value: [formatPlate(rego), state].filter(Boolean).join(' ') }),
  },
  state: { widthPx: 68, details: 'elsewhere' },
  vehicleTitle: {
    widthPx: 196,
    cell: vehicleCell,
    details: (customer) => ({ value: customer.vehicle?.title ?? '', note: vehicleSource(customer) }),
  },
  mobileNumber: { widthPx: 128, details: 'value' },
  saleDate: { widthPx: 96, details: 'value' },
  expiryDate: {
    widthPx: 100,
    hidden: true,
    details: ({ expiryDate }) => ({
      value: formatDate(expiryDate),
      note: expiryDate ? customersText.details.expires : '',
    }),
  },
  lastSighting: { widthPx: 156, cell: sightingCell, details: 'elsewhere' },
  vin: { widthPx: 172, details: 'value' },
  lastUpdated: { widthPx: 150, hidden: true, details: 'value' },
}
