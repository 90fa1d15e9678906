/** Structured events with few fields. Never a body, a header, a customer or a secret: the sink redacts as a second net only. */
export interface Log {
  write(
    level: 'info' | 'warning' | 'error',
    event: string,
    fields?: Readonly<Record<string, string | number | boolean | null>>,
  ): void
}
