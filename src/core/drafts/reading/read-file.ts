import type { TextForm } from '../../../contract/table-choices.ts'
import { createContentMeter, type ContentMeter } from './content-meter.ts'
import { fileKind } from './file-kind.ts'
import { detectedForm, type FileAnswer, type FileParts, type SheetRead } from './file-read.ts'
import { readText } from './read-text.ts'
import { readWorkbook } from './read-workbook.ts'

/**
 * Reads a spreadsheet by its content, piece by piece. Never throws for what a file holds: `ok: false` says in words why
 * it cannot be read. `form`: how the user wants a text file to be read.
 */
export async function* readFileParts(
  name: string,
  bytes: Uint8Array,
  meter: ContentMeter,
  form: TextForm = detectedForm,
): FileParts {
  const kind = fileKind(name, bytes)
  if (kind.kind === 'unreadable') return { ok: false, problem: kind.problem }
  if (kind.kind === 'xlsx') return yield* readWorkbook(name, bytes, meter)
  if (kind.kind === 'library') {
    const { readLibraryWorkbook } = await import('./library-workbook.ts')
    return yield* readLibraryWorkbook(name, bytes, kind.format, meter)
  }
  return yield* readText(name, bytes, meter, form)
}

/** Reads a whole spreadsheet into memory. */
export async function readFile(name: string, bytes: Uint8Array, form?: TextForm): Promise<FileAnswer> {
  const parts = readFileParts(name, bytes, createContentMeter(), form)
  const sheets: (SheetRead & { readonly rows: SheetRead['rows'][number][] })[] = []
  for (;;) {
    const next = await parts.next()
    if (next.done) {
      const { value: end } = next
      if (!end.ok) return end
      const { ok: _ok, ...file } = end
      return { ok: true, file: { ...file, sheets } }
    }
    const part = next.value
    const last = sheets.at(-1)
    if (part.kind === 'sheet') sheets.push({ name: part.name, hidden: part.hidden, rows: [], merges: [], notes: [] })
    else if (!last) throw new Error('Rows came before their sheet')
    else if (part.kind === 'rows') for (const row of part.rows) last.rows.push(row)
    else sheets[sheets.length - 1] = { ...last, merges: part.merges, notes: part.notes, repairs: part.repairs }
  }
}
