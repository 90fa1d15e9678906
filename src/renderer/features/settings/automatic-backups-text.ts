import type { AutomaticBackups, BackupPlan } from '../../../contract/backups.ts'
import { formatMoment, formatDate } from '../../ui/format.ts'

const often: Readonly<Record<BackupPlan['every'], string>> = { day: 'Every day', week: 'Every week' }

/** The sentences of automatic backups. */
export const automaticText = {
  title: 'Automatic backups',
  text: 'A backup of all your work in a folder of your choice, made by itself while Forecourt is open.',
  off: 'Not set up. Choose a folder on a USB drive or on another PC, so that a damaged disk doesn’t take your backups too.',
  setUp: 'Set up…',
  change: 'Change…',
  runNow: 'Back up now',
  turnOff: 'Turn off',
  turnedOff: 'Automatic backups are off. The files in the folder stay.',
  saved: 'Automatic backups are on.',
  running: 'Making a backup…',
  labels: { folder: 'Folder', every: 'How often', keep: 'Backups to keep', last: 'Last backup', next: 'Next backup' },
  often,
  last: ({ lastAt }: Pick<AutomaticBackups, 'lastAt'>) => (lastAt === null ? 'None yet' : formatMoment(lastAt)),
  next: ({ nextDate, retryAt }: Pick<AutomaticBackups, 'nextDate' | 'retryAt'>) =>
    retryAt === null ? `${formatDate(nextDate)}, while Forecourt is open` : `Tries again ${formatMoment(retryAt)}`,
  dialogTitle: 'Automatic backups',
  folderHint: 'The whole path, for example E:\\Backups.',
  keepHint: 'Older ones are deleted when the new one was read back and is whole.',
  keepOption: (count: number) => `${count} backups`,
  password: 'Password for the backups',
  changePassword: 'Use another password',
  passwordText:
    'You need it to restore a backup. Forecourt doesn’t store it, so write it down. To make backups without asking, it keeps a key made for them inside your encrypted data.',
  earlierPassword: 'Earlier backups still open with the earlier password.',
  save: 'Save',
  cancel: 'Cancel',
  show: 'Show',
} as const
