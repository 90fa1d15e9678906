import type { ImportReport } from '../../contract/import-report.ts'
import type { Draft } from '../../contract/drafts.ts'
import { exitCode, exitCodeOf, type ExitCode } from '../../contract/exit-codes.ts'
import type { Upload } from '../../contract/uploads.ts'
import type { Failure } from '../../contract/result.ts'
import type { ImportCommand } from '../arguments.ts'
import { commandText } from '../command-text.ts'
import { sentencesOf } from '../../core/failures/failure-sentences.ts'
import { importText } from '../../core/import-report/import-text.ts'
import { decisionsOf } from '../../core/import-report/open-decisions.ts'
import { sendAttempts, troubleOfSending } from '../../core/import-report/sending-trouble.ts'
import {
  newImportReport,
  reportLines,
  reportOfDraft,
  reportOfUpload,
  unacceptedRows,
} from '../../core/import-report/import-report.ts'
import { CommandEnd, endAfter } from '../ended.ts'
import { waitUntil } from '../program-calls.ts'
import type { CommandAnswer, CommandParts } from './command.ts'

type Outcome = Partial<ImportReport> & { readonly exitCode: ExitCode; readonly message: string }

/**
 * Imports a file as the window does: reads and checks it, and sends its rows when nothing is left to decide. Otherwise the draft stays for
 * a person, and nothing is sent.
 */
export async function importFile(command: ImportCommand, parts: CommandParts): Promise<CommandAnswer<ImportReport>> {
  const { calls, connection, say } = parts
  const base = newImportReport(command.file, connection)
  const stopListening = calls.listen((event) => {
    if (event.name === 'drafts.progressed' && event.progress) say(progressLine(event.progress))
  })
  try {
    const opened = await openDraft(command, parts)
    say(commandText.rows(opened.draft.counts))
    const report: ImportReport = { ...base, ...(await sendOrLeave(command, opened, parts)) }
    return { report, lines: reportLines(report) }
  } finally {
    stopListening()
  }
}

interface OpenedDraft {
  readonly draft: Draft
  /** What of the template does not fit. */
  readonly problems: readonly string[]
}

async function openDraft({ file, template }: ImportCommand, { calls }: CommandParts): Promise<OpenedDraft> {
  const ticket = await addFile(file, calls)
  const answer = await calls.tryCall('drafts.open', { fileId: ticket.fileId })
  if (!answer.ok) throw endAfter(answer.error)
  if (template === null) return { draft: answer.value, problems: [] }
  const { templates } = await calls.call('drafts.templates', {})
  const wanted = templates.find(({ name }) => name.toLowerCase() === template.trim().toLowerCase())
  if (!wanted) {
    await calls.call('drafts.remove', { id: answer.value.id })
    const names = templates.map(({ name }) => name)
    throw new CommandEnd(exitCode.wrongArguments, commandText.noTemplate(template, names))
  }
  return calls.call('drafts.applyTemplate', { id: answer.value.id, templateId: wanted.id })
}

async function addFile(file: string, calls: CommandParts['calls']) {
  try {
    return await calls.addFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      throw new CommandEnd(exitCode.fileRefused, commandText.noFile(file, String(error.code)))
    }
    throw error
  }
}

/** Sends the draft, or says why it is left. Customers that are known only after the list was refreshed are left out, as any others. */
async function sendOrLeave(command: ImportCommand, { draft, problems }: OpenedDraft, parts: CommandParts) {
  for (let attempt = 1, current = draft; ; attempt += 1) {
    const outcome = await decide(command, { draft: current, problems }, parts)
    if ('exitCode' in outcome) return { ...reportOfDraft(current), ...outcome }
    const now = await parts.calls.tryCall('drafts.get', { id: draft.id })
    const isAsBefore = !now.ok || rowsToSend(now.value) === rowsToSend(current)
    if (isAsBefore || attempt === sendAttempts) {
      return { ...reportOfDraft(current), ...(await refused(command, current, outcome, parts)) }
    }
    current = now.value
  }
}

const rowsToSend = ({ counts }: Draft): number => counts.ready + counts.warning

