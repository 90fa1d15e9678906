import type { CellChange } from '../../../contract/draft-changes.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'

type Replace = Pick<Extract<CellChange, { kind: 'replace' }>, 'find' | 'text' | 'wholeCell' | 'matchCase'>

/** Fields whose spaces are only for reading. */
const withoutSpaces: ReadonlySet<CustomerField> = new Set(['rego', 'vin', 'mobile_number'])

/** Finds a text in shown values (`shownText`), and replaces it. Spaces do not count in regos, VINs and mobiles. */
export class TextFinder {
  readonly #replace: Replace
  /** What is searched, in fields whose spaces count, and in others. */
  readonly #wanted: { readonly whole: string; readonly compact: string }

  constructor(replace: Replace) {
    const fold = (text: string): string => (replace.matchCase ? text : folded(text))
    this.#replace = replace
    this.#wanted = { whole: fold(replace.find), compact: fold(stripped(replace.find)) }
  }

  /** The value with each hit replaced; null: it has none. */
  replace(shown: string, field: CustomerField): string | null {
    const { text, wholeCell, matchCase } = this.#replace
    const isCompact = withoutSpaces.has(field)
    const value = isCompact ? stripped(shown) : shown
    const searched = isCompact ? this.#wanted.compact : this.#wanted.whole
    if (searched === '' || value === '') return null
    const cell = matchCase ? value : folded(value)
    if (wholeCell) return cell === searched ? text : null
    // A fold that changes the length would move the places of hits.
    if (cell.length !== value.length) return null
    let result = ''
    let from = 0
    for (let at = cell.indexOf(searched); at >= 0; at = cell.indexOf(searched, from)) {
      result += value.slice(from, at) + text
      from = at + searched.length
    }
    return from === 0 ? null : result + value.slice(from)
  }
}

const stripped = (text: string): string => (/\s/.test(text) ? text.replaceAll(/\s/g, '') : text)

/** Lower case, letter by letter: “İ” becomes two letters otherwise. */
function folded(text: string): string {
  const whole = text.toLowerCase()
  if (/^[\0-\x7f]*$/.test(text)) return whole
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  }).join('')
}
