import type { Reachability } from '../../../contract/connections.ts'
import { rowText } from '../../../contract/row-id.ts'
import { keysOnThisPc } from '../../ui/key-names.ts'
import { formatAge, formatCount, formatDate, plural } from '../../ui/format.ts'

/** Why no change reaches the service now. */
export type Blocked = Extract<Reachability, 'offline' | 'service-down' | 'sign-in-required'>

const blocked: Readonly<Record<Blocked, { readonly what: string; readonly until: string }>> = {
  offline: { what: 'a connection', until: 'when you’re back online' },
  'service-down': { what: 'the service', until: 'when the service responds' },
  'sign-in-required': { what: 'your sign-in', until: 'when the service accepts your sign-in' },
}

export const customersText = {
  title: 'Customers',
  gridLabel: 'Customers',
  offlineSubtitle: (status: string): string => `${status}. Offline: showing saved customers.`,
  openBin: (count: number): string => (count > 0 ? `Bin (${formatCount(count)})` : 'Bin'),
  refresh: 'Refresh',
  showAll: 'Show all customers',
  unnamed: 'Unnamed customer',
  unnamedInSentence: 'an unnamed customer',
  emptyValue: 'empty',
  notProvided: 'Not provided',
  retry: 'Try again',
  open: 'Open details',

  cell: {
    saving: 'Saving',
    saved: 'Saved',
    notSaved: (value: string, reason: string): string => `Not saved: ${value || 'empty'}. ${reason}`,
    pending: (current: string): string => `Waiting to be saved. Current value: ${current || 'empty'}`,
    conflict: (theirs: string, yours: string): string =>
      `Also changed by someone else. Theirs: ${theirs || 'empty'}. Yours: ${yours || 'empty'}.`,
    notLookedUp: 'Not looked up yet',
    fromSpreadsheet: 'From your spreadsheet',
    fromListing: 'From the newest listing',
    fromLookup: (at: string): string => `Looked up ${at}`.trim(),
    hidden: 'Hidden',
    pendingHidden: 'Do not contact. A new number is waiting to be saved.',
    notSavedHidden: (reason: string): string => `Do not contact. A new number was not saved. ${reason}`.trim(),
    conflictHidden: 'Do not contact. The number was also changed by someone else.',
    neverListed: 'Not seen for sale',
    deleting: 'Being deleted',
    notDeleted: (reason: string): string => `Not deleted: ${reason}`,
    doNotContact: 'Do not contact. Open the customer to show the number.',
    yes: 'Yes',
    no: 'No',
  },

  toolbar: {
    label: 'Customers',
    search: 'Search customers',
    searchPlaceholder: 'Search',
    searchHint: 'Search all columns',
    hint: keysOnThisPc('Type in a cell to edit it. Ctrl+Enter opens the customer.'),
  },

  listOptions: {
    label: 'List options',
    sortBy: 'Sort by',
    sortedDescending: 'Descending. Select to sort ascending.',
    sortedAscending: 'Ascending. Select to sort descending.',
    columnsNote: 'Which are shown, and the height of rows',
    binNote: 'Restore deleted customers',
  },

  columnsPanel: {
    label: 'Columns',
    pin: (title: string): string => `Pin ${title} to the left`,
    moveLeft: (title: string): string => `Move ${title} left`,
    moveRight: (title: string): string => `Move ${title} right`,
    extra: 'extra field',
    fit: 'Fit to content',
    reset: 'Reset columns',
  },

  export: {
    label: 'Export',
    note: 'The rows of the list as Excel or CSV',
    text: (count: number): string => `${plural(count, 'customer')}, with the columns and order shown.`,
    includeHidden: 'Include numbers of Do Not Contact customers',
    includeHint: 'Including them is recorded.',
    excelNote: 'with real dates, keeps leading zeros',
    done: (count: number, fileName: string): string => `${plural(count, 'customer')} saved as ${fileName}.`,
  },

  selection: {
    label: 'Selection',
    count: (count: number): string => `${formatCount(count)} selected`,
    all: (count: number): string => `All ${formatCount(count)} selected`,
    selectAll: (count: number): string => `Select all ${formatCount(count)}`,
    edit: (count: number): string => `Edit ${formatCount(count)}`,
    lookUp: (count: number): string => `Look up ${plural(count, 'car')}`,
    copyRows: 'Copy rows',
    delete: (count: number): string => `Delete ${formatCount(count)}`,
    copy: 'Copy',
    copyWithHeaders: 'Copy with headers',
    selectRows: 'Select rows',
    clear: 'Clear selection',
    copied: (count: number): string => `${plural(count, 'row')} copied.`,
    copiedWithout: (count: number, hidden: number): string =>
      `${plural(count, 'row')} copied. ${plural(hidden, 'Do Not Contact number')} left out. Including ${hidden === 1 ? 'it' : 'them'} is recorded.`,
    includeHidden: 'Include numbers',
    readyToCopy: (count: number): string => `${plural(count, 'row')} ready to copy.`,
  },

  /** What an edit does beyond its cell. */
  consequences: {
    expires: (name: string, date: string): string => `The service deletes ${name} on ${date}.`,
    expire: 'The service deletes each customer on its expiry date.',
    forbidden: (name: string): string =>
      `${name} is Do Not Contact now: the new number is marked. It is hidden, and their cars leave the call list.`,
    allowed: (name: string): string => `${name} can be contacted now: only the earlier number was marked.`,
  },

  editMany: {
    title: (count: number): string => `Edit ${plural(count, 'customer')}`,
    names: (names: readonly string[], count: number): string =>
      [...names.slice(0, 3), ...(count > 3 ? [`and ${formatCount(count - 3)} more`] : [])].join('; '),
    kind: 'Change',
    chooseKind: 'Choose a change.',
    chooseField: 'Select a field.',
    enterAmount: 'Enter a whole number, not 0.',
    enterValue: 'Enter a value.',
    fieldPlaceholder: 'Select a field',
    extend: 'Extend expiry by 1 year',
    shift: 'Shift a date',
    set: 'Set a value',
    clear: 'Clear a field',
    field: 'Field',
    dateField: 'Date',
    amount: 'Amount',
    unit: 'Unit',
    years: 'years',
    months: 'months',
    value: 'New value',
    dateHint: 'Customers without this date are skipped.',
    shiftHint: 'Customers without this date are skipped. Use a negative number to shift it back.',
    setHint: 'The value is validated before it is saved.',
    clearHint: (count: number): string => `The field is cleared for ${plural(count, 'customer')}.`,
    cancel: 'Cancel',
    apply: (count: number): string => `Change ${plural(count, 'customer')}`,
    done(changed: number, unchanged: number, refused: number, reason: string): string {
      const parts = [
        `${plural(changed, 'customer')} changed`,
        unchanged > 0 ? `${plural(unchanged, 'customer')} unchanged` : '',
        refused > 0 ? `${plural(refused, 'customer')} not changed: ${reason.replace(/\.$/, '')}` : '',
      ]
      return `${parts.filter(Boolean).join('; ')}.`
    },
  },

  delete: {
    title: (count: number, name: string | undefined): string =>
      count === 1 && name ? `Delete ${name}?` : `Delete ${plural(count, 'customer')}?`,
    text: (count: number): string =>
      count === 1
        ? 'The service stops watching for this car and deletes its sightings, and its calls leave the call list. You can restore it from the bin (as a new record, without calls).'
        : 'The service stops watching for these cars and deletes their sightings, and their calls leave the call list. You can restore them from the bin (as new records, without calls).',
    more: (count: number): string => `and ${formatCount(count)} more`,
    confirm: (count: number): string => (count === 1 ? 'Delete customer' : `Delete ${plural(count, 'customer')}`),
    doneNamed: (name: string): string =>
      `Deleting ${name}. Undo now to keep the record, or restore it later from the bin as a new one.`,
    done: (count: number): string =>
      `Deleting ${plural(count, 'customer')}. Undo now to keep the records, or restore them later from the bin as new ones.`,
  },

  menu: {
    label: (name: string): string => `Menu for ${name}`,
    open: 'Open customer',
    lookUp: 'Look up this car',
    noCar: 'This customer has no rego or VIN.',
    call: 'Call',
    callNumber: (number: string): string => `Call ${number}`,
    copyNumber: 'Copy number',
    numberCopied: 'Number copied.',
    noNumber: 'This customer has no mobile.',
    doNotContact: 'This customer is marked Do Not Contact.',
    deleting: 'This customer is being deleted.',
    remove: (rows: number): string => (rows === 1 ? 'Delete customer…' : `Delete ${formatCount(rows)} customers…`),
  },

  undo: 'Undo',
  redo: 'Redo',
  nothingToRedo: 'Nothing to redo.',
  nothingToUndo: 'Nothing to undo.',
  undoMany: (count: number) => ({ title: `Undo the change of ${plural(count, 'customer')}?`, confirmLabel: 'Undo' }),

  conflict: {
    title: (field: string, name: string): string => `${field} of ${name || 'this customer'} was also changed`,
    text: 'Someone else changed this value. Choose which one to keep.',
    before: 'Before',
    beforeNote: 'when you edited it',
    theirs: 'Theirs',
    theirsNote: 'current value',
    yours: 'Yours',
    yoursNote: 'not saved yet',
    later: 'Later',
    keepTheirs: 'Keep theirs',
    keepMine: 'Keep mine',
  },

  problems: {
    notSaved: (field: string, name: string): string => `The ${field.toLowerCase()} of ${name} was not saved.`,
    conflict: (field: string, name: string): string =>
      `The ${field.toLowerCase()} of ${name} was also changed by someone else.`,
    typed: (typed: string): string => `You entered: ${typed || 'empty'}.`,
    yours: (value: string): string => `Yours: ${value || 'empty'}.`,
    both: (theirs: string, yours: string): string => `Theirs: ${theirs || 'empty'}. Yours: ${yours || 'empty'}.`,
    more: (count: number): string => `${plural(count, 'more change')} not saved`,
    discard: 'Discard change',
    fix: 'Fix',
    compare: 'Compare',
  },

  unsaved: {
    label: 'Unsaved changes',
    list: 'Changes',
    failed: (count: number): string => `${plural(count, 'change')} not saved`,
    allSaved: 'All saved',
    refreshing: 'Refreshing',
    blocked: (count: number, by: Blocked): string => `${plural(count, 'change')} waiting for ${blocked[by].what}`,
    saving: (count: number): string => `Saving ${plural(count, 'change')}`,
    held: (count: number): string => `${plural(count, 'deletion')} not sent yet`,
    heldText: (count: number): string =>
      `${plural(count, 'deletion')} ${count === 1 ? 'waits' : 'wait'} a few seconds, so that Undo keeps the ${count === 1 ? 'record and its' : 'records and their'} sightings.`,
    none: 'Every change is saved at the service.',
    waiting: (count: number, by: Blocked | null): string =>
      `${plural(count, 'change')} to send${by === null ? '' : ` ${blocked[by].until}`}.`,
    undo: 'Undo last change',
    pending: 'waiting',
    conflict: (value: string): string => `also changed by someone else to ${value || 'empty'}`,
    notSaved: 'not saved',
    more: (count: number): string => `and ${formatCount(count)} more`,
    compare: 'Compare',
    discard: 'Discard',
    notDeleted: (count: number): string => `${plural(count, 'customer')} couldn’t be deleted.`,
    keep: 'Keep customers',
  },

  sync: {
    none: (at: string, now: Date): string => `No customers at the service yet. Updated ${formatAge(at, now)}.`,
    notDownloaded: 'Not downloaded yet',
    counts: (total: number, listed: number): string =>
      `${plural(total, 'customer')}, ${formatCount(listed)} seen for sale.`,
    updated: (at: string, now: Date): string => `Updated ${formatAge(at, now)}.`,
    incomplete: 'Download incomplete.',
    progress: (read: number, total: number | null): string =>
      `Downloading customers: ${formatCount(read)}${total === null ? '' : ` of about ${formatCount(total)}`}`,
    bar: 'Downloading customers',
    offline: 'You’re offline.',
    stale: (at: string | null, now: Date): string =>
      at === null ? '' : `Showing customers saved ${formatAge(at, now)}.`,
    returned: (count: number, at: string): string =>
      `${plural(count, 'deleted customer')} found at the service on ${formatDate(at)}, and moved back from the bin to your list.`,
    removed: (count: number, at: string): string =>
      `${plural(count, 'customer')} removed on ${formatDate(at)}: deleted elsewhere or expired.`,
  },

  empty: {
    loading: 'Loading customers',
    reading: 'Downloading your customers',
    readingText: (read: number, total: number | null): string =>
      `${plural(read, 'customer')}${total === null ? '' : ` of about ${formatCount(total)}`} so far. You can use other screens meanwhile.`,
    problem: 'Customers couldn’t be loaded',
    offline: 'You’re offline and no customers are saved on this PC',
    uploading: 'Your first upload is in progress',
    uploadingText: 'Customers appear here as the service creates their records.',
    showUpload: 'Show upload',
    none: 'No customers yet',
    noneText: 'Import your past customers. The service then watches the used-car sites for their cars.',
    import: 'Import customers',
    openBin: (count: number): string => `Open bin (${formatCount(count)})`,
  },

  details: {
    label: (name: string): string => `Details of ${name}`,
    close: 'Close details',
    doNotContact: 'Do not contact',
    deleting: 'Being deleted',
    notDeleted: 'Couldn’t be deleted',
    serviceFields: 'More from the service',
    allFields: 'All fields',
    edits: 'Unsaved changes',
    pending: (edit: string): string => `${edit}, waiting to be saved`,
    conflict: (edit: string): string => `${edit}, also changed by someone else`,
    failed: (edit: string, reason: string): string => `${edit}, not saved. ${reason}`.trim(),
    compare: 'Compare',
    recordId: 'Record ID',
    expires: 'The service deletes the customer on this date.',
    markDoNotContact: 'Do not contact',
    markTitle: (name: string): string => `Mark ${name} as Do Not Contact?`,
    markConfirm: 'Mark as Do Not Contact',
    marked: (name: string): string =>
      `${name} is marked Do Not Contact. The number is hidden and their cars leave the call list; in a team, on all PCs.`,
    allowContact: 'Allow contact',
    savedLookup: 'Saved look-up',
    lookedUp: (title: string | null, age: string): string => `${title ?? 'No car found'}, looked up ${age}`,
    noSightings: 'Not seen for sale yet.',
    extraFields: 'Extra fields',
    timeline: 'Timeline',
    lookUp: 'Look up',
    delete: 'Delete',
    edit: (field: string, value: string): string => `${field}: ${value || 'empty'}`,
  },

  timeline: {
    bought: 'Bought the car from you',
    none: 'No activity yet.',
    uploaded: (row: number, name: string): string => `Row ${rowText(row)} of “${name}”`,
    undone: (text: string): string => `${text} (undone)`,
    next: (steps: string): string => `Next: ${steps}`,
    by: (name: string | null): string => (name === null ? 'By: not recorded' : `By: ${name}`),
    attempts: { call: 'Called outside calling hours', sms: 'SMS opened', email: 'Email opened' },
  },
}
