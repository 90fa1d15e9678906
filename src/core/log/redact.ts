const hidden = '[removed]'

/** What must never stand in a log, whoever wrote it. A second net: events carry few fields, and none of these. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${hidden}`],
  [
    /\b(authorization|api-?key|client_?secret|access_?token|refresh_?token|password|secret|cookie|set-cookie)(["']?\s*[:=]\s*["']?)(?!bearer\b|basic\b)[^\s"',;&]+/gi,
    `$1$2${hidden}`,
  ],
  // A JSON web token, also without its signature.
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, hidden],
  [/[\w.%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, hidden],
  // An Australian mobile, national or international, however it is spaced.
  [/(?<![\w.])(?:\+?61[\s.-]?\(?0?\)?[\s.-]?|0)4(?:[\s.-]?\d){8}(?!\w)/g, hidden],
]

/** A text fit for the log: secrets and personal data replaced, one line, at most 500 characters. */
export function redact(text: string): string {
  let clean = text
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement)
  // A line break would let a value pose as a second entry (CWE-117).
  return clean.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 500)
}
