import type { BackupContents } from '../../../contract/backup-file.ts'
import type { AutomaticBackups, BackupPlan } from '../../../contract/backups.ts'
import { formatBytes, formatDate, formatMoment, formatTimeLeft, plural } from '../../ui/format.ts'

const counted = ({ connections, drafts, uploads, callEntries, templates }: BackupContents): readonly string[] => [
  plural(connections, 'connection'),
  plural(drafts, 'draft'),
  plural(uploads, 'upload'),
  plural(callEntries, 'call outcome or note', 'call outcomes and notes'),
  plural(templates, 'saved column setting'),
]

export const backupText = {
  title: 'Backup',
  text: 'All your work on this PC in one file: drafts, uploads, saved columns, views, call outcomes, notes and settings.',
  without:
    'API keys and passwords are never in it, nor is practice data. Watched folders, automatic backups, the PIN and the membership in a team belong to this PC: they aren’t in it either.',
  save: 'Save a backup…',
  saveTitle: 'Save a backup',
  saveExplanation: 'The password encrypts the file. Without it, nobody can open the backup, not even you.',
  password: 'Password for this backup',
  confirm: 'Password again',
  tooShort: (length: number) => `At least ${length} characters.`,
  mismatch: 'The two passwords differ.',
  saving: 'Saving the backup…',
  progress: ({
    part,
    secondsLeft = null,
  }: {
    readonly part: number
    readonly secondsLeft?: number | null | undefined
  }) => [part > 0 ? `${Math.round(100 * part)}%` : '', formatTimeLeft(secondsLeft)].filter(Boolean).join(', '),
  passing: 'Passing the file to the window',
  saved: (name: string) => `${name} saved.`,
  cancel: 'Cancel',
  cancelling: 'Cancelling…',
  restore: 'Restore a backup…',
  restoreTitle: 'Restore a backup',
  chosen: (madeAt: string, sizeBytes: number) => `Made on ${formatMoment(madeAt)}, ${formatBytes(sizeBytes)}.`,
  chooseText: 'Choose the backup file.',
  chooseFile: 'Choose a file…',
  backupPassword: 'Password of this backup',
  check: 'Open',
  checking: 'Reading the backup…',
  contents: 'In this backup',
  counted,
  replaces:
    'It takes the place of everything in Forecourt on this PC, except its watched folders, automatic backups, team and PIN. What is here now is kept in the data folder under another name.',
  afterwards:
    'Uploads, changes, bulk look-ups and folders that send by themselves are paused afterwards: resume what you still need. Do Not Contact marks made since the backup are gone, except those of your team.',
  credentials:
    'On another PC, or after all data was deleted on this one, enter the API keys or client secrets of your connections again.',
  replace: 'Restore',
  protection: {
    title: 'Protection',
    text: 'Your data on this PC is encrypted. This is where its key is kept.',
    keychain: 'The key is in this PC’s keychain: it opens when you sign in to your PC.',
    password: 'Your password opens the data each time Forecourt starts.',
    changePassword: 'Change the password…',
    usePassword: 'Use a password…',
    useKeychain: 'Use the keychain…',
    dialog: {
      password: 'Password for your data',
      keychain: 'Keep the key in the keychain',
    },
    toKeychain:
      'The data then opens when you sign in to your PC, without a password. To lock Forecourt at the desk, you need a PIN.',
    lost: 'A forgotten password can’t be reset. Only your recovery key opens the data then. After each start, uploads, sightings and watched folders wait until you enter it.',
    current: 'Current password',
    newPassword: 'New password',
    apply: 'Change',
    done: {
      password: 'Your data opens with the new password from now on. It also unlocks Forecourt, instead of a PIN.',
      keychain: 'The key is in this PC’s keychain now.',
    },
  },
} as const

const often: Readonly<Record<BackupPlan['every'], string>> = { day: 'Every day', week: 'Every week' }

export const automaticText = {
  title: 'Automatic backups',
  text: 'A backup of all your work in a folder of your choice, made automatically while Forecourt is open.',
  off: 'Not set up. Choose a folder on a USB drive or on another PC, so that a damaged disk doesn’t take your backups too.',
  setUp: 'Set up…',
  change: 'Change…',
  runNow: 'Back up now',
  turnOff: 'Turn off',
  turnedOff:
    'Automatic backups are off. The files in the folder stay. To turn them on again, you choose a password again.',
  saved: 'Automatic backups are on.',
  running: 'Making a backup…',
  labels: { folder: 'Folder', every: 'How often', keep: 'Backups to keep', last: 'Last backup', next: 'Next backup' },
  often,
  last: ({ lastAt }: Pick<AutomaticBackups, 'lastAt'>) => (lastAt === null ? 'None yet' : formatMoment(lastAt)),
  next: ({ nextDate, retryAt }: Pick<AutomaticBackups, 'nextDate' | 'retryAt'>) =>
    retryAt === null ? `${formatDate(nextDate)}, while Forecourt is open` : `Tries again ${formatMoment(retryAt)}`,
  dialogTitle: 'Automatic backups',
  folderHint: 'The whole path, for example E:\\Backups.',
  keepHint:
    'Older automatic backups of this PC in this folder are deleted when the new one was read back and is whole.',
  keepOption: (count: number) => `${count} backups`,
  password: 'Password for the backups',
  changePassword: 'Use another password',
  passwordText:
    'You need it to restore a backup. Forecourt doesn’t store it, so write it down. To make backups without asking, it keeps a key made for them inside your encrypted data.',
  earlierPassword: 'Earlier backups still open with the earlier password.',
  save: 'Save',
  show: 'Show',
} as const
