import type { Failure } from '../contract/result.ts'
import { exitCodeOf, type ExitCode } from './exit-codes.ts'

/** Ends a command early, with what the user reads and the exit code. */
export class CommandEnd extends Error {
  readonly exitCode: ExitCode
  readonly failure: Failure | null

  constructor(exitCode: ExitCode, message: string, failure: Failure | null = null) {
    super(message)
    this.exitCode = exitCode
    this.failure = failure
  }
}

/** A failure of the program as sentences: what happened, what was kept, what to do. */
export const sentencesOf = ({ message, kept, next, reference }: Failure): string =>
  [message, kept, next, reference === undefined ? undefined : `Reference: ${reference}`]
    .filter((sentence) => sentence !== undefined)
    .join(' ')

/** How a command ends after a failure of the program. */
export const endAfter = (failure: Failure, code = exitCodeOf(failure)): CommandEnd =>
  new CommandEnd(code, sentencesOf(failure), failure)
