import type { Region } from '../../../contract/region.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { isCompany } from '../../fields/company-name.ts'
import { readDate } from '../../fields/date-forms.ts'
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

interface TestContext {
  readonly region: Region
  readonly thisYear: number
}

type CellTest = (text: string, cell: SourceCell, context: TestContext) => boolean

const isPlateAndState: CellTest = (text, _, { region }) => region === 'au' && holdsPlateAndState(text)

function isDateUntil(cell: SourceCell, lastYear: number): boolean {
  const reading = readDate(cell)
  return isDate(cell, reading) && yearOf(reading) <= lastYear
}

/** What the cells of a column are counted for. `text`: the cell as plain text. */
const tests = {
  plates: isPlate,
  /** Plates of a standard pattern of the region. */
  ordinaryPlates: (text, cell, { region }) => isPlate(text, cell) && isOrdinaryPlate(plateKey(text), region),
  /** Cells that are as short as a model's name, or have no digit. */
  modelWords: (text) => plateKey(text).length <= 5 || !/\d/.test(text),
  platesWithState: isPlateAndState,
  /** Cells with a plate, or a plate and its state. */
  platesInAll: (text, cell, context) => isPlate(text, cell) || isPlateAndState(text, cell, context),
  /** Plates of digits alone. */
  numericPlates: isNumericPlate,
  /** Plates of letters alone. */
  wordPlates: isWordPlate,
  vins: looksLikeVin,
  vinsWithLetters: isVinWithLetters,
  frameNumbers: (_, cell, { region }) =>
    checkVin(cell, { region }).issues.some(({ rule }) => rule === 'vin.frame-number'),
  /** States in any spelling, near misses, cities, and words for "elsewhere". */
  states: isAboutStates,
  mobiles: (text, cell, { region }) => text.length >= 8 && checkMobile(cell, region).value !== '',
  /** Mobiles that no other number can be: with their zero or country code, as written. */
  writtenMobiles: (text, cell, { region }) => isWrittenMobile(text, cell, region),
  dates: (_, cell) => isDateUntil(cell, Infinity),
  /** Dates up to the end of this year: a sale may be of a car on order. */
  pastDates: (_, cell, { thisYear }) => isDateUntil(cell, thisYear),
  /** Cells that are written like a date, also one that cannot be read: "13/11", "2024-13-11". */
  writtenDates: (text) => /^\d{1,4}([-/.])\d{1,2}(?:\1\d{1,4})?$/.test(text),
  /** Names of two words or more, or of a company. */
  names: isName,
  companies: isCompany,
  /** Names with nothing else in their cell, such as an address. */
  plainNames: (text) => isName(text) && !/\d/.test(text),
  /** Names of two words or more, each with a capital. */
  properNames: (text) => isName(text) && /^(?:\p{Lu}[\p{L}'’.-]*[ ,&]*)+$/u.test(text),
  /** Cells that are mostly letters. */
  words: mostlyLetters,
  titles(text) {
    const [first = ''] = text.toLowerCase().split(/[^a-z]/)
    return (personTitles.has(first) || otherTitles.has(first)) && text.length <= 12
  },
  emails: (text) => /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text),
  /** Numbers of payment cards, identity cards, social security and bank accounts, by their form. */
  privateNumbers: isPrivateNumber,
  streets: (text) => street.test(text),
  /** Cells that allow or refuse contact in a column about it: yes, no, a phrase, a date. */
  contactWords: (_, cell) => refusesContact(cell, 'no-contact') !== null,
} satisfies Readonly<Record<string, CellTest>>

/** What the cells of a column can be counted for. */
export type CellCount = keyof typeof tests

/**
 * Counts of the first 200 filled cells of a column, each for one field. What is not asked for is not counted: a name and
 * few counts decide most columns.
 */
export class ColumnValues {
  /** The different sampled cells, as plain text too, and how often each occurs. */
  readonly #sample: SourceCell[] = []
  readonly #texts: string[] = []
  readonly #times: number[] = []
  readonly #context: TestContext
  readonly #counts = new Map<string, number>()
  /** Sampled cells, none of them empty. */
  readonly filled: number
  /** Fewer than half of the cells are filled. */
  readonly isSparse: boolean

  /** `today`: YYYY-MM-DD. */
  constructor(cells: readonly SourceCell[], region: Region, today: string) {
    this.#context = { region, thisYear: Number(today.slice(0, 4)) }
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

  /** The cells that are this. */
  count(what: CellCount): number {
    return this.#count(what, tests[what])
  }

  /** Whether at least this share of the cells that say something is this, or is so many. */
  isMostly(what: CellCount | number, share = 0.6): boolean {
    const count = typeof what === 'number' ? what : this.count(what)
    return count > 0 && count >= (this.filled - this.placeholders) * share
  }

  /** Cells whose value was destroyed, if it was one of this field. */
  damaged(target: NamedTarget): number {
    return this.#count(`damaged ${target}`, (text, cell, { region }) => isDamaged(text, cell, target, region))
  }

  /** Cells that say "not available". */
  get placeholders(): number {
    return this.#count('placeholders', isPlaceholder)
  }

  /** Cells that say that there is no value of this field. */
  nothings(target: NamedTarget): number {
    return this.#count(`nothings ${target}`, (text) => isNothing(text, target))
  }

  /** All but a few are dates at least 18 years ago, over 20 years or more. */
  get areBirthDates(): boolean {
    const years: number[] = []
    let [dated, grown] = [0, 0]
    for (const [at, cell] of this.#sample.entries()) {
      const year = yearOf(readDate(cell))
      if (year <= 1900) continue
      const times = this.#times[at] ?? 0
      years.push(year)
      dated += times
      if (year <= this.#context.thisYear - 18) grown += times
    }
    if (dated < 5 || dated < this.filled * 0.6 || grown < dated * 0.9) return false
    return Math.max(...years) - Math.min(...years) >= 20
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
        if (is(this.#texts[at] ?? '', cell, this.#context)) found += this.#times[at] ?? 0
      }
      return found
    })
  }
}
