const hidden = '[removed]'

/** What the log must never contain. This is a second protection: events have few fields, and none of these. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${hidden}`],
  [
    /\b(authorization|api-?key|client_?secret|access_?token|refresh_?token|password|secret)(["']?\s*[:=]\s*["']?)(?!bearer\b|basic\b)[^\s"',;&]+/gi,
    `$1$2${hidden}`,
  ],
  // A cookie header can hold several cookies, so everything after it is removed.
  [/\b((?:set-)?cookie["']?\s*[:=]\s*).*/gis, `$1${hidden}`],
  // A JSON web token, also without its signature.
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, hidden],
  [/[\w.%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, hidden],
  // An Australian mobile, national or international, with any spacing.
  [/(?<![\w.])(?:\+?61[\s.-]?\(?0?\)?[\s.-]?|0)4(?:[\s.-]?\d){8}(?!\w)/g, hidden],
]

/** A text for the log: secrets and personal data are replaced; one line of at most 500 characters. */
export function redact(text: string): string {
  let clean = text
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement)
  // A line break could make a value look like a second entry (CWE-117).
  return clean.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 500)
}
