import { customerColumns } from '../../contract/customer-columns.ts'
import type { EditableField } from '../../contract/customer-record.ts'
import type { CustomerChange } from '../../contract/customer-changes.ts'
import { assertNever, type Failure } from '../../contract/result.ts'
import { formatDate, type DateFormat } from '../../contract/calendar-date.ts'
import { rowText } from '../../contract/row-id.ts'
import type { StepKind } from './changes/steps.ts'
import { formatNumber, formatPhone } from '../../contract/regional-format.ts'
import { type Region } from '../../contract/region.ts'

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
  restoredEdit: {
    message: 'Your data was restored, so this change wasn’t sent. It may have been sent before.',
    next: 'Check the customer, then retry or discard the change.',
  },
  restoredDeletion: {
    message: 'Your data was restored, so this deletion wasn’t sent. It may have been sent before.',
    next: 'Check the customer, then retry or keep the customer.',
  },
  restoredSince: {
    message: 'These customers are in your list: they were restored after the backup of this data was made.',
    kept: 'Nothing was changed.',
    next: 'Remove them from the bin.',
  },
  editRefused: 'The field was not changed.',
  deletionRefused: 'The customer was not deleted.',
  hiddenNumber: 'hidden number',
  hiddenMobileChange: 'Mobile changed (number hidden)',
  revealed: {
    shown: 'Do Not Contact number shown',
    copied: 'Do Not Contact number copied',
    exported: 'Do Not Contact number exported',
  },
  hiddenNumberInCell: 'This customer is marked Do Not Contact, and the number is hidden. Edit it in its own cell.',
  cellInConflict: 'This cell was also changed by someone else. Compare the values first.',
  selectionChanged: (now: number, shown: number) => ({
    message: `The list has changed: ${count(now, 'customer')} ${now === 1 ? 'is' : 'are'} selected now, not ${formatNumber(shown)}.`,
    kept: 'Nothing was changed.',
    next: 'Select the customers again.',
  }),
  binChanged: (now: number, shown: number) => ({
    message: `The bin has changed: ${count(now, 'customer')} can be deleted now, not ${formatNumber(shown)}.`,
    kept: 'Nothing was deleted.',
    next: 'Check the bin, then empty it.',
  }),
  tooManyCells: (most: number) => ({
    message: `At most ${formatNumber(most)} cells can be changed at once.`,
    kept: 'Nothing was changed.',
    next: 'Select fewer rows.',
  }),
  viewExists: (name: string) => ({
    message: `A view named “${name}” already exists.`,
    kept: 'Nothing was changed.',
    next: 'Choose another name.',
  }),
  viewGone: 'This view no longer exists.',
  changedSince: {
    message: 'Customers were changed since, for example by an import.',
    kept: 'Nothing was undone.',
    next: 'Undo the newer change first.',
  },
  nothingToRestore: {
    message: 'These customers are already being restored or are no longer in the bin.',
    kept: 'Nothing was changed.',
  },
  stillAtService: {
    message: 'The service still has these customers.',
    kept: 'Nothing was restored.',
    next: 'Refresh the list, then restore what is still in the bin.',
  },
  alreadyRestoring: 'These customers are already being restored.',
  restoreUnavailable: 'Customers can’t be restored here, because uploads are not available.',
  importedFrom: (name: string, row: number) => `Imported in “${name}”, row ${rowText(row)}`,
} satisfies Record<
  string,
  string | FailureText | Readonly<Record<string, string>> | ((...values: never[]) => string | FailureText)
>

const count = (number: number, noun: string): string => `${formatNumber(number)} ${noun}${number === 1 ? '' : 's'}`

const cellsDone: Readonly<Record<Exclude<StepKind, 'delete' | 'edit-many'>, string>> = {
  edit: 'changed',
  update: 'updated from a draft',
  paste: 'pasted',
  'fill-down': 'filled down',
  clear: 'cleared',
}
const ends = { undone: 'Undone', redone: 'Redone' } as const
type UndoEnd = keyof typeof ends

