import type { CountedCell, SourceCell } from './source-cell.ts'
import { surnameFirstMessage } from './column-messages.ts'
import { cellMessages } from './cell-messages.ts'
import { emptyCell, issue, type CellIssue, type CheckedCell } from './checked-cell.ts'
import { repairMojibake } from './mojibake.ts'
import { isCompany } from './company-name.ts'
import { titleCaseName } from './title-case.ts'
import { plainText, isPlaceholder, spreadsheetError } from './cell-text.ts'

/** The columns of a name. A filled `full` is used alone. */
export interface NameParts {
  readonly title?: SourceCell
  readonly first?: SourceCell
  readonly middle?: SourceCell
  readonly last?: SourceCell
  readonly company?: SourceCell
  readonly full?: SourceCell
}

// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const control = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060\ufeff]+/g
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const untidy = /[\u0000-\u001f\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2060\ufeff]| {2}|^ | $/

/** The text of one part without control characters and surplus spaces; nothing else is changed. */
function part(cell: SourceCell | undefined): string {
  if (cell === undefined || cell === null || cell === '') return ''
  let text = typeof cell === 'string' ? cell : plainText(cell)
  if (text.startsWith('=') || text.startsWith("'")) text = plainText(text)
  if (untidy.test(text)) {
    // A line break inside a name separates two words; other control characters separate nothing.
    text = text
      .replace(/[\t\n\r\u00a0]+/g, ' ')
      .replace(control, (found, at: number, whole: string) =>
        joinerIn(found, whole.charAt(at - 1), whole.charAt(at + found.length)),
      )
      .replace(/ {2,}/g, ' ')
      .trim()
  }
  return isPlaceholder(text) ? '' : text
}

/** Joins the parts of an emoji, or the letters of Persian, Sinhala and other scripts, where it is between two of them. */
const joiner = /^[\u200c\u200d]$/
const joined = /[^\p{ASCII}\s]/u

const joinerIn = (found: string, before: string, after: string): string =>
  joiner.test(found) && joined.test(before) && joined.test(after) ? found : ''

const surnameFirst = /^([\p{L}\p{M}'’ʼ`.\- \ufffd]+), *([\p{L}\p{M}'’ʼ`.\- \ufffd]+)$/u
const notFirstNames = /\b(?:jr|jnr|sr|snr|pty|ltd|limited|inc)\b/i

/** "SMITH, John" as ["SMITH", "John"], or null for anything else. */
function splitSurnameFirst(text: string): readonly [last: string, first: string] | null {
  const comma = text.indexOf(',')
  if (comma < 1) return null
  const match = surnameFirst.exec(text)
  const [last, first] = [match?.[1]?.trim() ?? '', match?.[2]?.trim() ?? '']
  if (last === '' || first === '' || first.split(' ').length > 3) return null
  return notFirstNames.test(first) || isCompany(text) ? null : [last, first]
}

/**
 * Whether the names of a column are written "SURNAME, First": at least 60% of its filled cells are.
 */
export function decideNameOrder(cells: Iterable<CountedCell>): {
  readonly surnameFirst: boolean
  readonly evidence: string
} {
  let filled = 0
  let turned = 0
  for (const { cell, count } of cells) {
    const text = part(cell)
    if (text === '') continue
    filled += count
    if (splitSurnameFirst(text)) turned += count
  }
  const decided = filled > 0 && turned / filled >= 0.6
  return { surnameFirst: decided, evidence: surnameFirstMessage(turned, filled) }
}

function joinParts(parts: NameParts): string {
  const full = part(parts.full)
  if (full !== '') return full
  const [first, last, company] = [part(parts.first), part(parts.last), part(parts.company)]
  if (first === '' && last === '') return company
  if (first !== '') return [first, part(parts.middle), last].filter((word) => word !== '').join(' ')
  const title = isCompany(last) ? '' : part(parts.title)
  return title === '' ? last : `${title} ${last}`
}

/**
 * Joins a customer's name from its columns: first, middle, last; the title only where there is no first name ("Mr
 * Smith"); the company where there is no person. With `surnameFirst`, "SMITH, John" becomes "John SMITH". Letters
 * damaged by a wrong encoding are a warning, with the repaired name as the proposal where it is certain.
 */
export function joinName(
  parts: NameParts,
  options: { readonly surnameFirst?: boolean; readonly titleCase?: boolean } = {},
): CheckedCell {
  const filled = [parts.full, parts.first, parts.last, parts.company].find(
    (cell) => cell !== null && cell !== undefined && cell !== '',
  )
  if (filled === undefined) return emptyCell
  const error = spreadsheetError(filled, plainText(filled))
  if (error) return error
  const issues: CellIssue[] = []
  let name = joinParts(parts)
  if (name === '') {
    const text = plainText(filled)
    if (text === '') return emptyCell
    return {
      value: '',
      issues: [issue('info', 'name.placeholder', cellMessages.name.placeholder(text))],
    }
  }
  const turned = options.surnameFirst && name.includes(',') ? splitSurnameFirst(name) : null
  if (turned) {
    const [last, first] = turned
    name = `${first} ${last}`
    issues.push(issue('info', 'name.turned', cellMessages.name.turned))
  }
  const damage = repairMojibake(name)
  if (damage) {
    const message = damage.repaired
      ? cellMessages.name.encodingKnown(damage.repaired)
      : cellMessages.name.encodingLost(name)
    issues.push(issue('warning', 'name.encoding', message, damage.repaired))
  } else if (!/\p{L}/u.test(name)) {
    issues.push(issue('warning', 'name.no-letters', cellMessages.name.noLetters(name)))
  }
  return { value: options.titleCase ? titleCaseName(name) : name, issues }
}
