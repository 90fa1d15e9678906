import type { Region } from '../../../contract/region.ts'
import { isPlaceholder, isScientific, spreadsheetError } from '../../fields/cell-text.ts'
import { isCompany } from '../../fields/company-name.ts'
import { readDate, type DateReading } from '../../fields/date-forms.ts'
import { checkMobile } from '../../fields/mobile.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import { checkPlate } from '../../fields/plate.ts'
import { splitPlateAndState } from '../../fields/plate-and-state.ts'
import { plateKey, platePlaceholders } from '../../fields/plate-rules.ts'
import { cellText, type SourceCell } from '../../fields/source-cell.ts'
import { checkState } from '../../fields/state.ts'
import { checkVin, isVin } from '../../fields/vin.ts'
import { makes, type NamedTarget } from '../headers/header-words.ts'

/** What one cell of a column looks like, by field. `text`: the cell as plain text. */

/** Two to nine letters and digits, both kinds, and not a date. A placeholder ("TBA") does not count. */
export function isPlate(text: string, cell: SourceCell): boolean {
  if (typeof cell === 'object' || text.length > 16) return false
  const key = plateKey(text)
  if (key.length < 2 || key.length > 9 || platePlaceholders.has(key)) return false
  return (
    /[A-Z]/.test(key) && /\d/.test(key) && readDate(text).kind === 'unreadable' && (text.match(/ /g)?.length ?? 0) <= 2
  )
}

export function holdsPlateAndState(text: string): boolean {
  const { plate, state } = splitPlateAndState(text)
  return state !== null && plate.length <= 9 && /\d/.test(plate)
}

/** Malaysian identity card; social security (USA); bank accounts of New Zealand and Australia. */
const identityNumber = /^(?:\d{6}-\d{2}-\d{4}|\d{3}-\d{2}-\d{4}|\d{2}-\d{4}-\d{7}-\d{2,3}|\d{3}-\d{3} \d{6,9})$/
export const street =
  /^(?:(?:unit|lot|suite|shop|level|u|l) ?\d+\w?[ ,/]+)?\d{1,5}\w?(?:[/-]\d{1,5}\w?)? [\p{L}' ]+ (?:street|st|road|rd|avenue|ave?|drive|dr|court|ct|crescent|cres|cr|place|pl|parade|pde|lane|ln|highway|hwy|way|terrace|tce|close|cl|boulevard|blvd|circuit|cct|grove|gr)\b/iu

export function isPrivateNumber(text: string): boolean {
  return identityNumber.test(text) || (/^\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}$/.test(text) && hasCardCheckDigit(text))
}

