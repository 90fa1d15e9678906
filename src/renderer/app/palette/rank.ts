/** How well a label fits what was typed, from 0 to 100. */
export const score = {
  exact: 100,
  start: 90,
  words: 75,
  wordsInAnyOrder: 70,
  initials: 60,
  within: 50,
  fuzzy: 30,
} as const

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** Whether each typed word begins a word of the label, in the order of the label. */
function beginWordsInOrder(typed: readonly string[], words: readonly string[]): boolean {
  let at = 0
  for (const each of typed) {
    while (at < words.length && !words[at]?.startsWith(each)) at += 1
    if (at === words.length) return false
    at += 1
  }
  return true
}

/** Shorter texts are in too many labels. */
const shortestFuzzy = 3

/** Whether the letters occur in this order, and the first one begins a word: "upsp" in "Upload a spreadsheet". */
function isFuzzy(typed: string, label: string): boolean {
  if (typed.length < shortestFuzzy) return false
  for (let start = 0; start < label.length; start += 1) {
    const beginsWord = start === 0 || !/[\p{L}\p{N}]/u.test(label[start - 1] ?? '')
    if (!beginsWord || label[start] !== typed[0]) continue
    let at = start
    let found = 1
    while (found < typed.length) {
      at = label.indexOf(typed[found] ?? '', at + 1)
      if (at < 0) break
      found += 1
    }
    if (found === typed.length) return true
  }
  return false
}

/**
 * The score of a label; null: it does not fit. Equal texts come first, then labels that begin with the text, then words that do, the
 * initials, and text inside. `fuzzy` also accepts letters with others in between: for commands, whose names are known in part.
 */
export function scoreOf(text: string, label: string, { fuzzy = false } = {}): number | null {
  const typed = plain(text)
  const given = plain(label)
  if (typed === '') return null
  if (given === typed) return score.exact
  if (given.startsWith(typed)) return score.start
  const typedWords = wordsOf(typed)
  const words = wordsOf(given)
  if (typedWords.length > 0 && beginWordsInOrder(typedWords, words)) return score.words
  if (typedWords.length > 0 && typedWords.every((each) => words.some((word) => word.startsWith(each))))
    return score.wordsInAnyOrder
  if (
    typed.length > 1 &&
    words
      .map((word) => word[0])
      .join('')
      .startsWith(typed)
  )
    return score.initials
  if (given.includes(typed)) return score.within
  return fuzzy && isFuzzy(typed.replaceAll(/\s/g, ''), given) ? score.fuzzy : null
}

/** Those that fit, the best first; equal ones keep their order. */
export function rank<T>(
  text: string,
  items: readonly T[],
  labelOf: (item: T) => string,
  options?: { fuzzy?: boolean },
) {
  return items
    .flatMap((item) => {
      const found = scoreOf(text, labelOf(item), options)
      return found === null ? [] : [{ item, score: found }]
    })
    .toSorted((a, b) => b.score - a.score)
}
