import { maxFileBytes } from '../../../contract/limits.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import { maxCells, maxCharacters, maxInflatedBytes, maxRows, maxSplitBytes, rowsPerDraft } from './file-read.ts'

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
  /** Of the file itself. */
  readonly fileBytes: number
  /** Rows of each draft when the file is split. */
  readonly rowsPerDraft: number
}

/** What one draft can hold. */
export const draftLimits: ContentLimits = {
  rows: maxRows,
  cells: maxCells,
  characters: maxCharacters,
  contentBytes: maxInflatedBytes,
  fileBytes: maxFileBytes,
  rowsPerDraft,
}

/** What a file can hold that is split into drafts. Its texts are read in pieces as well. */
export const splitLimits = (limits: ContentLimits): ContentLimits => ({
  rows: 100 * limits.rows,
  cells: 100 * limits.cells,
  characters: 100 * limits.characters,
  contentBytes: maxSplitBytes,
  fileBytes: Infinity,
  rowsPerDraft: limits.rowsPerDraft,
})

/** Counts what a reading allocates, before it allocates it. Each method throws `FileTooLargeError` above its limit. */
export interface ContentMeter {
  readonly limits: ContentLimits
  /** Unpacked bytes that the file states. */
  expectContent(bytes: number): void
  addContent(bytes: number): void
  addRow(cells: readonly SourceCell[]): void
  /** Cells of a row whose characters are counted elsewhere. */
  addCells(count: number): void
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
  limits: ContentLimits = draftLimits,
): ContentMeter & { readonly counts: MeterCounts } {
  const counts = { expectedBytes: 0, contentBytes: 0, cells: 0, characters: 0 }
  const addCharacters = (count: number): void => {
    counts.characters += count
    if (counts.characters > limits.characters) throw new FileTooLargeError('text')
  }
  const addCells = (count: number): void => {
    counts.cells += count
    if (counts.cells > limits.cells) throw new FileTooLargeError('cells')
  }
  return {
    limits,
    counts,
    expectContent(bytes) {
      counts.expectedBytes = bytes
      onContent(counts)
    },
    addContent(bytes) {
      counts.contentBytes += bytes
      if (counts.contentBytes > limits.contentBytes) throw new FileTooLargeError('content')
      onContent(counts)
    },
    addCells,
    addRow(cells) {
      addCells(cells.length)
      for (const cell of cells) if (typeof cell === 'string') addCharacters(cell.length)
    },
    addCharacters,
  }
}
