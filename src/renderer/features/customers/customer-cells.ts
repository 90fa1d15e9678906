import type { CellEdit, Customer, EditableField, Sighting } from '../../../contract/customers.ts'
import type { Region } from '../../../contract/region.ts'
import type { Failure } from '../../../contract/result.ts'
import { formatDate, formatMobile, formatMoment, formatMoney, formatPlate } from '../../ui/format.ts'
import type { GridCell } from '../../ui/grid/grid.ts'
import { fieldOfKey } from './customer-columns.ts'

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

/** The name as the list shows it, a change that waits included, or what else tells the record apart. */
export function customerTitle(customer: Customer): string {
  const renamed = customer.edits.find(({ field, state }) => field === 'clientName' && state === 'pending')
  return (
    (renamed ? renamed.value : customer.clientName) ||
    customer.vehicleTitle ||
    formatPlate(customer.rego) ||
    customer.vin ||
    'Customer without a name'
  )
}

/** The car of a customer in one line: "ABC12D, 2019 Toyota RAV4 GXL". */
export const carWords = (customer: Customer): string =>
  [formatPlate(customer.rego), customer.vehicleTitle].filter(Boolean).join(', ')

/** A value of an editable field as it is shown and as its editor starts: dates d/m/yyyy. */
export function shownField(field: EditableField, value: string | null): string {
  if (field === 'saleDate' || field === 'expiryDate') return formatDate(value)
  return field === 'mobileNumber' ? formatMobile(value) : (value ?? '')
}

/** What this window knows of a cell beyond its record: it is on its way into the program, was not taken, or was just saved. */
export type LocalEdit =
  | { readonly kind: 'taking'; readonly typed: string }
  | { readonly kind: 'refused'; readonly typed: string; readonly failure: Failure }
  | { readonly kind: 'saved' }

/** Why, and what to do: for the cell's title. */
const reason = (failure: Failure | null): string => [failure?.message, failure?.next].filter(Boolean).join(' ')

function editedCell(customer: Customer, field: EditableField, local: LocalEdit | null): GridCell {
  const own = shownField(field, customer[field])
  if (local?.kind === 'taking') return { text: local.typed, tone: 'pending', title: 'Being saved' }
  if (local?.kind === 'refused')
    return {
      text: own,
      tone: 'failed',
      mark: '!',
      title: `Not saved: ${local.typed || 'an empty cell'}. ${reason(local.failure)}`,
      editText: local.typed,
    }
  const edit = customer.edits.find((each) => each.field === field)
  if (!edit) return local?.kind === 'saved' ? { text: own, tone: 'saved', title: 'Saved' } : { text: own }
  const mine = shownField(field, edit.value)
  switch (edit.state) {
    case 'pending':
      return { text: mine, tone: 'pending', title: `Waiting to be saved. At the service: ${own || 'nothing'}` }
    case 'failed':
      return {
        text: own,
        tone: 'failed',
        mark: '!',
        title: `Not saved: ${mine || 'an empty cell'}. ${reason(edit.failure)}`,
        editText: mine,
      }
    case 'conflict':
      return {
        text: own,
        tone: 'conflict',
        mark: '≠',
        title: `Changed elsewhere to “${shownField(field, edit.elsewhere) || 'nothing'}”. Yours: “${mine || 'nothing'}”. Nothing was overwritten.`,
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
      return customer.vehicleTitle ? { text: customer.vehicleTitle } : { text: 'Not looked up yet', tone: 'muted' }
    case 'vin':
      return { text: customer.vin ?? '' }
    case 'lastUpdated':
      return { text: formatMoment(customer.lastUpdated) }
    case 'lastSighting': {
      const newest = sightingsByAge(customer)[0]
      if (!newest) return { text: '', title: 'Not seen for sale' }
      const price = formatMoney(newest.listingPrice, region)
      return { text: formatDate(newest.at), title: newest.listingTitle, ...(price ? { mark: price } : {}) }
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
  if (customer.deleting?.state === 'pending') return { text: cell.text, tone: 'leaving', title: 'Being deleted' }
  if (customer.deleting?.state === 'failed' && key === 'clientName')
    return {
      text: cell.text,
      tone: 'failed',
      mark: '!',
      title: `Not deleted: ${reason(customer.deleting.failure)}`,
    }
  if (key === 'mobileNumber' && customer.doNotContact && !cell.tone)
    return { ...cell, mark: '⊘', title: 'This person is not to be contacted' }
  return cell
}

/** An additional field's value in one line, whatever it is. */
export function additionalText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(additionalText).filter(Boolean).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${additionalText(part)}`)
      .join(', ')
  return String(value)
}

/** An edit of the journal in words: "Mobile of Jane: 0491 570 006". */
export const editWords = (edit: Pick<CellEdit, 'field' | 'value'>): string =>
  `${fieldNames[edit.field]}: ${shownField(edit.field, edit.value) || 'emptied'}`
