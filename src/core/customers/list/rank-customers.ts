import { CustomerSuggestion } from '../../../contract/customer-suggestion.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'
import { searchLines } from '../record/search-text.ts'

type Fit = CustomerSuggestion['fit']

/** The best first. */
export const fits = CustomerSuggestion.shape.fit.options
const fit = { within: 1, word: 2, start: 3, exact: 4 } satisfies Record<Fit, number>

/**
 * A name, rego, VIN or mobile that equals the typed text fits best, then one that begins with it, then one with a word that begins with it.
 * `terms` as `searchTerms` makes them, all found in the customer's search text; several are also looked for as one phrase.
 */
export function createFitReader(terms: readonly string[]): (row: ListedCustomer) => Fit {
  // A rego is often typed with a blank: "abc 123".
  const phrases = [...new Set([terms.join(' '), terms.join('')])]
  return ({ search }) => {
    const lines = search.split('\n')
    const byPhrase = Math.max(...phrases.map((phrase) => fitOf(lines, phrase)))
    // Words in another order, such as "Citizen Jane".
    const byWords = terms.length > 1 ? Math.min(...terms.map((term) => fitOf(lines, term)), fit.word) : 0
    return fits[fit.exact - Math.max(byPhrase, byWords, fit.within)] ?? 'within'
  }
}

/** The fit of a text; 0: only the state or an additional field has it, or nothing. */
function fitOf(lines: readonly string[], text: string): number {
  const codes = ` ${lines[searchLines.codes] ?? ''} `
  let best: number = codes.includes(` ${text} `)
    ? fit.exact
    : codes.includes(` ${text}`)
      ? fit.start
      : codes.includes(text)
        ? fit.within
        : 0
  for (const line of [lines[searchLines.name] ?? '', lines[searchLines.title] ?? '']) {
    if (line === text) best = fit.exact
    else if (line.startsWith(text)) best = Math.max(best, fit.start)
    else if (line.includes(` ${text}`)) best = Math.max(best, fit.word)
    else if (line.includes(text)) best = Math.max(best, fit.within)
  }
  return best
}
