import { isPlaceholder } from '../../fields/cell-text.ts'
import { unnumberedCell } from '../packed/block-scanner.ts'
import { CellTable } from '../packed/cell-table.ts'
import { cellEnd, maxShortText } from '../packed/cell-bytes.ts'
import type { SpareTexts } from '../packed/spare-texts.ts'
import { checkNameField } from './check-fields.ts'
import { noIssues, outcomeOf, type FieldOutcome, type ValueOutcome } from './field-outcome.ts'
import { noName } from './name-numbers.ts'
import { unnumbered } from './numbered-texts.ts'
import type { FactNumbers } from './row-facts.ts'
import type { RowCells } from './row-cells.ts'
import type { RowRules } from './row-rules.ts'
import { TextCell } from './text-cell.ts'

/** By byte: what it is in a name. The others can mean more. */
const characters = { other: 0, letter: 1, space: 2, mark: 3, accented: 4, quote: 5 } as const
const kinds = new Uint8Array(256)
for (let at = 0; at < 0x80; at += 1) {
  const character = String.fromCharCode(at)
  if (/[A-Za-z]/.test(character)) kinds[at] = characters.letter
  else if (character === ' ') kinds[at] = characters.space
  else if (/['.-]/.test(character)) kinds[at] = characters.mark
}

/** First bytes of é and the like, and of ’. */
const [accentedByte, quoteByte] = [0xc3, 0xe2]
kinds[accentedByte] = characters.accented
kinds[quoteByte] = characters.quote

/**
 * Bytes of the character that begins here: a small accented letter of Western Europe, or ’. 0: any other. An â, and
 * capital letters before others, can be letters that were damaged by a wrong encoding.
 */
function lengthOfPlain(bytes: Buffer, at: number, byte: number): number {
  const second = bytes[at + 1] as number
  if (byte === quoteByte) return second === 0x80 && bytes[at + 2] === 0x99 ? 3 : 0
  return second >= 0xa0 && second <= 0xbf && second !== 0xa2 && second !== 0xb7 ? 2 : 0
}

/** No longer text can stand for "no name". */
const maxPlaceholder = 12
/** Names of other forms that are remembered. */
const maxKept = 20_000
/**
 * When so many different names make up more than half of those that were read, the names of the list hardly repeat: numbering each of
 * them would only take time.
 */
const manyDifferent = 1_000

/**
 * Numbers of names. Names of usual letters are read from their bytes, and any other name by the ordinary check,
 * once for each different one.
 */
export class QuickNames {
  readonly #rules: () => RowRules
  readonly #numbers: FactNumbers
  /** Columns of a person's name: the full one, and its parts that are always used. */
  readonly #full: number
  readonly #first: number
  readonly #parts: readonly number[]
  readonly #all: readonly number[]
  readonly #others = new CellTable(maxKept)
  readonly #byOther: ValueOutcome[] = []
  readonly #byTyped = new Map<string, ValueOutcome>()
  /** Of the name that was read last; null: its text was read. */
  #other: ValueOutcome | null = null
  /** The name that is read, or the cells of it. */
  readonly #text = Buffer.alloc(1_024)
  readonly #typedCell = new TextCell()
  #length = 0
  /** Names that were read from their letters. */
  #plainNames = 0
  /** Whether it was decided if further names are numbered. */
  #isDecided = false
  readonly #normalised = Buffer.alloc(1_024)
  /** By number of a text: the number of its name. */
  readonly #nameOfText = new Uint16Array(unnumbered)
  readonly #middle: number
  /** Numbers of cells (`BlockScanner`); null: they have none. */
  readonly #fullNumbers: Uint16Array | null
  readonly #firstNumbers: Uint16Array | null
  readonly #lastNumbers: Uint16Array | null
  readonly #known = new KnownNames()
  /** Of the name that was read last (`NameNumbers`). */
  number: number = noName
  /** Of its text (`NumberedTexts`). */
  textNumber = 0

  constructor(rules: () => RowRules, numbers: FactNumbers, placeOf: (column: number) => number) {
    const { nameColumns, numbers: cellNumbers } = rules().plan
    const { title, first, middle, last, company, full } = nameColumns
    this.#rules = rules
    this.#numbers = numbers
    this.#full = placeOf(full)
    this.#first = placeOf(first)
    this.#middle = placeOf(middle)
    this.#fullNumbers = cellNumbers.get(full) ?? null
    this.#lastNumbers = cellNumbers.get(last) ?? null
    this.#firstNumbers = last < 0 || this.#lastNumbers ? (cellNumbers.get(first) ?? null) : null
    this.#parts = [first, middle, last].filter((column) => column >= 0)
    this.#all = [title, first, middle, last, company, full].filter((column) => column >= 0)
  }

  /** `typed`: what the user typed instead. */
  read(cells: RowCells, position: number, typed: string | undefined): FieldOutcome {
    this.#length = 0
    if (typed !== undefined) {
      return this.#isPlainTyped(typed) ? this.#takePlain() : this.#take(this.#ofTyped(cells, typed))
    }
    if (this.#rules().overrides.titleCase) return this.#take(this.#ofCells(cells))
    const key = this.#keyOf(cells, position)
    const known = key === 0 ? 0 : this.#known.textOf(key)
    if (known !== 0) return this.#takeKnown(known)
    if ((cells.starts[this.#full] as number) >= 0) {
      if (this.#addPlain(cells.bytes, cells.starts[this.#full] as number)) return this.#takePlain(key)
    } else if ((cells.starts[this.#first] as number) >= 0) {
      if (this.#addParts(cells)) return this.#takePlain(key)
    }
    return this.#take(this.#ofCells(cells))
  }

  /** Keeps the name that was read last. */
  keepText(texts: SpareTexts, position: number): void {
    if (this.#other) texts.set(position, this.#other.text)
    else texts.setBytes(position, this.#text, this.#length)
  }

  #take(outcome: ValueOutcome): FieldOutcome {
    this.#other = outcome
    this.number = outcome.value
    this.textNumber = outcome.textNumber
    return outcome
  }

  /** Tells plain names apart whose cells have numbers; 0: they have none. */
  #keyOf({ starts }: RowCells, position: number): number {
    if ((starts[this.#full] as number) >= 0) return keyOf(this.#fullNumbers?.[position] ?? 0, noLast)
    if ((starts[this.#middle] as number) >= 0) return 0
    return keyOf(this.#firstNumbers?.[position] ?? 0, this.#lastNumbers?.[position] ?? 0)
  }

  #takeKnown(textNumber: number): FieldOutcome {
    this.#other = null
    this.#plainNames += 1
    this.textNumber = textNumber
    this.number = this.#nameOfText[textNumber] as number
    return noIssues
  }

  /** `key`: of its cells; 0: none. */
  #takePlain(key = 0): FieldOutcome {
    this.#other = null
    const number = this.#numbers.texts.numbered.client_name.numberOfBytes(this.#text, this.#length)
    this.#plainNames += 1
    if (number >= manyDifferent && !this.#isDecided) this.#decideNumbers()
    this.textNumber = number
    this.number = (number === unnumbered ? 0 : (this.#nameOfText[number] as number)) || this.#numberPlain(number)
    if (key !== 0 && number !== unnumbered) this.#known.set(key, number)
    return noIssues
  }

  #decideNumbers(): void {
    this.#isDecided = true
    if (this.#plainNames >= 2 * manyDifferent) return
    const { names, texts } = this.#numbers
    texts.numbered.client_name.stopAdding()
    names.stopAdding()
  }

  #numberPlain(textNumber: number): number {
    let length = 0
    for (let at = 0; at < this.#length; at += 1) {
      const byte = this.#text[at] as number
      const kind = kinds[byte] as number
      if (kind === characters.letter) {
        this.#normalised[length] = byte | 0x20
        length += 1
      } else if (kind === characters.accented) {
        this.#normalised[length] = byte
        this.#normalised[length + 1] = this.#text[at + 1] as number
        length += 2
      }
    }
    const number = this.#numbers.names.numberOfBytes(this.#normalised, length)
    if (textNumber !== unnumbered) this.#nameOfText[textNumber] = number
    return number
  }

  #addParts(cells: RowCells): boolean {
    for (const column of this.#parts) {
      const start = cells.starts[column] as number
      if (start >= 0 && !this.#addPlain(cells.bytes, start)) return false
    }
    return true
  }

  #isPlainTyped(typed: string): boolean {
    return this.#typedCell.write(typed) && this.#addPlain(this.#typedCell.bytes, 0)
  }

  /**
   * Adds the letters of a part. False: it has other characters, or needs tidying, or could stand for "no name", or has
   * no letter.
   */
  #addPlain(bytes: Buffer, start: number): boolean {
    const length = bytes[start] as number
    if (length > maxShortText) return false
    const text = this.#text
    let into = this.#length
    if (into > 0) {
      text[into] = 0x20
      into += 1
    }
    const first = into
    let hasLetter = false
    // As if a space were before the text and behind it: neither may be there, nor two in a row.
    let previous: number = characters.space
    for (let at = start + 1; at <= start + length; at += 1) {
      const byte = bytes[at] as number
      let kind = kinds[byte] as number
      if (kind === characters.accented || kind === characters.quote) {
        const more = lengthOfPlain(bytes, at, byte) - 1
        if (more < 0) return false
        for (let left = more; left > 0; left -= 1) {
          text[into] = bytes[at] as number
          into += 1
          at += 1
        }
        kind = kind === characters.accented ? characters.letter : characters.mark
        if (kind === characters.mark && into === first + more) return false
      }
      if (kind === characters.letter) hasLetter = true
      else if (kind === characters.other || (kind === characters.space && previous === characters.space)) return false
      else if (kind === characters.mark && into === first) return false
      text[into] = bytes[at] as number
      into += 1
      previous = kind
    }
    if (!hasLetter || previous === characters.space) return false
    if (mayBePlaceholder(bytes, start + 1, length)) {
      if (isPlaceholder(bytes.toString('latin1', start + 1, start + 1 + length))) return false
    }
    this.#length = into
    return true
  }

  #ofTyped(cells: RowCells, typed: string): ValueOutcome {
    const known = this.#byTyped.get(typed)
    if (known) return known
    const outcome = this.#check(cells)
    // The issues of a typed text are grouped by the text in the file, which differs.
    if (outcome.set === 0) this.#byTyped.set(typed, outcome)
    return outcome
  }

  /** By the bytes of all cells of the name. */
  #ofCells(cells: RowCells): ValueOutcome {
    const { bytes, starts } = cells
    let length = 0
    for (const column of this.#all) {
      const start = starts[column] as number
      const end = start < 0 ? start : cellEnd(bytes, start)
      if (length + end - start + 1 > this.#text.length) return this.#check(cells)
      // A byte for a cell without anything, so that no two names have the same bytes.
      if (start < 0) this.#text[length] = 0
      else bytes.copy(this.#text, length, start, end)
      length += start < 0 ? 1 : end - start
    }
    if (length === this.#all.length && this.#isEmpty(cells)) return noNameAtAll
    const number = this.#others.numberOf(this.#text, 0, length)
    const known = this.#byOther[number]
    if (known) return known
    const outcome = this.#check(cells)
    if (number >= 0) this.#byOther[number] = outcome
    return outcome
  }

  #isEmpty({ starts }: RowCells): boolean {
    return this.#all.every((column) => (starts[column] as number) < 0)
  }

  #check(cells: RowCells): ValueOutcome {
    const check = checkNameField(cells, this.#rules())
    const { set, flags } = outcomeOf('client_name', check, this.#numbers)
    const text = check.checked.value
    const { names, texts } = this.#numbers
    const textNumber = texts.numbered.client_name.numberOf(text)
    return { set, flags, value: names.numberOf(text), text, textNumber, isAsWritten: text === check.original }
  }
}

/** Instead of the number of a last name: the first one is that of a full name. */
const noLast = 0x8000

const keyOf = (first: number, last: number): number =>
  first === 0 || first === unnumberedCell || last === unnumberedCell ? 0 : (first << 16) | last

/** Numbers of texts of names by their cells. Of two names in one place, the one that was read last. */
class KnownNames {
  readonly #keys = new Int32Array(0x1_0000)
  readonly #texts = new Uint16Array(0x1_0000)

  /** 0: it is not known. */
  textOf(key: number): number {
    const place = placeOf(key)
    return this.#keys[place] === key ? (this.#texts[place] as number) : 0
  }

  set(key: number, text: number): void {
    const place = placeOf(key)
    this.#keys[place] = key
    this.#texts[place] = text
  }
}

function placeOf(key: number): number {
  const hash = Math.imul(key, 0x2c1b3c6d)
  return (hash ^ (hash >>> 15)) & 0xffff
}

const noNameAtAll: ValueOutcome = { ...noIssues, value: noName, text: '', textNumber: 0, isAsWritten: true }

/** How the words begin that stand for "no name" (`isPlaceholder`), as far as plain names can: three capital letters. */
const placeholderStarts = new Set(
  ['N.A', 'NIL', 'NON', 'NUL', 'NOT', 'TBA', 'TBC', 'TBD', 'UNK', 'PEN', 'XXX'].map((word) =>
    startOf(Buffer.from(word), 0),
  ),
)

function startOf(bytes: Buffer, at: number): number {
  const [first, second, third] = [bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number]
  return ((first & 0xdf) << 16) | ((second & 0xdf) << 8) | (third & 0xdf)
}

function mayBePlaceholder(bytes: Buffer, at: number, length: number): boolean {
  if (length < 3) return true
  return length <= maxPlaceholder && placeholderStarts.has(startOf(bytes, at))
}
