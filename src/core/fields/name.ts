import type { CountedCell, SourceCell } from './source-cell.ts'
import { surnameFirstMessage } from './column-messages.ts'
import { cellMessages } from './cell-messages.ts'
import { emptyCell, issue, type CellIssue, type CheckedCell } from './checked-cell.ts'
import { repairMojibake } from './mojibake.ts'
import { isCompany } from './company-name.ts'
import { isPersonTitle } from './person-titles.ts'
import { titleCaseName } from './title-case.ts'
import { plainText, isMasked, isNamelikePlaceholder, isPlaceholder, spreadsheetError } from './cell-text.ts'

/** The columns of a name. A filled `full` is used alone. */
export interface NameParts {
  readonly title?: SourceCell
  readonly first?: SourceCell
  readonly middle?: SourceCell
  readonly last?: SourceCell
  readonly company?: SourceCell
  readonly full?: SourceCell
}

const control =
  // oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
  /[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060\ufeff]+|(?<![\u00c2-\u00df]|\u00e2\u0080?)[\u0080-\u009f\u00ad]+/g
const ofOtherEncoding = /[\u0080-\u009f]/g
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const untidy = /[\u0000-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]| {2}|^ | $/

/** The text of a cell without control characters and surplus spaces. Those that are half of a letter in a wrong encoding stay. */
function tidy(cell: SourceCell | undefined): string {
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
  return text
}

/** The text of one part; empty when it says that there is none. */
function part(cell: SourceCell | undefined): string {
  const text = tidy(cell)
  return isPlaceholder(text) ? '' : text
}

/** Whether all letters are of one case, as a database writes NULL and a program writes nan. */
const isOneCase = (text: string): boolean =>
  text.length > 1 && (text === text.toUpperCase() || text === text.toLowerCase())

/**
 * Texts by which a column of names says "not available", in capitals: the column repeats them, in one case where its other names are not,
 * or in a tenth of its cells. `wordsOf`: the words of a cell that may say so.
 */
export function repeatedPlaceholders(
  cellsOf: () => Iterable<CountedCell>,
  wordsOf: (text: string) => readonly string[] = (text) => [text],
): readonly string[] {
  const counts = new Map<string, number>()
  for (const { cell, count } of cellsOf()) {
    if (typeof cell !== 'string') continue
    for (const word of wordsOf(cell.trim())) if (isPlaceholder(word)) counts.set(word, (counts.get(word) ?? 0) + count)
  }
  // Most columns have no such word.
  if (![...counts.values()].some((count) => count > 1)) return []
  let [filled, inOneCase] = [0, 0]
  for (const { cell, count } of cellsOf()) {
    const text = tidy(cell)
    if (text === '' || isPlaceholder(text)) continue
    filled += count
    if (isOneCase(text)) inOneCase += count
  }
  const found = [...counts].filter(([text, count]) =>
    isOneCase(text) && inOneCase * 2 <= filled ? count >= 2 : count >= 3 && count >= (filled + count) * 0.1,
  )
  return [...new Set(found.map(([text]) => text.toUpperCase()))]
}

/** Joins the parts of an emoji, or the letters of Persian, Sinhala and other scripts, where it is between two of them. */
const joiner = /^[\u200c\u200d]$/
const joined = /[^\p{ASCII}\s]/u

const joinerIn = (found: string, before: string, after: string): string =>
  joiner.test(found) && joined.test(before) && joined.test(after) ? found : ''

