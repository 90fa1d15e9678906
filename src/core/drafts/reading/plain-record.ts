import { cellEnd, cellKinds, maxShortText, readCell } from '../packed/cell-bytes.ts'
import { cellCountAt, firstCellAt, type RowPlace } from '../packed/packed-rows.ts'
import { tidyCell } from './skipped-rows.ts'

/** As many cells with words as no total, heading or line has. */
const enoughWords = 4

/**
 * The position after the last filled cell of a row that is certainly a customer's: with four words, and not the
 * header's first name in the first cell. -1 when that must be told from the row itself. Most rows are told here, without
 * a string for any cell. `firstName`: of the header, tidied and in lower case.
 */
export function plainRecordEnd(place: RowPlace, firstName: string): number {
  const { bytes } = place
  const count = cellCountAt(place)
  const first = firstCellAt(place)
  let at = first
  let words = 0
  let end = 0
  for (let column = 0; column < count; column += 1) {
    const kind = bytes[at] as number
    if (kind > maxShortText) {
      // Numbers and dates are filled, and no words. A long text or an error can be either.
      if (kind === cellKinds.longText || kind === cellKinds.wideText || kind === cellKinds.error) return -1
      if (kind !== cellKinds.null) end = column + 1
      at = cellEnd(bytes, at)
      continue
    }
    const textEnd = at + 1 + kind
    let isFilled = false
    let isWord = false
    let isOdd = false
    for (at += 1; at < textEnd; at += 1) {
      const byte = bytes[at] as number
      if (byte > 0x20 && byte < 0x7f) {
        isFilled = true
        const letter = byte | 0x20
        if (letter >= 0x61 && letter <= 0x7a) {
          isWord = true
          break
        }
      } else if (byte !== 0x20) isOdd = true
    }
    at = textEnd
    if (isWord) words += 1
    if (isFilled) end = column + 1
    else if (isOdd) return -1
  }
  return words >= enoughWords && !isFirstName(place, first, firstName) ? end : -1
}

function isFirstName({ bytes }: RowPlace, start: number, firstName: string): boolean {
  const byte = bytes[start + 1] as number
  // Most rows begin with another character than the header, or with a digit.
  const isShortText = (bytes[start] as number) <= maxShortText && bytes[start] !== 0
  if (isShortText && byte > 0x20 && byte < 0x7f && firstName.charCodeAt(0) < 0x7f) {
    if (String.fromCharCode(byte).toLowerCase() !== firstName[0]) return false
  }
  return tidyCell(readCell(bytes, start)).toLowerCase() === firstName
}
