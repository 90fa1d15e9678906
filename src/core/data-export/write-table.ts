import { open, rename, rm } from 'node:fs/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CsvCell } from '../export/csv-text.ts'
import { csvPieces, workbookPieces, type Batches, type TableColumn } from '../export/table-pieces.ts'

/** A table of an export. Batches are short, so that other calls run in between. */
export interface ExportTable {
  readonly columns: readonly TableColumn[]
  batches(): Iterable<readonly (readonly CsvCell[])[]>
}

/** The bytes of a table as a file. Throws the reason of `signal` when it aborts. */
export async function* tablePieces(
  table: ExportTable,
  { format, sheet, onRows, signal }: TableOptions,
): AsyncGenerator<Uint8Array> {
  const counted = async function* (): Batches {
    // What begins the file has taken its time.
    await yieldToEventLoop()
    for (const batch of table.batches()) {
      signal.throwIfAborted()
      yield batch
      onRows(batch.length)
      await yieldToEventLoop()
    }
  }
  if (format === 'xlsx') return yield* workbookPieces(sheet, table.columns, counted())
  for await (const text of csvPieces(table.columns, counted())) yield Buffer.from(text)
}

interface TableOptions {
  readonly format: 'csv' | 'xlsx'
  readonly sheet: string
  /** Called with the number of rows that were written since the last call. */
  readonly onRows: (rows: number) => void
  readonly signal: AbortSignal
}

/**
 * Writes bytes to a file under a temporary name, and gives it its name when they are on the disk. Throws the reason of `signal` when it
 * aborts, and errors of the file system.
 */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const partial = `${path}.part`
  try {
    const file = await open(partial, 'w', 0o600)
    try {
      for await (const piece of pieces) {
        signal.throwIfAborted()
        await file.writeFile(piece)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
