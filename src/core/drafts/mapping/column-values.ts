import type { Region } from '../../../contract/region.ts'
import { cellText, type SourceCell } from '../../fields/source-cell.ts'
import { readDate } from '../../fields/date-forms.ts'
import { checkMobile } from '../../fields/mobile.ts'
import { isCompany } from '../../fields/company-name.ts'
import { refusesContact, saysDoNotCall } from '../../fields/do-not-call-text.ts'
import { plainText, isPlaceholder } from '../../fields/cell-text.ts'
import { splitPlateAndState } from '../../fields/plate-and-state.ts'
import {
  fits,
  malaysiaPlates,
  newZealandPlates,
  plateKey,
  platePlaceholders,
  statesOfPlate,
} from '../../fields/plate-rules.ts'
import { checkState } from '../../fields/state.ts'
import { checkVin, isVin } from '../../fields/vin.ts'
import { shortenCell } from '../reading/cell-length.ts'
import { makes } from './header-words.ts'

/** Counts of the sampled cells of a column, each for one field. */
export interface ColumnValues {
  /** Sampled cells: at most 200, none empty. */
  readonly filled: number
  readonly distinct: number
  readonly plates: number
  /** Plates of a standard pattern of the region. */
  readonly ordinaryPlates: number
  readonly platesWithState: number
  readonly vins: number
  readonly frameNumbers: number
  /** States in any spelling, near misses, cities, and words for "elsewhere". */
  readonly states: number
  readonly mobiles: number
  readonly dates: number
  /** Dates up to the end of this year: a sale may be of a car on order. */
  readonly pastDates: number
  /** Names of two words or more, or of a company. */
  readonly names: number
  /** Cells that are mostly letters. */
  readonly words: number
  readonly titles: number
  readonly emails: number
  /** Numbers of payment cards, identity cards, social security and bank accounts, by their form. */
  readonly privateNumbers: number
  /** Street addresses. */
  readonly streets: number
  /** All but a few are dates at least 18 years ago, over 20 years or more. */
  readonly areBirthDates: boolean
  /** Cells that allow or refuse contact in a column about it: yes, no, a phrase, a date. */
  readonly contactWords: number
  /** Given cells, not only sampled ones, that say "do not call". */
  readonly doNotCall: number
}

const sampleSize = 200
/** Characters of a sampled cell: more than any value of a field has, except a long note. */
const sampledCharacters = 256
const title = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sir|madam|encik|puan|cik|dato|datin|tuan)\b/i

/** Summarises a column's first 200 filled cells. `today`: YYYY-MM-DD. */
export function summariseValues(cells: readonly SourceCell[], region: Region, today: string): ColumnValues {
  const sample: SourceCell[] = []
  for (const cell of cells) {
    if (cell === null || cell === '' || (typeof cell === 'string' && cell.trim() === '')) continue
    sample.push(shortenCell(cell, sampledCharacters))
    if (sample.length === sampleSize) break
  }
  const texts = sample.map(plainText)
  const count = (is: (text: string, cell: SourceCell) => boolean): number => {
    let found = 0
    for (let at = 0; at < sample.length; at += 1) if (is(texts[at] ?? '', sample[at] ?? null)) found += 1
    return found
  }
  return {
    filled: sample.length,
    distinct: new Set(texts).size,
    plates: count(isPlate),
    ordinaryPlates: count((text, cell) => isPlate(text, cell) && isOrdinaryPlate(plateKey(text), region)),
    platesWithState: region === 'au' ? count(holdsPlateAndState) : 0,
    vins: count((text) => isVin(text.toUpperCase().replace(/[\s.*:-]/g, ''))),
    frameNumbers: count((_, cell) => checkVin(cell, { region }).issues.some(({ rule }) => rule === 'vin.frame-number')),
    states: count(isAboutStates),
    mobiles: count((text, cell) => text.length >= 8 && checkMobile(cell, region).value !== ''),
    dates: count((_, cell) => isDate(cell)),
    pastDates: count((_, cell) => isDate(cell) && yearOf(cell) <= Number(today.slice(0, 4))),
    names: count(isName),
    words: count((text) => mostlyLetters(text)),
    titles: count((text) => title.test(text) && text.length <= 12),
    emails: count((text) => /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text)),
    privateNumbers: count((text) => isPrivateNumber(text)),
    streets: count((text) => street.test(text)),
    areBirthDates: areBirthDates(sample, Number(today.slice(0, 4))),
    contactWords: count((_, cell) => refusesContact(cell, 'no-contact') !== null),
    doNotCall: cells.filter(saysDoNotCall).length,
  }
}

