import { isBlankRow } from '../../fields/source-cell.ts'
import { learnTableShape, likeness, type TableShape } from './cell-shape.ts'
import { openingQuotes, readUnquotedLine, readRecord, type Quoting, type TextRecord } from './text-record.ts'

/** A place in the file that can be read in two ways. The rows hold the likelier one. */
export interface TwoReadings {
  /** Index of the first row that is affected, and how many there are. */
  readonly row: number
  readonly rows: number
  /** False: both readings fit the table about equally. */
  readonly certain: boolean
  /** The same lines in the other way. */
  readonly other: readonly (readonly string[])[]
}

export interface RepairedText {
  readonly rows: readonly (readonly string[])[]
  readonly repairs: readonly TwoReadings[]
}

/** Readings that differ by less fit about equally. */
const certainMargin = 0.15
/** What speaks against one cell over several lines where quotes are damaged, or where each line is as long as a row. */
const severalLinesCost = 0.5
/** A table that was learnt from fewer rows says little. */
const fewRows = 5
/** What two lines that look like one another say for themselves, when the table knows few rows. */
const alikeBonus = 1
/** A line with more quotes is tried with the first of them as text only. */
const maxTriedQuotes = 12
/** A cell rarely has more lines: an address. */
const maxTriedLines = 4
/** Rows that show whether the lines of a long cell are rows themselves. */
const comparedRows = 4

/**
 * Reads a text whose quotes are damaged, or that has line breaks inside quotes. Each record that is one sound line is
 * read as it is; from these the columns of the table are learnt. Every other record is read in several ways: as it
 * stands, with one of its quotes as text, with all of them as text. The way that fits the columns best is taken. Every
 * line is in exactly one row. Gives a function that reads the records which begin between two positions; the first is the begin of a
 * record, and `end` is after the last of them.
 */
export function createQuoteRepair(text: string, quoting: Quoting) {
  const table: Table = {
    text,
    quoting,
    shape:
      learnTableShape(soundRecords(text, quoting, 1), quoting.delimiter) ??
      learnTableShape(soundRecords(text, quoting), quoting.delimiter),
  }
  return (start: number, until: number) => readRepairing(table, start, until)
}

function readRepairing(table: Table, start: number, until: number): RepairedText & { readonly end: number } {
  const { text, quoting } = table
  const rows: (readonly string[])[] = []
  const repairs: TwoReadings[] = []
  /** A repair whose other reading ends further down: how many rows it replaces is known there. */
  let open: { readonly row: number; readonly certain: boolean; readonly other: TextRecord } | null = null
  let at = start
  while (at < until) {
    const strict = readRecord(text, at, quoting, 'strict')
    const choice = strict?.lines === 1 ? { record: strict, other: null, certain: true } : choose(table, at, strict)
    const { record, other, certain } = choice
    const row = rows.length
    rows.push(record.cells)
    at = record.end
    if (other && open === null && other.end > at) open = { row, certain, other }
    else if (other && other.end <= at) {
      repairs.push({ row, rows: 1, certain, other: [other.cells, ...rowsBetween(table, other.end, at)] })
    } else if (other) {
      repairs.push({ row, rows: 1, certain, other: [record.cells] })
    }
    if (open && at >= open.other.end) {
      const more = rowsBetween(table, open.other.end, at)
      const otherRows = [open.other.cells, ...more]
      repairs.push({ row: open.row, rows: rows.length - open.row, certain: open.certain, other: otherRows })
      open = null
    }
  }
  // The other reading would go on in the next part.
  if (open) repairs.push({ row: open.row, rows: 1, certain: open.certain, other: [rows[open.row] ?? []] })
  return { rows, repairs: withoutOverlap(repairs), end: at }
}

interface Table {
  readonly text: string
  readonly quoting: Quoting
  readonly shape: TableShape | null
}

/** The cells of the records with sound quotes that take at most so many lines. */
function* soundRecords(text: string, quoting: Quoting, lines = Number.POSITIVE_INFINITY): Generator<readonly string[]> {
  for (let at = 0; at < text.length;) {
    const record = readRecord(text, at, quoting, 'strict')
    if (record && record.lines <= lines) yield record.cells
    at = record?.end ?? endOfLine(text, at)
  }
}

function endOfLine(text: string, at: number): number {
  const next = text.indexOf('\n', at)
  return next < 0 ? text.length : next + 1
}

interface Choice {
  readonly record: TextRecord
  /** What the lines say in another way; null when the record is sound. */
  readonly other: TextRecord | null
  readonly certain: boolean
}

/** The reading that fits the table best, for a record that is not one sound line. */
function choose(table: Table, at: number, strict: TextRecord | null): Choice {
  if (strict && !holdsTwoRows(table, at, strict)) return { record: strict, other: null, certain: true }
  const candidates = readingsAt(table, at, strict)
  if (strict && isBelieved(table, strict, candidates)) return { record: strict, other: null, certain: true }
  const end = Math.max(...candidates.map((candidate) => candidate.end))
  const [best, ...others] = candidates
    .map((record, preference) => ({
      record,
      fit: fitUpTo(table, record, end) - preference / 1_000 - (record.lines > 1 ? severalLinesCost : 0),
    }))
    .toSorted((a, b) => b.fit - a.fit)
  if (!best) throw new Error('A line can always be read without quotes')
  const next = others.find(
    ({ record }) => record.cells.length !== best.record.cells.length || record.end !== best.record.end,
  )
  const certain = !next || best.fit - next.fit >= certainMargin
  const other = strict && strict !== best.record ? strict : (next ?? others[0])?.record
  return { record: best.record, other: other ?? openToEnd(best.record, table.quoting), certain }
}

