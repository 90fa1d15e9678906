import type { CustomerChange, EditableField } from '../../contract/customers.ts'
import { assertNever, type Failure } from '../../contract/result.ts'
import { formatDate } from '../../contract/calendar-date.ts'

type FailureText = Pick<Failure, 'message' | 'kept' | 'next'>

/** Every sentence that core words about customers. */
export const customerMessages = {
  draftsUnavailable: 'Drafts are not available.',
  notInList: 'This customer is no longer in your list.',
  beingDeleted: 'This customer is being deleted.',
  beingDeletedNoEdit: { message: 'This customer is being deleted and can’t be edited.', kept: 'Nothing was changed.' },
  nothingChanged: 'Nothing was changed.',
  syncFailed: 'The customer list couldn’t be refreshed.',
  invalidValue: (typed: string) => `“${typed}” can’t be saved in this field. Correct it or clear it.`,
  editFinished: 'This change has already been saved or discarded.',
  retryOfDeleted: 'This customer was deleted, so the change can’t be saved.',
  deletedElsewhere: {
    message: 'This customer was deleted elsewhere or expired before your change was saved.',
    kept: 'Your change is kept here until you discard it.',
    next: 'Discard the change.',
  },
  editRefused: 'The field was not changed.',
  deletionRefused: 'The customer was not deleted.',
  nothingToUndo: 'Nothing to undo. The customers of your last change are no longer in your list.',
  undoneOne: (field: EditableField, value: string | null, name: string | null) => {
    const customer = field === 'clientName' || name === null ? '' : ` for ${name}`
    return `Undone. ${fieldTitles[field]}${customer} changed back to ${valueOnScreen(field, value)}.`
  },
  undoneHidden: (name: string | null) =>
    name === null ? 'Undone. Mobile changed back.' : `Undone. Mobile for ${name} changed back.`,
  hiddenNumber: 'hidden number',
  hiddenMobileChange: 'Mobile changed (number hidden)',
  revealed: {
    shown: 'Do Not Contact number shown',
    copied: 'Do Not Contact number copied',
    exported: 'Do Not Contact number exported',
  },
  undoneMany: (field: EditableField, customers: number) =>
    `Undone. ${fieldTitles[field]} changed back for ${customers.toLocaleString('en-AU')} customers.`,
  viewExists: (name: string) => ({
    message: `A view named “${name}” already exists.`,
    kept: 'Nothing was changed.',
    next: 'Choose another name.',
  }),
  viewGone: 'This view no longer exists.',
  nothingToRestore: {
    message: 'These customers are already being restored or are no longer in the bin.',
    kept: 'Nothing was changed.',
  },
  alreadyRestoring: 'These customers are already being restored.',
  restoreUnavailable: 'Customers can’t be restored here, because uploads are not available.',
  importedFrom: (name: string, row: number) => `Imported in “${name}”, row ${row.toLocaleString('en-AU')}`,
} satisfies Record<
  string,
  string | FailureText | Readonly<Record<string, string>> | ((...values: never[]) => string | FailureText)
>

/** Texts of the upload that restores customers: it appears under this name in the upload history. */
export const restoreUpload = {
  name: 'Restored from the bin',
  header: ['Rego', 'State', 'VIN', 'Name', 'Mobile', 'Sale date', 'Expiry date'],
} as const

/** Texts of an exported file. */
export const exportText = {
  fileName: (today: string, format: string) => `Customers ${today}.${format}`,
  sheet: 'Customers',
  doNotContact: 'Do Not Contact',
  yes: 'Yes',
} as const

export const fieldTitles: Readonly<Record<EditableField, string>> = {
  clientName: 'Name',
  mobileNumber: 'Mobile',
  saleDate: 'Sale date',
  expiryDate: 'Expiry date',
}

/** A value as it is shown: dates d/mm/yyyy, no value as "empty". */
export function valueOnScreen(field: EditableField, value: string | null): string {
  if (value === null || value === '') return 'empty'
  switch (field) {
    case 'saleDate':
    case 'expiryDate':
      return formatDate(value)
    case 'clientName':
    case 'mobileNumber':
      return value
    default:
      return assertNever(field)
  }
}

/** One line of a customer's history: "Expiry date changed from 1/07/2027 to 1/07/2028". */
export function historyText({
  kind,
  field,
  before,
  after,
}: Pick<CustomerChange, 'kind' | 'field' | 'before' | 'after'>): string {
  switch (kind) {
    case 'edited':
      return field === null
        ? 'Changed'
        : `${fieldTitles[field]} changed from ${valueOnScreen(field, before)} to ${valueOnScreen(field, after)}`
    case 'deleted':
      return 'Deleted and moved to the bin'
    case 'restored':
      return 'Restored from the bin'
    case 'uploaded':
      return 'Imported'
    case 'revealed':
      return customerMessages.revealed.shown
    default:
      return assertNever(kind)
  }
}
