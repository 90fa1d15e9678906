import { chassisKey } from '../service/assumptions.ts'
import type { Region } from '../../contract/region.ts'
import type { SourceCell } from './source-cell.ts'
import { emptyCell, issue, type CellIssue, type CheckedCell } from './checked-cell.ts'
import { isScientific, plainText, saysNothing, spreadsheetError, wholeNumber } from './cell-text.ts'

// The letters' values by place: A1 to H8, J1 to R9 (without O and Q), S2 to Z9.
const letters = 'ABCDEFGH' + 'JKLMN.P.R' + '.STUVWXYZ'

function characterValue(character: string): number {
  const at = letters.indexOf(character)
  if (at < 0) return Number(character)
  return at < 8 ? at + 1 : ((at - 8) % 9) + 1
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const
const vinShape = /^[A-HJ-NPR-Z0-9]{17}$/

/** The check digit that position 9 should have (49 CFR 565.15), or null when the text is no 17 characters of a VIN's alphabet. */
export function vinCheckDigit(vin: string): string | null {
  if (!vinShape.test(vin)) return null
  const sum = weights.reduce<number>((total, weight, at) => {
    return total + weight * characterValue(vin.charAt(at))
  }, 0)
  const digit = sum % 11
  return digit === 10 ? 'X' : String(digit)
}

/** Whether position 9 is the check digit. Only North America requires it: most Australian VINs fail, rightly. */
export function isVinCheckDigitRight(vin: string): boolean {
  return vinCheckDigit(vin) === vin.charAt(8)
}

const label = /^(?:VIN|CHASSIS|FRAME)(?: ?(?:NO|NUMBER|#))?[ .:#-]+/
const frameNumber = /^[A-Z0-9]{2,8}-?\d{5,8}$/
const mark = /[\s.*:-]/g

const refused = (rule: string, message: string): CheckedCell => ({ value: '', issues: [issue('error', rule, message)] })

function excelLost(text: string): CheckedCell {
  const message = `Excel took this number for an amount and kept only its first 15 digits (${text}). Type it from the papers, or export again with the column as Text.`
  return refused('vin.excel-number', message)
}

/** Cars that need no VIN, by the year from which each country asks for one. */
const vinSince: Readonly<Record<Region, string>> = { au: 'before 1989', nz: 'before April 1994', my: 'an older car' }

/**
 * Checks a VIN. Value: 17 capitals and digits. A Japanese frame number or an old chassis number is no VIN: value empty, kept with its dash under
 * `chassis_no`. The check digit is never an error, and said only for North American VINs (first character 1 to 5).
 */
export function checkVin(cell: SourceCell, context: { readonly region: Region }): CheckedCell {
  if (cell === null || cell === '') return emptyCell
  if (typeof cell === 'object' && 'serial' in cell) {
    return refused(
      'vin.date',
      'Excel shows a date here, not a VIN. Type it from the papers, or check that this column is the VIN.',
    )
  }
  let text = plainText(cell)
  if (text === '') return emptyCell
  const complaint = spreadsheetError(cell, text)
  if (complaint) return complaint
  if (typeof cell === 'number') {
    const digits = wholeNumber(cell)
    if (digits === null) return excelLost(text)
    text = digits
  }
  if (isScientific(text)) return excelLost(text)
  text = text.toUpperCase().replace(label, '')
  if (saysNothing(text) || /^0+$/.test(text)) {
    return {
      value: '',
      issues: [issue('info', 'vin.placeholder', `“${text}” stands for no VIN, so nothing is sent for it.`)],
    }
  }
  return checkNumber(text, context.region)
}

function checkNumber(text: string, region: Region): CheckedCell {
  const issues: CellIssue[] = []
  let vin = text.replace(mark, '')
  if (vin.startsWith('VIN') && vin.length === 20) vin = vin.slice(3)
  if (vin.includes('/')) {
    // Malaysian ownership papers print chassis and engine number as one.
    const part = vin.split('/').find((piece) => piece.length === 17)
    if (part !== undefined) {
      vin = part
      issues.push(
        issue(
          'info',
          'vin.with-engine-number',
          'The cell holds two numbers; the one with 17 characters is taken as the VIN.',
        ),
      )
    }
  }
  if (vin.length === 18 && vin.startsWith('I')) {
    vin = vin.slice(1)
    issues.push(issue('info', 'vin.barcode-prefix', 'The I that a barcode reader puts before the VIN is left off.'))
  }
  const symbol = /[^A-Z0-9]/.exec(vin)
  if (symbol) return refused('vin.symbol', `A VIN has letters and digits only; this one has “${symbol[0]}”.`)
  if (vin.length === 17) return { value: vin, issues: [...issues, ...checkSeventeen(vin)] }
  if (vin.length > 17)
    return refused('vin.too-long', `A VIN has 17 characters; this has ${vin.length}. Check it against the papers.`)
  if (vin.length < 5) {
    return {
      value: '',
      issues: [
        issue(
          'warning',
          'vin.too-short',
          `“${text}” is too short for a VIN or a chassis number; nothing is sent for it.`,
        ),
      ],
    }
  }
  const kept = { [chassisKey]: text }
  const frame = text.replace(/[\s.*:]/g, '')
  if (frameNumber.test(frame) && frame.length >= 8 && /[A-Z]/.test(frame)) {
    const message = `${frame} is a Japanese frame number or an old chassis number, not a VIN. It is kept as an additional field.`
    return { value: '', issues: [issue('info', 'vin.frame-number', message)], extra: { [chassisKey]: frame } }
  }
  const missing = 17 - vin.length
  const message = `${vin.length} characters: ${missing} missing for a VIN, or the chassis number of a car from ${vinSince[region]}. It is kept as an additional field and not sent as the VIN.`
  return { value: '', issues: [issue('warning', 'vin.incomplete', message)], extra: kept }
}

function checkSeventeen(vin: string): readonly CellIssue[] {
  const wrong = /[IOQ]/.exec(vin)
  if (wrong) {
    const mended = vin.replace(/I/g, '1').replace(/[OQ]/g, '0')
    const sure = isVinCheckDigitRight(mended) ? ' The check digit agrees.' : ''
    const message = `A VIN never has the letters I, O or Q. ${mended} is probably meant.${sure}`
    return [issue('warning', 'vin.letter', message, mended)]
  }
  if (!/^[1-5]/.test(vin) || isVinCheckDigitRight(vin)) return []
  const message = 'The check digit does not match, so a character is probably mistyped. Check it against the papers.'
  return [issue('warning', 'vin.check-digit', message)]
}
