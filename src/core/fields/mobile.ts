import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import type { Region } from '../../contract/region.ts'
import type { SourceCell } from './source-cell.ts'
import { cellMessages } from './cell-messages.ts'
import { emptyCell, issue, secondMobileExtra, type CellIssue, type CheckedCell } from './checked-cell.ts'
import { mobileRules, serviceNumber, type MobileRules } from './mobile-rules.ts'
import { isScientific, plainText, isPlaceholder, spreadsheetError, wholeNumber } from './cell-text.ts'
import { formatPhone } from '../../contract/regional-format.ts'

/** What the digits of one number are. */
type Reading =
  | {
      readonly kind: 'mobile' | 'unallocated'
      readonly e164: string
      readonly repairs: readonly CellIssue[]
    }
  | { readonly kind: 'foreign'; readonly e164: string }
  | { readonly kind: 'landline' | 'service'; readonly national: string }
  | { readonly kind: 'filler' }
  | { readonly kind: 'invalid'; readonly digits: string }

const zeroRestored = issue('info', 'mobile.zero-restored', cellMessages.mobile.zeroRestored)
const plusRestored = issue('info', 'mobile.country-code', cellMessages.mobile.plusRestored)
const prefixDropped = issue('info', 'mobile.dialled-prefix', cellMessages.mobile.dialPrefix)
const trunkDropped = issue('info', 'mobile.trunk-zero', cellMessages.mobile.trunkZero)

const plainNational = /^0\d{8,10}$/

/** Reads one number, given as digits with a + before them or not (interface, part 4: `mobile_number`). */
function readNumber(digits: string, hasPlus: boolean, region: Region): Reading {
  const rules = mobileRules[region]
  if (!hasPlus && plainNational.test(digits) && rules.allocated.test(digits.slice(1))) {
    return { kind: 'mobile', e164: `+${rules.code}${digits.slice(1)}`, repairs: [] }
  }
  if (/^(\d)\1{5,}$/.test(digits)) return { kind: 'filler' }
  const read = separateCountry(digits, hasPlus, region)
  if (read.foreign) return readForeign(read.digits)
  if (serviceNumber.test(digits)) return { kind: 'service', national: digits }
  return readNational(read.digits, read.repairs, region) ?? readNeighbour(digits) ?? { kind: 'invalid', digits }
}

/** "64211234567" in an Australian list: a mobile of another region, with its country code and without the +. */
function readNeighbour(digits: string): Reading | null {
  const isOf = ({ code, allocated, lenient }: MobileRules): boolean => {
    const national = digits.slice(code.length)
    return digits.startsWith(code) && (allocated.test(national) || lenient.test(national))
  }
  return Object.values(mobileRules).some(isOf) ? { kind: 'foreign', e164: `+${digits}` } : null
}

interface SeparatedCountry {
  /** With the country code when `foreign`, otherwise without it and without the leading zero. */
  readonly digits: string
  readonly foreign: boolean
  readonly repairs: readonly CellIssue[]
}

/** Takes off the dialling prefix, the region's country code and the leading zero. */
function separateCountry(digits: string, hasPlus: boolean, region: Region): SeparatedCountry {
  const rules = mobileRules[region]
  // "+0491 570 006": no country's code begins with a zero.
  const isInternational = hasPlus && !digits.startsWith('0')
  const hasPrefix = !isInternational && /^(?:0011|00)[1-9]/.test(digits)
  const rest = hasPrefix ? digits.replace(/^(?:0011|00)/, '') : digits
  const prefixRepairs = hasPrefix ? [prefixDropped] : []
  const isCertain = isInternational || hasPrefix
  if (rest.startsWith(rules.code)) {
    const afterCode = rest.slice(rules.code.length)
    const national = afterCode.startsWith('0') ? afterCode.slice(1) : afterCode
    if (!isCertain && !rules.lenient.test(national) && !rules.landline.test(national)) {
      return { digits: rest, foreign: false, repairs: [] }
    }
    const repairs = [...prefixRepairs]
    if (!isCertain) repairs.push(plusRestored)
    if (national !== afterCode) repairs.push(trunkDropped)
    return { digits: national, foreign: false, repairs }
  }
  if (isCertain) return { digits: rest, foreign: true, repairs: prefixRepairs }
  if (rest.startsWith('0')) return { digits: rest.slice(1), foreign: false, repairs: [] }
  return { digits: rest, foreign: false, repairs: rules.lenient.test(rest) ? [zeroRestored] : [] }
}

