import { type HelpBlock, type HelpPage, sectionId } from '../../app/help-page.ts'
import { wordsOfSearch } from '../../ui/highlight.ts'
import type { HelpPlace } from './help-place.ts'
import { plainText } from './inline-text.ts'

export interface HelpHit {
  readonly place: HelpPlace
  readonly title: string
  /** The title of the section; null: the page itself. */
  readonly section: string | null
  /** The text around the first word that was found. */
  readonly excerpt: string
}

/** Where a word counts most. */
const weight = { title: 8, heading: 5, keywords: 4, text: 1 } as const

const excerptLength = 110

/** The texts of a block, without marks. */
const textsOf = (block: HelpBlock): readonly string[] => {
  if (typeof block === 'string') return [plainText(block)]
  if ('steps' in block) return block.steps.map(plainText)
  return 'list' in block ? block.list.map(plainText) : []
}

const normalised = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a word of the text begins with the searched word. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  }
  return false
}

function excerptOf(text: string, words: readonly string[]): string {
  if (text.length <= excerptLength) return text
  const lower = normalised(text)
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length)
  if (first === text.length || first < excerptLength - 20)
    return `${text.slice(0, excerptLength).replace(/\s+\S*$/, '')} …`
  const from = text.lastIndexOf(' ', Math.max(0, first - 40)) + 1
  return `… ${text.slice(from, from + excerptLength).replace(/\s+\S*$/, '')} …`
}

/**
 * The pages and sections that contain words beginning with all words of the search, the best first. A word may be in the title of the page
 * and another in its section.
 */
export function searchHelp(pages: readonly HelpPage[], search: string): readonly HelpHit[] {
  const words = wordsOfSearch(normalised(search))
  if (words.length === 0) return []
  const scored = pages.flatMap((page) => {
    const title = normalised(page.title)
    const keywords = normalised(page.keywords ?? '')
    const score = (heading: string, text: string): number => {
      let sum = 0
      for (const word of words) {
        const found =
          (hasWord(title, word) ? weight.title : 0) +
          (hasWord(heading, word) ? weight.heading : 0) +
          (hasWord(keywords, word) ? weight.keywords : 0) +
          (hasWord(text, word) ? weight.text : 0)
        if (found === 0) return 0
        sum += found
      }
      return sum
    }
    const whole = {
      score: score('', normalised(page.summary)),
      hit: { place: { page: page.id }, title: page.title, section: null, excerpt: excerptOf(page.summary, words) },
    }
    const sections = page.sections.map((section) => {
      const text = section.blocks.flatMap(textsOf).join(' ')
      return {
        // The words must be in the section itself too: else each section of a page with such a title is found.
        score: words.some((word) => hasWord(normalised(`${section.title} ${text}`), word))
          ? score(normalised(section.title), normalised(text)) - (whole.score > 0 ? weight.title : 0)
          : 0,
        hit: {
          place: { page: page.id, section: sectionId(section.title) },
          title: page.title,
          section: section.title,
          excerpt: excerptOf(text, words),
        },
      }
    })
    return [whole, ...sections].filter((each) => each.score > 0)
  })
  return scored.toSorted((a, b) => b.score - a.score).map(({ hit }) => hit)
}
