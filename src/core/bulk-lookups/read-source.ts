import { fail } from '../failures/failure-error.ts'
import type { FileReader } from '../drafts/file-process/file-reader.ts'
import { readStoredRows } from '../drafts/storage/row-blocks.ts'
import type { SourceRow } from '../fields/source-cell.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import { maxBulkItems } from '../../contract/limits.ts'
import { bulkFailures } from './bulk-text.ts'

/** A list can have a header and titles beside its cars. */
const maxSourceRows = maxBulkItems + 100

/** Reads the first visible sheet of a file that has rows. Fails as opening a draft does. */
export async function readFileRows(
  {
    intake,
    reader,
  }: { readonly intake: Pick<FileIntake, 'take' | 'putBack'>; readonly reader: Pick<FileReader, 'read'> },
  fileId: string,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly rows: readonly SourceRow[] }> {
  const file = intake.take(fileId)
  const sheets = new Map<number, SourceRow[]>()
  let count = 0
  const stopping = new AbortController()
  const read = await reader
    .read(file, {
      async onBlock({ sheet, rows }) {
        const read = sheets.get(sheet) ?? []
        sheets.set(sheet, read)
        for (const row of readStoredRows(rows)) {
          count += 1
          // No sheet may be longer, and a file has few of them.
          if (read.length <= maxSourceRows) read.push(row)
        }
        if (count > maxSourceRows * 20) stopping.abort()
      },
      async onRestart() {
        sheets.clear()
        count = 0
      },
      onProgress: () => undefined,
      signal: AbortSignal.any([signal, stopping.signal]),
    })
    .catch((error: unknown) => {
      if (stopping.signal.aborted) fail('invalid-input', ...bulkFailures.tooMany(maxBulkItems))
      throw error
    })
  if (!read.ok) return fail('invalid-input', read.problem.message, { next: read.problem.next })
  const order = read.facts.sheets.map(({ hidden }, sheet) => ({ hidden, rows: sheets.get(sheet) ?? [] }))
  const filled = order.filter(({ rows }) => rows.length > 0)
  const chosen = filled.find(({ hidden }) => !hidden) ?? filled[0]
  return { name: file.name.replace(/\.[^.]+$/, ''), rows: chosen?.rows ?? [] }
}
