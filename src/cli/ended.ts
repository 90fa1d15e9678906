import type { Failure } from '../contract/result.ts'
import { sentencesOf } from '../core/failures/failure-sentences.ts'
import { exitCodeOf, type ExitCode } from '../contract/exit-codes.ts'

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

/** How a command ends after a failure of the program. */
export const endAfter = (failure: Failure, code = exitCodeOf(failure)): CommandEnd =>
  new CommandEnd(code, sentencesOf(failure), failure)
