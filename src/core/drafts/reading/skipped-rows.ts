import { isCompany } from '../../fields/company-name.ts'
import type { CellColumn } from '../columns/cell-column.ts'
import type { ColumnTable } from '../columns/column-table.ts'
import { cellText, type SourceCell, type SourceRow } from '../../fields/source-cell.ts'
import { headerKind, headerScore, namesCars, type HeaderKind } from '../headers/header-score.ts'
import { skipReasons } from './file-messages.ts'

/** The header of a table, as far as rows below it are compared with it. */
export interface HeaderShape {
  /** As written, by position. */
  readonly texts: readonly string[]
  readonly kinds: readonly HeaderKind[]
  /** Position after the last named column. */
  readonly end: number
}

/** `names`: of the columns, by position; `texts`: of the last line of the header, when it has several. */
export const headerShape = (names: readonly string[], texts: readonly string[] = names): HeaderShape => ({
  texts,
  kinds: names.map(headerKind),
  end: names.findLastIndex((text) => text !== '') + 1,
})

export const tidyCell = (cell: SourceCell | undefined): string => cellText(cell).replace(/\s+/g, ' ').trim()

interface FilledCell {
  readonly column: number
  readonly text: string
}

function filledCells(row: SourceRow): FilledCell[] {
  return row.cells.map((cell, column) => ({ column, text: tidyCell(cell) })).filter(({ text }) => text !== '')
}

const counted = 'records?|rows?|vehicles?|customers?|units?|cars?|deals?|sales|results?|entries|items?|lines?|contacts?'
const totalOf =
  'sales|sold|vehicles?|units?|cars?|records?|customers?|rows?|deals?|deliveries|deliver(?:y|ed)|count|amount|value|gross|net|profit|gst|price|qty|quantity|number|for|of|this|all|per|by'
const footer = new RegExp(
  [
    `^(?:(?:grand|sub|report|page|overall|running)?[ -]?totals?)(?:\\s*(?:[:=(-]|$|\\d|\\$)|\\s+(?:${totalOf})\\b)`,
    '^page \\d+(?: of \\d+)?$',
    '^end of (?:report|file|list|data)\\b',
    '^report (?:printed|generated|run|total|date|created)\\b',
    '^(?:printed|generated|exported|created|run)(?:\\s*[:=]|\\s+(?:on|by|at|from|date|\\d)|$)',
    `^(?:(?:no\\.?|number) of |total |showing )?(?:${counted})(?:\\s+(?:count|found|listed|selected|printed|exported|returned))?\\s*[:=-]\\s*[\\d,]+(?: of [\\d,]+)?$`,
    `^(?:${counted})?\\s*count(?:\\s*[:=-]|\\s+of\\b|\\s+\\d|$)`,
    `^\\(?[\\d,]+ (?:of [\\d,]+ )?(?:${counted})(?: (?:found|listed|selected|printed|exported|returned|affected|in total))?\\)?$`,
    `^(?:no\\.?|number) of (?:${counted})\\b`,
    '^showing [\\d,]+ (?:to|-) [\\d,]+ of [\\d,]+',
    '^(?:sum|average|avg|mean|minimum|maximum)(?:\\s*[:=]|$)',
    '^\\*{2,} ?end\\b',
  ].join('|'),
  'i',
)

const amount = /^[-+(]?\s*(?:[$€£]|AUD|NZD|RM)?\s*-?\d[\d., ]*\s*%?\)?$/i
const isAmount = (text: string): boolean => amount.test(text) && !/^(?:\+|0\d{7})/.test(text)

