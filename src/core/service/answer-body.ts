/** What a body turned out to be. */
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
    // Cut off or not JSON at all: to the caller it is a text that is no answer.
    return { kind: 'text', text: trimmed }
  }
}

/** True when a body says that it failed, whatever its status says: `success: false` or `error: true`. */
export function saysFailed(body: AnswerBody): boolean {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return false
  const { success, error } = body.value as Readonly<Record<string, unknown>>
  return success === false || error === true || (success !== true && typeof error === 'string' && error !== '')
}

/**
 * The service's own words, wherever it put them: `message`, `error`, `errors` (a list, or a list a field), or plain text; the body's
 * shape is not shown (interface, part 7). One line, at most 300 characters; null when it said nothing. `clean` is put to each text
 * before anything is cut off.
 */
export function wordsOf(body: AnswerBody, clean: (text: string) => string = (text) => text): string | null {
  const words = body.kind === 'text' ? [body.text] : body.kind === 'json' ? collect(body.value, 0) : []
  const line = [...new Set(words.map(clean))]
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
  const said = ['message', 'error', 'error_description', 'errors', 'detail', 'title'].flatMap((name) =>
    collect(fields[name], depth + 1),
  )
  if (said.length > 0 || depth === 0) return said
  // A map of fields to what is wrong with each.
  return Object.entries(fields).flatMap(([name, each]) => collect(each, depth + 1).map((words) => `${name}: ${words}`))
}
