import type { SourceCell } from '../../fields/source-cell.ts'
import { maxCells, maxCharacters, maxInflatedBytes, maxRows } from './file-read.ts'

/** The file is not what its kind requires. */
export class FileDamagedError extends Error {
  constructor() {
    super('The file is damaged')
    this.name = 'FileDamagedError'
  }
}

/** The file holds more than a list of customers can. */
export class FileTooLargeError extends Error {
  readonly limit: 'content' | 'cells' | 'text'
  constructor(limit: FileTooLargeError['limit']) {
    super('The file is too large')
    this.name = 'FileTooLargeError'
    this.limit = limit
  }
}

/** How much a reading may hold. */
export interface ContentLimits {
  /** By the number of the last row of a text or sheet. */
  readonly rows: number
  /** Filled cells, and characters in them, of a workbook. */
  readonly cells: number
  readonly characters: number
  /** Of an unpacked workbook. */
  readonly contentBytes: number
}

/** What one draft can hold. */
export const draftLimits: ContentLimits = {
  rows: maxRows,
  cells: maxCells,
  characters: maxCharacters,
  contentBytes: maxInflatedBytes,
}

/** Counts what a reading allocates, before it allocates it. Each method throws `FileTooLargeError` above its limit. */
export type ContentMeter = ReturnType<typeof createContentMeter>

/** `onContent` is called with each change of the bytes. */
export function createContentMeter(
  onContent: (counts: { readonly expectedBytes: number; readonly contentBytes: number }) => void = () => undefined,
  limits: ContentLimits = draftLimits,
) {
  const counts = { expectedBytes: 0, contentBytes: 0, cells: 0, characters: 0 }
  const addCharacters = (count: number): void => {
    counts.characters += count
    if (counts.characters > limits.characters) throw new FileTooLargeError('text')
  }
  return {
    limits,
    counts: counts as Readonly<typeof counts>,
    /** Unpacked bytes that the file states. */
    expectContent(bytes: number): void {
      counts.expectedBytes = bytes
      onContent(counts)
    },
    addContent(bytes: number): void {
      counts.contentBytes += bytes
      if (counts.contentBytes > limits.contentBytes) throw new FileTooLargeError('content')
      onContent(counts)
    },
    addRow(cells: readonly SourceCell[]): void {
      counts.cells += cells.length
      if (counts.cells > limits.cells) throw new FileTooLargeError('cells')
      for (const cell of cells) if (typeof cell === 'string') addCharacters(cell.length)
    },
    addCharacters,
  }
}
