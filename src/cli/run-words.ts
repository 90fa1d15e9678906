import type { StoppedReport } from '../contract/command-line.ts'
import { exitCode, type ExitCode } from '../contract/exit-codes.ts'
import { errorFields, type Log } from '../core/ports/log.ts'
import { errorCode, isSystemError } from '../core/storage/refusals.ts'
import { failureOfError } from '../dispatch/result-of-error.ts'
import { DataFolderError, openDataFolder } from '../host-kit/data-folder.ts'
import { versionOfForecourt, type ProgramPlace } from '../host-kit/program-place.ts'
import { readArguments, type Command, type CommonOptions } from './arguments.ts'
import type { CommandStreams } from './command-streams.ts'
import { commandText } from './command-text.ts'
import { CommandEnd, endAfter } from './ended.ts'
import { createInterruption } from './interruption.ts'

/** Where and how a command runs. */
export interface CommandSurroundings {
  readonly place: ProgramPlace
  readonly streams: CommandStreams
  /** Files are read in a thread: the process cannot start others. */
  readonly readsInThread: boolean
  /** The process whose end interrupts the command; null: only signals do. */
  readonly starter: number | null
}

/** Runs the command that the words of a command line name, and writes its result. Resolves with its exit code; never rejects. */
export async function runWords(words: readonly string[], surroundings: CommandSurroundings): Promise<ExitCode> {
  const { streams } = surroundings
  const read = readArguments(words)
  if (read.action === 'help') return writeResult(read.text, exitCode.done, streams)
  if (read.action === 'version') {
    return writeResult(`${versionOfForecourt(surroundings.place)}\n`, exitCode.done, streams)
  }
  if (read.action === 'reject') {
    const { command, problem, json } = read
    streams.tell(`${problem}\nforecourt --help shows every command.\n`)
    return json
      ? writeStopped(command, new CommandEnd(exitCode.wrongArguments, problem), streams)
      : exitCode.wrongArguments
  }
  return run(read.options, read.command, surroundings)
}

async function run(
  options: CommonOptions,
  command: Command,
  { place, streams, readsInThread, starter }: CommandSurroundings,
): Promise<ExitCode> {
  const interrupt = createInterruption(starter)
  let log: Log = { write: () => undefined }
  try {
    const folder = openDataFolder(options.dataDir)
    ;({ log } = folder)
    // Imported late, because --help and a wrong option need nothing of it.
    const { runCommand } = await import('./run-command.ts')
    const { report, lines } = await runCommand(
      folder,
      { options, command },
      { ...place, readsInThread },
      {
        signal: interrupt,
        input: streams.input,
        say: options.quiet ? () => undefined : createProgress(streams),
        ask: askUser(options, streams),
      },
    )
    const text = options.json ? `${JSON.stringify(report)}\n` : lines.map((line) => `${line}\n`).join('')
    return await writeResult(text, report.exitCode as ExitCode, streams)
  } catch (error) {
    const end = commandEndOf(error, { command, interrupt, log })
    streams.tell(`${end.message}\n`)
    return options.json ? writeStopped(command.command, end, streams) : end.exitCode
  }
}

const writeStopped = (
  command: string,
  { exitCode: code, message, failure }: CommandEnd,
  streams: CommandStreams,
): Promise<ExitCode> =>
  writeResult(
    `${JSON.stringify({ command, exitCode: code, message, failure } satisfies StoppedReport)}\n`,
    code,
    streams,
  )

/** Writes a result to standard output. Resolves with the exit code: that of the command, unless its result could not be written. */
async function writeResult(text: string, code: ExitCode, streams: CommandStreams): Promise<ExitCode> {
  try {
    await streams.write(text)
    return code
  } catch (error) {
    // The reader has seen enough, as `head -1` has.
    if (isReaderGone(error)) return code
    streams.tell(`${commandText.resultLost(errorCode(error) ?? String(error), code)}\n`)
    return code === exitCode.done ? exitCode.fileRefused : code
  }
}

/** EOF: Windows. */
const isReaderGone = (error: unknown): boolean => ['EPIPE', 'EOF'].includes(errorCode(error) ?? '')

/** How a command ends after an error. What the file system says is for the user; anything else is a defect, whose text stays in the log. */
function commandEndOf(
  error: unknown,
  { command, interrupt, log }: { readonly command: Command; readonly interrupt: AbortSignal; readonly log: Log },
): CommandEnd {
  if (error instanceof CommandEnd) return error
  if (interrupt.aborted) return new CommandEnd(exitCode.interrupted, commandText.interrupted)
  if (error instanceof DataFolderError || isSystemError(error)) {
    return new CommandEnd(exitCode.fileRefused, error.message)
  }
  return endAfter(
    failureOfError(error, `command.${command.command}`, (source, reference, thrown) =>
      log.write('error', 'unexpected', { method: source, reference, ...errorFields(thrown) }),
    ),
  )
}

/** Shows a line when it differs from the last one. */
function createProgress(streams: CommandStreams): (line: string) => void {
  let last = ''
  return (line) => {
    if (line === last) return
    last = line
    streams.tell(`${line}\n`)
  }
}

/** Nobody can be asked when standard input is no terminal, or has the password. */
function askUser(
  { json, passwordFromInput }: CommonOptions,
  { ask }: CommandStreams,
): (question: string) => Promise<string | null> {
  return async (question) => (json || passwordFromInput || ask === null ? null : ask(question))
}
