import type { Customer, EditableField, Sighting } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import { formatDate, formatMobile, formatMoney, formatPlate } from '../../ui/format.ts'
import type { GridCell, GridColumn } from '../../ui/grid.ts'
import type { CellEdit } from './useCustomerEdits.ts'

/** The columns; the keys of those that can be sorted are the contract's. A state is of use in Australia only. */
export function customerColumns(region: Region): GridColumn[] {
  const columns: (GridColumn | null)[] = [
    { key: 'clientName', title: 'Name', width: 164, editable: true, sortable: true },
    { key: 'rego', title: 'Rego', width: 88, sortable: true },
    region === 'au' ? { key: 'state', title: 'State', width: 64 } : null,
    { key: 'vehicleTitle', title: 'Vehicle', width: 196, sortable: true },
    { key: 'mobileNumber', title: 'Mobile', width: 124, editable: true },
    { key: 'saleDate', title: 'Sold', width: 96, editable: true, sortable: true },
    { key: 'expiryDate', title: 'Expires', width: 100, editable: true, sortable: true },
    { key: 'lastSighting', title: 'Last sighting', width: 156, sortable: true },
    { key: 'vin', title: 'VIN', width: 172 },
  ]
  return columns.filter((column) => column !== null)
}

export const fieldNames: Readonly<Record<EditableField, string>> = {
  clientName: 'Name',
  mobileNumber: 'Mobile',
  saleDate: 'Sale date',
  expiryDate: 'Expiry date',
}

export const isEditableField = (key: string): key is EditableField => key in fieldNames

/** Sightings with the newest first. */
export const sightingsByAge = (customer: Customer): readonly Sighting[] =>
  customer.sightings.toSorted((a, b) => b.at.localeCompare(a.at))

/** The name, or what else tells the record apart. */
export const customerTitle = (customer: Customer): string =>
  customer.clientName ||
  customer.vehicleTitle ||
  formatPlate(customer.rego) ||
  customer.vin ||
  'Customer without a name'

/** A value of an editable field as it is shown and as its editor starts: dates d/m/yyyy. */
export function shownField(field: EditableField, value: string | null): string {
  if (field === 'saleDate' || field === 'expiryDate') return formatDate(value)
  return field === 'mobileNumber' ? formatMobile(value) : (value ?? '')
}

function editedCell(customer: Customer, field: EditableField, edit: CellEdit | null): GridCell {
  const own = shownField(field, customer[field])
  switch (edit?.kind) {
    case undefined:
      return { text: own }
    case 'pending':
      return { text: shownField(field, edit.mine), tone: 'pending', title: 'Being saved' }
    case 'failed':
      return {
        text: shownField(field, edit.mine),
        tone: 'failed',
        title: `Not saved: ${edit.failure.message}`,
        mark: 'not saved',
      }
    case 'conflict':
      return {
        text: shownField(field, edit.mine),
        tone: 'failed',
        title: `Changed elsewhere meanwhile to "${own}"`,
        mark: 'not saved',
      }
  }
}

/** One cell of the list. */
export function customerCell(
  customer: Customer,
  key: string,
  edit: (field: EditableField) => CellEdit | null,
  region: Region,
): GridCell {
  if (isEditableField(key)) return editedCell(customer, key, edit(key))
  switch (key) {
    case 'rego':
      return { text: formatPlate(customer.rego) }
    case 'state':
      return { text: customer.state ?? '' }
    case 'vehicleTitle':
      return customer.vehicleTitle ? { text: customer.vehicleTitle } : { text: 'Not looked up yet', tone: 'muted' }
    case 'vin':
      return { text: customer.vin ?? '' }
    case 'lastSighting': {
      const newest = sightingsByAge(customer)[0]
      if (!newest) return { text: '', title: 'Not seen for sale' }
      const price = formatMoney(newest.listingPrice, region)
      return { text: formatDate(newest.at), title: newest.listingTitle, ...(price ? { mark: price } : {}) }
    }
    default:
      return { text: '' }
  }
}

/** An additional field's value in one line, whatever it is. */
export function additionalText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
