import type { CellEdit, Customer, EditableField, Sighting } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import type { Failure } from '../../../contract/result.ts'
import { formatDate, formatMobile, formatMoment, formatMoney, formatPlate } from '../../ui/format.ts'
import type { GridCell } from '../../ui/grid/grid.ts'
import { fieldOfKey } from './customer-columns.ts'
import { customersText } from './customers-text.ts'

const { cell: cellText } = customersText

export const fieldNames: Readonly<Record<EditableField, string>> = customersText.fields

export const isEditableField = (key: string): key is EditableField => key in fieldNames

/** Whether a field holds a number of a Do Not Contact person, which the window does not have. */
export const isHiddenField = (customer: Customer, field: EditableField): boolean =>
  field === 'mobileNumber' && (customer.hiddenNumbers.includes(field) || customer.doNotContact)

/** Sightings with the newest first. */
export const sightingsByAge = (customer: Customer): readonly Sighting[] =>
  customer.sightings.toSorted((a, b) => (Date.parse(b.at) || 0) - (Date.parse(a.at) || 0))

/** Where the title of the car comes from, as a sentence; empty when the service gave it or nothing is known. */
export function vehicleSource({ vehicle, savedLookup }: Customer): string {
  switch (vehicle?.source) {
    case undefined:
    case 'service':
      return ''
    case 'listing':
      return cellText.fromListing
    case 'lookup':
      return cellText.fromLookup(savedLookup ? formatMoment(savedLookup.at) : '')
    case 'spreadsheet':
      return cellText.fromSpreadsheet
  }
}

/** The name as the list shows it, including a change that is not saved yet; otherwise the vehicle, rego or VIN. */
export function customerTitle(customer: Customer): string {
  const renamed = customer.edits.find(({ field, state }) => field === 'clientName' && state === 'pending')
  return (
    (renamed ? renamed.value : customer.clientName) ||
    customer.vehicle?.title ||
    formatPlate(customer.rego) ||
    customer.vin ||
    customersText.unnamed
  )
}

/** The car of a customer in one line: "ABC12D, 2019 Toyota RAV4 GXL". */
export const carTitle = (customer: Customer): string =>
  [formatPlate(customer.rego), customer.vehicle?.title].filter(Boolean).join(', ')

/** The customer and the car in one line, for dialogs and notices. */
export const recordName = (customer: Customer): string =>
  [customerTitle(customer), carTitle(customer)].filter(Boolean).join(', ')

/** An editable field as the list and the cell editor show it: dates as d/m/yyyy. */
export function formatField(field: EditableField, value: string | null): string {
  if (field === 'saleDate' || field === 'expiryDate') return formatDate(value)
  return field === 'mobileNumber' ? formatMobile(value) : (value ?? '')
}

/** The state of a cell that only this window knows: its edit is being handed over, was rejected, or was just saved. */
export type LocalEdit =
  | { readonly kind: 'saving'; readonly typed: string }
  | { readonly kind: 'rejected'; readonly typed: string; readonly failure: Failure }
  | { readonly kind: 'saved' }

/** The reason and the next step, for the tooltip of the cell. */
const describeFailure = (failure: Failure | null): string => [failure?.message, failure?.next].filter(Boolean).join(' ')

/** A hidden number is neither shown nor copied, and its editor starts empty: what is typed replaces it. */
function hiddenCell(customer: Customer, field: EditableField, local: LocalEdit | null): GridCell {
  const own = { text: customer.hiddenNumbers.includes(field) ? cellText.hidden : '', copyText: '' }
  if (local?.kind === 'saving') return { ...own, text: local.typed, tone: 'pending', title: cellText.saving }
  if (local?.kind === 'rejected') {
    const title = cellText.notSaved(local.typed, describeFailure(local.failure))
    return { ...own, tone: 'failed', mark: '!', title, editText: local.typed }
  }
  const shown = { ...own, editText: '' }
  const edit = customer.edits.find((each) => each.field === field)
  switch (edit?.state) {
    case undefined:
      return local?.kind === 'saved'
        ? { ...shown, tone: 'saved', title: cellText.saved }
        : { ...shown, mark: '⊘', title: cellText.doNotContact }
    case 'pending':
      return { ...shown, tone: 'pending', title: cellText.pendingHidden }
    case 'failed':
      return {
        ...shown,
        tone: 'failed',
        mark: '!',
        title: cellText.notSavedHidden(describeFailure(edit?.failure ?? null)),
      }
    case 'conflict':
      return { ...shown, tone: 'conflict', mark: '≠', title: cellText.conflictHidden }
  }
}

