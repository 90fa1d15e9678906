import type { CellChange } from '../../../contract/draft-changes.ts'
import type { CustomerField } from '../../../contract/drafts.ts'

type Replace = Pick<Extract<CellChange, { kind: 'replace' }>, 'find' | 'text' | 'wholeCell' | 'matchCase'>

/** Fields whose spaces are only for reading. */
const withoutSpaces: ReadonlySet<CustomerField> = new Set(['rego', 'vin', 'mobile_number'])

/**
 * A shown value (`shownText`) with each hit replaced; null: it has none. Spaces do not count in regos, VINs and mobiles.
 */
export function findReplacement(
  shown: string,
  field: CustomerField,
  { find, text, wholeCell, matchCase }: Replace,
): string | null {
  const compact = withoutSpaces.has(field)
  const strip = (one: string): string => (compact ? one.replaceAll(/\s/g, '') : one)
  const value = strip(shown)
  const wanted = strip(find)
  if (wanted === '' || value === '') return null
  const [cell, searched] = matchCase ? [value, wanted] : [folded(value), folded(wanted)]
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

/** Lower case, letter by letter: “İ” becomes two letters otherwise. */
const folded = (text: string): string =>
  Array.from(text, (letter) => {
    const lower = letter.toLowerCase()
    return lower.length === letter.length ? lower : letter
  }).join('')
