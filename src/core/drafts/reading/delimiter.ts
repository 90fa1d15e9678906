import { isBlankRow } from '../../fields/source-cell.ts'
import { readUnquotedLine, readRecord, type Quoting } from './text-record.ts'

/** The characters that separate cells, with their names for the screen. Those at the end also occur in texts. */
const candidates: readonly { readonly delimiter: string; readonly name: string; readonly weight: number }[] = [
  { delimiter: ',', name: 'commas', weight: 1 },
  { delimiter: ';', name: 'semicolons', weight: 1 },
  { delimiter: '\t', name: 'tabs', weight: 1 },
  { delimiter: '||', name: 'double vertical bars', weight: 1 },
  { delimiter: '|', name: 'vertical bars', weight: 1 },
  { delimiter: '^', name: 'carets (^)', weight: 0.9 },
  { delimiter: '~', name: 'tildes (~)', weight: 0.9 },
  { delimiter: '#', name: 'hash signs (#)', weight: 0.9 },
  { delimiter: ':', name: 'colons', weight: 0.9 },
]

/** Enough lines to recognise a file: title rows are a handful at most. */
const sampledLines = 200
/** Far more than that many lines of customers have. */
const sampledCharacters = 4_000_000

export interface TextForm {
  readonly quoting: Quoting
  /** For the screen: "semicolons". */
  readonly delimiterName: string
  /**
   * `user`; `line`: the file's own `sep=` line; `counts`: the rows agree on a number of columns; `single`: one column
   * only.
   */
  readonly decidedBy: 'user' | 'line' | 'counts' | 'single'
  /** The text without its `sep=` line, which Excel does not show either. */
  readonly text: string
}

/**
 * Decides which character gives most rows the same number of columns, and how cells are quoted: title rows mislead a
 * library's guess from the first rows (platform, part 4.7). `text` has LF line ends. `chosen`: by the user.
 */
export function decideTextForm(text: string, chosen: string | null = null): TextForm {
  const named = /^"?sep=([^\p{L}\p{N}"\n]{1,2}?)"?[^\n\S]*(?:\n|$)/iu.exec(text)
  const delimiter = chosen ?? named?.[1]
  if (delimiter) {
    const rest = text.slice(named?.[0].length ?? 0)
    const { quoting } = bestQuoting(sampleOf(rest), delimiter)
    return { quoting, delimiterName: nameOf(delimiter), decidedBy: chosen ? 'user' : 'line', text: rest }
  }
  const sample = sampleOf(text)
  const doubled = sample.includes('||') && !/(?<!\|)\|(?!\|)/.test(sample)
  let best: { readonly quoting: Quoting; readonly score: number } | null = null
  for (const { delimiter, weight } of candidates) {
    if (!sample.includes(delimiter) || delimiter === (doubled ? '|' : '||')) continue
    const { quoting, score } = bestQuoting(sample, delimiter)
    if (score * weight > (best?.score ?? 0)) best = { quoting, score: score * weight }
  }
  return best
    ? { quoting: best.quoting, delimiterName: nameOf(best.quoting.delimiter), decidedBy: 'counts', text }
    : { quoting: standard(','), delimiterName: 'one column only', decidedBy: 'single', text }
}

/** Quotes as RFC 4180 has them. */
const standard = (delimiter: string): Quoting => ({ delimiter, quote: '"', backslash: false, spaced: false })

export const isStandard = ({ quote, backslash, spaced }: Quoting): boolean => quote === '"' && !backslash && !spaced

const nameOf = (delimiter: string): string =>
  candidates.find((candidate) => candidate.delimiter === delimiter)?.name ?? `“${delimiter}”`

/** The first lines, cut at a line end. */
function sampleOf(text: string): string {
  let end = 0
  for (let line = 0; line < sampledLines && end < text.length; line += 1) {
    const next = text.indexOf('\n', end)
    end = next < 0 ? text.length : next + 1
  }
  return text.slice(0, Math.min(end, sampledCharacters))
}

/** How cells are quoted, among the ways that the text has signs of; the usual way unless another fits more rows. */
function bestQuoting(sample: string, delimiter: string): { readonly quoting: Quoting; readonly score: number } {
  const usual = standard(delimiter)
  const ways = [usual]
  if (sample.includes('\\"')) ways.push({ ...usual, backslash: true })
  if (sample.includes(`${delimiter} "`)) ways.push({ ...usual, spaced: true })
  if (sample.includes(`${delimiter}'`) && sample.includes(`'${delimiter}`)) ways.push({ ...usual, quote: "'" })
  let best = { quoting: usual, score: consistency(columnCounts(sample, usual)) }
  for (const quoting of ways.slice(1)) {
    const score = consistency(columnCounts(sample, quoting))
    if (score > best.score) best = { quoting, score }
  }
  return best
}

interface ColumnCounts {
  /** Columns of each record that is not empty. */
  readonly counts: readonly number[]
  /** Records whose quotes are not as they should be. */
  readonly unsound: number
}

function columnCounts(sample: string, quoting: Quoting): ColumnCounts {
  const counts: number[] = []
  let unsound = 0
  for (let at = 0; at < sample.length;) {
    const sound = readRecord(sample, at, quoting, 'strict')
    const record = sound ?? readUnquotedLine(sample, at, quoting)
    if (!isBlankRow(record.cells)) {
      counts.push(record.cells.length)
      // A quote inside an unquoted cell is no error, and still a sign that quotes are used in another way.
      if (!sound || (record.quoted === 0 && record.cells.some((cell) => cell.includes(quoting.quote)))) unsound += 1
    }
    at = record.end
  }
  return { counts, unsound }
}

/**
 * The share of rows with the most frequent number of columns, slightly more for more columns and less for unsound
 * quotes; 0 when that number is one.
 */
function consistency({ counts, unsound }: ColumnCounts): number {
  const rowsByCount = new Map<number, number>()
  for (const count of counts) rowsByCount.set(count, (rowsByCount.get(count) ?? 0) + 1)
  let best = 0
  for (const [columns, rows] of rowsByCount) {
    if (columns === 1) continue
    best = Math.max(best, (rows / counts.length) * (1 + Math.min(columns, 20) / 40))
  }
  return best * (1 - 0.2 * (unsound / Math.max(1, counts.length)))
}
