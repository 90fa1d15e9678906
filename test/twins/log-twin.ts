import type { Log } from '../../src/core/ports/log.ts'

export interface LogEntry {
  readonly level: 'info' | 'warning' | 'error'
  readonly event: string
  readonly fields: Readonly<Record<string, string | number | boolean | null>>
}

/** A log whose entries the test can read, before any redaction. */
export interface LogTwin extends Log {
  readonly entries: readonly LogEntry[]
}

export function createLogTwin(): LogTwin {
  const entries: LogEntry[] = []
  return { entries, write: (level, event, fields = {}) => void entries.push({ level, event, fields }) }
}
