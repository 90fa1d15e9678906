/** Structured events with few fields. Never a body, a header, a customer or a secret: the sink redacts as a second net only. */
export interface Log {
  write(
    level: 'info' | 'warning' | 'error',
    event: string,
    fields?: Readonly<Record<string, string | number | boolean | null>>,
  ): void
}

/** What of an unknown error is worth a line in the log. */
export function errorFields(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Error)) return { errorName: typeof error, message: String(error) }
  return { errorName: error.name, message: error.message, ...(error.stack === undefined ? {} : { stack: error.stack }) }
}