function editedCell(customer: Customer, field: EditableField, local: LocalEdit | null): GridCell {
  if (isHiddenField(customer, field)) return hiddenCell(customer, field, local)
  const own = formatField(field, customer[field])
  if (local?.kind === 'saving') return { text: local.typed, tone: 'pending', title: cellText.saving }
  if (local?.kind === 'rejected')
    return {
      text: own,
      tone: 'failed',
      mark: '!',
      title: cellText.notSaved(local.typed, describeFailure(local.failure)),
      editText: local.typed,
    }
  const edit = customer.edits.find((each) => each.field === field)
  if (!edit) return local?.kind === 'saved' ? { text: own, tone: 'saved', title: cellText.saved } : { text: own }
  const mine = formatField(field, edit.value)
  switch (edit.state) {
    case 'pending':
      return { text: mine, tone: 'pending', title: cellText.pending(own) }
    case 'failed':
      return {
        text: own,
        tone: 'failed',
        mark: '!',
        title: cellText.notSaved(mine, describeFailure(edit.failure)),
        editText: mine,
      }
    case 'conflict':
      return {
        text: own,
        tone: 'conflict',
        mark: '≠',
        title: cellText.conflict(formatField(field, edit.elsewhere), mine),
        editText: mine,
      }
  }
}

function ownCell(customer: Customer, key: string, region: Region): GridCell {
  switch (key) {
    case 'rego':
      return { text: formatPlate(customer.rego) }
    case 'state':
      return { text: customer.state ?? '' }
    case 'vehicleTitle': {
      const { vehicle } = customer
      if (!vehicle) return { text: cellText.notLookedUp, tone: 'muted' }
      const title = `${vehicle.title}. ${vehicleSource(customer)}`
      return vehicle.source === 'service' ? { text: vehicle.title } : { text: vehicle.title, tone: 'muted', title }
    }
    case 'vin':
      return { text: customer.vin ?? '' }
    case 'lastUpdated':
      return { text: formatMoment(customer.lastUpdated) }
    case 'lastSighting': {
      const newest = sightingsByAge(customer)[0]
      if (!newest) return { text: '', title: cellText.neverListed }
      const price = formatMoney(newest.listingPrice, region)
      const title = [formatMoment(newest.at), newest.listingTitle].filter(Boolean).join(' · ')
      return { text: formatDate(newest.at), title, ...(price ? { mark: price } : {}) }
    }
    default: {
      const field = fieldOfKey(key)
      if (customer.hiddenNumbers.includes(key))
        return { text: cellText.hidden, copyText: '', mark: '⊘', title: cellText.doNotContact }
      return { text: field === null ? '' : additionalText(customer.additionalFields[field]) }
    }
  }
}

/** One cell of the list. */
export function customerCell(
  customer: Customer,
  key: string,
  local: (field: EditableField) => LocalEdit | null,
  region: Region,
): GridCell {
  const cell = isEditableField(key) ? editedCell(customer, key, local(key)) : ownCell(customer, key, region)
  if (customer.deleting?.state === 'pending') {
    const leaving = { text: cell.text, tone: 'leaving', title: cellText.deleting } as const
    return cell.copyText === undefined ? leaving : { ...leaving, copyText: cell.copyText }
  }
  if (customer.deleting?.state === 'failed' && key === 'clientName')
    return {
      text: cell.text,
      tone: 'failed',
      mark: '!',
      title: cellText.notDeleted(describeFailure(customer.deleting.failure)),
    }
  return cell
}

/** The value of an additional field in one line, for any JSON value. */
export function additionalText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? cellText.yes : cellText.no
  if (Array.isArray(value)) return value.map(additionalText).filter(Boolean).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${additionalText(part)}`)
      .join(', ')
  return String(value)
}

/** A value of an edit. A hidden number is named so. */
export const editValue = (field: EditableField, value: string | null, hidden: boolean): string =>
  hidden ? cellText.hidden : formatField(field, value)

/** An edit as text: "Mobile: 0491 570 006". */
export const editText = ({ field, value }: Pick<CellEdit, 'field' | 'value'>, hidden: boolean): string =>
  customersText.details.edit(fieldNames[field], editValue(field, value, hidden))
