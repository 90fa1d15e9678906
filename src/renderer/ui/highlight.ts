/** The words of a search, in lower case, each once: "  Fuel TANK fuel" -> ["fuel", "tank"]. */
export const wordsOfSearch = (search: string): readonly string[] => [
  ...new Set(search.toLowerCase().split(/\s+/).filter(Boolean)),
]

export interface TextPart {
  readonly text: string
  readonly hit: boolean
}

/** Splits a text at the words, ignoring case. The parts joined give the text. `words` are in lower case. */
export function partsOfText(text: string, words: readonly string[]): readonly TextPart[] {
  const lower = text.toLowerCase()
  // A letter with a longer lower case ("İ") would shift all later positions.
  if (words.length === 0 || lower.length !== text.length) return text === '' ? [] : [{ text, hit: false }]
  const hits = Array.from({ length: text.length }, () => false)
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) hits.fill(true, at, at + word.length)
  }
  const parts: TextPart[] = []
  let from = 0
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && hits[at] === hits[from]) continue
    parts.push({ text: text.slice(from, at), hit: hits[from] === true })
    from = at
  }
  return parts
}