/** Words alone in a row that name the rows below it: a month, a department, a state of stock. */
const groupWords =
  /^(?:(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?[ ,-]*(?:\d{2}|\d{4})?|(?:q[1-4]|quarter \d|week \d+)(?:[ ,-]*\d{2,4})?|(?:19|20)\d{2}|(?:new|used|demo|demonstrators?|fleet|retail|wholesale|trade|sales|service|finance|cash|private|business|sold|delivered|settled|ordered|lost|pending|active|inactive|current|archived?|loans?|leases?|leased|hire|prospects?|leads?|others?|misc)(?:[ &/-]+(?:new|used|demo|cars?|vehicles?|units?|sales|deliveries|department|dept|stock|fleet|retail|customers?))*)$/i

/**
 * "Salesperson: J Brown", "Branch - Parramatta": a label with a colon or a word of the trade before it, alone in its
 * row.
 */
const groupLabel = /^\p{L}[\p{L} .]{1,40}:\s*\S/u
const groupWord =
  /^(?:salesperson|sales ?rep|sales consultant|consultant|branch|store|site|yard|location|department|dept|division|month|period|make|dealership)\b/i

const unit =
  /^[([{<]?(?:km|kms|k's|kilomet(?:re|er)s?|miles?|a?ud|nzd|rm|a?\$|nz\$|%|text|string|date(?: ?time)?|time|number|numeric|integer|int|decimal|currency|bool(?:ean)?|(?:var)?char(?:\s?\(\d+\))?|y ?\/ ?n|yes ?\/ ?no|d{1,2}[-/. ]m{1,4}[-/. ]y{2,4}|m{1,2}[-/. ]d{1,2}[-/. ]y{2,4}|y{4}[-/. ]m{1,2}[-/. ]d{1,2}|years?|months?|days?|optional|required|mandatory|max\.? ?\d+(?: ?(?:chars?|characters|digits))?|\d+ (?:chars?|characters|digits)|inc\.? ?gst|ex\.? ?gst|n\/a|-+)[)\]}>]?$/i

/** Rows of units or remarks in brackets: "(text)", "[10 digits]". */
const bracketed = /^(?:\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|<[^<>]*>)$/

/** "e.g. ABC123": the first row of a form shows how it is filled in. */
const example = /^(?:e\. ?g\.|for example|example:|sample:)/i

/**
 * Why a row below the header is not a customer row, or null. The whole row decides: a plate, a VIN, a phone number or a
 * name under its heading makes it a customer. In doubt it is one: its problems are then shown, and nothing is lost.
 */
export function skipReasonOf(row: SourceRow, header: HeaderShape, isFirst: boolean): string | null {
  const cells = filledCells(row)
  if (cells.length === 0) return null
  if (header.texts.length > 0 && cells.length > 1 && isRepeat(row, header.texts)) return skipReasons.repeatedHeader
  if (cells.every(({ text }) => /^[-=_*. ]+$/.test(text)) && cells.map(({ text }) => text).join('').length > 2) {
    return skipReasons.drawnLine
  }
  if (isFirst && (isUnitRow(cells) || cells.some(({ text }) => example.test(text)))) return skipReasons.units
  if (isLabelledCount(cells, header)) return skipReasons.total
  if (cells.some((cell) => isOfCustomer(cell, header))) return null
  if (isFooter(cells)) return skipReasons.total
  if (header.end < 3) return null
  if (cells.every(({ text }) => isAmount(text))) return skipReasons.sums
  return isGroupHeading(cells, header) ? skipReasons.groupHeading : null
}

/** What a row contains, in short. */
export interface RowContent {
  readonly length: number
  /** Position after the last cell that shows something. */
  readonly filledEnd: number
  /** Too many words for a total or a heading, and not the header's first name in the first cell, as most rows are. */
  readonly isSurelyRecord: boolean
  /** A cell is no name of a column. */
  readonly hasValue: boolean
}

const cellFlags = { known: 1, filled: 2, word: 4, value: 8 } as const

function flagsOf(cell: SourceCell): number {
  const text = cellText(cell)
  const filled = text.trim() === '' ? 0 : cellFlags.filled
  const word = typeof cell === 'string' && /\p{L}/u.test(cell) ? cellFlags.word : 0
  return cellFlags.known | filled | word | (isNoName(cell) ? cellFlags.value : 0)
}

interface FlaggedColumn extends Pick<CellColumn, 'cells' | 'numbers'> {
  /** By number of a cell. */
  readonly flags: Uint8Array
}

/** The same for each row of a table. Equal cells of a column are read once. */
export class RowContents {
  readonly #columns: readonly FlaggedColumn[]
  readonly #firstName: string

  constructor(rows: ColumnTable, header: HeaderShape) {
    this.#firstName = (header.texts[0] ?? '').toLowerCase()
    this.#columns = Array.from({ length: rows.width }, (_, column) => {
      const { cells, numbers } = rows.column(column) as CellColumn
      return { cells, numbers, flags: new Uint8Array(cells.length) }
    })
  }

  at(position: number): RowContent {
    const end = this.#columns.findIndex(({ numbers }) => (numbers[position] ?? 0) === 0)
    const length = end < 0 ? this.#columns.length : end
    let words = 0
    let all = 0
    for (let column = 0; column < length && (words <= 3 || (all & cellFlags.value) === 0); column += 1) {
      const found = this.#flagsAt(position, column)
      if ((found & cellFlags.word) !== 0) words += 1
      all |= found
    }
    let filledEnd = length
    while (filledEnd > 0 && (this.#flagsAt(position, filledEnd - 1) & cellFlags.filled) === 0) filledEnd -= 1
    const isSurelyRecord = words > 3 && this.#firstTextAt(position) !== this.#firstName
    return { length, filledEnd, isSurelyRecord, hasValue: (all & cellFlags.value) !== 0 }
  }

  #firstTextAt(position: number): string {
    const { cells = [], numbers = [] } = this.#columns[0] ?? {}
    return tidyCell(cells[numbers[position] ?? 0]).toLowerCase()
  }

  #flagsAt(position: number, column: number): number {
    const { cells, numbers, flags } = this.#columns[column] as FlaggedColumn
    const number = numbers[position] as number
    return (flags[number] ||= flagsOf(cells[number] ?? null))
  }
}

/** Whether a cell cannot be the name of a column: nearly all rows of customers have a number. */
const isNoName = (cell: SourceCell): boolean => cell !== null && (typeof cell !== 'string' || /\d{2}|[@:]/.test(cell))

const vin = /^(?=.*\d)[A-HJ-NPR-Z0-9]{17}$/i
const email = /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i
const phone = /^(?:(?:\+|\(?0)[\d\s()./-]{7,16}|4\d{8})$/
/** Letters and digits, as most plates have both: "ABC123", "1AB 2CD". */
const plate = /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{2,4}[ -]?[A-Z0-9]{2,5}$/i

/** Whether a cell shows that its row is a customer's. */
function isOfCustomer(cell: FilledCell, header: HeaderShape): boolean {
  const { column, text } = cell
  const kind = header.kinds[column] ?? null
  if (isOwnValue(text) || isCompany(text)) return true
  if (footer.test(text)) return false
  if (kind === 'car') return isPlateText(text) || isCarOf(cell, header) || (/\d/.test(text) && isAmount(text))
  if (kind === 'name') return isPersonText(text)
  return isPlate(text)
}

/** A VIN, an e-mail address or a phone number: what only one customer has. */
export const isOwnValue = (text: string): boolean =>
  vin.test(text.replace(/[\s-]/g, '')) || email.test(text) || phone.test(text)

/** Whether a text can be a car's plate or VIN below such a name, or a person's name below "Name". */
export const fitsKind = (kind: HeaderKind, text: string): boolean =>
  (kind === 'car' && (isPlate(text) || vin.test(text) || /^\d{4,}$/.test(text))) ||
  (kind === 'name' && /\p{L}{2}/u.test(text) && !/\d/.test(text))

const isPlate = (text: string): boolean =>
  plate.test(text) && !groupWords.test(text) && !/^(?:q\d|\d+(?:km|st|nd|rd|th|pm|am|x))$/i.test(text)

/** Below "Rego", a word of up to nine letters can be a personalised plate, unless it heads a group. */
const isPlateText = (text: string): boolean =>
  text.replace(/[^\p{L}\d]/gu, '').length <= 9 && !groupWords.test(text) && !groupWord.test(text)

const isPersonText = (text: string): boolean =>
  /\p{L}/u.test(text) && !groupWords.test(text) && !groupLabel.test(text) && !groupWord.test(text)

const isFooter = (cells: readonly FilledCell[]): boolean =>
  cells.some(({ text }) => footer.test(text)) && cells.filter(({ text }) => !isAmount(text)).length <= 2

/** A word that is nothing but the label of a sum. */
const bareTotal = /^(?:grand |sub[ -]?)?totals?\s*:?$/i

/** "Records" beside "4". A number below "Rego" may be a plate, except beside a bare "Total". */
function isLabelledCount(cells: readonly FilledCell[], header: HeaderShape): boolean {
  const [first, second] = cells
  if (!first || !second || cells.length > 2) return false
  if (header.kinds[second.column] === 'car' && !bareTotal.test(first.text)) return false
  return isAmount(second.text) && footer.test(`${first.text}: ${second.text}`)
}

function isUnitRow(cells: readonly FilledCell[]): boolean {
  const units = cells.filter(({ text }) => unit.test(text) || bracketed.test(text)).length
  return units >= 2
    ? units >= cells.length * 0.6
    : units === 1 && cells.length === 1 && !/^-+$/.test(cells[0]?.text ?? '')
}

/** One text, with or without sums, or a label beside its value, in columns that are no field of a customer. */
function isGroupHeading(cells: readonly FilledCell[], header: HeaderShape): boolean {
  const [first, second] = cells.filter(({ text }) => !isAmount(text))
  if (!first || cells.filter(({ text }) => !isAmount(text)).length > 2) return false
  if (second) return cells.length === 2 && groupWord.test(first.text) && header.kinds[second.column] !== 'car'
  if (cells.some(({ column, text }) => isAmount(text) && header.kinds[column] === 'car')) return false
  return true
}

/** Names of columns are cut when they are long; a cell below is not. */
const comparedLength = 150

/** Whether a row has all names of a header, with or without others behind them. */
export function isRepeat(row: SourceRow, header: readonly string[]): boolean {
  const end = header.findLastIndex((name) => name !== '') + 1
  for (let column = 0; column < end; column += 1) {
    const [text, name] = [tidyCell(row.cells[column]), header[column] ?? '']
    if (text.slice(0, comparedLength).toLowerCase() !== name.slice(0, comparedLength).toLowerCase()) return false
  }
  return true
}

/**
 * Whether a row behind the last customer is a line of a footer: one text, a label, or a sentence that delimiters cut. `isApart`: an
 * empty line is above it.
 */
export function isFooterLine(row: SourceRow, header: HeaderShape, isApart: boolean): boolean {
  const cells = filledCells(row)
  if (header.end < 3 && !(cells.length === 1 && cells.some((cell) => isNoCar(cell, header)))) return false
  if (cells.some((cell) => isCarOf(cell, header) || isOwnValue(cell.text))) return false
  if (cells.length < 2) return true
  const [first, second] = row.cells.map(cellText)
  const isLabel =
    groupLabel.test(first ?? '') || (cells.length === 2 && (/:\s*$/.test(first ?? '') || footer.test(first ?? '')))
  const isSentence = first !== '' && /^ \S/.test(second ?? '')
  return isLabel || ((isSentence || isApart) && cells.length <= header.end / 2)
}

/** A text below "Rego" that is too long for a plate, or a label. */
const isNoCar = ({ column, text }: FilledCell, header: HeaderShape): boolean =>
  header.kinds[column] === 'car' && (!isPlateText(text) || text.includes(':'))

/** A plate with letters and digits; below "Rego" or "VIN" also digits, or a number that lost some of its characters. */
const isCarOf = ({ column, text }: FilledCell, header: HeaderShape): boolean =>
  isPlate(text) || (header.kinds[column] === 'car' && /^(?=.*\d)(?:[A-Z\d-]{4,}|\d[\d.]{3,}(?:E\+?\d+)?)$/i.test(text))

/**
 * Whether a skipped row may be a record all the same, when many rows are like it: numbers in a table of numbers, one text
 * beside them. Sums leave the first column empty.
 */
export function mayBeRecord(row: SourceRow, reason: string): boolean {
  if (reason !== skipReasons.sums && reason !== skipReasons.groupHeading) return false
  return filledCells(row).some(({ column, text }) => column > 0 && isAmount(text)) && tidyCell(row.cells[0]) !== ''
}

const isInPlace = ({ column, text }: FilledCell, { texts }: HeaderShape): boolean =>
  text.toLowerCase() === texts[column]?.toLowerCase()

/** Whether more than half of the texts of a row are the names of the columns that they stand in. */
export function sharesNames(row: SourceRow, header: HeaderShape): boolean {
  const cells = filledCells(row)
  return cells.filter((cell) => isInPlace(cell, header)).length > cells.length / 2
}

/** Whether a row of words has a name of cars where the cars of other rows are ("Trade Rego"): no customer has such a plate. */
const hasNameOfCars = (cells: readonly FilledCell[], header: HeaderShape, score: number): boolean =>
  cells.some(
    (cell) =>
      header.kinds[cell.column] === 'car' && namesCars(cell.text) && (isInPlace(cell, header) || score >= likelyNames),
  )

/** Names of columns of another table: different words, mostly other names than those of this table at these places, above their values. */
export function isOtherHeader(row: SourceRow, header: HeaderShape, below: () => readonly SourceRow[]): boolean {
  if (header.texts.length === 0) return false
  if (row.cells.some(isNoName)) return false
  const cells = filledCells(row)
  const names = new Set(cells.map(({ text }) => text.toLowerCase()))
  if (cells.length < 2 || names.size < cells.length || cells.some(({ text }) => text.length > 40)) return false
  if (sharesNames(row, header)) return false
  const score = headerScore(row.cells.map(tidyCell))
  const rows = below().map(filledCells)
  if (score >= surelyNames || hasNameOfCars(cells, header, score)) return rows.length > 0
  // Customers go on below a customer of words.
  const isCustomer = (other: readonly FilledCell[]): boolean =>
    other.some(({ column, text }) => header.kinds[column] === 'car' && isPlate(text))
  if (rows.slice(0, 2).some(isCustomer)) return false
  const changed = cells.filter(({ column }) =>
    rows.some((other) => other.some((cell) => cell.column === column && /\d/.test(cell.text))),
  ).length
  if (rows[0]?.length !== cells.length || changed < cells.length * 0.3) return false
  const isAlike = (other: readonly FilledCell[]): boolean =>
    other.length === cells.length && !other.some((cell) => isOwnValue(cell.text) || isCarOf(cell, header))
  const isNarrow = cells.length <= header.end / 2 && rows.every(isAlike)
  // "Salesperson, Units, Gross": sums stand below the names of customers, and no car in the rows.
  const isSums =
    cells.length <= header.end &&
    header.kinds.includes('car') &&
    rows[0].slice(1).every(({ text }) => isAmount(text)) &&
    rows[0].some(({ column, text }) => header.kinds[column] === 'name' && isAmount(text)) &&
    !rows.flat().some((cell) => isOwnValue(cell.text) || isCarOf(cell, header))
  return isNarrow || isSums || (score >= likelyNames && (cells.length !== header.end || header.kinds.includes('car')))
}

/** Whether nearly all texts of a row are known names of columns. */
export const hasKnownNames = (texts: readonly string[]): boolean => headerScore(texts) >= surelyNames

/** How much a row of words reads like names of columns: nearly all of them are known, or some. */
const [surelyNames, likelyNames] = [0.7, 0.4]
