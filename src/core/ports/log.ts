export type LogLevel = 'info' | 'warning' | 'error'
export type LogFields = Readonly<Record<string, string | number | boolean | null>>

/**
 * Structured events with few fields. Never pass a body, a header, customer data or a secret: the redaction of the log file is only
 * a second protection.
 */
export interface Log {
  write(level: LogLevel, event: string, fields?: LogFields): void
}

/** The fields that describe an error of any type. */
export function errorFields(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Error)) return { errorName: typeof error, message: String(error) }
  return { errorName: error.name, message: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) }
}
