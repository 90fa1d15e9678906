import { formatNumber, plural } from '../contract/regional-format.ts'
import { formatDateTime } from '../contract/calendar-date.ts'
import type { StatusReport } from '../contract/command-line.ts'
import type { UploadSummary } from '../contract/uploads.ts'
import { sentencesOf } from '../core/failures/failure-sentences.ts'
import { importText } from '../core/import-report/import-text.ts'

type OpenUpload = NonNullable<StatusReport['uploads']>['list'][number]

/** What is done beside sending rows, and what it may cost. */
const besides = (updates: number, lookups: number): string =>
  [
    updates === 0 ? '' : `, and ${plural(updates, 'existing customer')} updated`,
    lookups === 0 ? '' : `, with ${plural(lookups, 'VIN look-up')} that may be charged`,
  ].join('')

/** What the command line says. */
export const commandText = {
  plural,
  needsPassword: 'A password protects the data on this PC. Give it with --password-file or --password-stdin.',
  lockedWindow: 'Forecourt is open and locked. Unlock it there, then try again.',
  notOpened: 'The data on this PC could not be opened.',
  openWindow: 'Open Forecourt and follow what it says.',
  neverSetUp: (reason: string) =>
    `${reason} Open Forecourt once and set a password, then give it with --password-file or --password-stdin.`,
  openPasswordFile: (file: string) =>
    `Other users of this PC can read ${file}. Allow only yourself to read it (chmod 600), then try again.`,
  noPasswordFile: (file: string, code: string) => `The password file ${file} can't be read (${code}).`,
  noConnection: 'There is no connection. Open Forecourt and connect an account first.',
  otherConnection: (wanted: string, current: string | null) =>
    `Forecourt is open with ${current === null ? 'no connection' : `“${current}”`}. Change to “${wanted}” there, or close it, then try again.`,
  windowClosed:
    'Forecourt was closed while the command ran. What it has begun continues at its next start, except an export.',
  noCredentials: (name: string) =>
    `The credentials of “${name}” are not on this PC. Open Forecourt and enter them again; they must be kept in the keychain.`,
  connectionNames: (name: string, found: number, names: readonly string[]) =>
    found > 1
      ? `${found} connections are named “${name}”. Give each its own name in Settings.`
      : `There is no connection “${name}”. There ${names.length === 1 ? 'is' : 'are'}: ${names.join(', ') || 'none'}.`,
  resultLost: (reason: string, code: number) =>
    `The result can't be written to standard output (${reason}). The command itself ended with code ${code}.`,
  interrupted: 'Stopped.',
  keptUpload: (name: string) => `The upload “${name}” continues when Forecourt runs again. It sends no row twice.`,

  noFile: (file: string, code: string) => `The file ${file} can't be read (${code}).`,
  noTemplate: (name: string, names: readonly string[]) =>
    `There is no template “${name}”. There ${names.length === 1 ? 'is' : 'are'}: ${names.map((each) => `“${each}”`).join(', ') || 'none'}.`,
  rows: (counts: { rows: number; ready: number; warning: number; error: number; update: number; excluded: number }) =>
    `${plural(counts.rows, 'row')}: ${formatNumber(counts.ready + counts.warning)} ready to send, ${formatNumber(counts.error)} with errors, ${counts.update > 0 ? `${formatNumber(counts.update)} of existing customers to update, ` : ''}${formatNumber(counts.excluded)} excluded.`,
  confirm: (rows: number, updates: number, lookups: number) =>
    `${plural(rows, 'row')} can be sent${besides(updates, lookups)}. Add --yes to send without being asked.`,
  ask: (rows: number, updates: number, lookups: number, connection: string) =>
    `Send ${plural(rows, 'row')} to “${connection}”${besides(updates, lookups)}? [y/N] `,
  declined: 'Nothing was sent.',
  leftDraft: (name: string) => `The draft “${name}” is in Forecourt under Import customers. Nothing was sent.`,
  importAgain: 'No draft was left. Import the file again later.',
  wouldSend: (rows: number, updates: number, lookups: number) =>
    `${plural(rows, 'row')} would be sent${besides(updates, lookups)}. Nothing was sent.`,

  processed: (done: number, total: number) => `${formatNumber(done)} of ${plural(total, 'row')} processed`,
  waits: ({ reason, until, atLatest }: NonNullable<UploadSummary['waiting']>): string =>
    until === null
      ? reason
      : `${reason} ${atLatest ? `Until ${formatDateTime(new Date(until))} at the latest.` : `Continues at ${formatDateTime(new Date(until))}.`}`,
  /** An open upload of the status, with the rows that a person has to decide about. */
  upload: ({
    name,
    state,
    waiting,
    failure,
    duplicates,
    rejectedRows,
    rejected,
    done,
    total,
  }: OpenUpload): string[] => [
    `Upload “${name}”: ${waiting ? commandText.waits(waiting) : failure ? sentencesOf(failure) : commandText.processed(done, total)}`,
    ...(state === 'undecided' && rejectedRows === 0 ? [importText.undecided] : []),
    ...(duplicates > 0 ? [importText.duplicates(duplicates)] : []),
    ...(rejectedRows > 0 ? [importText.rejectedRows(rejectedRows)] : []),
    ...rejected.map(importText.row),
    ...(rejectedRows > rejected.length ? [importText.andMore(rejectedRows - rejected.length)] : []),
  ],
  looking: 'Looking up',
  savedResult: (at: string) => `saved result of ${formatDateTime(new Date(at))}`,
  synced: (read: number) => `${plural(read, 'customer')} read`,
  exporting: (rows: number, part: number) => `${plural(rows, 'row')} written (${Math.round(100 * part)} %)`,
  exported: (path: string, rows: number, files: number) =>
    `${plural(rows, 'row')} in ${plural(files, 'file')} written to ${path}.`,
  otherExport: 'Forecourt is exporting already. Wait until that has ended.',
  exportInWindow: 'Forecourt is open. Export there under Privacy, or close it, then try again.',
  badDate: (text: string) => `${text} is no date. Write it as 2026-11-22.`,
  notACar: (text: string) => `“${text}” is neither a rego nor a VIN.`,
  noBackupPassword: 'A backup is protected by a password of its own. Give it with --backup-password-file.',
  exists: (file: string) => `${file} exists already. Choose another name, or add --overwrite.`,
  notWritten: (file: string, code: string) => `${file} can't be written (${code}).`,
  backedUp: (file: string, bytes: number) => `The backup is in ${file} (${formatNumber(Math.ceil(bytes / 1_024))} KB).`,
}
