import type { Connection, Reachability } from '../../contract/connections.ts'

export interface ConnectionStatus {
  readonly tone: 'neutral' | 'good' | 'warning' | 'error' | 'practice'
  readonly text: string
}

const accountStatus: Readonly<Record<Reachability, ConnectionStatus>> = {
  unknown: { tone: 'neutral', text: 'Not connected yet' },
  online: { tone: 'good', text: 'Online' },
  offline: { tone: 'warning', text: 'Offline' },
  'service-down': { tone: 'warning', text: 'Service not responding' },
  'sign-in-required': { tone: 'error', text: 'Sign-in required' },
}

const practiceStatus: Readonly<Partial<Record<Reachability, ConnectionStatus>>> = {
  unknown: { tone: 'practice', text: 'Ready' },
  online: { tone: 'practice', text: 'Online' },
}

/** The status of the current connection. The text says it; the colour of the dot only repeats it. */
export function connectionStatus({ kind, credentials }: Connection, reachability: Reachability): ConnectionStatus {
  if (credentials === 'missing') return { tone: 'error', text: 'Credentials missing' }
  const practice = kind === 'practice' ? practiceStatus[reachability] : undefined
  return practice ?? accountStatus[reachability]
}
