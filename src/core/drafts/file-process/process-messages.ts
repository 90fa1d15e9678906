import type { TextForm } from '../../../contract/table-choices.ts'
import type { SourceFacts } from '../model/draft-source.ts'
import type { ContentLimits } from '../reading/content-meter.ts'
import type { FileProblem, RememberedForm } from '../reading/file-read.ts'
import type { FilePart } from '../storage/file-parts.ts'
import type { RowBlock } from '../storage/row-blocks.ts'

/** What the program sends to a reader process. Each process reads one file. */
export type ReaderRequest =
  /** The first message. `path`: the process reads the file itself; null: it asks for the bytes with `more`. */
  | {
      readonly kind: 'read'
      readonly name: string
      readonly sizeBytes: number
      readonly path: string | null
      /** How a text file is read; null: as its content suggests. */
      readonly form: TextForm | null
      /** Delimiters that the user chose for earlier files. */
      readonly remembered: readonly RememberedForm[]
      /** Which part of a text file's bytes is handed over, to be saved: all of it, only its first part, or nothing. */
      readonly keep: 'all' | 'head' | 'nothing'
      /** The most that one draft can hold. */
      readonly limits: ContentLimits
    }
  /** The next bytes of the file. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** A block, or a part of the file, was saved. */
  | { readonly kind: 'saved' }

/** What is known about a file when all its rows have been handed over. */
export type ReadFacts = Omit<SourceFacts, 'remembered'>

/** What a reader process sends to the program: blocks in their order, then `done` or `refused`. */
export type ReaderMessage =
  | { readonly kind: 'more' }
  /** Bytes of the file after unpacking, as far as it states them. The limit on CPU time depends on it. */
  | { readonly kind: 'content'; readonly contentBytes: number }
  | { readonly kind: 'progress'; readonly part: number }
  /** As texts, once, before the first block. */
  | { readonly kind: 'first-rows'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'block'; readonly block: RowBlock }
  /** What came before is worthless: the file is read again in another way. */
  | { readonly kind: 'restart' }
  /** The next bytes of the file, compressed, after the blocks. */
  | { readonly kind: 'file-part'; readonly part: FilePart }
  | { readonly kind: 'done'; readonly facts: ReadFacts }
  | { readonly kind: 'refused'; readonly problem: FileProblem }
  /** A defect in Forecourt. */
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string }

/** Blocks that may wait to be saved. The reader then stops, so that it never holds a file as blocks as well. */
export const blocksInFlight = 4

/** What a thread is started with (`workerData`) that reads a file instead of a process. */
export const readerThread = 'reader'
