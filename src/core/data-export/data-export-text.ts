import type { ExportFile } from '../database/person-tables.ts'

/** Every text that core writes about exports of all data. */
export const dataExportText = {
  /** The name of the folder. `day`: YYYY-MM-DD; `number`: from 2, when there is one of that day. */
  name: (day: string, number: number) => `Forecourt export ${day}${number > 1 ? ` (${number})` : ''}`,
  notChosen: 'Choose a folder first.',
  badName: 'This can’t be the name of a folder.',
  exists: (name: string) => `“${name}” exists already.`,
  existsNext: 'Choose another name, or an empty folder.',
  running: 'Another export is running.',
  runningNext: 'Wait until it has ended, or cancel it.',
  gone: 'There is no finished export.',
  noConnection: 'This connection was removed.',
  missing: (folder: string) => `The folder ${folder} can’t be found.`,
  missingNext: 'Connect its drive, then export again.',
  full: (folder: string) => `The drive of ${folder} is full.`,
  fullNext: 'Free some space, then export again.',
  readOnly: (folder: string) => `Forecourt can’t write to ${folder}.`,
  readOnlyNext: 'Check the folder’s permissions, then export again.',
  failed: 'The export has stopped.',
  failedNext: 'Export again. If this repeats, choose another folder.',
  kept: 'What it had written is deleted, if the folder can be reached.',
  hidden: '(left out)',
} as const

/** Names of the files. They are part of the form of an export. */
export const exportFileNames: Readonly<Record<ExportFile, string>> = {
  customers: 'customers',
  sightings: 'sightings',
  'call-notes': 'call notes',
  'contact-attempts': 'messages and late calls',
  assignments: 'assigned calls',
  uploads: 'uploads',
  'upload-rows': 'upload rows',
  lookups: 'look-ups',
  'bulk-lookups': 'bulk look-ups',
}

export const uploadStateLabels: Readonly<Record<string, string>> = {
  open: 'Not finished',
  stopped: 'Stopped',
  complete: 'Complete',
  cancelled: 'Cancelled',
}

export const rowResultLabels = {
  accepted: 'Accepted',
  failed: 'Failed',
  'not-processed': 'Cancelled',
  'not-sent': 'Not sent',
  'with-errors': 'Not sent: errors',
  updated: 'Updated',
  excluded: 'Excluded',
} as const

export const noResultYet = 'No result yet'

export const lookupKindLabels: Readonly<Record<string, string>> = {
  plate: 'Rego',
  vin: 'VIN',
  search: 'Keywords',
  facets: 'Catalogue filters',
  status: 'Registration status',
  specs: 'Specs',
  market: 'Market',
}

/** Headers of columns. */
export const exportHeaders = {
  recordId: 'Record ID',
  assignedTo: 'Assigned to',
  name: 'Name',
  rego: 'Rego',
  state: 'State',
  vin: 'VIN',
  mobile: 'Mobile',
  vehicle: 'Vehicle',
  saleDate: 'Sale date',
  expiryDate: 'Expiry date',
  lastUpdated: 'Last updated',
  doNotContact: 'Do Not Contact',
  yes: 'Yes',
  unsaved: 'Changes not saved at the service',
  seenAt: 'Listed',
  title: 'Title',
  price: 'Price',
  address: 'Address',
  listingId: 'Listing ID',
  outcome: 'Outcome',
  notes: 'Notes',
  nextAction: 'Next action',
  nextDate: 'Next date',
  nextTime: 'Next time',
  amount: 'Amount',
  person: 'Recorded by',
  at: 'Time (UTC)',
  undoneAt: 'Undone (UTC)',
  channel: 'Kind',
  template: 'Template',
  reason: 'Reason',
  upload: 'Upload',
  uploadId: 'Upload ID',
  file: 'File',
  status: 'Status',
  createdAt: 'Started (UTC)',
  finishedAt: 'Finished (UTC)',
  rowsInFile: 'Rows in file',
  sentBy: 'Sent by',
  row: 'Row',
  result: 'Result',
  additional: 'Additional fields',
  cells: 'Cells of the file',
  kind: 'Search by',
  query: 'Search text',
  answeredAt: 'Looked up (UTC)',
  pinned: 'Pinned',
  answer: 'Answer of the service (JSON)',
  list: 'Bulk look-up',
} as const
