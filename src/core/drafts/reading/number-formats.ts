import { elementsOf } from './xml-text.ts'

/** How a number of a workbook is shown. */
export interface NumberFormat {
  readonly format: string
  readonly isDate: boolean
}

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
  const formats: NumberFormat[] = []
  for (const { numFmtId = 0 } of elementsOf(cellStyles, 'xf')) {
    const id = Number(numFmtId)
    const format = custom.get(id) ?? builtIn[id] ?? ''
    formats.push({ format, isDate: isDateFormat(format) || (!custom.has(id) && isLocalDate(id)) })
  }
  return formats
}

/** Whether a format shows a date or a time: one of its letters outside of texts, colours and conditions. */
export function isDateFormat(format: string): boolean {
  const [first = ''] = format.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  if (/general/i.test(first)) return false
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return true
  const runs = first.replace(/\[[^\]]*\]/g, '').match(/[a-z]+/gi) ?? []
  // "USD 0" is no date.
  return runs.some((run) => /^[dmyhs]+$/i.test(run))
}