const surnameFirst = /^([\p{L}\p{M}'’ʼ`.\- \ufffd]+), *([\p{L}\p{M}'’ʼ`.&\- \ufffd]+)$/u
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
    // A company has no surname.
    if (text === '' || isCompany(text)) continue
    filled += count
    if (splitSurnameFirst(text)) turned += count
  }
  const decided = filled > 0 && turned / filled >= 0.6
  return { surnameFirst: decided, evidence: surnameFirstMessage(turned, filled) }
}

/**
 * A name with its surname first, turned. In a column of other names only a surname in capitals is sure: another one is a warning, with the
 * turned name as the proposal. What was turned has the name of the file as its proposal, which is the way back.
 */
function turnName(name: string, order: 'column' | 'cell'): { readonly name: string; readonly issues: CellIssue[] } {
  const parts = splitSurnameFirst(name)
  if (!parts) return { name, issues: [] }
  const [last, first] = parts
  const turned = `${first} ${last}`
  const text = cellMessages.name
  if (order === 'column') return { name: turned, issues: [issue('info', 'name.turned', text.turned)] }
  if (isInCapitals(last) && !isInCapitals(first)) {
    return { name: turned, issues: [issue('info', 'name.turned', text.turnedCell, name)] }
  }
  // Two people, or a place behind a business, have more words.
  if (/\s/.test(last) || first.split(' ').length > 2) return { name, issues: [] }
  return { name, issues: [issue('warning', 'name.surname-first', text.surnameFirst(turned), turned)] }
}

const isInCapitals = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/** By column: what `repeatedPlaceholders` says of it. */
export type NamePlaceholders = Readonly<Partial<Record<'full' | 'first' | 'middle' | 'last', readonly string[]>>>

/** A joined name, and the parts of it that could mean "not available". */
interface JoinedName {
  readonly name: string
  /** Words for "not available" that are kept, because they are names too. */
  readonly kept: readonly string[]
  /** Those that are left out beside other parts. `isRepeated`: as in many rows of the column. */
  readonly leftOut: readonly LeftOut[]
}
interface LeftOut {
  readonly text: string
  readonly isRepeated: boolean
}

const isIn = (repeated: readonly string[], word: string): boolean => repeated.includes(word.toUpperCase())

/** Jennifer Null, Na Li: a word for "not available" is a name, unless the column repeats it. */
const isName = (word: string, repeated: readonly string[]): boolean =>
  isNamelikePlaceholder(word) && !isIn(repeated, word)

const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** The first and the last word of a name, where a program that joins columns writes NULL for an empty one. */
export function edgeWords(text: string): readonly string[] {
  const first = text.search(/[\s,]/)
  if (first < 0) return []
  return [text.slice(0, first), text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf(',')) + 1)]
}

/** A name that was joined from its parts before; null when none of its words is one ("NULL NULL"). */
function wholeName(text: string, repeated: readonly string[] = []): JoinedName | null {
  const edges = edgeWords(text)
  if (text === '' || (edges.length === 0 && isPlaceholder(text))) return null
  // Nearly all names.
  if (!edges.some(isPlaceholder)) return { name: text, kept: [], leftOut: [] }
  const written = wordsIn(text)
  const words = isPersonTitle(written[0] ?? '') ? written.slice(1) : written
  const areSame = new Set(words.map((word) => word.toLowerCase())).size === 1
  if (words.every((word) => isPlaceholder(word) && (areSame || !isNamelikePlaceholder(word)))) return null
  const kept: string[] = []
  const leftOut: LeftOut[] = []
  const isLeftOut = (word: string): boolean => {
    if (!isPlaceholder(word) || !/\p{L}/u.test(word)) return false
    if (isName(word, repeated)) {
      if (isOneCase(word) && !isOneCase(text)) kept.push(word)
      return false
    }
    leftOut.push({ text: word, isRepeated: isIn(repeated, word) })
    return true
  }
  const left = new Set(edges.filter(isLeftOut))
  if (left.size === 0) return { name: text, kept, leftOut }
  return {
    name: written.filter((word) => !left.has(word)).join(' '),
    kept,
    leftOut,
  }
}

/** "No middle name", "no middle initial". */
const noMiddleName = /^N\.?M\.?[NI]\.?$/i

function joinParts(parts: NameParts, placeholders: NamePlaceholders): JoinedName {
  const whole = wholeName(tidy(parts.full), placeholders.full)
  if (whole) return whole
  const [hasFirst, hasLast] = [part(parts.first) !== '', part(parts.last) !== '']
  const kept: string[] = []
  const leftOut: LeftOut[] = []
  const use = (text: string, isBesideName: boolean, repeated: readonly string[] = []): string => {
    if (!isPlaceholder(text)) return text
    if (isBesideName && isName(text, repeated)) {
      kept.push(text)
      return text
    }
    if (!leftOut.some((other) => other.text === text)) leftOut.push({ text, isRepeated: isIn(repeated, text) })
    return ''
  }
  const middleText = tidy(parts.middle)
  const first = use(tidy(parts.first), hasLast, placeholders.first)
  const middle = noMiddleName.test(middleText) ? '' : use(middleText, hasFirst || hasLast, placeholders.middle)
  const last = use(tidy(parts.last), hasFirst, placeholders.last)
  const words = [first, middle, last].filter((word) => word !== '')
  if (words.length === 0) return { name: part(parts.company), kept, leftOut: [] }
  const title = words.length === 1 && last !== '' && !isCompany(last) ? part(parts.title) : ''
  return { name: [...(title === '' ? [] : [title]), ...words].join(' '), kept, leftOut }
}

/** What systems ask for when nobody is named. */
const noCustomer =
  /^(?:no (?:name|customer|owner)|(?:cash|private) (?:sales?|customer|buyer|account)|walk[ -]?in(?: customer)?|(?:unknown|unnamed|unspecified|dummy|various|sundry) (?:customers?|owner|buyer|name|person))$/i

/** What is said about the parts of a name that could mean "not available". */
function placeholderIssues({ name, kept, leftOut }: JoinedName): readonly CellIssue[] {
  return [
    ...kept.map((text) => {
      const severity = isOneCase(text) && !isOneCase(name) ? 'warning' : 'info'
      return issue(severity, 'name.like-placeholder', cellMessages.name.likePlaceholder(text))
    }),
    ...leftOut.map(({ text, isRepeated }) =>
      issue(isRepeated ? 'info' : 'warning', 'name.part-left-out', cellMessages.name.partLeftOut(text)),
    ),
  ]
}

/**
 * Joins a customer's name from its columns: first, middle, last; the title only where there is no first name ("Mr
 * Smith"); the company where there is no person. Letters damaged by a wrong encoding are a warning, with the repaired name as the proposal
 * where it is certain. `order`: whether "SMITH, John" becomes "John SMITH", because its column is so written, or where the cell shows it;
 * absent: it stays. `placeholders`: words that mean "not available" in its columns.
 */
export function joinName(
  parts: NameParts,
  options: {
    readonly order?: 'column' | 'cell'
    readonly titleCase?: boolean
    readonly placeholders?: NamePlaceholders
  } = {},
): CheckedCell {
  const filled = [parts.full, parts.first, parts.middle, parts.last, parts.company].find(
    (cell) => cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== ''),
  )
  if (filled === undefined) return emptyCell
  const error = spreadsheetError(filled, plainText(filled))
  if (error) return error
  const joined = joinParts(parts, options.placeholders ?? {})
  let { name } = joined
  if (name === '' || noCustomer.test(name)) {
    const text = name === '' ? plainText(filled) : name
    if (text === '') return emptyCell
    return {
      value: '',
      issues: [issue('info', 'name.placeholder', cellMessages.name.placeholder(text))],
    }
  }
  const issues: CellIssue[] = [...placeholderIssues(joined)]
  if (options.order && name.includes(',')) {
    const turned = turnName(name, options.order)
    name = turned.name
    issues.push(...turned.issues)
  }
  const damage = repairMojibake(name)
  if (damage) {
    const message = damage.repaired
      ? cellMessages.name.encodingKnown(damage.repaired)
      : cellMessages.name.encodingLost(name)
    issues.push(issue('warning', 'name.encoding', message, damage.repaired))
  } else if (isMasked(name)) {
    issues.push(issue('warning', 'name.masked', cellMessages.name.masked(name)))
  } else if (!/\p{L}/u.test(name)) {
    issues.push(issue('warning', 'name.no-letters', cellMessages.name.noLetters(name)))
  }
  const value = damage ? name.replace(ofOtherEncoding, '') : name
  return { value: options.titleCase ? titleCaseName(value) : value, issues }
}
