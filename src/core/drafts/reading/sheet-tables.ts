import { isBlankRow, type SourceRow } from '../../fields/source-cell.ts'
import { headerScore } from '../headers/header-score.ts'
import { decideTextForm } from './delimiter.ts'
import { fileNotes, fileWords } from './file-messages.ts'
import type { FilePart, TriedParts } from './file-read.ts'
import { type SheetTable, tablesOf } from './split-tables.ts'
import { readRecord } from './text-record.ts'

/** A sheet with more rows is one table: it is kept until it ends, and of a workbook nothing is shown before. */
const maxRows = { text: 100_000, workbook: 10_000 } as const

type SheetStart = Extract<FilePart, { kind: 'sheet' }>
type SheetEnd = Extract<FilePart, { kind: 'sheet-end' }>

/** The same parts, where a sheet with several tables becomes a sheet for each of them. */
export async function* splitSheets(parts: TriedParts, kind: keyof typeof maxRows): TriedParts {
  let held: { readonly start: SheetStart; readonly rows: SourceRow[] } | null = null
  try {
    for (;;) {
      const next = await parts.next()
      if (next.done) return next.value
      const part = next.value
      if (part.kind === 'sheet') held = { start: part, rows: [] }
      else if (!held) yield part
      else if (part.kind === 'sheet-end') {
        const rows = kind === 'workbook' ? await splitLines(held.rows) : null
        const end = rows ? { ...part, notes: [...part.notes, fileNotes.textInOneColumn] } : part
        yield* tableParts(held.start, tablesOf(rows ?? held.rows), end)
        held = null
      } else {
        for (const row of part.rows) held.rows.push(row)
        if (held.rows.length <= maxRows[kind]) continue
        yield held.start
        yield { kind: 'rows', rows: held.rows }
        held = null
      }
    }
  } finally {
    await parts.return(null)
  }
}

/** The rows of a sheet that has the lines of a text file in its only column, below names of columns; null for any other. */
async function splitLines(rows: readonly SourceRow[]): Promise<SourceRow[] | null> {
  const lines = rows.map(({ cells: [first, ...others] }) =>
    typeof first === 'string' && isBlankRow(others) ? first : null,
  )
  const texts = lines.filter((line) => line !== null && !line.includes('\n')) as string[]
  if (texts.length < rows.length || rows.length < 2) return null
  const { quoting, decidedBy } = await decideTextForm(texts.join('\n'))
  const split = texts.map((line) => readRecord(line, 0, quoting, 'line')?.cells ?? [line])
  return decidedBy === 'counts' && split.slice(0, 30).some((cells) => cells.length > 2 && headerScore(cells) >= 0.5)
    ? split.map((cells, at) => ({ row: rows[at]?.row ?? 0, cells }))
    : null
}

function* tableParts(start: SheetStart, tables: readonly SheetTable[], end: SheetEnd): Generator<FilePart, void, void> {
  const { name } = start
  for (const [at, { rows, firstColumn }] of tables.entries()) {
    const isOnly = tables.length < 2
    const table = fileWords.table(at + 1)
    yield isOnly ? start : { ...start, name: name === fileWords.file ? table : `${name}, ${table}`, tableOf: name }
    if (rows.length > 0) yield { kind: 'rows', rows }
    const [first, last] = [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0]
    yield isOnly
      ? end
      : {
          ...end,
          merges: end.merges.map((merge) => ({
            ...merge,
            firstColumn: merge.firstColumn - firstColumn,
            lastColumn: merge.lastColumn - firstColumn,
          })),
          notes: [...end.notes, fileNotes.severalTables(tables.length)],
          ...(end.repairs && { repairs: end.repairs.filter(({ row }) => row >= first && row <= last) }),
        }
  }
}
