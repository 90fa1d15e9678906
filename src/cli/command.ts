import { createInterface } from 'node:readline/promises'
import type { StoppedReport } from '../contract/command-line.ts'
import { openDataFolder } from '../host-kit/data-folder.ts'
import { programPlaceOf } from '../host-kit/program-place.ts'
import { help, readArguments, type Command, type CommonOptions } from './arguments.ts'
import { commandText } from './command-text.ts'
import { CommandEnd } from './ended.ts'
import { exitCode, type ExitCode } from '../contract/exit-codes.ts'

const read = readArguments(process.argv.slice(2))
if (read.action === 'help') process.stdout.write(help)
else if (read.action === 'reject')
  end(exitCode.wrongArguments, `${read.problem}\nforecourt --help shows every command.`)
else await run(read.options, read.command)

async function run(options: CommonOptions, command: Command): Promise<void> {
  const interrupt = interruption()
  try {
    const folder = openDataFolder(options.dataDir)
    // Imported late, because --help and a wrong option need nothing of it.
    const { runCommand } = await import('./run-command.ts')
    const { report, lines } = await runCommand(folder, { options, command }, programPlaceOf(import.meta.url), {
      signal: interrupt,
      input: process.stdin,
      say: options.quiet ? () => undefined : createProgress(),
      ask: askUser(options),
    })
    process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : lines.map((line) => `${line}\n`).join(''))
    process.exitCode = report.exitCode
  } catch (error) {
    const ended = commandEndOf(error, interrupt)
    if (options.json) {
      const { message, exitCode: code, failure } = ended
      const report: StoppedReport = { command: command.command, exitCode: code, message, failure }
      process.stdout.write(`${JSON.stringify(report)}\n`)
    }
    end(ended.exitCode, ended.message)
  }
}

/** How a command ends after an error. What the file system says is for the user; anything else is a defect. */
function commandEndOf(error: unknown, interrupted: AbortSignal): CommandEnd {
  if (error instanceof CommandEnd) return error
  if (interrupted.aborted) return new CommandEnd(exitCode.interrupted, commandText.interrupted)
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return new CommandEnd(exitCode.fileRefused, error.message)
  }
  return new CommandEnd(exitCode.unexpected, error instanceof Error ? (error.stack ?? error.message) : String(error))
}

function end(code: ExitCode, message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = code
}

/** Aborts at the first Ctrl+C or SIGTERM; the second ends the process at once. */
function interruption(): AbortSignal {
  const stop = new AbortController()
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(exitCode.interrupted)
    stop.abort(new CommandEnd(exitCode.interrupted, commandText.interrupted))
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return stop.signal
}

/** Shows a line when it differs from the last one. */
function createProgress(): (line: string) => void {
  let last = ''
  return (line) => {
    if (line === last) return
    last = line
    process.stderr.write(`${line}\n`)
  }
}

/** Nobody can be asked when standard input is no terminal, or has the password. */
function askUser({ json, passwordFromInput }: CommonOptions): (question: string) => Promise<string | null> {
  return async (question) => {
    if (json || passwordFromInput || !process.stdin.isTTY) return null
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return await terminal.question(question)
    } finally {
      terminal.close()
    }
  }
}
