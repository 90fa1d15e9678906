import { maxShortText } from '../packed/cell-bytes.ts'
import { CountedCells, type CellScanner } from '../packed/counted-cells.ts'

/** No longer text stands for "no name" (`isPlaceholder`). */
const maxPlaceholder = 12
const [space, comma] = [0x20, 0x2c]
/** First letters of the words that stand for "no name". */
const placeholderStarts = new Set(Array.from('NTUPX', (letter) => letter.charCodeAt(0)))

/** Counts the names of a column: those that certainly are names without a comma, and the others one by one. */
export class NameCells implements CellScanner {
  readonly others = new CountedCells()
  withoutComma = 0

  add(bytes: Buffer, start: number, end: number): void {
    if ((bytes[start] as number) <= maxShortText && isPlain(bytes, start + 1, end)) this.withoutComma += 1
    else this.others.add(bytes, start, end)
  }
}

/** Whether a text is a name without a comma, whatever spaces and marks are removed from it. */
function isPlain(bytes: Buffer, start: number, end: number): boolean {
  const first = (bytes[start] as number) & 0xdf
  if (first < 0x41 || first > 0x5a) return false
  const mayBePlaceholder = placeholderStarts.has(first)
  if (mayBePlaceholder && end - start <= maxPlaceholder) return false
  let previous = 0
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number
    if (byte === comma) return false
    // A longer text can become one that stands for "no name".
    if (mayBePlaceholder && (byte >= 0x7f || byte < space || (byte === space && previous === space))) return false
    previous = byte
  }
  return true
}
