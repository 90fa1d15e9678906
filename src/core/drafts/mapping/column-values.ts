import type { Region } from '../../../contract/region.ts'
import { cellText, type SourceCell } from '../../fields/source-cell.ts'
import { readDate, type DateReading } from '../../fields/date-forms.ts'
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
import { makes } from '../headers/header-words.ts'

const sampleSize = 200
/** Characters of a sampled cell: more than any value of a field has, except a long note. */
const sampledCharacters = 256
const title = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sir|madam|encik|puan|cik|dato|datin|tuan)\b/i

type CellTest = (text: string, cell: SourceCell) => boolean

/**
 * Counts of the first 200 filled cells of a column, each for one field. What is not asked for is not counted: a name and
 * few counts decide most columns.
 */
export class ColumnValues {
  readonly #cells: readonly SourceCell[]
  /** The different sampled cells, as plain text too, and how often each occurs. */
  readonly #sample: SourceCell[] = []
  readonly #texts: string[] = []
  readonly #times: number[] = []
  readonly #region: Region
  readonly #thisYear: number
  readonly #counts = new Map<keyof ColumnValues, number>()
  #dates: readonly DateReading[] | null = null
  /** Sampled cells, none of them empty. */
  readonly filled: number

  /** `today`: YYYY-MM-DD. */
  constructor(cells: readonly SourceCell[], region: Region, today: string) {
    this.#cells = cells
    this.#region = region
    this.#thisYear = Number(today.slice(0, 4))
    const places = new Map<string, number>()
    let filled = 0
    for (const cell of cells) {
      if (cell === null || cell === '' || (typeof cell === 'string' && cell.trim() === '')) continue
      const place = typeof cell === 'string' ? places.get(cell) : undefined
      if (place !== undefined) this.#times[place] = (this.#times[place] ?? 0) + 1
      else {
        if (typeof cell === 'string') places.set(cell, this.#sample.length)
        const shortened = shortenCell(cell, sampledCharacters)
        this.#sample.push(shortened)
        this.#texts.push(plainText(shortened))
        this.#times.push(1)
      }
      filled += 1
      if (filled === sampleSize) break
    }
    this.filled = filled
  }

  get distinct(): number {
    return this.#once('distinct', () => new Set(this.#texts).size)
  }

  get plates(): number {
    return this.#count('plates', isPlate)
  }

  /** Plates of a standard pattern of the region. */
  get ordinaryPlates(): number {
    return this.#count(
      'ordinaryPlates',
      (text, cell) => isPlate(text, cell) && isOrdinaryPlate(plateKey(text), this.#region),
    )
  }

  get platesWithState(): number {
    return this.#region === 'au' ? this.#count('platesWithState', holdsPlateAndState) : 0
  }

  get vins(): number {
    return this.#count('vins', (text) => isVin(text.toUpperCase().replace(/[\s.*:-]/g, '')))
  }

  get frameNumbers(): number {
    const region = this.#region
    return this.#count('frameNumbers', (_, cell) =>
      checkVin(cell, { region }).issues.some(({ rule }) => rule === 'vin.frame-number'),
    )
  }

  /** States in any spelling, near misses, cities, and words for "elsewhere". */
  get states(): number {
    return this.#count('states', isAboutStates)
  }

  get mobiles(): number {
    return this.#count('mobiles', (text, cell) => text.length >= 8 && checkMobile(cell, this.#region).value !== '')
  }

  get dates(): number {
    return this.#once('dates', () => this.#countDates(Infinity))
  }

  /** Dates up to the end of this year: a sale may be of a car on order. */
  get pastDates(): number {
    return this.#once('pastDates', () => this.#countDates(this.#thisYear))
  }

  /** Names of two words or more, or of a company. */
  get names(): number {
    return this.#count('names', isName)
  }

  /** Cells that are mostly letters. */
  get words(): number {
    return this.#count('words', mostlyLetters)
  }

  get titles(): number {
    return this.#count('titles', (text) => title.test(text) && text.length <= 12)
  }

  get emails(): number {
    return this.#count('emails', (text) => /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text))
  }

  /** Numbers of payment cards, identity cards, social security and bank accounts, by their form. */
  get privateNumbers(): number {
    return this.#count('privateNumbers', isPrivateNumber)
  }

  /** Street addresses. */
  get streets(): number {
    return this.#count('streets', (text) => street.test(text))
  }

  /** All but a few are dates at least 18 years ago, over 20 years or more. */
  get areBirthDates(): boolean {
    const years: number[] = []
    let [dated, grown] = [0, 0]
    for (const [at, reading] of this.#readings().entries()) {
      const year = yearOf(reading)
      if (year <= 1900) continue
      const times = this.#times[at] ?? 0
      years.push(year)
      dated += times
      if (year <= this.#thisYear - 18) grown += times
    }
    if (dated < 5 || dated < this.filled * 0.6 || grown < dated * 0.9) return false
    return Math.max(...years) - Math.min(...years) >= 20
  }

  /** Cells that allow or refuse contact in a column about it: yes, no, a phrase, a date. */
  get contactWords(): number {
    return this.#count('contactWords', (_, cell) => refusesContact(cell, 'no-contact') !== null)
  }

  /** Given cells, not only sampled ones, that say "do not call". */
  get doNotCall(): number {
    return this.#once('doNotCall', () => this.#cells.filter(saysDoNotCall).length)
  }

  #once(name: keyof ColumnValues, compute: () => number): number {
    const known = this.#counts.get(name)
    if (known !== undefined) return known
    const count = compute()
    this.#counts.set(name, count)
    return count
  }

  #count(name: keyof ColumnValues, is: CellTest): number {
    return this.#once(name, () => {
      let found = 0
      for (const [at, cell] of this.#sample.entries()) {
        if (is(this.#texts[at] ?? '', cell)) found += this.#times[at] ?? 0
      }
      return found
    })
  }

  #readings(): readonly DateReading[] {
    return (this.#dates ??= this.#sample.map((cell) => readDate(cell)))
  }

  #countDates(lastYear: number): number {
    let found = 0
    for (const [at, reading] of this.#readings().entries()) {
      if (isDate(this.#sample[at] ?? null, reading) && yearOf(reading) <= lastYear) found += this.#times[at] ?? 0
    }
    return found
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

function isDate(cell: SourceCell, { kind }: DateReading): boolean {
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
function yearOf(reading: DateReading): number {
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
