import { fileKind } from './file-kind.ts'
import type { FileAnswer } from './file-read.ts'
import { readText } from './read-text.ts'
import { readWorkbook } from './read-workbook.ts'

/**
 * Reads a spreadsheet by its content. Never throws for what a file holds: `ok: false` says in words why it cannot be
 * read.
 */
export async function readFile(name: string, bytes: Uint8Array): Promise<FileAnswer> {
  const kind = fileKind(name, bytes)
  if (kind.kind === 'unreadable') return { ok: false, problem: kind.problem }
  return kind.kind === 'xlsx' ? readWorkbook(name, bytes) : readText(name, bytes)
}
