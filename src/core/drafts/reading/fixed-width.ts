import { headerKind, type HeaderKind } from '../headers/header-score.ts'

/** Columns of a printed list: aligned with blanks, without a separator. */

/** Enough lines to recognise a list. */
const sampledLines = 400
/** A list shows its columns in its first pages. */
export const sampledCharacters = 500_000
/** Fewer lines with the same blank columns can be chance. */
const minLines = 4
const minColumns = 3
/** A single blank column can be the blank of a phone number in all rows. */
const minGap = 2
/** The names of the columns are in one of the first lines. */
const headLines = 5
/** Longer lines are no printed list. */
const maxLineLength = 2_000

/**
 * Where each column begins, when the lines of a text are aligned in columns; null when they are not. Title lines, which
 * have no wide gaps, and drawn lines do not count.
 */
export function fixedWidthColumns(text: string): readonly number[] | null {
  const lines: string[] = []
  for (const line of linesOf(text)) {
    // Lines that are drawn below the names of the columns: nothing says more exactly where they begin.
    const drawn = /^ *[-=_]{2,}(?: +[-=_]{2,})+ *$/.test(line) ? [...line.matchAll(/[-=_]+/g)] : []
    if (drawn.length >= minColumns) return [0, ...drawn.slice(1).map(({ index }) => index)]
    if (line.includes('\t') || line.length > maxLineLength) return null
    if (/\S {2,}\S/.test(line) && /[\p{L}\d]/u.test(line)) lines.push(line)
    if (lines.length === sampledLines) break
  }
  const clearLines = lines.filter((line) => (line.match(/\S {2,}(?=\S)/g)?.length ?? 0) >= minColumns - 1)
  if (lines.length < minLines || clearLines.length < lines.length / 2) return null
  const width = Math.max(...lines.map((line) => line.trimEnd().length))
  // Titles of pages cross the gaps. A column that is filled more rarely is part of the one before it.
  const allowed = lines.length < 6 ? 0 : Math.min(8, Math.max(1, Math.floor(lines.length * 0.02)))
  const starts: number[] = []
  const afterOneBlank: number[] = []
  let gap = minGap
  for (let at = 0; at < width; at += 1) {
    let filled = 0
    for (const line of lines) if (at < line.length && line[at] !== ' ') filled += 1
    if (filled <= allowed) {
      gap += 1
    } else {
      if (gap >= minGap) starts.push(at)
      else if (gap > 0) afterOneBlank.push(at)
      gap = 0
    }
  }
  if (starts.length < minColumns) return null
  return [0, ...starts.slice(1).concat(namedStarts(lines.slice(0, headLines), starts, afterOneBlank))].toSorted(
    (a, b) => a - b,
  )
}

/** The starts behind a single blank at which one known name of a column ends and another begins: "State Name". */
function namedStarts(
  head: readonly string[],
  starts: readonly number[],
  candidates: readonly number[],
): readonly number[] {
  return candidates.filter((at) => {
    const from = starts.findLast((start) => start < at) ?? 0
    const to = starts.find((start) => start > at)
    return head.some((line) => {
      const kindOf = (begin: number, end?: number): HeaderKind => headerKind(line.slice(begin, end).trim())
      return kindOf(from, at) !== null && kindOf(at, to) !== null && kindOf(from, to) === null
    })
  })
}

/** The columns of a printed list, unless a separator gives most of its lines the same number of columns. */
export function printedColumns(text: string, delimiter: string): readonly number[] | null {
  const columns = fixedWidthColumns(text.slice(0, sampledCharacters))
  if (!columns) return null
  const lines = text
    .slice(0, 100_000)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const widths = new Map<number, number>()
  for (const line of lines) {
    const width = line.split(delimiter).length
    widths.set(width, (widths.get(width) ?? 0) + 1)
  }
  const [usual = 1, count = 0] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? []
  // "Lee, Ann" has a comma in every line as well, but fewer columns.
  return usual >= columns.length && count > lines.length * 0.6 ? null : columns
}

/** The first lines of a text. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, end < 0 ? undefined : end)
    if (end < 0) return
    start = end + 1
  }
}

/** The cells of a line. A word that crosses into the next column stays whole, in the column where it begins. */
export function cutFixedWidth(line: string, starts: readonly number[]): string[] {
  const cells: string[] = []
  let from = 0
  for (const start of [...starts.slice(1), line.length]) {
    let to = Math.max(from, Math.min(start, line.length))
    if (to > from && to < line.length && line[to - 1] !== ' ') while (to < line.length && line[to] !== ' ') to += 1
    cells.push(line.slice(from, to).trim())
    from = to
  }
  return cells
}
