/** The body of an answer, by its form. */
export type AnswerBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'html' }
  | { readonly kind: 'empty' }

export function readBody(text: string): AnswerBody {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return { kind: 'empty' }
  if (trimmed.startsWith('<')) return { kind: 'html' }
  if (!/^[[{"\d-]|^(true|false|null)$/.test(trimmed)) return { kind: 'text', text: trimmed }
  try {
    return { kind: 'json', value: JSON.parse(trimmed) }
  } catch {
    // Incomplete or invalid JSON is treated as text.
    return { kind: 'text', text: trimmed }
  }
}

/** Whether a body reports a failure, whatever the status: `success: false` or `error: true`. */
export function reportsFailure(body: AnswerBody): boolean {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return false
  const { success, error } = body.value as Readonly<Record<string, unknown>>
  return success === false || error === true || (success !== true && typeof error === 'string' && error !== '')
}

/**
 * The service's message: `message`, `error`, `errors` (a list, or a list per field), or plain text. The interface
 * does not show the body's shape (part 7). One line of at most 300 characters; null when there is none. `clean` is
 * applied to each text before it is cut.
 */
export function messageOf(body: AnswerBody, clean: (text: string) => string = (text) => text): string | null {
  const texts = body.kind === 'text' ? [body.text] : body.kind === 'json' ? collect(body.value, 0) : []
  const line = [...new Set(texts.map(clean))]
    .join('; ')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
  return line === '' ? null : line.length > 300 ? `${line.slice(0, 299)}…` : line
}

function collect(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (typeof value !== 'object' || value === null || depth > 4) return []
  if (Array.isArray(value)) return value.flatMap((each) => collect(each, depth + 1))
  const fields = value as Readonly<Record<string, unknown>>
  const found = ['message', 'error', 'error_description', 'errors', 'detail', 'title'].flatMap((name) =>
    collect(fields[name], depth + 1),
  )
  if (found.length > 0 || depth === 0) return found
  // A map from fields to their errors.
  return Object.entries(fields).flatMap(([name, each]) => collect(each, depth + 1).map((text) => `${name}: ${text}`))
}