/** Two to nine letters and digits, both kinds, and not a date. A placeholder ("TBA") does not count. */
function isPlate(text: string, cell: SourceCell): boolean {
  if (typeof cell === 'object' || text.length > 16) return false
  const key = plateKey(text)
  if (key.length < 2 || key.length > 9 || platePlaceholders.has(key)) return false
  return (
    /[A-Z]/.test(key) && /\d/.test(key) && readDate(text).kind === 'unreadable' && (text.match(/ /g)?.length ?? 0) <= 2
  )
}

function isOrdinaryPlate(key: string, region: Region): boolean {
  if (region === 'au') return statesOfPlate(key).length > 0
  return fits(region === 'nz' ? newZealandPlates : malaysiaPlates, key)
}

function holdsPlateAndState(text: string): boolean {
  const { plate, state } = splitPlateAndState(text)
  return state !== null && plate.length <= 9 && /\d/.test(plate)
}

/** Malaysian identity card; social security (USA); bank accounts of New Zealand and Australia. */
const identityNumber = /^(?:\d{6}-\d{2}-\d{4}|\d{3}-\d{2}-\d{4}|\d{2}-\d{4}-\d{7}-\d{2,3}|\d{3}-\d{3} \d{6,9})$/
const street =
  /^(?:(?:unit|lot|suite|shop|level|u|l) ?\d+\w?[ ,/]+)?\d{1,5}\w?(?:[/-]\d{1,5}\w?)? [\p{L}' ]+ (?:street|st|road|rd|avenue|ave?|drive|dr|court|ct|crescent|cres|cr|place|pl|parade|pde|lane|ln|highway|hwy|way|terrace|tce|close|cl|boulevard|blvd|circuit|cct|grove|gr)\b/iu

function isPrivateNumber(text: string): boolean {
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

function areBirthDates(sample: readonly SourceCell[], thisYear: number): boolean {
  const years = sample.map(yearOf).filter((year) => year > 1900)
  const grown = years.filter((year) => year <= thisYear - 18)
  if (years.length < 5 || years.length < sample.length * 0.6 || grown.length < years.length * 0.9) return false
  return Math.max(...years) - Math.min(...years) >= 20
}

function isDate(cell: SourceCell): boolean {
  const { kind } = readDate(cell)
  return (
    kind !== 'unreadable' &&
    kind !== 'empty' &&
    cellText(cell) !== '0' &&
    !(typeof cell === 'string' && isPlaceholder(cell))
  )
}

function isAboutStates(_: string, cell: SourceCell): boolean {
  return checkState(cell, 'au').issues.every(({ severity }) => severity !== 'error')
}

/** The year of a date; 0 when it has two digits or is unknown. */
function yearOf(cell: SourceCell): number {
  const reading = readDate(cell)
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

function mostlyLetters(text: string): boolean {
  const letters = text.length - text.replace(/[\p{L}'’ ]+/gu, '').length
  return letters >= text.length * 0.8 && /\p{L}/u.test(text)
}

function isName(text: string): boolean {
  if (!mostlyLetters(text.replace(/[,.&-]/g, ' ')) || text.length > 80) return false
  const words = text.toLowerCase().split(/[\s,]+/)
  if (makes.has(words[0] ?? '')) return false
  return words.length >= 2 || isCompany(text)
}
