import type { ContactNotes, ContactQuestion } from '../../../contract/drafts.ts'
import type { ContactChoice } from '../../../contract/column-choices.ts'
import { formatCount, plural } from '../../ui/format.ts'

/** The texts of the questions about customers who must not be contacted. */
export const contactText = {
  label: 'Do not contact',
  title: ({ header, rows }: ContactQuestion) => `${plural(rows, 'row')} may be “do not contact” in “${header}”`,
  /** “NO” in 58 rows, “N” in 3 rows. */
  values: ({ rows, values }: ContactQuestion) => {
    const listed = values.map(({ value, rows: count }) => `“${value}” in ${plural(count, 'row')}`)
    const rest = rows - values.reduce((sum, one) => sum + one.rows, 0)
    return [...listed, ...(rest > 0 ? [`other values in ${formatCount(rest)}`] : [])].join(', ')
  },
  options: [
    { value: 'exclude', label: 'Exclude them' },
    { value: 'send', label: 'Send them' },
    { value: 'other', label: 'Means something else' },
  ] satisfies { value: ContactChoice; label: string }[],
  unanswered: 'Not sent until you choose. Remembered for files with the same header when you send.',
  remembered: 'Your choice for an earlier file with the same header.',
} as const

export const notesText = {
  title: ({ header, open, excludedRows }: ContactNotes) =>
    open > 0
      ? `${plural(open, 'note')} in “${header}” may forbid contact`
      : `${plural(excludedRows, 'row')} excluded by notes in “${header}”`,
  open: 'Tick the notes that do, then include the others. Rows with a ticked note are excluded.',
  decided: 'Rows with a ticked note are excluded. Remembered for files with the same header when you send.',
  sure: 'Forbids contact',
  similar: 'May forbid contact',
  others: ({ others }: ContactNotes) => `Other notes (${formatCount(others.length)})`,
  onlyOthers: ({ header, others, excludedRows }: ContactNotes) =>
    excludedRows > 0
      ? `${plural(excludedRows, 'row')} excluded by notes in “${header}”`
      : `No word about contact in “${header}” (${plural(others.length, 'note')})`,
  othersNote: 'Tick a note to exclude its rows. Remembered for files with the same header when you send.',
  rows: (rows: number) => plural(rows, 'row'),
  hidden: (notes: number, isOpen: boolean) =>
    `${plural(notes, 'more note')} ${isOpen ? 'shown after these' : 'not shown'}.`,
  confirm: (notes: number) => `Include the ${notes === 1 ? 'other note' : `other ${formatCount(notes)} notes`}`,
} as const
