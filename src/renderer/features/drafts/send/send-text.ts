import type { Draft } from '../../../../contract/drafts.ts'
import type { Region } from '../../../../contract/region.ts'
import { regionNames } from '../../../../contract/region-names.ts'
import { rowText } from '../../../../contract/row-id.ts'
import type { FieldUpdate } from '../../../../contract/customer-changes.ts'
import type { SameFileUpload } from '../../../../contract/upload-history.ts'
import { formatAge, formatCount, plural, formatDate, formatMoment } from '../../../ui/format.ts'
import { rowsToSend } from '../draft-counts.ts'

/** What happens to one row, or to several rows, of existing customers. */
const knownEnds: Readonly<Record<Draft['knownCustomers'], { readonly one: string; readonly many: string }>> = {
  skip: { one: 'is excluded', many: 'are excluded' },
  update: { one: 'updates that customer', many: 'update those customers' },
  send: { one: 'is added again', many: 'are added again' },
}

export const sendText = {
  corrects: (name: string) => `These rows were saved from the upload “${name}”. They join it when they are sent.`,
  settled: 'How it is sent',
  change: 'Change',
  changeOf: (title: string) => `Change: ${title}`,
  advanced: 'Advanced',
  contact: 'Do not contact',
  name: 'Upload name',
  nameHint: 'Shown in your upload history and at the service.',
  lookups: {
    title: 'Look up missing VINs',
    none: 'Every row with a rego already has a VIN.',
    text: (paid: number) =>
      `${plural(paid, 'row has', 'rows have')} a rego but no VIN. The service can find ${paid === 1 ? 'it' : 'them'} from the registration, which improves match accuracy.`,
    cost: (paid: number, isOn: boolean) =>
      isOn
        ? `This upload makes ${plural(paid, 'paid look-up')}.`
        : `Off: no paid look-ups. On: exactly ${plural(paid, 'paid look-up')}.`,
  },
  knownVins: {
    title: 'Fill in known VINs',
    text: (rows: number, isOn: boolean, lookUpMissingVins: boolean) => {
      const source = 'from earlier look-ups and uploads of the last 12 months'
      if (!isOn) return `${plural(rows, 'missing VIN is', 'missing VINs are')} known ${source}. Off: not filled in.`
      const filled = `${plural(rows, 'VIN')} filled in ${source}`
      return lookUpMissingVins
        ? `${filled}: ${formatCount(rows)} fewer paid ${rows === 1 ? 'look-up' : 'look-ups'}.`
        : `${filled}.`
    },
  },
  references: {
    title: 'Add a row reference',
    text: (key: string) =>
      `Lets Forecourt resume an interrupted upload, avoid duplicates and show which rows failed. Saved with each customer as ${key}.`,
    off: 'If a response is lost, Forecourt can’t tell whether those rows arrived. It stops and asks you to check.',
  },
  knownCustomers: {
    title: 'Existing customers',
    text: (rows: number, choice: Draft['knownCustomers']) =>
      rows === 0
        ? 'No row has the car of an existing customer. The customer list is refreshed before anything is sent.'
        : `${plural(rows, 'row has', 'rows have')} the car of an existing customer and ${rows === 1 ? knownEnds[choice].one : knownEnds[choice].many}.`,
    options: [
      { value: 'skip', label: 'Exclude' },
      { value: 'update', label: 'Update' },
      { value: 'send', label: 'Add again' },
    ] satisfies { value: Draft['knownCustomers']; label: string }[],
  },
  summary: {
    title: (rows: number, fileName: string) => `${plural(rows, 'row')} in ${fileName}`,
    send: 'To send',
    warnings: (rows: number) => `including ${formatCount(rows)} with warnings`,
    update: 'To update',
    errors: 'With errors, not sent',
    fix: (rows: number) => (rows === 1 ? 'Fix it' : 'Fix them'),
    excluded: 'Excluded',
    show: 'Show them',
    showOf: (rows: string) => `Show them: ${rows}`,
    reasons: 'Why rows are excluded',
    skipped: 'Skipped (titles, totals)',
  },
  listAge: {
    title: (since: string | null) =>
      since === null
        ? 'Customer list never downloaded. Send anyway?'
        : `Customer list last updated ${formatAge(since)}. Send anyway?`,
    confirm: 'Send anyway',
  },
  undecided: 'Some rows may be “do not contact”. Choose whether to exclude or send them.',
  cancel: 'Cancel',
  goToColumns: 'Go to Columns',
  offline: (rows: number, updates: number) =>
    [
      'You’re offline.',
      rows > 0 ? `${plural(rows, 'row waits here and goes', 'rows wait here and go')} when you’re back.` : '',
      updates > 0 ? `${plural(updates, 'customer is', 'customers are')} updated when you’re back.` : '',
      'The customer list is refreshed first.',
    ]
      .filter(Boolean)
      .join(' '),
  button: (rows: number, updates: number, isOffline: boolean) => {
    const send = `${isOffline ? 'Queue' : 'Send'} ${plural(rows, 'row')}`
    if (updates === 0) return send
    const update = `update ${plural(updates, 'customer')}`
    return rows === 0 ? `U${update.slice(1)}` : `${send}, ${update}`
  },
  recipient: (connection: string | null, region: Region) =>
    `To ${connection ?? 'the service'}, ${regionNames[region]}.`,
  paidLookups: (paid: number) => `With ${plural(paid, 'paid look-up')}.`,
  next: 'Track progress and cancel any time.',
  practice: 'Sample data. Nothing leaves this PC, and nothing is charged.',
} as const

