import { isBlankRow } from '../../fields/source-cell.ts'
import type { isKnownHeader } from '../headers/known-headers.ts'
import type { RememberedForm } from './file-read.ts'
import { readUnquotedLine, readRecord, type Quoting } from './text-record.ts'

/** The characters that separate cells, with their names for the screen. */
const delimiters: readonly {
  readonly delimiter: string
  readonly name: string
  /** It occurs in texts: times of day, links, stock numbers. */
  readonly isRare?: true
}[] = [
  { delimiter: ',', name: 'commas' },
  { delimiter: ';', name: 'semicolons' },
  { delimiter: '\t', name: 'tabs' },
  { delimiter: '||', name: 'double vertical bars' },
  { delimiter: '|', name: 'vertical bars' },
  { delimiter: '^', name: 'carets (^)', isRare: true },
  { delimiter: '~', name: 'tildes (~)', isRare: true },
  { delimiter: '#', name: 'hash signs (#)', isRare: true },
  { delimiter: ':', name: 'colons', isRare: true },
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
 * Decides which character separates cells, and how they are quoted: the one that gives most rows the same number of columns and
 * a header of known names. Title rows mislead a library's guess from the first rows (platform, part 4.7). `text` has LF line
 * ends. `chosen`: by the user. `remembered`: for earlier files; the one of this file's header decides.
 */
export async function decideTextForm(
  original: string,
  chosen: string | null = null,
  remembered: readonly RememberedForm[] = [],
): Promise<TextForm> {
  const text = withoutOuterQuotes(original, chosen)
  const named = /^"?sep=([^\p{L}\p{N}"\n]{1,2}?)"?[^\n\S]*(?:\n|$)/iu.exec(text)
  const wanted = chosen ?? (named ? null : rememberedDelimiter(sampleOf(text), remembered))
  const delimiter = wanted ?? named?.[1]
  if (delimiter) {
    const rest = text.slice(named?.[0].length ?? 0)
    const { quoting } = bestQuoting(sampleOf(rest), delimiter)
    return { quoting, delimiterName: nameOf(delimiter), decidedBy: wanted ? 'user' : 'line', text: rest }
  }
  const quoting = await bestDelimiter(sampleOf(text))
  return quoting
    ? { quoting, delimiterName: nameOf(quoting.delimiter), decidedBy: 'counts', text }
    : { quoting: standard(','), delimiterName: 'one column only', decidedBy: 'single', text }
}

/** The delimiter that gives one of the first lines the names of columns for which it was chosen; null: none does. */
function rememberedDelimiter(sample: string, remembered: readonly RememberedForm[]): string | null {
  if (remembered.length === 0) return null
  const namesOf = (cells: readonly string[]): string =>
    cells
      .map((cell) => cell.replace(/\s+/g, ' ').trim().toLowerCase())
      .filter((name) => name !== '')
      .join('\n')
  const lines = sample.split('\n', headerRows)
  const found = remembered.find(({ delimiter, header }) => {
    const names = namesOf(header)
    return lines.some(
      (line) => line.includes(delimiter) && namesOf(readUnquotedLine(line, 0, standard(delimiter)).cells) === names,
    )
  })
  return found?.delimiter ?? null
}

/**
 * How the cells of a text are separated; null for one column. A rare delimiter counts only when its header is better than with
 * any usual one, or when there is no usual one and no header is known.
 */
