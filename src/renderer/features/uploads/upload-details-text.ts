import { regionNames } from '../../../contract/region-names.ts'
import { stateNames } from '../../../contract/region.ts'
import type { ImportOptions } from '../../../contract/import-options.ts'
import type { Upload } from '../../../contract/uploads.ts'
import { dateOrderLabels, targetLabels } from '../../ui/import-labels.ts'
import { formatMoment, plural } from '../../ui/format.ts'

export const uploadDetailsText = {
  title: 'Details',
  copy: (name: string) => `Copy ${name}`,
  copied: (name: string) => `${name} copied.`,
  columns: 'Columns',
  column: ({ header, target, dateOrder }: ImportOptions['columns'][number]) =>
    `${header || 'Column without a header'}: ${targetLabels[target]}${dateOrder === null ? '' : ` (${dateOrderLabels[dateOrder]})`}`,
  service: {
    title: 'At the service',
    caption: 'The service’s own record of each batch',
    columns: ['Batch', 'Service ID', 'Created', 'Other fields'],
    none: 'Nothing has been sent yet.',
    copy: (batch: number) => `Copy the service ID of batch ${batch}`,
    copied: 'Service ID copied.',
    more: 'Show',
  },
  notes: {
    sentAgain: 'Sent again',
  },
} as const

export interface UploadFact {
  readonly name: string
  readonly value: string
  /** It can be copied. */
  readonly copyable?: boolean
}

const yesNo = (isOn: boolean): string => (isOn ? 'Yes' : 'No')

/** Where the upload came from and how it was sent, as far as it was stored. */
export function uploadFacts(upload: Upload): readonly UploadFact[] {
  const { origin } = upload
  const { options } = origin
  const facts: (UploadFact | null)[] = [
    { name: 'File', value: upload.fileName },
    { name: 'Joined', value: upload.corrects?.name ?? '' },
    origin.fileHash === null ? null : { name: 'SHA-256 of the file', value: origin.fileHash, copyable: true },
    options && { name: 'Sheet', value: options.sheet },
    options && { name: 'Header row', value: options.headerRow === null ? 'None' : String(options.headerRow) },
    { name: 'Sent by', value: origin.folderName ? `folder “${origin.folderName}”` : (origin.userName ?? '') },
    { name: 'Queued', value: formatMoment(upload.createdAt) },
    { name: 'Connection', value: origin.connectionName ?? '' },
    { name: 'Region', value: regionNames[upload.region] },
    { name: 'Look up missing VINs', value: lookupText(upload) },
    {
      name: 'Row references',
      value: origin.referenceKey === null ? 'No' : `Yes, saved as ${origin.referenceKey}`,
    },
    origin.knownCustomers === null
      ? null
      : {
          name: 'Existing customers',
          value: { skip: 'Exclude', send: 'Add again', update: 'Update' }[origin.knownCustomers],
        },
    options && {
      name: 'Default state',
      value: options.defaultState === null ? 'None' : stateNames[options.defaultState],
    },
    options && {
      name: 'Mobile number format',
      value: options.mobileForm === 'national' ? 'National (0491 570 006)' : 'International (+61 491 570 006)',
    },
  ]
  return facts.filter((fact) => fact !== null).filter(({ value }) => value !== '')
}

const lookupText = ({ lookUpMissingVins, paidLookups }: Upload): string =>
  lookUpMissingVins ? `${yesNo(true)}, ${plural(paidLookups, 'paid look-up')} at most` : yesNo(false)
