import { serialForm } from '../../fields/serial-text.ts'
import { numberText } from '../../fields/source-cell.ts'
import { shortenText } from './cell-length.ts'
import { elementsOf } from './xml-text.ts'

/** How a number of a workbook is shown. */
export interface NumberFormat {
  /** Shortened where it is longer than any format of Excel. */
  readonly format: string
  /** A day, perhaps with a time; a time alone; a duration ("36:00"); or a share of a hundred. Null: a number. */
  readonly shows: 'day' | 'time' | 'duration' | 'percent' | null
  /** What is shown before and after a number: "$" and "", "" and " km". Null: nothing, or it is no number. */
  readonly unit: {
    readonly before: string
    readonly after: string
    readonly isGrouped: boolean
    readonly decimals: number
  } | null
  /** A number whose zeros are shown, as its texts and zeros: ["", "0", "0", "-", "0"]. Null: another format. */
  readonly mask: readonly string[] | null
}

/** Longer than any number format of Excel (255 characters). */
const maxFormatLength = 255

/** Formats that are not written in a file (ECMA-376, part 1, 18.8.30). */
const builtIn: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  49: '@',
}

/** Dates of East Asian versions of Excel, whose formats depend on the system. */
const isLocalDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** The formats of the cell styles (`s` of a cell), by position, from `styles.xml`. */
export function readNumberFormats(styles: string): NumberFormat[] {
  const custom = new Map<number, string>()
  for (const { numFmtId, formatCode = '' } of elementsOf(styles, 'numFmt')) custom.set(Number(numFmtId), formatCode)
  const cellStyles = /<(?:[\w.-]+:)?cellXfs[\s>][^]*?<\/(?:[\w.-]+:)?cellXfs>/.exec(styles)?.[0] ?? ''
  const known = new Map<number, NumberFormat>()
  return Array.from(elementsOf(cellStyles, 'xf'), ({ numFmtId = 0 }) => {
    const id = Number(numFmtId)
    const format =
      known.get(id) ?? numberFormat(custom.get(id) ?? builtIn[id] ?? '', !custom.has(id) && isLocalDate(id))
    known.set(id, format)
    return format
  })
}

/** What a format shows. `isDate`: it is that of a date, whatever it says. */
export function numberFormat(format: string, isDate = false): NumberFormat {
  const form = serialForm(format)
  const shows = form ? (form.elapsed ? 'duration' : form.date ? 'day' : 'time') : isDate ? 'day' : null
  const written = { format: shortenText(format, maxFormatLength) }
  if (shows) return { ...written, shows, mask: null, unit: null }
  const parts = partsOf(format)
  if (parts.includes('%')) return { ...written, shows: 'percent', mask: null, unit: null }
  const isMask =
    parts.filter((part) => part === '0').length > 1 && parts.every((part) => /^"|^[-0-9 ()/:+]$/.test(part))
  const mask = isMask ? parts.map((part) => part.replace('"', '')) : null
  return { ...written, shows, mask, unit: mask ? null : unitOf(parts) }
}

/** Signs of the digits of a number. */
const isDigitSign = (part: string): boolean => /^[0#?.,]$/.test(part)

function unitOf(parts: readonly string[]): NumberFormat['unit'] {
  const first = parts.findIndex(isDigitSign)
  const last = parts.findLastIndex(isDigitSign)
  // Fractions, exponents and texts between the digits are no unit.
  if (first < 0 || !parts.slice(first, last + 1).every(isDigitSign)) return null
  const textOf = (some: readonly string[]): string => some.map((part) => part.replace('"', '')).join('')
  const [before, after] = [textOf(parts.slice(0, first)), textOf(parts.slice(last + 1))]
  if (before.trim() === '' && after.trim() === '') return null
  const digits = parts.slice(first, last + 1).join('')
  // A comma at the end divides by a thousand.
  if (digits.endsWith(',')) return null
  const point = digits.indexOf('.')
  return {
    before: before.trimStart(),
    after: after.trimEnd(),
    isGrouped: /,[0#?]/.test(digits),
    decimals: point < 0 ? 0 : digits.slice(point).replaceAll(/[^0]/g, '').length,
  }
}

/** A number with its unit, as it is shown; all its digits are kept. */
export function withUnit(
  value: number,
  { before, after, isGrouped, decimals }: NonNullable<NumberFormat['unit']>,
): string {
  const text = numberText(Math.abs(value))
  if (text.includes('E')) return `${value < 0 ? '-' : ''}${before}${text}${after}`
  const [whole = '', fraction = ''] = text.split('.')
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
  const shown = fraction === '' && decimals === 0 ? grouped : `${grouped}.${fraction.padEnd(decimals, '0')}`
  return `${value < 0 ? '-' : ''}${before}${shown}${after}`
}

/** The signs of a format for positive numbers; those of a text begin with a quote. */
function partsOf(format: string): string[] {
  const parts: string[] = []
  for (const [sign, quoted, escaped, currency] of format.matchAll(
    /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|_.|\*.|\[[^\]]*\]|[^]/g,
  )) {
    if (sign === ';') break
    const text = quoted ?? escaped ?? currency
    if (text !== undefined) parts.push(`"${text}`)
    else if (sign.length === 1) parts.push(sign)
  }
  return parts
}

/** A whole number in the zeros of a mask; digits for which there is no zero come before the first. */
export function fillMask(value: number, mask: readonly string[]): string {
  const zeros = mask.filter((part) => part === '0').length
  const digits = String(value).padStart(zeros, '0')
  let at = digits.length - zeros
  let isFirst = true
  return mask
    .map((part) => {
      if (part !== '0') return part
      const filled = isFirst ? digits.slice(0, at + 1) : digits.charAt(at)
      isFirst = false
      at += 1
      return filled
    })
    .join('')
}