async function bestDelimiter(sample: string): Promise<Quoting | null> {
  const doubled = sample.includes('||') && !/(?<!\|)\|(?!\|)/.test(sample)
  const fits = [...delimiters, ...symbolsIn(sample)]
    .filter(({ delimiter }) => sample.includes(delimiter) && delimiter !== (doubled ? '|' : '||'))
    .map(({ delimiter, isRare = false }) => ({ isRare, ...bestQuoting(sample, delimiter) }))
    .filter(({ score }) => score > 0)
  const [first] = fits
  if (!first || (fits.length === 1 && !first.isRare)) return first?.quoting ?? null
  // Names of columns are loaded for the few texts in which several characters can be the delimiter.
  const known = knownShares((await import('../headers/known-headers.ts')).isKnownHeader)
  const header = (records: readonly (readonly string[])[]): number =>
    Math.max(0, ...records.slice(0, headerRows).map((cells) => (cells.length > 1 ? known(cells) : 0)))
  const usual = fits.filter(({ isRare }) => !isRare)
  const names = sample.split('\n', headerRows).filter((line) => !/[,;|\t^~#:]/.test(line))
  const usualHeader = Math.max(0, ...names.map((line) => known([line])), ...usual.map(({ records }) => header(records)))
  let best: { readonly quoting: Quoting; readonly score: number } | null = null
  for (const { isRare, quoting, score, records } of fits) {
    const ofHeader = header(records)
    const isAlone = usual.length === 0 && usualHeader === 0 && /[~^]/.test(quoting.delimiter)
    if (isRare && !isAlone && ofHeader <= usualHeader) continue
    const total = score * (1 + headerWeight * ofHeader)
    if (total > (best?.score ?? 0)) best = { quoting, score: total }
  }
  return best?.quoting ?? null
}

/** Below so many records there is no header. */
const headerRows = 30
/** How much a header of known names counts, compared with rows that agree on a number of columns. */
const headerWeight = 2

/** Gives the share of different known names of columns in a record; 0 for a record of values. */
function knownShares(isKnown: typeof isKnownHeader): (cells: readonly string[]) => number {
  const known = new Map<string, number>()
  const knownShare = (text: string): number => {
    const meaning = known.get(text) ?? { field: 1, other: 0.5, none: 0 }[isKnown(text) ?? 'none']
    known.set(text, meaning)
    return meaning
  }
  return (cells) => {
    const texts = cells.map((cell) => cell.trim()).filter((text) => text !== '')
    if (texts.length === 0 || texts.some((text) => text.length > 60 || /\d{3}|["\t]/.test(text))) return 0
    const shares = [...new Set(texts)].map(knownShare)
    return shares.reduce((sum, share) => sum + share, 0) / texts.length
  }
}

/** Other signs that may separate cells, by the first line: "¦", "§", and blanks between quoted cells. */
function symbolsIn(sample: string): { readonly delimiter: string; readonly name: string; readonly isRare: true }[] {
  const [line = ''] = sample.trimStart().split('\n', 1)
  const symbols = new Set(line.match(/[^\p{L}\p{M}\p{N}\s\p{ASCII}“”‘’–—…]/gu))
  const found = [...symbols].map((delimiter) => ({ delimiter, name: `“${delimiter}”`, isRare: true as const }))
  return line.includes('" "') ? [...found, { delimiter: ' ', name: 'spaces', isRare: true }] : found
}

/** The usual delimiters of a text whose lines are in quotes as a whole. */
const usualDelimiters = delimiters.flatMap(({ delimiter, isRare }) => (isRare ? [] : [delimiter]))
/** How much better the rows must agree on a number of columns when the quotes around the lines are removed. */
const clearlyBetter = 0.3

/**
 * A text without quotes that say nothing about its cells: typographic ones, which a word processor makes, become straight, and those
 * around whole lines, which programs add that take each line for one cell, are removed.
 */
function withoutOuterQuotes(text: string, chosen: string | null): string {
  const straight = /^[^\S\n]*“[^“”\n]*”[,;|\t]\s*“/.test(text) ? text.replace(/[“”]/g, '"') : text
  if (!straight.trimStart().startsWith('"') && !/\n"/.test(straight)) return straight
  const sample = sampleOf(straight)
  const lines = sample.split('\n').filter((line) => line.trim() !== '')
  const wrapped = lines.filter((line) => wrappedLine.test(line))
  if (wrapped.length < lines.length / 2 || wrapped.length === 0) return straight
  const [header = ''] = unwrapped(lines[0] ?? '').split('\n', 1)
  // "Lee, Ann" below "Name" is one cell.
  const marks = (chosen === null ? usualDelimiters : [chosen]).filter((mark) => header.includes(mark))
  const scoreOf = (some: string): number => Math.max(0, ...marks.map((mark) => bestQuoting(some, mark).score))
  return scoreOf(unwrapped(sample)) > scoreOf(sample) + clearlyBetter ? unwrapped(straight) : straight
}

const wrappedLine = /^"(?:[^"]|"")*"\s*$/
const unwrapped = (text: string): string =>
  text.replace(/^"((?:[^"\n]|"")*)"[^\S\n]*$/gm, (_, line: string) => line.replaceAll('""', '"'))

/** Quotes as RFC 4180 has them. */
const standard = (delimiter: string): Quoting => ({ delimiter, quote: '"', backslash: false, spaced: false })

export const isStandard = ({ quote, backslash, spaced }: Quoting): boolean => quote === '"' && !backslash && !spaced

const nameOf = (delimiter: string): string =>
  delimiters.find((one) => one.delimiter === delimiter)?.name ?? `“${delimiter}”`

/** The first lines, cut at a line end. */
function sampleOf(text: string): string {
  let end = 0
  for (let line = 0; line < sampledLines && end < text.length; line += 1) {
    const next = text.indexOf('\n', end)
    end = next < 0 ? text.length : next + 1
  }
  return text.slice(0, Math.min(end, sampledCharacters))
}

interface Fit {
  readonly quoting: Quoting
  readonly records: readonly (readonly string[])[]
  readonly score: number
}

/** How cells are quoted, among the ways that the text has signs of; the usual way unless another fits more rows. */
function bestQuoting(sample: string, delimiter: string): Fit {
  const usual = standard(delimiter)
  const ways = [usual]
  if (sample.includes('\\"')) ways.push({ ...usual, backslash: true })
  if (sample.includes(`${delimiter} "`)) ways.push({ ...usual, spaced: true })
  if (sample.includes(`${delimiter}'`) && sample.includes(`'${delimiter}`)) ways.push({ ...usual, quote: "'" })
  let best = fitOf(sample, usual)
  for (const quoting of ways.slice(1)) {
    const fit = fitOf(sample, quoting)
    const isSame = fit.score === best.score && quoting.quote === "'" && isInApostrophes(best.records[0])
    const isOpened =
      fit.score === best.score && quoting.spaced && best.records[0]?.some((cell) => /^ +".*"$/.test(cell))
    if (fit.score > best.score || isSame || isOpened) best = fit
  }
  return best
}

const isInApostrophes = (cells: readonly string[] = []): boolean =>
  cells.length > 0 && cells.every((cell) => /^'.*'$/.test(cell))

function fitOf(sample: string, quoting: Quoting): Fit {
  const records: (readonly string[])[] = []
  let unsound = 0
  for (let at = 0; at < sample.length;) {
    const sound = readRecord(sample, at, quoting, 'strict')
    const record = sound ?? readUnquotedLine(sample, at, quoting)
    if (!isBlankRow(record.cells)) {
      records.push(record.cells)
      // A quote inside an unquoted cell is no error, and still a sign that quotes are used in another way.
      if (!sound || (record.quoted === 0 && record.cells.some((cell) => cell.includes(quoting.quote)))) unsound += 1
    }
    at = record.end
  }
  const rows = withoutComments(records)
  const filled = rows.map((cells) => cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  const agreement = Math.max(consistency(rows.map((cells) => cells.length)), consistency(filled))
  return { quoting, records, score: agreement * (1 - 0.2 * (unsound / Math.max(1, records.length))) }
}

/** The records that are no comments, unless most are. */
function withoutComments(records: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const rows = records.filter(([first = '']) => !first.startsWith('#'))
  return rows.length > records.length / 2 ? rows : records
}

/** The share of rows with the most frequent number of columns, slightly more for more columns; 0 when that number is one. */
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
