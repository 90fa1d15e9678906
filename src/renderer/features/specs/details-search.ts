import type { Detail } from '../../../contract/details.ts'

const holdsAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

/**
 * The details that hold every word of a search, in their own name or value or in the names of the groups around them. A group that is
 * named by the search is kept whole; of another only what fits. `words` are in lower case; `around` is what stands above (the category).
 */
export function searchDetails(details: readonly Detail[], words: readonly string[], around = ''): readonly Detail[] {
  if (words.length === 0) return details
  return details.flatMap((detail) => {
    const place = `${around} ${detail.label} ${detail.name}`.toLowerCase()
    if (holdsAll(`${place} ${detail.text?.toLowerCase() ?? ''}`, words)) return [detail]
    const children = searchDetails(detail.children, words, place)
    return children.length > 0 ? [{ ...detail, children }] : []
  })
}

/** How many values there are, groups counted by what is in them. */
export const countValues = (details: readonly Detail[]): number =>
  details.reduce((sum, { children }) => sum + (children.length > 0 ? countValues(children) : 1), 0)