/** Reads digits without country code and leading zero; null when no number of the region has them. */
function readNational(national: string, repairs: readonly CellIssue[], region: Region): Reading | null {
  const rules = mobileRules[region]
  const e164 = `+${rules.code}${national}`
  if (rules.allocated.test(national)) return { kind: 'mobile', e164, repairs }
  if (rules.lenient.test(national)) {
    // New blocks are allocated every year, and the library is updated more often than the pattern.
    return {
      kind: parsePhoneNumberFromString(e164)?.isValid() ? 'mobile' : 'unallocated',
      e164,
      repairs,
    }
  }
  return rules.landline.test(national) ? { kind: 'landline', national: `0${national}` } : null
}

function readForeign(digits: string): Reading {
  const parsed = parsePhoneNumberFromString(`+${digits}`)
  return parsed?.isValid() ? { kind: 'foreign', e164: parsed.number } : { kind: 'invalid', digits: `+${digits}` }
}

const between = /\s*(?:[/;,|&\n]|\b(?:or|and|atau)\b)\s*/i
const thousands = /^\d{1,3}(?:,\d{3})+(?:\.0+)?$/
const currency = /^(?:au?|nz)?\$ ?(?=\d)/i

const extension = /[ ,]*\b(?:ext?n?|extension|x)\.? *\d{1,5}$/i

/** The numbers in a text. Words ("Mary", "mob:") and extensions are skipped. */
function numbersIn(text: string, region: Region): readonly Reading[] {
  const pieces = between.test(text) ? text.split(between) : [text]
  const readings = pieces.flatMap((piece): readonly Reading[] => {
    const digits = piece.replace(extension, '').replace(/\D/g, '')
    if (digits === '') return []
    const whole = readNumber(digits, /^[^\d]*\+/.test(piece), region)
    return whole.kind === 'invalid' ? (twoInARow(digits, region) ?? [whole]) : [whole]
  })
  if (readings.length < 2 || readings.some((reading) => numberOf(reading) !== '')) return readings
  // "0412/884/310": what separates two numbers elsewhere separates the groups of one here.
  const joined = readNumber(text.replace(/\D/g, ''), text.startsWith('+'), region)
  return numberOf(joined) === '' ? readings : [joined]
}

/** "0491570006 0491570156": two mobiles with only a space between them. */
function twoInARow(digits: string, region: Region): readonly Reading[] | null {
  if (digits.length < 18 || digits.length % 2 === 1) return null
  const halves = [digits.slice(0, digits.length / 2), digits.slice(digits.length / 2)]
  const readings = halves.map((half) => readNumber(half, false, region))
  return readings.some(({ kind }) => kind === 'mobile') && readings.every(({ kind }) => kind !== 'invalid')
    ? readings
    : null
}

