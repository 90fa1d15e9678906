import { formatMoment, plural } from '../../../ui/format.ts'

/** The texts about a file that was changed after it was read. */
export const changedFileText = {
  title: (fileName: string) => `${fileName} was changed`,
  text: (changedAt: string | null) =>
    `The file on this PC was saved${changedAt === null ? '' : ` on ${formatMoment(changedAt)}`}, after this draft was opened. ` +
    'If you read it again, your changes stay in each row that is the same.',
  read: 'Read again',
  keep: 'Keep as it is',
  done: (fileName: string, kept: number) =>
    `${fileName} was read again. ${kept === 0 ? '' : `${plural(kept, 'change')} kept.`}`.trim(),
  partly: (fileName: string, kept: number, lost: number, earlier: string) =>
    `${fileName} was read again. ${plural(kept, 'change')} kept; ${plural(lost, 'change')} no longer ${lost === 1 ? 'fits' : 'fit'} and ${lost === 1 ? 'is' : 'are'} in the draft “${earlier}”.`,
} as const