/** What undo and redo say. */
export const undoMessages = {
  nothing: (end: UndoEnd) =>
    `Nothing to ${end === 'undone' ? 'undo' : 'redo'}. The customers of this change are no longer in your list.`,
  oneCell(
    end: UndoEnd,
    {
      field,
      name,
      value,
    }: { readonly field: EditableField; readonly name: string | null; readonly value: string | null },
    hidden: boolean,
    form: ValueForm,
  ): string {
    const customer = field === 'clientName' || name === null ? '' : ` for ${name}`
    const change = end === 'undone' ? 'changed back' : 'changed again'
    return `${ends[end]}. ${customerColumns[field].title}${customer} ${change}${hidden ? '' : ` to ${valueOnScreen(field, value, form)}`}.`
  },
  cells: (end: UndoEnd, kind: Exclude<StepKind, 'delete'>, field: EditableField, cells: number) =>
    kind === 'edit-many'
      ? `${ends[end]}: ${customerColumns[field].title} changed for ${count(cells, 'customer')}.`
      : `${ends[end]}: ${count(cells, 'cell')} ${cellsDone[kind]}.`,
  conflicts: (cells: number) =>
    `${count(cells, 'cell')} ${cells === 1 ? 'was' : 'were'} changed elsewhere since and not overwritten. Compare the values.`,
  onlyConflicts: (end: UndoEnd, cells: number) =>
    `Not ${end}: the value ${cells === 1 ? 'was' : `of ${count(cells, 'cell')} was`} changed elsewhere since. Compare the values.`,
  deletionUndone({ kept, restored }: { readonly kept: number; readonly restored: number }): string {
    if (kept + restored === 0) return 'Nothing to undo. These customers are no longer in the bin.'
    const parts = [
      kept === 0 ? '' : `${count(kept, 'customer')} kept.`,
      restored === 0
        ? ''
        : `${count(restored, 'customer')} restored from the bin as ${restored === 1 ? 'a new record' : 'new records'}.`,
    ]
    return parts.filter(Boolean).join(' ')
  },
  deletionRedone: (deleted: number, of: number) =>
    deleted === of
      ? `Redone: ${count(deleted, 'customer')} deleted.`
      : `Redone: ${formatNumber(deleted)} of ${count(of, 'customer')} deleted. The others were restored as new records.`,
} as const

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

/** What the shown form of a value depends on. */
export interface ValueForm {
  readonly region: Region
  readonly dateFormat: DateFormat
}

/** A value as it is shown, no value as "empty". */
function valueOnScreen(field: EditableField, value: string | null, { region, dateFormat }: ValueForm): string {
  if (value === null || value === '') return 'empty'
  switch (field) {
    case 'saleDate':
    case 'expiryDate':
      return formatDate(value, dateFormat)
    case 'mobileNumber':
      return formatPhone(value, region)
    case 'clientName':
      return value
    default:
      return assertNever(field)
  }
}

/** One line of a customer's history: "Expiry date changed from 1/07/2027 to 1/07/2028". */
export function historyText(
  { kind, field, before, after }: Pick<CustomerChange, 'kind' | 'field' | 'before' | 'after'>,
  form: ValueForm,
): string {
  switch (kind) {
    case 'edited':
      return field === null
        ? 'Changed'
        : `${customerColumns[field].title} changed from ${valueOnScreen(field, before, form)} to ${valueOnScreen(field, after, form)}`
    case 'deleted':
      return 'Deleted and moved to the bin'
    case 'restored':
      return 'Restored from the bin'
    case 'listed-again':
      return 'Moved back from the bin: the service still has this customer'
    case 'uploaded':
      return 'Imported'
    case 'revealed':
      return customerMessages.revealed.shown
    default:
      return assertNever(kind)
  }
}
