import type { Connection, Reachability } from '../../contract/connections.ts'
import { assertNever } from '../../contract/result.ts'

export interface ConnectionStatus {
  readonly tone: 'neutral' | 'good' | 'warning' | 'error' | 'practice'
  readonly text: string
}

/** The status of the current connection. The text says it; the colour of the dot only repeats it. */
export function connectionStatus(connection: Connection, reachability: Reachability): ConnectionStatus {
  if (connection.credentials === 'missing') return { tone: 'error', text: 'Credentials missing' }
  switch (reachability) {
    case 'unknown':
      return connection.kind === 'practice'
        ? { tone: 'practice', text: 'Ready' }
        : { tone: 'neutral', text: 'Not connected yet' }
    case 'online':
      return { tone: connection.kind === 'practice' ? 'practice' : 'good', text: 'Online' }
    case 'offline':
      return { tone: 'warning', text: 'Offline' }
    case 'service-down':
      return { tone: 'warning', text: 'Service not responding' }
    case 'sign-in-required':
      return { tone: 'error', text: 'Sign-in required' }
    default:
      return assertNever(reachability)
  }
}
