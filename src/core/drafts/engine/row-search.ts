import { cellText } from '../../fields/source-cell.ts'
import { customerFields, type CheckedRow } from '../checking/check-row.ts'
import type { DraftRows } from './draft-rows.ts'

/** Rows whose texts are searched as one string. */
const rowsPerText = 512
/** Between two texts of a row, and between two rows. */
const [textEnd, rowEnd] = ['\u0000', '\u0001'] as const

/** Searches the rows of a draft. The texts of all rows are put together at the first search, in lower case. */
export class RowSearch {
  readonly #rows: DraftRows
  readonly #texts: string[] = []
  /** Rows that changed since their texts were put together. */
  readonly #changed = new Set<number>()

  constructor(rows: DraftRows) {
    this.#rows = rows
  }

  /** Has to be called for a row that changed. */
  noteChange(position: number): void {
    if (this.#texts.length > 0) this.#changed.add(position)
  }

  /** 1 for each row that contains a text (`holdsText`), by position. `wanted`: trimmed, in lower case. */
  find(wanted: string): Uint8Array {
    const found = new Uint8Array(this.#rows.length)
    if (wanted.includes(textEnd) || wanted.includes(rowEnd)) {
      for (let position = 0; position < found.length; position += 1) this.#verify(position, wanted, found)
      return found
    }
    const digits = digitsOf(wanted)
    for (let block = 0; block * rowsPerText < this.#rows.length; block += 1) {
      const text = (this.#texts[block] ??= this.#textOf(block))
      for (const row of rowsWith(text, wanted)) found[block * rowsPerText + row] = 1
      if (digits === null) continue
      for (const row of rowsWith(text, digits)) this.#verify(block * rowsPerText + row, wanted, found)
    }
    for (const position of this.#changed) this.#verify(position, wanted, found)
    return found
  }

  #verify(position: number, wanted: string, found: Uint8Array): void {
    found[position] = holdsText(this.#rows.at(position), wanted) ? 1 : 0
  }

  #textOf(block: number): string {
    const end = Math.min((block + 1) * rowsPerText, this.#rows.length)
    let text = ''
    for (let position = block * rowsPerText; position < end; position += 1) {
      text += textsOf(this.#rows.at(position)).join(textEnd) + rowEnd
    }
    return text.toLowerCase()
  }
}

/** Numbers of the rows of a text that contain another one, each once. */
function* rowsWith(text: string, wanted: string): Generator<number> {
  let row = 0
  let counted = 0
  for (let at = text.indexOf(wanted); at >= 0;) {
    for (let end = text.indexOf(rowEnd, counted); end >= 0 && end < at; end = text.indexOf(rowEnd, counted)) {
      row += 1
      counted = end + 1
    }
    yield row
    const next = text.indexOf(rowEnd, at)
    if (next < 0) return
    at = text.indexOf(wanted, next)
  }
}

/** The digits by which a mobile is found with any spacing; null when the text is no number. */
function digitsOf(wanted: string): string | null {
  const digits = wanted.replace(/[\s()+-]/g, '')
  return /^\d{3,}$/.test(digits) ? digits.replace(/^0/, '') : null
}

const textsOf = (row: CheckedRow): string[] => [
  ...customerFields.map((field) => row.values[field]),
  ...row.source.cells.map(cellText),
]

/** Whether a row contains a text, in the file or as it would be sent. Digits of a mobile match with any spacing. */
function holdsText(row: CheckedRow, wanted: string): boolean {
  if (textsOf(row).some((text) => text.toLowerCase().includes(wanted))) return true
  const digits = digitsOf(wanted)
  return digits !== null && row.values.mobile_number.includes(digits)
}
