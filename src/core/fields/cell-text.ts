import { cellText, type SourceCell } from './source-cell.ts'
import { issue, type CheckedCell } from './checked-cell.ts'

// Joiners and marks that are not seen: zero-width characters, byte order marks, soft hyphens and control characters.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/g
const exportWrapper = /^=\s*"([^"]*)"$/
const plainAscii = /^[\x20-\x7e]*$/

/**
 * A cell as plain text: full-width letters and digits made plain (NFKC), unseen characters dropped, and the marks taken off by which Excel and
 * exports say "this is text": a leading apostrophe, and `="..."`.
 */
export function plainText(cell: SourceCell): string {
  let text = cellText(cell)
  if (!plainAscii.test(text)) text = text.normalize('NFKC').replace(unseen, '')
  text = text.trim()
  if (text.startsWith('=')) text = exportWrapper.exec(text)?.[1]?.trim() ?? text
  return text.startsWith("'") ? text.slice(1).trim() : text
}

const nothingWords: ReadonlySet<string> = new Set(
  'NA,N/A,N.A.,NIL,NONE,NULL,TBA,TBC,TBD,UNKNOWN,PENDING,-,--,---,.,?,??,???,X,XX,XXX,XXXX,XXXXXX,0,NOT KNOWN,NOT SUPPLIED,NOT PROVIDED'.split(
    ',',
  ),
)

/** Whether the text is a word for "we do not have it" ("N/A", "TBA", "-"). */
export function saysNothing(text: string): boolean {
  return text.length <= 12 && nothingWords.has(text.toUpperCase())
}

const spreadsheetErrors = /^#(?:N\/A|VALUE!|REF!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i
const tooNarrow = /^#{3,}$/

/** A cell that holds a spreadsheet's complaint instead of a value, or null. Nothing is sent for it. */
export function spreadsheetError(cell: SourceCell, text: string): CheckedCell | null {
  const isErrorCell = cell !== null && typeof cell === 'object' && 'error' in cell
  if (!isErrorCell && text.charCodeAt(0) !== 35) return null
  if (tooNarrow.test(text)) {
    const message =
      'The column was too narrow when the file was saved, so only ### was written. Widen it, or export again.'
    return { value: '', issues: [issue('warning', 'cell.too-narrow', message)] }
  }
  if (!isErrorCell && !spreadsheetErrors.test(text)) return null
  const message = `The spreadsheet shows the error ${text} here, so nothing is sent for this cell.`
  return { value: '', issues: [issue('warning', 'cell.formula-error', message)] }
}

const scientific = /^\d(?:\.\d+)?E\+?\d+$/i

/** Whether the text is a number as Excel shortens it (4.12E+08): its digits are gone. */
export function isScientific(text: string): boolean {
  return scientific.test(text)
}

/** The exact digits of a number cell, or null when it is no whole number or has more digits than Excel keeps (15). */
export function wholeNumber(cell: number): string | null {
  return Number.isInteger(cell) && cell >= 0 && cell < 1e15 ? String(cell) : null
}
