/**
 * A value that is created when it is first asked for, and kept. For constants that would slow the start of every process that
 * imports them: the first formatter of `Intl` takes 10 ms.
 */
export function lazy<T>(create: () => T): () => T {
  let created: { readonly value: T } | null = null
  return () => (created ??= { value: create() }).value
}