/** A date, whose digits can be those of a mobile: "2020-01-10" in New Zealand. */
const writtenDate =
  /^(?:(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d)(?:[ T,]+\d{1,2}[:.]\d\d.*)?$/

/**
 * Checks a mobile number. Value: E.164 (+61491570006). Damage by Excel and exports is repaired (info); digits that
 * Excel removed are never invented (error). A landline is not sent (info), a second number goes to `mobile_2`, and an
 * unallocated block or a foreign mobile is a warning.
 */
export function checkMobile(cell: SourceCell, region: Region): CheckedCell {
  if (cell === null || cell === '') return emptyCell
  // Most mobiles of most lists: no mark, word or damage has to be looked for.
  if (typeof cell === 'string' && plainNational.test(cell)) {
    const reading = readNumber(cell, false, region)
    if (reading.kind === 'mobile' && reading.repairs.length === 0) return { value: reading.e164, issues: [] }
  }
  if (typeof cell === 'object' && 'serial' in cell) {
    return refused('mobile.date', cellMessages.mobile.date)
  }
  const plain = plainText(cell)
  if (plain === '') return emptyCell
  const error = spreadsheetError(cell, plain)
  if (error) return error
  if (writtenDate.test(plain)) return refused('mobile.date', cellMessages.mobile.isDate(plain))
  const whole = typeof cell === 'number' ? (wholeNumber(cell) ?? plain) : plain
  if (isScientific(whole)) return refused('mobile.scientific', cellMessages.mobile.scientific(whole))
  const { text, repairs } = withoutNumberFormat(whole)
  if (isPlaceholder(text)) {
    return {
      value: '',
      issues: [issue('info', 'mobile.placeholder', cellMessages.mobile.placeholder(text))],
    }
  }
  const found = numbersIn(text, region)
  const first = bestOf(found)
  if (!first)
    return {
      value: '',
      issues: [issue('warning', 'mobile.no-digits', cellMessages.mobile.noDigits(text))],
    }
  const meant = withoutLetters(text, region)
  const isMeant = meant !== null && numberOf(first) === meant
  if (meant !== null && !isMeant) {
    const message = cellMessages.mobile.letter(text, lettersIn(text), mobileOnScreen(meant, region))
    return { value: '', issues: [issue('error', 'mobile.letter', message, meant)] }
  }
  if (first.kind === 'invalid' && found.length > 1) return refused('mobile.invalid', cellMessages.mobile.noMobile(text))
  const checked = isMeant ? readWithLetter(meant, text, region) : describe(first, region)
  const issues = [...repairs, ...checked.issues, ...(checked.value === '' ? [] : remarkIssues(text))]
  const second = found.find(
    (reading) => reading !== first && numberOf(reading) !== '' && numberOf(reading) !== numberOf(first),
  )
  if (!second || checked.value === '') return { ...checked, issues }
  const other = nationalForm(numberOf(second), region)
  return {
    value: checked.value,
    issues: [...issues, issue('info', 'mobile.two-numbers', cellMessages.mobile.twoNumbers(other))],
    extra: { [secondMobileExtra]: other },
  }
}

/** Words that say which kind of number it is, and nothing else. */
const labels =
  /\b(?:mobiles?|mob|mb|ph|phone|tel|telephone|cell|cellphone|home|hm|work|wk|business|bus|private|pers(?:onal)?|after|hours|main|best|sms|text|whatsapp|facebook|call|no|num|number|and|or|atau|hp|bimbit)\b\.?/gi
/** Words that say that it is another person's number, or no longer the customer's. */
const notTheCustomers =
  /\b(?:wife|husband|hubby|spouse|partner|mum|mom|mother|dad|father|son|daughter|brother|sister|friend|carer|neighbour|boss|office|reception|secretary|assistant|old|wrong|disconnected|cancelled|not|invalid)\b/i

/** The words around a number, which are not sent. */
function remarkIssues(text: string): CellIssue[] {
  const words = text
    .replace(extension, '')
    .replace(labels, ' ')
    .match(/\p{L}[\p{L}'’-]+/gu)
  if (!words) return []
  const remark = words.join(' ')
  return notTheCustomers.test(remark)
    ? [issue('warning', 'mobile.not-the-customers', cellMessages.mobile.notTheCustomers(remark))]
    : [issue('info', 'mobile.remark', cellMessages.mobile.remark(remark))]
}

/** Removes what a number format of a spreadsheet added: a currency, ".0" at the end, or commas. */
function withoutNumberFormat(text: string): {
  readonly text: string
  readonly repairs: readonly CellIssue[]
} {
  const number = text.replace(currency, '')
  if (/^\+?\d+\.0+$/.test(number)) {
    const repairs = [issue('info', 'mobile.decimal-dropped', cellMessages.mobile.decimal)]
    return { text: number.slice(0, number.indexOf('.')), repairs }
  }
  if (!thousands.test(number)) return { text: number, repairs: [] }
  const repairs = [issue('info', 'mobile.thousands-dropped', cellMessages.mobile.thousands)]
  return { text: number.replaceAll(/,|\.0+$/g, ''), repairs }
}

/** The number to send: a mobile before an unallocated and a foreign one, else the first of any kind. */
const bestOf = (found: readonly Reading[]): Reading | undefined =>
  found.find(({ kind }) => kind === 'mobile') ??
  found.find(({ kind }) => kind === 'unallocated') ??
  found.find(({ kind }) => kind === 'foreign') ??
  found[0]

/** "mob: O412 884 310": words before the number are no part of it. */
const numberLabel = /^\p{L}{2,}[\p{L} ]*[.:]\s*/u

/** The mobile that the text is with each O read as 0 and each I or l as 1, or null. */
function withoutLetters(written: string, region: Region): string | null {
  const text = written.replace(numberLabel, '')
  if (!/[OoIl]/.test(text) || /[A-HJ-NP-Za-km-z]{2}/.test(text)) return null
  const digits = text.replace(/[Oo]/g, '0').replace(/[Il]/g, '1').replace(/\D/g, '')
  const reading = readNumber(digits, text.startsWith('+'), region)
  return reading.kind === 'mobile' ? reading.e164 : null
}

/** "the letter O instead of 0": what was read as a digit, for a message. */
function lettersIn(text: string): string {
  const found = new Set(text.replace(numberLabel, '').match(/[OoIl]/g))
  const named = [...found].map((letter) =>
    cellMessages.mobile.letterForDigit(letter, letter.toUpperCase() === 'O' ? '0' : '1'),
  )
  return new Intl.ListFormat('en-AU').format(named)
}

function readWithLetter(e164: string, text: string, region: Region): CheckedCell {
  const message = cellMessages.mobile.letterRead(lettersIn(text), mobileOnScreen(e164, region))
  return { value: e164, issues: [issue('warning', 'mobile.letter-read', message)] }
}

function numberOf(reading: Reading): string {
  if ('e164' in reading) return reading.e164
  return 'national' in reading ? reading.national : ''
}

const refused = (rule: string, message: string): CheckedCell => ({
  value: '',
  issues: [issue('error', rule, message)],
})

function describe(reading: Reading, region: Region): CheckedCell {
  switch (reading.kind) {
    case 'mobile':
      return { value: reading.e164, issues: reading.repairs }
    case 'unallocated': {
      const message = cellMessages.mobile.unallocated(mobileOnScreen(reading.e164, region))
      return {
        value: reading.e164,
        issues: [...reading.repairs, issue('warning', 'mobile.unallocated', message)],
      }
    }
    case 'foreign': {
      const message = cellMessages.mobile.foreign(mobileOnScreen(reading.e164, region))
      return { value: reading.e164, issues: [issue('warning', 'mobile.foreign', message)] }
    }
    case 'landline': {
      const message = cellMessages.mobile.landline(reading.national)
      return { value: '', issues: [issue('info', 'mobile.landline', message)] }
    }
    case 'service': {
      const message = cellMessages.mobile.businessLine(reading.national)
      return { value: '', issues: [issue('info', 'mobile.not-a-mobile', message)] }
    }
    case 'filler':
      return {
        value: '',
        issues: [issue('warning', 'mobile.filler', cellMessages.mobile.filler)],
      }
    case 'invalid':
      return refused('mobile.invalid', invalidMessage(reading.digits, region))
  }
}

function invalidMessage(digits: string, region: Region): string {
  if (digits.startsWith('+')) return cellMessages.mobile.unknownCountry(digits)
  const { code, lengths, withoutZero, people, article, begins } = mobileRules[region]
  const someone = `${article} ${people}`
  const firstDigit = begins.slice(1)
  if (digits.startsWith(code + firstDigit)) {
    return cellMessages.mobile.digitsAfterCode(digits, digits.length - code.length, someone, withoutZero)
  }
  if (!digits.startsWith(begins) && !digits.startsWith(firstDigit)) {
    return cellMessages.mobile.wrongStart(digits, people, begins)
  }
  return cellMessages.mobile.wrongLength(digits, someone, lengths)
}

/** The number without its country code and with its zero, when it is one of the region; otherwise unchanged. */
function nationalForm(number: string, region: Region): string {
  const code = `+${mobileRules[region].code}`
  return number.startsWith(code) ? `0${number.slice(code.length)}` : number
}

/** The form that is sent, by the connection's setting. A foreign number keeps its country code in both. */
export function mobileForSending(e164: string, region: Region, form: 'national' | 'international'): string {
  return form === 'international' ? e164 : nationalForm(e164, region)
}

/**
 * A number as people of the region write it: 0491 570 006, 021 123 4567, 012-345 6789. Anything that is not a number of
 * the region is returned unchanged.
 */
export function mobileOnScreen(e164OrNational: string, region: Region): string {
  const digits = e164OrNational.startsWith('+')
    ? nationalForm(e164OrNational, region)
    : e164OrNational.replace(/[\s()-]/g, '')
  if (digits.startsWith('+')) return parsePhoneNumberFromString(digits)?.formatInternational() ?? e164OrNational
  const shown = formatPhone(digits, region)
  return shown === digits ? e164OrNational : shown
}
