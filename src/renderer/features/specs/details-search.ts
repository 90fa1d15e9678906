import type { Detail } from '../../../contract/details.ts'

const includesAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

/**
 * The details that contain every word of a search in their name, their value or the names of the groups above them. A group whose name
 * matches is shown whole. `words` are in lower case; `path` holds the names above, for example the category.
 */
export function searchDetails(details: readonly Detail[], words: readonly string[], path = ''): readonly Detail[] {
  if (words.length === 0) return details
  return details.flatMap((detail) => {
    const ownPath = `${path} ${detail.label} ${detail.name}`.toLowerCase()
    if (includesAll(`${ownPath} ${detail.text?.toLowerCase() ?? ''}`, words)) return [detail]
    const children = searchDetails(detail.children, words, ownPath)
    return children.length > 0 ? [{ ...detail, children }] : []
  })
}

/** The number of values; a group counts as the values in it. */
export const countValues = (details: readonly Detail[]): number =>
  details.reduce((sum, { children }) => sum + (children.length > 0 ? countValues(children) : 1), 0)