/** ISO/IEC 7812: doubled from the right, every second digit; the sum of all digits ends in zero. */
function hasCardCheckDigit(text: string): boolean {
  let sum = 0
  for (const [at, sign] of [...text.replace(/\D/g, '')].toReversed().entries()) {
    const value = Number(sign) * (at % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

export function isDate(cell: SourceCell, { kind }: DateReading): boolean {
  return (
    kind !== 'unreadable' &&
    kind !== 'empty' &&
    cellText(cell) !== '0' &&
    !(typeof cell === 'string' && isPlaceholder(cell))
  )
}

export function isAboutStates(_: string, cell: SourceCell): boolean {
  return checkState(cell, 'au').issues.every(({ severity }) => severity !== 'error')
}

/** The year of a date; 0 when it has two digits or is unknown. */
export function yearOf(reading: DateReading): number {
  switch (reading.kind) {
    case 'certain':
      return reading.parts.year
    case 'numbers':
      return reading.shortYear ? 0 : reading.third
    case 'month':
      return reading.shortYear ? 0 : reading.year
    case 'certain-short':
    case 'empty':
    case 'placeholder':
    case 'unreadable':
      return 0
  }
}

export function mostlyLetters(text: string): boolean {
  const letters = text.length - text.replace(/[\p{L}'’ ]+/gu, '').length
  return letters >= text.length * 0.8 && /\p{L}/u.test(text)
}

export function isName(text: string): boolean {
  if (!mostlyLetters(text.replace(/[,.&-]/g, ' ')) || text.length > 80) return false
  const words = text.toLowerCase().split(/[\s,]+/)
  if (makes.has(words[0] ?? '')) return false
  return words.length >= 2 || isCompany(text)
}

/** A rego of digits alone, as old ones of the Northern Territory are: no year, and no amount. */
export function isNumericPlate(text: string): boolean {
  return /^\d{3,6}$/.test(text) && !/^(?:19|20)\d\d$/.test(text)
}

/** A personalised plate without a digit ("HOTROD"), as only the name of its column can tell. */
export function isWordPlate(text: string): boolean {
  return /^[A-Z]{3,9}$/.test(text) && !platePlaceholders.has(text) && !notPlates.has(text)
}
const notPlates: ReadonlySet<string> = new Set('YES NO TRUE FALSE ACTIVE CURRENT EXPIRED'.split(' '))

const withoutMarks = (text: string): string => text.toUpperCase().replace(/[\s*:-]/g, '')

/** 17 characters of a VIN. A decimal point is none. */
export const looksLikeVin = (text: string): boolean => isVin(withoutMarks(text))

/** A VIN that no other number can be: nearly all have letters, also behind those of the maker, which any number can have in front. */
export const isVinWithLetters = (text: string): boolean =>
  looksLikeVin(text) && /^...\w*[a-z]/i.test(withoutMarks(text)) && /[a-z].*[a-z]/i.test(text)

/** A mobile by itself, whatever its column is called: with its zero or country code, and not a date. */
export function isWrittenMobile(text: string, cell: SourceCell, region: Region): boolean {
  const digits = text.replace(/\D/g, '')
  const isWhole = /^\s*\(?\+/.test(text) || digits.startsWith('0') || digits.startsWith(mobileRules[region].code)
  return isWhole && digits.length >= 8 && readDate(text).kind === 'unreadable' && checkMobile(cell, region).value !== ''
}

const damageRules: ReadonlySet<string> = new Set([
  'cell.too-narrow',
  'cell.formula-error',
  'plate.date-damage',
  'plate.scientific',
  'plate.number',
  'vin.date',
  'vin.excel-number',
  'mobile.date',
  'mobile.scientific',
])

/** Whether a spreadsheet program or an encoding destroyed the value of a field, so that it cannot speak against the column's name. */
export function isDamaged(text: string, cell: SourceCell, target: NamedTarget, region: Region): boolean {
  if (/^[?\ufffd]{4,}$/.test(text)) return true
  switch (target) {
    case 'rego':
      return !isWholeDate(text, cell) && isDamage(checkPlate(cell, region, null))
    case 'vin':
      return isDamage(checkVin(cell, { region }))
    case 'mobile_number':
      return isDamage(checkMobile(cell, region))
    default:
      return isScientific(text) || spreadsheetError(cell, text) !== null
  }
}

/** Day, month and year: Excel makes no such date of a plate ("MAR10" becomes 10-Mar). */
function isWholeDate(text: string, cell: SourceCell): boolean {
  if (cell !== null && typeof cell === 'object' && 'serial' in cell)
    return /d/i.test(cell.format) && /y/i.test(cell.format)
  return ['certain', 'certain-short', 'numbers'].includes(readDate(text).kind)
}

const isDamage = ({ issues }: { readonly issues: readonly { readonly rule: string }[] }): boolean =>
  issues.some(({ rule }) => damageRules.has(rule))

/** A text for "nothing" in a column of this field. */
export const isNothing = (text: string, target: NamedTarget): boolean =>
  isPlaceholder(text) ||
  (target === 'rego' && platePlaceholders.has(plateKey(text))) ||
  (target === 'sale_date' && readDate(text).kind === 'placeholder')
