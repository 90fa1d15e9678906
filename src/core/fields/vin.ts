import type { Region } from '../../contract/region.ts'
import type { SourceCell } from './source-cell.ts'
import { cellMessages } from './cell-messages.ts'
import { latinCapitals } from './latin-letters.ts'
import { chassisExtra, emptyCell, issue, type CellIssue, type CheckedCell } from './checked-cell.ts'
import { isMasked, isScientific, plainText, isPlaceholder, spreadsheetError, wholeNumber } from './cell-text.ts'

// The letters' values by place: A1 to H8, J1 to R9 (without O and Q), S2 to Z9.
const letters = 'ABCDEFGH' + 'JKLMN.P.R' + '.STUVWXYZ'

function characterValue(character: string): number {
  const at = letters.indexOf(character)
  if (at < 0) return Number(character)
  return at < 8 ? at + 1 : ((at - 8) % 9) + 1
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const
const vinShape = /^[A-HJ-NPR-Z0-9]{17}$/

/** Whether a text has the 17 characters of a VIN, in capitals. */
export const isVin = (text: string): boolean => vinShape.test(text)

/**
 * The check digit that position 9 should have (49 CFR 565.15), or null when the text is not 17 characters of a VIN's
 * alphabet.
 */
export function vinCheckDigit(vin: string): string | null {
  if (!isVin(vin)) return null
  const sum = weights.reduce<number>((total, weight, at) => {
    return total + weight * characterValue(vin.charAt(at))
  }, 0)
  const digit = sum % 11
  return digit === 10 ? 'X' : String(digit)
}

/** Whether position 9 is the check digit. Only North America requires it: most Australian VINs have none. */
export function isVinCheckDigitRight(vin: string): boolean {
  return vinCheckDigit(vin) === vin.charAt(8)
}

/** Zeros are a placeholder, and 1E5… a number as Excel shortens it. */
const zerosOrShortened = /^(?:0+$|\d[Ee])/

/** Whether nothing has to be taken off: most VINs of most lists. */
const isWrittenAsSent = (text: string): boolean => isVin(text) && !zerosOrShortened.test(text)

const label = /^(?:VIN|CHASSIS|FRAME)(?: ?(?:NO|NUMBER|#))?[ .:#-]+/
const frameNumber = /^[A-Z0-9]{2,8}-?\d{5,8}$/
/** A number with a decimal point is no VIN: "20399.999999999996" has as many characters. */
const decimal = /^\d+\.\d+$/
const mark = /[\s.*:-]/g

const refused = (rule: string, message: string): CheckedCell => ({ value: '', issues: [issue('error', rule, message)] })

function lostDigits(text: string): CheckedCell {
  return refused('vin.excel-number', cellMessages.vin.excelNumber(text))
}

/** Cars from before each country required a VIN. */
const vinSince: Readonly<Record<Region, string>> = { au: 'before 1989', nz: 'before April 1994', my: 'an older car' }

interface VinContext {
  readonly region: Region
  /** Where a number that is too short for a VIN is sent (advanced settings). */
  readonly shortVins?: 'extra-field' | 'vin'
}

/**
 * Checks a VIN. Value: 17 capitals and digits. A Japanese frame number or an old chassis number is not a VIN: it goes
 * to `chassis_no` with its dash, and the value is empty. A wrong check digit is a warning, and only for North American
 * VINs (first character 1 to 5). `shortVins` changes only what the messages say.
 */
export function checkVin(cell: SourceCell, context: VinContext): CheckedCell {
  if (cell === null || cell === '') return emptyCell
  if (typeof cell === 'string' && isWrittenAsSent(cell)) return { value: cell, issues: checkSeventeen(cell) }
  if (typeof cell === 'object' && 'serial' in cell) {
    return refused('vin.date', cellMessages.vin.date)
  }
  let text = plainText(cell)
  if (text === '') return emptyCell
  const complaint = spreadsheetError(cell, text)
  if (complaint) return complaint
  if (typeof cell === 'number') {
    const digits = wholeNumber(cell)
    if (digits === null) return lostDigits(text)
    text = digits
  }
  if (isScientific(text)) return lostDigits(text)
  if (decimal.test(text)) return refused('vin.decimal', cellMessages.vin.decimal(text))
  text = text.toUpperCase().replace(label, '')
  if (isPlaceholder(text) || /^0+$/.test(text)) {
    return {
      value: '',
      issues: [issue('info', 'vin.placeholder', cellMessages.vin.placeholder(text))],
    }
  }
  if (isMasked(text)) return refused('vin.masked', cellMessages.vin.masked(text))
  return checkNumber(text, context)
}

function checkNumber(text: string, { region, shortVins }: VinContext): CheckedCell {
  const issues: CellIssue[] = []
  let vin = text.replace(mark, '')
  if (vin.startsWith('VIN') && vin.length === 20) vin = vin.slice(3)
  if (vin.includes('/')) {
    // Malaysian ownership papers print chassis and engine number as one.
    const part = vin.split('/').find((piece) => piece.length === 17)
    if (part !== undefined) {
      vin = part
      issues.push(issue('info', 'vin.with-engine-number', cellMessages.vin.withEngineNumber))
    }
  }
  if (vin.length === 18 && vin.startsWith('I')) {
    vin = vin.slice(1)
    issues.push(issue('info', 'vin.barcode-prefix', cellMessages.vin.barcodePrefix))
  }
  const symbol = /[^A-Z0-9]/.exec(vin)
  if (symbol) return wrongSymbol(vin, symbol[0])
  if (vin.length === 17) return { value: vin, issues: [...issues, ...checkSeventeen(vin)] }
  if (vin.length > 17) return refused('vin.too-long', cellMessages.vin.tooLong(vin.length))
  if (vin.length < 5) {
    return {
      value: '',
      issues: [issue('warning', 'vin.too-short', cellMessages.vin.tooShort(text))],
    }
  }
  const kept = { [chassisExtra]: text }
  const isSent = shortVins === 'vin'
  const frame = text.replace(/[\s.*:]/g, '')
  if (frameNumber.test(frame) && frame.length >= 8 && /[A-Z]/.test(frame)) {
    const found = isSent
      ? issue('info', 'vin.frame-number-sent', cellMessages.vin.frameNumberSent(frame))
      : issue('info', 'vin.frame-number', cellMessages.vin.frameNumber(frame))
    return { value: '', issues: [found], extra: { [chassisExtra]: frame } }
  }
  const sizes = [vin.length, 17 - vin.length, vinSince[region]] as const
  const found = isSent
    ? issue('warning', 'vin.incomplete-sent', cellMessages.vin.incompleteSent(...sizes))
    : issue('warning', 'vin.incomplete', cellMessages.vin.incomplete(...sizes))
  return { value: '', issues: [found], extra: kept }
}

/** A Cyrillic А looks like an A: the VIN that is probably meant is proposed. */
function wrongSymbol(vin: string, symbol: string): CheckedCell {
  const meant = latinCapitals(vin)
  if (!isVin(meant)) return refused('vin.symbol', cellMessages.vin.symbol(symbol))
  return { value: '', issues: [issue('error', 'vin.other-letter', cellMessages.vin.otherLetter(symbol, meant), meant)] }
}

function checkSeventeen(vin: string): readonly CellIssue[] {
  const wrong = /[IOQ]/.exec(vin)
  if (wrong) {
    const meant = vin.replace(/I/g, '1').replace(/[OQ]/g, '0')
    const message = cellMessages.vin.letter(meant, isVinCheckDigitRight(meant))
    return [issue('warning', 'vin.letter', message, meant)]
  }
  const isChecked = /^[1-5]/.test(vin)
  if (isChecked && isVinCheckDigitRight(vin)) return []
  if (/^\d+$/.test(vin)) return [issue('warning', 'vin.digits-only', cellMessages.vin.digitsOnly)]
  return isChecked ? [issue('warning', 'vin.check-digit', cellMessages.vin.checkDigit)] : []
}
