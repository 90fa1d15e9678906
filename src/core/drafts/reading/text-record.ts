/** How cells are quoted in a text file. */
export interface Quoting {
  readonly delimiter: string
  readonly quote: '"' | "'"
  /** A backslash before a quote makes it a part of the text. */
  readonly backslash: boolean
  /** Spaces may stand between the delimiter and the quote that opens a cell: `"a", "b, c"`. */
  readonly spaced: boolean
}

/** One record of a text, read from a position. */
export interface TextRecord {
  readonly cells: readonly string[]
  /** The position after the record's line end. */
  readonly end: number
  /** Lines that it takes. */
  readonly lines: number
  /** Cells that are in quotes. */
  readonly quoted: number
}

/**
 * `strict`: a quote opens and closes a cell as RFC 4180 says, with or without blanks behind it; null when the record does not keep to it.
 * `lenient`: a quote closes a cell only before a delimiter or a line end; every other quote is text. `line`: the same, and a cell that is
 * still open ends with its line.
 */
export type ReadingMode = 'strict' | 'lenient' | 'line'

/** A quoted cell is never longer: text behind a stray quote must not be read to the end of the file. */
const maxQuotedLength = 32_767
const maxQuotedLines = 200

/**
 * Reads the record that begins at `start`; null when it cannot be read in this way. `text` has LF line ends. `asText`:
 * the position of a quote that opens no cell.
 */
export function readRecord(
  text: string,
  start: number,
  quoting: Quoting,
  mode: ReadingMode,
  asText = -1,
): TextRecord | null {
  const { delimiter } = quoting
  const cells: string[] = []
  let at = start
  let lines = 1
  let quotedCells = 0
  for (;;) {
    const opened = openingQuote(text, at, quoting)
    const quoted = opened === null || opened === asText + 1 ? 'text' : readQuoted(text, opened, quoting, mode)
    if (quoted === null) return null
    if (quoted === 'text') {
      const end = endOfUnquotedCell(text, at, delimiter)
      cells.push(text.slice(at, end))
      at = end
    } else {
      cells.push(quoted.text)
      quotedCells += 1
      lines += quoted.lineBreaks
      at = quoted.end
    }
    if (at >= text.length) return { cells, end: text.length, lines, quoted: quotedCells }
    if (text[at] === '\n') return { cells, end: at + 1, lines, quoted: quotedCells }
    at += delimiter.length
  }
}

/** The cells of one line with every quote as text, except a pair around a whole cell. */
export function readUnquotedLine(text: string, start: number, { delimiter, quote }: Quoting): TextRecord {
  const found = text.indexOf('\n', start)
  const end = found < 0 ? text.length : found
  const cells = text
    .slice(start, end)
    .split(delimiter)
    .map((cell) => {
      const trimmed = cell.trim()
      const whole = trimmed.length >= 2 && trimmed.startsWith(quote) && trimmed.endsWith(quote)
      const inner = whole ? trimmed.slice(1, -1) : cell
      return whole && !inner.replaceAll(quote + quote, '').includes(quote)
        ? inner.replaceAll(quote + quote, quote)
        : cell
    })
  return { cells, end: Math.min(text.length, end + 1), lines: 1, quoted: 0 }
}

/** The positions of the quotes that may open a cell of the line at `start`. */
export function openingQuotes(text: string, start: number, { delimiter, quote, spaced }: Quoting): number[] {
  const found: number[] = []
  for (let at = start; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] !== quote) continue
    let before = at
    if (spaced) while (before > start && text[before - 1] === ' ') before -= 1
    if (before === start || text.startsWith(delimiter, before - delimiter.length)) found.push(at)
  }
  return found
}

/** The position after the quote that opens the cell at `at`; null when the cell is not quoted. */
function openingQuote(text: string, at: number, { quote, spaced }: Quoting): number | null {
  let from = at
  if (spaced) while (text[from] === ' ') from += 1
  return text[from] === quote ? from + 1 : null
}

function endOfUnquotedCell(text: string, at: number, delimiter: string): number {
  const first = delimiter[0]
  let end = at
  while (end < text.length && text[end] !== '\n' && !(text[end] === first && text.startsWith(delimiter, end))) end += 1
  return end
}

interface QuotedCell {
  readonly text: string
  readonly end: number
  readonly lineBreaks: number
}

/** A quoted cell from after its first quote. `text`: the quote is a part of the text. Null: it does not close as it should. */
function readQuoted(
  text: string,
  opened: number,
  { delimiter, quote, backslash }: Quoting,
  mode: ReadingMode,
): QuotedCell | 'text' | null {
  let value = ''
  let lineBreaks = 0
  let from = opened
  const sign = signs[quote]
  for (sign.lastIndex = opened; sign.test(text);) {
    const at = sign.lastIndex - 1
    const char = text[at]
    if (char === quote) {
      if (text[at + 1] === quote && (mode === 'strict' || !closesAt(text, at + 2, delimiter))) {
        value += text.slice(from, at + 1)
        sign.lastIndex = from = at + 2
      } else {
        const end = closingEnd(text, at + 1, delimiter)
        if (end !== null) return { text: value + text.slice(from, at), end, lineBreaks }
        if (mode === 'strict') return null
      }
    } else if (char === '\n') {
      if (mode === 'line') return 'text'
      lineBreaks += 1
      if (lineBreaks >= maxQuotedLines || at - opened > maxQuotedLength) return null
    } else if (backslash && (text[at + 1] === quote || text[at + 1] === '\\')) {
      value += text.slice(from, at) + text[at + 1]
      sign.lastIndex = from = at + 2
    }
  }
  return mode === 'line' ? 'text' : null
}

/** What can end or continue a quoted cell, or stand for a quote in it. */
const signs = { '"': /["\n\\]/g, "'": /['\n\\]/g } as const

const closesAt = (text: string, at: number, delimiter: string): boolean =>
  at >= text.length || text[at] === '\n' || text.startsWith(delimiter, at)

/** Where a cell ends whose closing quote stands before `at`; null when it goes on. Blanks may follow the quote. */
function closingEnd(text: string, at: number, delimiter: string): number | null {
  let end = at
  while (!closesAt(text, end, delimiter)) {
    if (text.charAt(end).trim() !== '') return null
    end += 1
  }
  return end
}
