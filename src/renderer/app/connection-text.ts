import type { Connection, Reachability } from '../../contract/connections.ts'
import { assertNever } from '../../contract/result.ts'

export interface ConnectionWords {
  readonly tone: 'neutral' | 'good' | 'warning' | 'error' | 'practice'
  readonly words: string
}

/** How the current connection stands, in words; the dot beside them is only for the eye. */
export function connectionWords(connection: Connection, reachability: Reachability): ConnectionWords {
  if (connection.credentials === 'missing') return { tone: 'error', words: 'Credentials missing' }
  switch (reachability) {
    case 'unknown':
      return connection.kind === 'practice'
        ? { tone: 'practice', words: 'Ready' }
        : { tone: 'neutral', words: 'Not contacted yet' }
    case 'online':
      return { tone: connection.kind === 'practice' ? 'practice' : 'good', words: 'Online' }
    case 'offline':
      return { tone: 'warning', words: 'Offline' }
    case 'service-down':
      return { tone: 'warning', words: 'The service does not answer' }
    case 'sign-in-required':
      return { tone: 'error', words: 'Sign-in needed' }
    default:
      return assertNever(reachability)
  }
}
