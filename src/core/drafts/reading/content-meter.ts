import type { SourceCell } from '../../fields/source-cell.ts'
import { maxCells, maxCharacters, maxInflatedBytes } from './file-read.ts'

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

/** Counts what a reading allocates, before it allocates it. Each method throws `FileTooLargeError` above its limit. */
export interface ContentMeter {
  /** Unpacked bytes that the file states. */
  expectContent(bytes: number): void
  addContent(bytes: number): void
  addRow(cells: readonly SourceCell[]): void
  addCharacters(count: number): void
}

export interface MeterCounts {
  readonly expectedBytes: number
  readonly contentBytes: number
  readonly cells: number
  readonly characters: number
}

/** `onContent` is called with each change of the bytes. */
export function createContentMeter(
  onContent: (counts: Pick<MeterCounts, 'expectedBytes' | 'contentBytes'>) => void = () => undefined,
): ContentMeter & { readonly counts: MeterCounts } {
  const counts = { expectedBytes: 0, contentBytes: 0, cells: 0, characters: 0 }
  const addCharacters = (count: number): void => {
    counts.characters += count
    if (counts.characters > maxCharacters) throw new FileTooLargeError('text')
  }
  return {
    counts,
    expectContent(bytes) {
      counts.expectedBytes = bytes
      onContent(counts)
    },
    addContent(bytes) {
      counts.contentBytes += bytes
      if (counts.contentBytes > maxInflatedBytes) throw new FileTooLargeError('content')
      onContent(counts)
    },
    addRow(cells) {
      counts.cells += cells.length
      if (counts.cells > maxCells) throw new FileTooLargeError('cells')
      for (const cell of cells) if (typeof cell === 'string') addCharacters(cell.length)
    },
    addCharacters,
  }
}
