import type { SourceCell } from '../../fields/source-cell.ts'

/**
 * How a cell stands in packed rows. Its first byte is the length of a UTF-8 text up to 239 bytes, or one of these
 * kinds. A text has one form only, so equal texts have equal bytes.
 */
export const cellKinds = {
  /** Four bytes of length, then UTF-8. */
  longText: 240,
  /** Four bytes of length, then UTF-16: a text with half a character, which UTF-8 cannot hold. */
  wideText: 241,
  null: 242,
  true: 243,
  false: 244,
  /** Eight bytes. */
  number: 245,
  /** Eight bytes for the day, then its number format as a text. */
  serial: 246,
  /** The error as a text. */
  error: 247,
} as const

/** Texts of up to this many bytes have one byte of length. */
export const maxShortText = 239
/** A character of a string takes at most three bytes. */
const maxShortCharacters = Math.floor(maxShortText / 3)
/** Longer texts are written by the engine's own code, which is faster then. */
const maxLoopCharacters = 32

/** The most bytes that a cell can take. */
export function maxCellBytes(cell: SourceCell): number {
  if (typeof cell === 'string') return 5 + 3 * cell.length
  if (cell === null || typeof cell === 'boolean') return 1
  if (typeof cell === 'number') return 9
  return 'error' in cell ? 6 + 3 * cell.error.length : 14 + 3 * cell.format.length
}

/** Writes a cell and returns the position after it. */
export function writeCell(into: Buffer, start: number, cell: SourceCell): number {
  if (typeof cell === 'string') return writeText(into, start, cell)
  if (cell === null) return into.writeUInt8(cellKinds.null, start)
  if (typeof cell === 'boolean') return into.writeUInt8(cell ? cellKinds.true : cellKinds.false, start)
  if (typeof cell === 'number') return into.writeDoubleLE(cell, into.writeUInt8(cellKinds.number, start))
  if ('error' in cell) return writeText(into, into.writeUInt8(cellKinds.error, start), cell.error)
  const afterSerial = into.writeDoubleLE(cell.serial, into.writeUInt8(cellKinds.serial, start))
  return writeText(into, afterSerial, cell.format)
}

function writeText(into: Buffer, start: number, text: string): number {
  const { length } = text
  if (length <= maxLoopCharacters) {
    let at = 0
    for (; at < length; at += 1) {
      const code = text.charCodeAt(at)
      if (code > 0x7f) break
      into[start + 1 + at] = code
    }
    if (at === length) {
      into[start] = length
      return start + 1 + length
    }
  }
  if (!text.isWellFormed()) {
    const at = into.writeUInt32LE(2 * length, into.writeUInt8(cellKinds.wideText, start))
    return at + into.write(text, at, 'utf16le')
  }
  if (length <= maxShortCharacters || Buffer.byteLength(text) <= maxShortText) {
    const written = into.write(text, start + 1, 'utf8')
    into[start] = written
    return start + 1 + written
  }
  const at = start + 5
  const written = into.write(text, at, 'utf8')
  into.writeUInt32LE(written, into.writeUInt8(cellKinds.longText, start))
  return at + written
}

/** Writes a text whose UTF-8 bytes are given, and returns the position after it. */
export function writeTextBytes(into: Buffer, start: number, bytes: Uint8Array, from: number, to: number): number {
  const length = to - from
  let at = start + 1
  if (length <= maxShortText) into[start] = length
  else at = into.writeUInt32LE(length, into.writeUInt8(cellKinds.longText, start))
  if (length > maxLoopCharacters) {
    into.set(bytes.subarray(from, to), at)
    return at + length
  }
  for (let next = from; next < to; next += 1, at += 1) into[at] = bytes[next] as number
  return at
}

/** The position after the cell that starts here. */
export function cellEnd(bytes: Buffer, start: number): number {
  const kind = bytes[start] ?? 0
  if (kind <= maxShortText) return start + 1 + kind
  switch (kind) {
    case cellKinds.longText:
    case cellKinds.wideText:
      return start + 5 + bytes.readUInt32LE(start + 1)
    case cellKinds.number:
      return start + 9
    case cellKinds.serial:
      return cellEnd(bytes, start + 9)
    case cellKinds.error:
      return cellEnd(bytes, start + 1)
    case cellKinds.null:
    case cellKinds.true:
    case cellKinds.false:
      return start + 1
    default:
      throw new Error(`Packed rows have no cell of kind ${kind}`)
  }
}

/** The cell that starts here. */
export function readCell(bytes: Buffer, start: number): SourceCell {
  const kind = bytes[start] ?? 0
  if (kind <= maxShortText) return bytes.toString('utf8', start + 1, start + 1 + kind)
  switch (kind) {
    case cellKinds.longText:
      return bytes.toString('utf8', start + 5, cellEnd(bytes, start))
    case cellKinds.wideText:
      return bytes.toString('utf16le', start + 5, cellEnd(bytes, start))
    case cellKinds.null:
      return null
    case cellKinds.true:
      return true
    case cellKinds.false:
      return false
    case cellKinds.number:
      return bytes.readDoubleLE(start + 1)
    case cellKinds.serial:
      return { serial: bytes.readDoubleLE(start + 1), format: readText(bytes, start + 9) }
    case cellKinds.error:
      return { error: readText(bytes, start + 1) }
    default:
      throw new Error(`Packed rows have no cell of kind ${kind}`)
  }
}

function readText(bytes: Buffer, start: number): string {
  const text = readCell(bytes, start)
  if (typeof text !== 'string') throw new Error('Packed rows have a cell without its text')
  return text
}
