import { dateParts, dayNumber } from '../../../contract/calendar-date.ts'
import { fifteenDigits, numberText, uncalculated, type SourceCell } from '../../fields/source-cell.ts'
import { shortenText } from './cell-length.ts'
import type { CellTexts } from './cell-texts.ts'
import { fillMask, type NumberFormat, withUnit } from './number-formats.ts'
import type { SharedStrings } from './xlsx-strings.ts'
import { AttributeReader, behindName, closeOf, decodeXml, tagAt, textOfRuns } from './xml-text.ts'

/** What the cells of a workbook refer to. */
export interface CellContext {
  readonly strings: Pick<SharedStrings, 'at'>
  readonly formats: readonly NumberFormat[]
  readonly from1904: boolean
  readonly texts: CellTexts
  /** A formula that was saved without a value. */
  onUncalculated(): void
}

/** Longer than any error of Excel. */
const maxErrorLength = 255
/** Days from 30 December 1899 to 1 January 1904, from which some files count. */
const days1904 = 1_462

const letter = { r: 0x72, s: 0x73, t: 0x74 } as const
const valueAndCellEnd = '</v></c>'

/** The cells of a row, by position; empty ones at the end are left away. `row` is its number. */
export function readCells(content: string, row: number, context: CellContext): SourceCell[] {
  const cells: SourceCell[] = []
  const attributes = new AttributeReader(content)
  let column = 0
  for (let at = content.indexOf('<'); at >= 0; at = content.indexOf('<', at)) {
    const nameAt = at + 1
    const nameEnd = behindName(content, 'c', nameAt)
    if (nameEnd < 0) {
      at = nameAt
      continue
    }
    let type = 'n'
    let format: NumberFormat | undefined
    for (attributes.at = nameEnd; attributes.next();) {
      const { nameStart, nameEnd: end, valueStart, valueEnd } = attributes
      const name = end - nameStart === 1 ? content.charCodeAt(nameStart) : 0
      if (name === letter.r) column = columnOf(content, valueStart) ?? column
      else if (name === letter.s) format = context.formats[Number(content.slice(valueStart, valueEnd))]
      else if (name === letter.t) type = content.slice(valueStart, valueEnd)
    }
    at = attributes.at
    if (!attributes.isEmptyTag) {
      // Most cells have a value and nothing else.
      const valueEnd = content.startsWith('<v>', at) ? content.indexOf('<', at + 3) : -1
      if (valueEnd >= 0 && content.startsWith(valueAndCellEnd, valueEnd)) {
        putCell(cells, column, valueCell(content.slice(at + 3, valueEnd), type, format, row, context))
        at = valueEnd + valueAndCellEnd.length
      } else {
        const close = closeOf(content, content.slice(nameAt, nameEnd), at)
        putCell(cells, column, readCell(content.slice(at, close.start), type, format, row, context))
        at = close.end
      }
    }
    column += 1
  }
  return cells
}

/** Puts a cell into its place in a row, unless it is empty. */
export function putCell(cells: SourceCell[], column: number, cell: SourceCell): void {
  if (cell === null || cell === '') return
  while (cells.length < column) cells.push(null)
  cells[column] = cell
}

/** The position of a column: "A1" -> 0, "AB12" -> 27. Null for a reference without letters. */
export function columnOf(reference: string, from = 0): number | null {
  let column = 0
  for (let at = from; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column === 0 || column > 16_384 ? null : column - 1
}

/** The content of one cell: what stands between its tags. `type` is its attribute `t`. */
function readCell(
  inner: string,
  type: string,
  format: NumberFormat | undefined,
  row: number,
  context: CellContext,
): SourceCell {
  if (inner === '') return null
  if (type === 'inlineStr') return context.texts.tidy(textOfRuns(inner), row)
  const raw = valueOf(inner)
  if (raw) return valueCell(raw, type, format, row, context)
  // A formula whose result is an empty text is saved as type "str" with an empty value.
  const isEmptyText = type === 'str' && raw !== null
  if (isEmptyText || !tagAt(inner, 'f', 0)) return null
  context.onUncalculated()
  return uncalculated
}

/** The cell with a value: what stands in `<v>`. */
function valueCell(
  raw: string,
  type: string,
  format: NumberFormat | undefined,
  row: number,
  context: CellContext,
): SourceCell {
  if (raw === '' || type === 'inlineStr') return null
  switch (type) {
    case 's':
      return context.texts.tidy(context.strings.at(Number(raw)), row)
    case 'str':
      return context.texts.tidy(textOfRuns(`<t>${raw}</t>`), row)
    case 'b':
      return raw.trim() === '1' || raw.trim().toLowerCase() === 'true'
    case 'e':
      context.texts.addWithoutValue(row)
      return { error: shortenText(decodeXml(raw), maxErrorLength) }
    case 'd':
      return dateCell(decodeXml(raw), format)
    default:
      return numberCell(Number(raw), raw, format, context.from1904)
  }
}

/** The text between `<v>` and `</v>`; null when there is no such element. */
function valueOf(inner: string): string | null {
  const open = tagAt(inner, 'v', 0)
  if (!open || open.isEmpty) return open && ''
  const close = inner.indexOf('</', open.end)
  return inner.slice(open.end, close < 0 ? inner.length : close)
}

/**
 * A number as it is shown: a day, a time or a duration as a serial of the 1900 system; a number with its zeros or as a share
 * of a hundred as text, as are those with a unit ($24,990, 85000 km); any other with the 15 digits that Excel shows.
 */
export function numberCell(
  value: number,
  raw: string,
  format: NumberFormat | undefined,
  from1904: boolean,
): SourceCell {
  if (!Number.isFinite(value)) return decodeXml(raw)
  const number = fifteenDigits(value)
  if (!format) return number
  const { shows, mask, unit } = format
  if (shows === 'percent') return `${numberText(fifteenDigits(100 * number))}%`
  if (mask) return Number.isInteger(number) && number >= 0 && number < 1e15 ? fillMask(number, mask) : number
  if (unit) return withUnit(number, unit)
  if (shows === null || (value < 0 && shows !== 'duration')) return number
  const countsFrom1904 = from1904 && (shows === 'day' || (shows === 'time' && value >= 1))
  return { serial: round(countsFrom1904 ? value + days1904 : value), format: format.format }
}

/** A date as ISO 8601 text, which few programs write (ECMA-376, part 1, 18.18.11). */
function dateCell(text: string, format: NumberFormat | undefined): SourceCell {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?/.exec(text)
  if (!found?.[1] || Number.isNaN(Date.parse(found[1]))) return text
  const days = dayNumber(dateParts(found[1] as Parameters<typeof dateParts>[0])) - dayNumber(dateParts('1899-12-30'))
  const seconds = Number(found[2] ?? 0) * 3_600 + Number(found[3] ?? 0) * 60 + Number(found[4] ?? 0)
  return { serial: round(days + seconds / 86_400), format: format?.format ?? '' }
}

const round = (serial: number): number => Math.round(serial * 1e8) / 1e8
