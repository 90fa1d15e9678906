import { formatCount } from '../../../ui/format.ts'

/** The texts of the dry run. */
export const dryRunText = {
  open: 'Show what will be sent',
  title: 'What will be sent',
  text: 'Each request as it will be sent. Nothing is sent now, and your key is not shown.',
  batch: (batch: number, batches: number) => `Request ${formatCount(batch)} of ${formatCount(batches)}`,
  rows: (first: string, last: string, rows: number) => `${formatCount(rows)} rows: ${first} to ${last}`,
  previous: 'Previous request',
  next: 'Next request',
  find: 'Find in this request',
  hits: (hits: number) => (hits === 1 ? '1 match' : `${formatCount(hits)} matches`),
  copy: 'Copy',
  copied: 'Copied',
  save: 'Save as file',
  fileName: (name: string, batch: number) => `${name} - request ${batch}.json`,
  close: 'Close',
  loading: 'Preparing the request',
  body: 'Request',
  reference:
    'The zeros in references become the number of the upload. If the service asks for smaller batches, requests are divided.',
} as const