/** How the import ended; or the failure when the draft could not be sent. */
async function decide(
  command: ImportCommand,
  { draft, problems }: OpenedDraft,
  parts: CommandParts,
): Promise<Outcome | Failure> {
  const { calls, connection } = parts
  const decisions = [...problems, ...decisionsOf(draft)]
  const toSend = rowsToSend(draft)
  const { update } = draft.counts
  const lookups = command.lookUpMissingVins ? draft.counts.paidLookups : 0
  if (command.dryRun) {
    await calls.call('drafts.remove', { id: draft.id })
    return decisions.length > 0
      ? { exitCode: exitCode.decisionsNeeded, message: commandText.wouldSend(0, 0, 0), decisions }
      : { exitCode: exitCode.done, message: commandText.wouldSend(toSend, update, lookups) }
  }
  if (decisions.length > 0) return leave(draft, decisions)
  if (toSend + update === 0) {
    await calls.call('drafts.remove', { id: draft.id })
    return draft.counts.rows > 0
      ? { exitCode: exitCode.done, message: importText.nothingToSend }
      : { exitCode: exitCode.fileRefused, message: importText.nothingReady }
  }
  if (!command.yes) {
    const answer = await parts.ask(commandText.ask(toSend, update, lookups, connection.name))
    if (answer === null) return leave(draft, [commandText.confirm(toSend, update, lookups)])
    if (!/^y(es)?$/i.test(answer.trim())) return leave(draft, [commandText.declined])
  }
  return send(command, draft, parts)
}

const leave = (draft: Draft, decisions: readonly string[]): Outcome => ({
  exitCode: exitCode.decisionsNeeded,
  message: commandText.leftDraft(draft.name),
  decisions: [...decisions],
  draftId: draft.id,
})

/** Why a draft was not sent. It stays for a person, but not when only time or the connection is missing: then the file is imported again. */
async function refused(
  { keepDraft }: ImportCommand,
  { id, name }: Draft,
  failure: Failure,
  { calls }: CommandParts,
): Promise<Outcome> {
  const code = failure.kind === 'invalid-input' ? exitCode.decisionsNeeded : exitCodeOf(failure)
  const trouble = troubleOfSending(failure)
  const isRemoved = trouble !== null && !keepDraft && (await calls.tryCall('drafts.remove', { id })).ok
  const sentences = trouble ?? sentencesOf(failure)
  return {
    exitCode: code,
    message: `${sentences} ${isRemoved ? commandText.importAgain : commandText.leftDraft(name)}`,
    decisions: code === exitCode.decisionsNeeded ? [sentences] : [],
    draftId: isRemoved ? null : id,
    failure,
  }
}

async function send(command: ImportCommand, draft: Draft, parts: CommandParts): Promise<Outcome | Failure> {
  const { calls, say, signal } = parts
  const created = await calls.tryCall('uploads.create', {
    draftId: draft.id,
    name: command.name ?? draft.name,
    lookUpMissingVins: command.lookUpMissingVins,
  })
  if (!created.ok) return created.error
  const { id, name } = created.value
  const upload = await waitUntil(
    calls,
    'uploads.changed',
    async () => {
      const now = await calls.call('uploads.get', { id })
      say(uploadLine(now))
      return now.state === 'running' || now.state === 'waiting' || now.state === 'cancelling' ? null : now
    },
    signal,
  ).catch((error: unknown) => {
    if (!signal.aborted) throw error
    throw new CommandEnd(exitCode.interrupted, `${commandText.interrupted} ${commandText.keptUpload(name)}`)
  })
  return reportOfUpload(upload, await unacceptedRows(upload, (page) => calls.call('uploads.rows', page)))
}

function progressLine({
  part,
  words,
  secondsLeft,
}: {
  part: number
  words: string
  secondsLeft?: number | null
}): string {
  const left = secondsLeft === null || secondsLeft === undefined ? '' : `, ${secondsLeft} s left`
  return `${words}${part > 0 ? ` (${Math.round(100 * part)} %${left})` : ''}`
}

const uploadLine = ({ state, progress, waiting }: Upload): string =>
  state === 'waiting' && waiting ? commandText.waits(waiting) : commandText.processed(progress.done, progress.total)
