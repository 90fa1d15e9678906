import { regionNames } from '../../../../contract/region-names.ts'
import type { SameFileUpload } from '../../../../contract/upload-history.ts'
import { formatMoment, plural } from '../../../ui/format.ts'

function place({ connectionName, region, sentBy }: SameFileUpload): string {
  if (sentBy === undefined) return `to ${connectionName}, ${regionNames[region]}`
  return `by ${sentBy || 'a colleague'}, ${regionNames[region]}`
}

function result({ finished, customers, undone }: SameFileUpload): string {
  if (undone) return undone.left === 0 ? 'undone' : 'partly undone'
  return finished ? plural(customers, 'customer') : 'still in progress'
}

const uploadText = (upload: SameFileUpload): string =>
  `On ${formatMoment(upload.createdAt)} as “${upload.name}” ${place(upload)} (${result(upload)}).`

/** The texts about a file that was uploaded before. */
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
