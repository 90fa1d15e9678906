import { cellText, type SourceCell } from './source-cell.ts'
import { cellMessages } from './cell-messages.ts'
import { issue, type CheckedCell } from './checked-cell.ts'

// Invisible characters: zero-width characters, byte order marks, soft hyphens and control characters.
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const invisible = /[\u0000-\u0008\u000e-\u001b\u007f\u00ad\u200b-\u200f\u202a-\u202f\u2060\ufeff]/g
/** Characters that part words: vertical tab, form feed, the separators of ASCII, and line ends that are no line feed. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
export const wordBreaks = /[\u000b\u000c\u001c-\u001f\u0085\u2028\u2029]/g
const exportWrapper = /^=\s*"([^"]*)"$/
const plainAscii = /^[\x20-\x7e]*$/

/**
 * A cell as plain text: full-width letters and digits in their usual form (NFKC), without invisible characters and
 * without the marks by which Excel and exports say "this is text", a leading apostrophe and `="..."`.
 */
export function plainText(cell: SourceCell): string {
  let text = cellText(cell)
  if (!plainAscii.test(text)) text = text.normalize('NFKC').replace(wordBreaks, ' ').replace(invisible, '')
  text = text.trim()
  if (text.charAt(1) === '.' || text.charAt(1) === ',') text = allDigits(text) ?? text
  if (text.startsWith('=')) text = exportWrapper.exec(text)?.[1]?.trim() ?? text
  return text.startsWith("'") ? text.slice(1).trim() : text
}

/** Words for "not available" that are also names: Jennifer Null, Na Li, Nil Desai, X Zhang. */
const namelikeWords: ReadonlySet<string> = new Set('NA,NIL,NONE,NULL,NAN,PENDING,X,XX'.split(','))
/** In capitals. */
export const placeholderWords: ReadonlySet<string> = new Set([
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

const spreadsheetErrors =
  /^(?:#(?:N\/A|VALUE!|REF!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|ERROR!|GETTING_DATA)|Err:\d{3})$/i
const tooNarrow = /^#{3,}$/
/** A function, a reference or a calculation behind "=": a spreadsheet that was saved with its formulas shown. */
const formula =
  /^=\s*[-+(@]*(?:[A-Z][A-Z\d._]*\(|\$?[A-Z]{1,3}\$?\d+\b|'[^']+'!|[\w.]+!|"[^"]*"\s*&|[\d.]+\s*[-+*/&^])/i

/** Whether a cell holds an error or a formula of a spreadsheet, or "####", and not its value. */
export function isWithoutValue(cell: SourceCell): boolean {
  if (typeof cell === 'object') return cell !== null && 'error' in cell
  if (typeof cell !== 'string' || cell === '') return false
  const first = cell.charCodeAt(0)
  if (first > 0x20 && first !== hash && first !== equals && first !== capitalE) return false
  const text = cell.trim()
  return spreadsheetErrors.test(text) || tooNarrow.test(text) || formula.test(text)
}
const [hash, equals, capitalE] = [0x23, 0x3d, 0x45]

/**
 * The result for a cell with a spreadsheet error or a formula instead of a value; null for any other cell. Nothing is sent
 * for it.
 */
export function spreadsheetError(cell: SourceCell, text: string): CheckedCell | null {
  if (!isWithoutValue(cell) && !isWithoutValue(text)) return null
  return tooNarrow.test(text)
    ? { value: '', issues: [issue('warning', 'cell.too-narrow', cellMessages.cell.tooNarrow)] }
    : { value: '', issues: [issue('warning', 'cell.formula-error', cellMessages.cell.formulaError(text))] }
}

const withDecimals = /^(\d)[.,](\d+)E(\+?)(\d{1,2})$/i
/** Fewer decimals can be those of a number that was shortened. */
const exactDecimals = 6

/**
 * A whole number that is written with an exponent and all of its digits (4.12345671E8); null for any other text. Excel writes the exponent
 * with its sign; what writes it without one (Java) leaves out only zeros at the end.
 */
function allDigits(text: string): string | null {
  const [, first, decimals = '', plus, exponent] = withDecimals.exec(text) ?? []
  const length = Number(exponent)
  if (first === undefined || /[1-9]/.test(decimals.slice(length))) return null
  const isExact = plus === '' && decimals.length >= exactDecimals && length < 15
  return decimals.length >= length || isExact ? first + decimals.slice(0, length).padEnd(length, '0') : null
}

const scientific = /^\d(?:[.,]\d*)?E\+?\d+$/i

/** Whether the text is a number as Excel shortens it (4.12E+08): its last digits are lost. */
export function isScientific(text: string): boolean {
  return scientific.test(text)
}

const hidden = /[*•?]{2,}|…|\.{3}/

/** Whether characters of a number are hidden or cut off: "B**47K", "6FPAAA…". Marks around the whole of it hide nothing. */
export const isMasked = (text: string): boolean => hidden.test(text.replace(/^([*•?]+)(.*)\1$/, '$2'))

/**
 * The exact digits of a number cell, or null when it is not a whole number or has more digits than Excel keeps (15).
 */
export function wholeNumber(cell: number): string | null {
  return Number.isInteger(cell) && cell >= 0 && cell < 1e15 ? String(cell) : null
}