/** What was decided about rows that say not to contact the customer, as a sentence; empty: nothing says so. */
export function contactSummary({
  contactQuestions,
  contactNotes,
}: Pick<Draft, 'contactQuestions' | 'contactNotes'>): string {
  const columns = contactQuestions.map(({ header, rows, choice }) =>
    choice === 'exclude'
      ? `${plural(rows, 'row')} of “${header}” excluded.`
      : `${plural(rows, 'row')} of “${header}” sent.`,
  )
  const notes = contactNotes.flatMap(({ header, excludedRows, notes: asked }) =>
    excludedRows + asked.length > 0 ? [`${plural(excludedRows, 'row')} excluded by notes in “${header}”.`] : [],
  )
  return [...columns, ...notes].join(' ')
}

/** Whether a column says, or a note may say, "do not contact" and the user has not decided about its rows. */
export const hasOpenQuestion = (draft: Pick<Draft, 'contactQuestions' | 'contactNotes'>): boolean =>
  draft.contactQuestions.some(({ choice }) => choice === null) || draft.contactNotes.some(({ open }) => open > 0)

/** Why a draft can't be sent yet; null when it can. */
export function whyNotReady(draft: Draft): string | null {
  const targets = new Set(draft.columns.map((column) => column.target))
  if (!targets.has('rego') && !targets.has('vin') && !targets.has('rego_and_state')) {
    return 'Choose the column that contains the rego or the VIN. Cars are found by one of them.'
  }
  if (hasOpenQuestion(draft)) return sendText.undecided
  if (rowsToSend(draft.counts) + draft.counts.update > 0) return null
  if (draft.counts.rows === 0 && draft.fileName === '') return 'Add a car first.'
  return draft.counts.rows === 0
    ? 'This sheet has no customer rows.'
    : 'No row is ready to send. Fix errors, or include excluded rows.'
}

export const updateText = {
  open: 'See the changes',
  title: 'Changes of existing customers',
  description:
    'Details in this file that differ from your customers. They change when you send, and can be undone in Customers. Empty cells change nothing.',
  loading: 'Comparing with your customers',
  expire: 'The service deletes each customer on its expiry date.',
  nothing: 'Your customers already have all details of this file.',
  unnamed: 'No name',
  row: (vehicle: string, row: number) => `${vehicle}, row ${rowText(row)}`,
  empty: 'empty',
  unchanged: (count: number) => `${plural(count, 'customer has', 'customers have')} nothing to change.`,
  ambiguous: (rows: number) =>
    `${plural(rows, 'row has a car', 'rows have cars')} of several customers and ${rows === 1 ? 'changes' : 'change'} nothing.`,
  more: (count: number) =>
    `${plural(count, 'more customer changes', 'more customers change')} that aren’t listed here.`,
  fieldCount: (field: FieldUpdate['field'], count: number) =>
    `${updateText.fields[field]}: ${plural(count, 'customer')}`,
  close: 'Close',
  exclude: (count: number) => `Exclude ${plural(count, 'row')}`,
  fields: {
    clientName: 'Name',
    mobileNumber: 'Mobile',
    saleDate: 'Sale date',
    expiryDate: 'Expiry date',
  } satisfies Record<FieldUpdate['field'], string>,
} as const

/** A value of an update as the user reads it. */
export function shownValue(field: FieldUpdate['field'], value: string | null): string {
  if (value === null || value === '') return updateText.empty
  return (field === 'saleDate' || field === 'expiryDate') && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? formatDate(value)
    : value
}

function place({ connectionName, region, sentBy }: SameFileUpload): string {
  if (sentBy === undefined) return `to ${connectionName}, ${regionNames[region]}`
  return `by ${sentBy || 'a colleague'}, ${regionNames[region]}`
}

function result({ finished, customers, undone, cancelled }: SameFileUpload): string {
  if (undone) return undone.left === 0 ? 'undone' : 'partly undone'
  if (cancelled)
    return `cancelled: ${formatCount(cancelled.sent)} of ${plural(cancelled.all, 'row')} sent, ${plural(customers, 'customer')}`
  return finished ? plural(customers, 'customer') : 'still in progress'
}

const uploadText = (upload: SameFileUpload): string =>
  `On ${formatMoment(upload.createdAt)} as “${upload.name}” ${place(upload)} (${result(upload)}).`

export const sameFileText = {
  title: 'This file was uploaded before',
  upload: uploadText,
  text: (latest: SameFileUpload, earlier: number, fileName: string) =>
    [
      uploadText(latest),
      latest.fileName === fileName ? [] : `The file was called ${latest.fileName}.`,
      earlier === 0 ? [] : `And ${plural(earlier, 'earlier upload')}.`,
    ]
      .flat()
      .join(' '),
  open: 'Open upload',
  ask: {
    title: 'This file was uploaded before. Send it again?',
    text: 'Rows of existing customers are excluded, update them or are added again, as set under “Existing customers”.',
    confirm: 'Send again',
  },
} as const
