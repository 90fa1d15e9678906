export type Delimiter = ',' | ';' | '\t' | '|'

export const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
}

const candidates: readonly Delimiter[] = [',', ';', '\t', '|']

/** Enough lines to recognise a file: title rows are a handful at most. */
const sampledLines = 200
/** Far more than that many lines of customers have. */
const sampledCharacters = 4_000_000

export interface DelimiterDecision {
  readonly delimiter: Delimiter
  /** `line`: the file's own `sep=` line; `counts`: the rows agree on a number of columns; `single`: one column only. */
  readonly decidedBy: 'line' | 'counts' | 'single'
  /** The text without its `sep=` line, which Excel does not show either. */
  readonly text: string
}

/**
 * Decides which character gives most rows the same number of columns: title rows mislead a library's guess from the
 * first rows (platform, part 4.7). `text` has LF line ends.
 */
export function decideDelimiter(text: string): DelimiterDecision {
  const named = /^"?sep=([,;|\t])"?[^\n\S]*(?:\n|$)/i.exec(text)
  if (named) return { delimiter: named[1] as Delimiter, decidedBy: 'line', text: text.slice(named[0].length) }
  let best: { delimiter: Delimiter; score: number } | null = null
  for (const delimiter of candidates) {
    const score = consistency(columnCounts(text, delimiter))
    if (score > (best?.score ?? 0)) best = { delimiter, score }
  }
  return best ? { delimiter: best.delimiter, decidedBy: 'counts', text } : { delimiter: ',', decidedBy: 'single', text }
}

/** Columns of each of the first records, quotes respected; empty lines are not counted. */
function columnCounts(text: string, delimiter: Delimiter): number[] {
  const counts: number[] = []
  let columns = 1
  let filled = false
  let quoted = false
  let cellStart = true
  const end = Math.min(text.length, sampledCharacters)
  for (let at = 0; at < end && counts.length < sampledLines; at += 1) {
    const char = text[at]
    if (quoted) {
      if (char !== '"') continue
      if (text[at + 1] === '"') at += 1
      else quoted = false
      continue
    }
    if (char === '"' && cellStart) {
      quoted = true
      filled = true
      cellStart = false
    } else if (char === delimiter) {
      columns += 1
      cellStart = true
    } else if (char === '\n') {
      if (filled) counts.push(columns)
      columns = 1
      filled = false
      cellStart = true
    } else {
      if (char !== ' ') filled = true
      cellStart = false
    }
  }
  if (filled && counts.length < sampledLines) counts.push(columns)
  return counts
}

/**
 * The share of rows with the most frequent number of columns, slightly more for more columns; 0 when that number is
 * one.
 */
function consistency(counts: readonly number[]): number {
  const rowsByCount = new Map<number, number>()
  for (const count of counts) rowsByCount.set(count, (rowsByCount.get(count) ?? 0) + 1)
  let best = 0
  for (const [columns, rows] of rowsByCount) {
    if (columns === 1) continue
    best = Math.max(best, (rows / counts.length) * (1 + Math.min(columns, 20) / 40))
  }
  return best
}
