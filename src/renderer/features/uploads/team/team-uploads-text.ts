import { regionNames } from '../../../../contract/region-names.ts'
import type { TeamUploadRow } from '../../../../contract/team.ts'
import { formatCount } from '../../../ui/format.ts'

/** The texts about the uploads of all PCs of the team. */
export const teamUploadsText = {
  whose: 'Uploads of',
  choices: { 'this-pc': 'This PC', team: 'Team' },
  caption: 'Uploads of the team',
  columns: ['Upload', 'Uploaded by', 'Started', 'Rows', 'Customers', 'Connection'],
  person: 'Uploaded by',
  everyone: 'Everyone',
  nobody: 'Not recorded',
  thisPc: 'this PC',
  by: ({ person, pcName, isThisPc }: TeamUploadRow): { readonly name: string; readonly pc: string } => ({
    name: person?.name ?? teamUploadsText.nobody,
    pc: isThisPc ? teamUploadsText.thisPc : pcName,
  }),
  customers: ({ created, finished }: TeamUploadRow): string =>
    finished ? formatCount(created) : `${formatCount(created)} so far`,
  connection: ({ connectionName, region }: TeamUploadRow): string => `${connectionName}, ${regionNames[region]}`,
  note: 'You see a summary of your colleagues’ uploads. The rows of a file stay on the PC that uploaded it.',
  loading: 'Loading the uploads of the team',
  showMore: 'Show more',
  empty: {
    title: 'No uploads in the team yet',
    text: 'Uploads of all PCs of the team appear here.',
  },
} as const