/** Whether a record has delimiters enough for two rows: told at once, because most lists have addresses over lines. */
function holdsTwoRows({ text, quoting, shape }: Table, at: number, { cells, end }: TextRecord): boolean {
  const needed = 2 * ((shape?.width ?? cells.length) - 1)
  const { delimiter } = quoting
  let count = 0
  for (let found = text.indexOf(delimiter, at); found >= 0 && found < end && count < needed; count += 1)
    found = text.indexOf(delimiter, found + delimiter.length)
  return count >= needed
}

/**
 * Whether a record of sound quotes is taken as it is: with quotes around every cell, or when no other reading of its
 * lines gives rows of the usual length. Stray quotes rarely close one another so that both look right.
 */
function isBelieved(table: Table, strict: TextRecord, candidates: readonly TextRecord[]): boolean {
  const isRow = (cells: readonly string[]): boolean => cells.length === (table.shape?.width ?? strict.cells.length)
  const givesRows = (other: TextRecord): boolean =>
    other.end < strict.end && isRow(other.cells) && rowsBetween(table, other.end, strict.end).every(isRow)
  return strict.quoted === strict.cells.length || !candidates.some(givesRows)
}

/** All ways to read the record at `at`, each different; the first is preferred when two fit equally. */
function readingsAt({ text, quoting }: Table, at: number, strict: TextRecord | null): TextRecord[] {
  const readings: TextRecord[] = []
  const add = (record: TextRecord | null): void => {
    if (record && !readings.some((known) => known.end === record.end && sameCells(known.cells, record.cells)))
      readings.push(record)
  }
  add(strict)
  add(readRecord(text, at, quoting, 'lenient'))
  add(readRecord(text, at, quoting, 'line'))
  for (const quote of quotesNear(text, at, quoting)) {
    add(readRecord(text, at, quoting, 'lenient', quote))
    add(readRecord(text, at, quoting, 'line', quote))
  }
  add(readUnquotedLine(text, at, quoting))
  return readings
}

/** The quotes that may open a cell of the record, which can go on for a few lines. */
function quotesNear(text: string, start: number, quoting: Quoting): number[] {
  const found: number[] = []
  let at = start
  for (let line = 0; line < maxTriedLines && at < text.length; line += 1) {
    found.push(...openingQuotes(text, at, quoting))
    at = endOfLine(text, at)
  }
  return found.slice(0, maxTriedQuotes)
}

/** How well a reading fits, together with the next of the lines that it leaves before `end`. */
function fitUpTo(table: Table, record: TextRecord, end: number): number {
  const { shape } = table
  const lines = rowsBetween(table, record.end, end, comparedRows)
  const first = lines[0]
  const knowsLittle = shape === null || shape.rows < fewRows
  const alike = knowsLittle && first && likeness(record.cells, first) > 0.6 ? alikeBonus : 0
  const total = lines.reduce((sum, cells) => sum + fitOf(shape, cells), fitOf(shape, record.cells))
  return total / (1 + lines.length) + alike
}

/** The rows from one position on, up to another or a little further, at most so many; empty lines are left out. */
function rowsBetween(table: Table, from: number, end: number, most = Infinity): (readonly string[])[] {
  const { text, quoting } = table
  const rows: (readonly string[])[] = []
  for (let at = from; at < end && rows.length < most;) {
    const record = readRecord(text, at, quoting, 'strict') ?? bestLine(table, at)
    if (!isBlankRow(record.cells)) rows.push(record.cells)
    at = record.end
  }
  return rows
}

/** One line alone, with its stray quotes as text. */
function bestLine({ text, quoting, shape }: Table, at: number): TextRecord {
  const unquoted = readUnquotedLine(text, at, quoting)
  const quoted = readRecord(text, at, quoting, 'line') ?? unquoted
  return fitOf(shape, quoted.cells) >= fitOf(shape, unquoted.cells) ? quoted : unquoted
}

/** The line as if its stray quote held everything up to its end. */
function openToEnd(record: TextRecord, { quote, delimiter }: Quoting): TextRecord | null {
  const { cells } = record
  const opened = cells.findIndex((cell) => cell.trimStart().startsWith(quote))
  if (opened < 0) return null
  const rest = cells.slice(opened).join(delimiter).replace(quote, '')
  return { ...record, cells: [...cells.slice(0, opened), rest] }
}

/** A row can be put back only once. */
function withoutOverlap(repairs: readonly TwoReadings[]): TwoReadings[] {
  const kept: TwoReadings[] = []
  for (const repair of repairs.toSorted((a, b) => a.row - b.row || b.rows - a.rows)) {
    const last = kept.at(-1)
    if (!last || repair.row >= last.row + last.rows) kept.push(repair)
  }
  return kept
}

const fitOf = (shape: TableShape | null, cells: readonly string[]): number => shape?.fit(cells) ?? 0

const sameCells = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((cell, at) => cell === other[at])
