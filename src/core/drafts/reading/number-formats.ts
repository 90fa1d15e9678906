import { serialForm } from '../../fields/serial-text.ts'
import { shortenText } from './cell-length.ts'
import { elementsOf } from './xml-text.ts'

/** How a number of a workbook is shown. */
export interface NumberFormat {
  /** Shortened where it is longer than any format of Excel. */
  readonly format: string
  /** A day, perhaps with a time; a time alone; a duration ("36:00"); or a share of a hundred. Null: a number. */
  readonly shows: 'day' | 'time' | 'duration' | 'percent' | null
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
  if (shows) return { ...written, shows, mask: null }
  const parts = partsOf(format)
  if (parts.includes('%')) return { ...written, shows: 'percent', mask: null }
  const isMask =
    parts.filter((part) => part === '0').length > 1 && parts.every((part) => /^"|^[-0-9 ()/:+]$/.test(part))
  return { ...written, shows, mask: isMask ? parts.map((part) => part.replace('"', '')) : null }
}

/** The signs of a format for positive numbers; those of a text begin with a quote. */
function partsOf(format: string): string[] {
  const parts: string[] = []
  for (const [sign, quoted, escaped] of format.matchAll(/"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]|[^]/g)) {
    if (sign === ';') break
    const text = quoted ?? escaped
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
