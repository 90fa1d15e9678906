import type { CellEdit, Customer, EditableField } from '../../../contract/customer-record.ts'
import { customerColumns, fieldOfKey, isRecordColumn } from '../../../contract/customer-columns.ts'
import type { Region } from '../../../contract/region.ts'
import type { Failure } from '../../../contract/result.ts'
import { formatPlate } from '../../ui/format.ts'
import type { GridCell } from '../../ui/grid/grid.ts'
import { customerFields, formatValue, isEditableField } from './customer-fields.ts'
import { customersText } from './customers-text.ts'

const { cell: cellText } = customersText

/** Whether a field holds a number of a Do Not Contact person, which the window does not have. */
export const isHiddenField = (customer: Customer, field: EditableField): boolean =>
  field === 'mobileNumber' && (customer.hiddenNumbers.includes(field) || customer.doNotContact)

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
export const formatField = (field: EditableField, value: string | null): string =>
  formatValue(customerColumns[field].kind, value)

/** The state of a cell that only this window knows: its edit is being handed over, was rejected, or was just saved. */
export type LocalEdit =
  | { readonly kind: 'saving'; readonly typed: string }
  | { readonly kind: 'rejected'; readonly typed: string; readonly failure: Failure }
  | { readonly kind: 'saved' }

/** The reason and the next step, for the tooltip of the cell. */
const describeFailure = (failure: Failure | null): string => [failure?.message, failure?.next].filter(Boolean).join(' ')

/** An editable cell. A hidden number is neither shown nor copied, and its editor starts empty: what is typed replaces it. */
function editedCell(customer: Customer, field: EditableField, local: LocalEdit | null): GridCell {
  const isHidden = isHiddenField(customer, field)
  const own = isHidden
    ? { text: customer.hiddenNumbers.includes(field) ? cellText.hidden : '', copyText: '' }
    : { text: formatField(field, customer[field]) }
  if (local?.kind === 'saving') return { ...own, text: local.typed, tone: 'pending', title: cellText.saving }
  if (local?.kind === 'rejected') {
    const title = cellText.notSaved(local.typed, describeFailure(local.failure))
    return { ...own, tone: 'failed', mark: '!', title, editText: local.typed }
  }
  const shown = isHidden ? { ...own, editText: '' } : own
  const edit = customer.edits.find((each) => each.field === field)
  if (!edit) {
    if (local?.kind === 'saved') return { ...shown, tone: 'saved', title: cellText.saved }
    return isHidden ? { ...shown, mark: '⊘', title: cellText.doNotContact } : shown
  }
  const reason = describeFailure(edit.failure)
  const mine = formatField(field, edit.value)
  switch (edit.state) {
    case 'pending':
      return isHidden
        ? { ...shown, tone: 'pending', title: cellText.pendingHidden }
        : { text: mine, tone: 'pending', title: cellText.pending(own.text) }
    case 'failed':
      return {
        ...shown,
        tone: 'failed',
        mark: '!',
        ...(isHidden
          ? { title: cellText.notSavedHidden(reason) }
          : { title: cellText.notSaved(mine, reason), editText: mine }),
      }
    case 'conflict':
      return {
        ...shown,
        tone: 'conflict',
        mark: '≠',
        ...(isHidden
          ? { title: cellText.conflictHidden }
          : { title: cellText.conflict(formatField(field, edit.elsewhere), mine), editText: mine }),
      }
  }
}

function ownCell(customer: Customer, key: string, region: Region): GridCell {
  if (isRecordColumn(key)) {
    const { kind, value } = customerColumns[key]
    return customerFields[key].cell?.(customer, region) ?? { text: formatValue(kind, value(customer)) }
  }
  if (customer.hiddenNumbers.includes(key))
    return { text: cellText.hidden, copyText: '', mark: '⊘', title: cellText.doNotContact }
  const field = fieldOfKey(key)
  return { text: field === null ? '' : additionalText(customer.additionalFields[field]) }
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
  customersText.details.edit(customerColumns[field].title, editValue(field, value, hidden))
