import type { CellEdit, Customer, EditableField, Sighting } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import type { Failure } from '../../../contract/result.ts'
import { formatDate, formatMobile, formatMoment, formatMoney, formatPlate } from '../../ui/format.ts'
import type { GridCell } from '../../ui/grid/grid.ts'
import { fieldOfKey } from './customer-columns.ts'
import { customersText } from './customers-text.ts'

const { cell: cellText } = customersText

export const fieldNames: Readonly<Record<EditableField, string>> = customersText.fields

export const isEditableField = (key: string): key is EditableField => key in fieldNames

/** Sightings with the newest first. */
export const sightingsByAge = (customer: Customer): readonly Sighting[] =>
  customer.sightings.toSorted((a, b) => (Date.parse(b.at) || 0) - (Date.parse(a.at) || 0))

/** The name as the list shows it, including a change that is not saved yet; otherwise the vehicle, rego or VIN. */
export function customerTitle(customer: Customer): string {
  const renamed = customer.edits.find(({ field, state }) => field === 'clientName' && state === 'pending')
  return (
    (renamed ? renamed.value : customer.clientName) ||
    customer.vehicleTitle ||
    formatPlate(customer.rego) ||
    customer.vin ||
    customersText.unnamed
  )
}

/** The car of a customer in one line: "ABC12D, 2019 Toyota RAV4 GXL". */
export const carTitle = (customer: Customer): string =>
  [formatPlate(customer.rego), customer.vehicleTitle].filter(Boolean).join(', ')

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

function editedCell(customer: Customer, field: EditableField, local: LocalEdit | null): GridCell {
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
    case 'vehicleTitle':
      return customer.vehicleTitle ? { text: customer.vehicleTitle } : { text: cellText.notLookedUp, tone: 'muted' }
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
  if (customer.deleting?.state === 'pending') return { text: cell.text, tone: 'leaving', title: cellText.deleting }
  if (customer.deleting?.state === 'failed' && key === 'clientName')
    return {
      text: cell.text,
      tone: 'failed',
      mark: '!',
      title: cellText.notDeleted(describeFailure(customer.deleting.failure)),
    }
  if (key === 'mobileNumber' && customer.doNotContact && !cell.tone)
    return { ...cell, mark: '⊘', title: cellText.doNotContact }
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

/** An edit as text: "Mobile: 0491 570 006". */
export const editText = (edit: Pick<CellEdit, 'field' | 'value'>): string =>
  customersText.details.edit(fieldNames[edit.field], formatField(edit.field, edit.value))
