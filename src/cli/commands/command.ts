import type { Connection } from '../../contract/connections.ts'
import type { CommandReport } from '../../contract/command-line.ts'
import type { ProgramCalls } from '../program-calls.ts'

/** What every command gets. */
export interface CommandParts {
  readonly calls: ProgramCalls
  readonly connection: Connection
  /** Aborts at Ctrl+C and SIGTERM. */
  readonly signal: AbortSignal
  /** A line for the user while the command works, on stderr. */
  readonly say: (line: string) => void
  /** Asks the user and returns the answer; null when nobody can answer. */
  readonly ask: (question: string) => Promise<string | null>
}

/** What a command found or did. `lines`: the same for a person, on stdout. */
export interface CommandAnswer<R extends CommandReport = CommandReport> {
  readonly report: R
  readonly lines: readonly string[]
}
