import { cellText, type SourceCell } from './source-cell.ts'
import { cellMessages } from './cell-messages.ts'
import { issue, type CheckedCell } from './checked-cell.ts'

// Invisible characters: zero-width characters, byte order marks, soft hyphens and control characters.
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/g
const exportWrapper = /^=\s*"([^"]*)"$/
const plainAscii = /^[\x20-\x7e]*$/

/**
 * A cell as plain text: full-width letters and digits in their usual form (NFKC), without invisible characters and
 * without the marks by which Excel and exports say "this is text", a leading apostrophe and `="..."`.
 */
export function plainText(cell: SourceCell): string {
  let text = cellText(cell)
  if (!plainAscii.test(text)) text = text.normalize('NFKC').replace(invisible, '')
  text = text.trim()
  if (text.startsWith('=')) text = exportWrapper.exec(text)?.[1]?.trim() ?? text
  return text.startsWith("'") ? text.slice(1).trim() : text
}

/** Words for "not available" that are also names: Jennifer Null, Na Li, Nil Desai, X Zhang. */
const namelikeWords: ReadonlySet<string> = new Set('NA,NIL,NONE,NULL,NAN,PENDING,X,XX'.split(','))
const placeholderWords: ReadonlySet<string> = new Set([
  ...namelikeWords,
  // With the ways in which databases and data tools write it.
  ...'N/A,N.A.,N.A,N\\A,NOT AVAILABLE,NOT APPLICABLE,<NA>,<NULL>,(NULL),[NULL],\\N,(BLANK),(NONE),UNDEFINED'.split(','),
  ...'TBA,TBC,TBD,UNKNOWN,NOT KNOWN,NOT SUPPLIED,NOT PROVIDED,-,--,---,.,?,??,???,XXX,XXXX,XXXXXX,0'.split(','),
])
/** Longer than any of them. */
const placeholderLength = Math.max(...Array.from(placeholderWords, (word) => word.length))

/** First characters of these words, so that most other texts are told apart without another spelling of them. */
const placeholderStarts: ReadonlySet<string> = new Set(
  Array.from(placeholderWords, (word) => word.charAt(0)).flatMap((first) => [first, first.toLowerCase()]),
)

/** Whether a text for "not available" can also be a part of somebody's name. */
export const isNamelikePlaceholder = (text: string): boolean =>
  text.length <= placeholderLength && namelikeWords.has(text.toUpperCase())

/** Whether the text means "not available" ("N/A", "TBA", "-"). */
export function isPlaceholder(text: string): boolean {
  return (
    text.length <= placeholderLength &&
    placeholderStarts.has(text.charAt(0)) &&
    placeholderWords.has(text.toUpperCase())
  )
}

const spreadsheetErrors = /^#(?:N\/A|VALUE!|REF!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i
const tooNarrow = /^#{3,}$/

/**
 * The result for a cell with a spreadsheet error instead of a value; null for any other cell. Nothing is sent for it.
 */
export function spreadsheetError(cell: SourceCell, text: string): CheckedCell | null {
  const isErrorCell = cell !== null && typeof cell === 'object' && 'error' in cell
  if (!isErrorCell && text.charCodeAt(0) !== 35) return null
  if (tooNarrow.test(text)) {
    return { value: '', issues: [issue('warning', 'cell.too-narrow', cellMessages.cell.tooNarrow)] }
  }
  if (!isErrorCell && !spreadsheetErrors.test(text)) return null
  return { value: '', issues: [issue('warning', 'cell.formula-error', cellMessages.cell.formulaError(text))] }
}

const scientific = /^\d(?:[.,]\d+)?E\+?\d+$/i

/** Whether the text is a number as Excel shortens it (4.12E+08): its last digits are lost. */
export function isScientific(text: string): boolean {
  return scientific.test(text)
}

/** The digits of such a number when it has all of them (4.12345671E8); null: some are lost, or it is no such number. */
export function digitsOfScientific(text: string): string | null {
  const [, first = '', others = '', power = ''] = /^(\d)[.,](\d+)E\+?(\d+)$/i.exec(text) ?? []
  return first !== '' && others.length === Number(power) ? first + others : null
}

/**
 * The exact digits of a number cell, or null when it is not a whole number or has more digits than Excel keeps (15).
 */
export function wholeNumber(cell: number): string | null {
  return Number.isInteger(cell) && cell >= 0 && cell < 1e15 ? String(cell) : null
}
