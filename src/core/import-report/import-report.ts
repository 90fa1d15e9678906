import { plural } from '../../contract/regional-format.ts'
import { basename } from 'node:path'
import type { ImportReport } from '../../contract/import-report.ts'
import type { Draft } from '../../contract/drafts.ts'
import { exitCode, type ExitCode } from '../../contract/exit-codes.ts'
import type { Region } from '../../contract/region.ts'
import type { Failure } from '../../contract/result.ts'
import type { RowOutcome, Upload, UploadRow } from '../../contract/uploads.ts'
import { sentencesOf } from '../failures/failure-sentences.ts'
import { importText as text } from './import-text.ts'

/** Refused rows that a report names. The window shows all of them. */
const mostNamedFailures = 100

/** The report of a file of which nothing is known yet. `file`: its path. */
export const newImportReport = (
  file: string,
  { name: connection, region }: { readonly name: string | null; readonly region: Region },
): ImportReport => ({
  command: 'import',
  connection,
  region,
  file,
  draftId: null,
  rows: null,
  problems: [],
  notes: [],
  excludedNotes: [],
  decisions: [],
  upload: null,
  exitCode: exitCode.done,
  message: null,
  failure: null,
})

/** Notes of a column that a report quotes. The window shows all of them. */
const mostQuotedNotes = 5

/** The rows of a file, its problems, most rows first, what was done about its values, and the notes that exclude rows. */
export const reportOfDraft = ({
  counts,
  columns,
  groups,
  contactNotes,
  source,
}: Pick<Draft, 'counts' | 'columns' | 'groups' | 'contactNotes'> & {
  readonly source: Pick<Draft['source'], 'notes'>
}): Pick<ImportReport, 'rows' | 'problems' | 'notes' | 'excludedNotes'> => ({
  notes: [
    ...source.notes,
    ...(columns.some(({ target, alsoMobile }) => target === 'mobile_number' || alsoMobile) ? [] : [text.noMobile]),
    ...groups.flatMap(({ severity, message, rows }) =>
      severity === 'info' ? [`${message} (${plural(rows, 'row')})`] : [],
    ),
  ],
  excludedNotes: contactNotes.flatMap(({ header, notes, others, excludedRows }) => {
    const quoted = [...notes, ...others]
      .flatMap(({ note, excluded }) => (excluded ? [note] : []))
      .slice(0, mostQuotedNotes)
    return excludedRows === 0 ? [] : [text.excludedNotes(header, quoted, excludedRows)]
  }),
  rows: {
    inFile: counts.rows,
    ready: counts.ready,
    warning: counts.warning,
    error: counts.error,
    update: counts.update,
    excluded: counts.excluded,
    skipped: counts.skipped,
    paidLookups: counts.paidLookups,
  },
  problems: groups
    .filter(({ severity }) => severity !== 'info')
    .map(({ message, severity, rows }) => ({ message, severity, rows }))
    .toSorted((one, other) => other.rows - one.rows),
})

type UploadEnd = Pick<ImportReport, 'upload' | 'failure'> & { readonly exitCode: ExitCode; readonly message: string }

interface RowsPage {
  readonly id: string
  readonly outcome: RowOutcome
  readonly offset: number
  readonly limit: number
}

/** Reads the first rows of an upload that are no customers: they failed, the service rejected them, or they have errors. */
export async function unacceptedRows(
  { id, state, rows, rejected }: Upload,
  read: (page: RowsPage) => Promise<{ readonly rows: readonly UploadRow[] }>,
): Promise<UploadRow[]> {
  const found = [...rejected]
  for (const [outcome, count] of [
    ['failed', rows.failed],
    ['not-sent', state === 'complete' ? rows.notSent : 0],
    ['with-errors', rows.withErrors],
  ] as const) {
    if (count > 0) found.push(...(await read({ id, outcome, offset: 0, limit: mostNamedFailures })).rows)
  }
  return found.slice(0, mostNamedFailures)
}

/** How an upload ended, or why it does not continue. `unaccepted`: see `unacceptedRows`. */
export function reportOfUpload(upload: Upload, unaccepted: readonly UploadRow[]): UploadEnd {
  const { id, name, state, rejectedRows, duplicates, excludedReasons } = upload
  const { accepted, failed: refused, notSent, withErrors, updated, excluded } = upload.rows
  const failures = unaccepted.map(({ row, outcome, rego, vin, clientName, reason }) => ({
    row,
    outcome,
    rego,
    vin,
    clientName,
    reason,
  }))
  const counts = { accepted, failed: refused, notSent, withErrors, updated, excluded, excludedReasons }
  const facts = { id, name, state, ...counts, failures }
  const others = [
    withErrors > 0 ? text.withErrors(withErrors) : '',
    updated > 0 ? text.updated(updated) : '',
    excluded > 0 ? text.excluded(excluded, excludedReasons) : '',
  ]
  const end = (code: ExitCode, message: string, failure: Failure | null = null): UploadEnd => ({
    exitCode: code,
    message: [message, ...others].filter(Boolean).join(' '),
    failure,
    upload: facts,
  })
  if (duplicates > 0) {
    return end(exitCode.decisionsNeeded, `${text.sent(accepted)} ${text.duplicates(duplicates)}`)
  }
  switch (state) {
    case 'complete':
      return refused + notSent > 0
        ? end(exitCode.partlyFailed, text.partlySent(accepted, refused + notSent))
        : end(exitCode.done, text.sent(accepted))
    case 'undecided':
      return end(exitCode.decisionsNeeded, rejectedRows > 0 ? text.rejected(accepted, rejectedRows) : text.undecided)
    case 'stopped': {
      const reason = upload.failure ? sentencesOf(upload.failure) : ''
      return end(exitCode.service, text.stopped(reason), upload.failure)
    }
    case 'paused':
      return end(exitCode.decisionsNeeded, upload.failure ? sentencesOf(upload.failure) : text.paused, upload.failure)
    default:
      return end(exitCode.decisionsNeeded, text.cancelled)
  }
}

const missing = ({ state, failed, notSent, withErrors }: NonNullable<ImportReport['upload']>): number =>
  failed + withErrors + (state === 'complete' ? notSent : 0)

/** A report as lines for people. */
export function reportLines(report: ImportReport): string[] {
  const { file, message, problems, notes, excludedNotes, decisions, upload } = report
  const failures = upload?.failures ?? []
  return [
    `${basename(file)}: ${message}`,
    ...problems.slice(0, 20).map((one) => `  ${one.severity}: ${one.message} (${plural(one.rows, 'row')})`),
    ...[...notes.slice(0, 20), ...excludedNotes, ...decisions].map((sentence) => `  ${sentence}`),
    ...failures.map(text.row),
    ...(upload && missing(upload) > failures.length ? [text.andMore(missing(upload) - failures.length)] : []),
  ]
}
