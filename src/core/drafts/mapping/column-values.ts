import type { Region } from '../../../contract/region.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { readDate, type DateReading } from '../../fields/date-forms.ts'
import { checkMobile } from '../../fields/mobile.ts'
import { refusesContact, type ContactMeaning } from '../../fields/do-not-call-text.ts'
import { isPlaceholder, plainText } from '../../fields/cell-text.ts'
import { personTitles } from '../../fields/person-titles.ts'
import { isOrdinaryPlate, plateKey } from '../../fields/plate-rules.ts'
import { checkVin } from '../../fields/vin.ts'
import { shortenCell } from '../reading/cell-length.ts'
import type { NamedTarget } from '../headers/header-words.ts'
import type { HeaderMeaning } from '../headers/known-headers.ts'
import {
  holdsPlateAndState,
  isAboutStates,
  isDamaged,
  isDate,
  isName,
  isNothing,
  isNumericPlate,
  isPlate,
  isPrivateNumber,
  isVinWithLetters,
  isWordPlate,
  isWrittenMobile,
  looksLikeVin,
  mostlyLetters,
  street,
  yearOf,
} from './cell-kinds.ts'

const sampleSize = 200
/** Characters of a sampled cell: more than any value of a field has, except a long note. */
const sampledCharacters = 256
/** Titles that are also names: only a whole column of them is one of titles. */
const otherTitles: ReadonlySet<string> = new Set('madam encik puan cik dato datin tuan'.split(' '))

/** A column of a table: its name, and what its values look like. */
export interface Column {
  readonly index: number
  readonly header: string
  readonly meaning: HeaderMeaning
  readonly values: ColumnValues
}

type CellTest = (text: string, cell: SourceCell) => boolean

/**
 * Counts of the first 200 filled cells of a column, each for one field. What is not asked for is not counted: a name and
 * few counts decide most columns.
 */
export class ColumnValues {
  /** The different sampled cells, as plain text too, and how often each occurs. */
  readonly #sample: SourceCell[] = []
  readonly #texts: string[] = []
  readonly #times: number[] = []
  readonly #region: Region
  readonly #thisYear: number
  readonly #counts = new Map<string, number>()
  #dates: readonly DateReading[] | null = null
  /** Sampled cells, none of them empty. */
  readonly filled: number
  /** Fewer than half of the cells are filled. */
  readonly isSparse: boolean

  /** `today`: YYYY-MM-DD. */
  constructor(cells: readonly SourceCell[], region: Region, today: string) {
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
    this.isSparse = filled < Math.min(sampleSize, cells.length) / 2
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

  /** Cells that are as short as a model's name, or have no digit. */
  get modelWords(): number {
    return this.#count('modelWords', (text) => plateKey(text).length <= 5 || !/\d/.test(text))
  }

  get platesWithState(): number {
    return this.#region === 'au' ? this.#count('platesWithState', holdsPlateAndState) : 0
  }

  /** Cells with a plate, or a plate and its state. */
  get platesInAll(): number {
    const isAustralia = this.#region === 'au'
    return this.#count('platesInAll', (text, cell) => isPlate(text, cell) || (isAustralia && holdsPlateAndState(text)))
  }

  /** Plates of digits alone. */
  get numericPlates(): number {
    return this.#count('numericPlates', isNumericPlate)
  }

  /** Plates of letters alone. */
  get wordPlates(): number {
    return this.#count('wordPlates', isWordPlate)
  }

  get vins(): number {
    return this.#count('vins', looksLikeVin)
  }

  get vinsWithLetters(): number {
    return this.#count('vinsWithLetters', isVinWithLetters)
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

  /** Mobiles that no other number can be: with their zero or country code, as written. */
  get writtenMobiles(): number {
    return this.#count('writtenMobiles', (text, cell) => isWrittenMobile(text, cell, this.#region))
  }

  /** Cells whose value was destroyed, if it was one of this field. */
  damaged(target: NamedTarget): number {
    return this.#count(`damaged ${target}`, (text, cell) => isDamaged(text, cell, target, this.#region))
  }

  /** Cells that say "not available". */
  get placeholders(): number {
    return this.#count('placeholders', isPlaceholder)
  }

  /** Cells that say that there is no value of this field. */
  nothings(target: NamedTarget): number {
    return this.#count(`nothings ${target}`, (text) => isNothing(text, target))
  }

  get dates(): number {
    return this.#once('dates', () => this.#countDates(Infinity))
  }

  /** Cells that are written like a date, also one that cannot be read: "13/11", "2024-13-11". */
  get writtenDates(): number {
    return this.#count('writtenDates', (text) => /^\d{1,4}([-/.])\d{1,2}(?:\1\d{1,4})?$/.test(text))
  }

  /** Dates up to the end of this year: a sale may be of a car on order. */
  get pastDates(): number {
    return this.#once('pastDates', () => this.#countDates(this.#thisYear))
  }

  /** Names of two words or more, or of a company. */
  get names(): number {
    return this.#count('names', isName)
  }

  /** Names with nothing else in their cell, such as an address. */
  get plainNames(): number {
    return this.#count('plainNames', (text) => isName(text) && !/\d/.test(text))
  }

  /** Names of two words or more, each with a capital. */
  get properNames(): number {
    return this.#count('properNames', (text) => isName(text) && /^(?:\p{Lu}[\p{L}'’.-]*[ ,&]*)+$/u.test(text))
  }

  /** Cells that are mostly letters. */
  get words(): number {
    return this.#count('words', mostlyLetters)
  }

  get titles(): number {
    return this.#count('titles', (text) => {
      const [first = ''] = text.toLowerCase().split(/[^a-z]/)
      return (personTitles.has(first) || otherTitles.has(first)) && text.length <= 12
    })
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

  /** Cells that refuse contact in a column of this meaning. */
  refusals(meaning: ContactMeaning): number {
    return this.#count(`refusals ${meaning}`, (_, cell) => refusesContact(cell, meaning) === true)
  }

  #once(name: string, compute: () => number): number {
    const known = this.#counts.get(name)
    if (known !== undefined) return known
    const count = compute()
    this.#counts.set(name, count)
    return count
  }

  #count(name: string, is: CellTest): number {
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
