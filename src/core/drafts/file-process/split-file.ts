import type { SourceRow } from '../../fields/source-cell.ts'
import type { MergedRange, RowRepair } from '../model/draft-source.ts'
import { fileNotes } from '../reading/file-messages.ts'
import type { FileEnd, FilePart, TriedParts } from '../reading/file-read.ts'
import { findTable } from '../reading/find-table.ts'

/** How much each part of a split file may hold. */
export interface PartLimits {
  /** Without the repeated header. */
  readonly rows: number
  readonly cells: number
  /** Of their texts, about. */
  readonly bytes: number
}

/** What is read of a file that is split. `part` begins the next part. A sheet ends once for each part that has rows of it. */
export type SplitPiece =
  | Exclude<FilePart, { kind: 'sheet-end' }>
  | { readonly kind: 'part' }
  | (Extract<FilePart, { kind: 'sheet-end' }> & { /** From 0. */ readonly part: number })

/** The rows of one sheet in one part: those behind `before`, up to the next section. */
interface Section {
  readonly part: number
  readonly before: number
  /** Their numbers are lowered by so much. */
  readonly lowerBy: number
  /** Rows that the part can take. */
  readonly room: number
}

/** The sheet that is read. */
interface OpenSheet {
  readonly start: Extract<FilePart, { kind: 'sheet' }>
  /** The rows up to the header; null until there are rows. */
  header: readonly SourceRow[] | null
  sections: readonly [Section, ...Section[]]
  lastRow: number
}

const headerRowOf = ({ header }: OpenSheet): number => header?.at(-1)?.row ?? 0
const lastOf = ({ sections }: OpenSheet): Section => sections.at(-1) ?? sections[0]

/** The header is sought in so many rows. */
const soughtRows = 64

/**
 * Distributes the rows of a file over parts, in their order: each filled row is in one part, and the rows up to the
 * header are in front of each part again. Rows are numbered as if each part were a file. A sheet goes on in the next
 * part when one part is too small for it; a new sheet begins a new part when the last one is more than half full.
 */
export async function* splitFile(
  pieces: TriedParts,
  limits: PartLimits,
): AsyncGenerator<SplitPiece, FileEnd | null, void> {
  let part = 0
  /** What the part holds, the rows without those of the sheet that is read. */
  let [rows, cells, bytes] = [0, 0, 0]
  let open: OpenSheet | null = null
  function* nextPart(): Generator<SplitPiece> {
    part += 1
    ;[rows, cells, bytes] = [0, 0, 0]
    yield { kind: 'part' }
  }
  /** Goes on with the sheet in the next part. */
  function* nextSection(sheet: OpenSheet, before: number): Generator<SplitPiece> {
    yield* nextPart()
    yield sheet.start
    if (sheet.header && sheet.header.length > 0) yield { kind: 'rows', rows: sheet.header }
    const section = { part, before, lowerBy: before - headerRowOf(sheet), room: limits.rows }
    sheet.sections = [...sheet.sections, section]
  }
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) return value
    if (value.kind === 'sheet') {
      if (rows > limits.rows / 2) yield* nextPart()
      open = {
        start: value,
        header: null,
        sections: [{ part, before: 0, lowerBy: 0, room: limits.rows - rows }],
        lastRow: 0,
      }
      yield value
      continue
    }
    if (!open) throw new Error('Rows came before their sheet')
    if (value.kind === 'sheet-end') {
      const last = lastOf(open)
      yield* endSheet(open, value)
      rows += open.lastRow - last.before
      open = null
      continue
    }
    if (!open.header) {
      open.header = headerOf(value.rows)
      open.sections = [{ ...open.sections[0], before: headerRowOf(open) }]
    }
    let ready: SourceRow[] = []
    for (const { row, cells: found } of value.rows) {
      const { before, room } = lastOf(open)
      const size = sizeOf(found)
      const isTooMuch = cells + found.length > limits.cells || bytes + size > limits.bytes
      const isFull = row - before > room || (row > before + 1 && isTooMuch)
      if (isFull) {
        if (ready.length > 0) yield { kind: 'rows', rows: ready }
        ready = []
        yield* nextSection(open, row - 1)
      }
      cells += found.length
      bytes += size
      open.lastRow = row
      ready.push({ row: row - lastOf(open).lowerBy, cells: found })
    }
    if (ready.length > 0) yield { kind: 'rows', rows: ready }
  }
}

/** About the bytes of a row: those of its texts, and a few for each cell. */
const sizeOf = (cells: SourceRow['cells']): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? Buffer.byteLength(cell) + 1 : 8), 8)

/** The rows up to the header of a sheet; none when it has no header. */
function headerOf(rows: Iterable<SourceRow>): SourceRow[] {
  const first: SourceRow[] = []
  for (const row of rows) {
    first.push(row)
    if (first.length === soughtRows) break
  }
  const { headerRow } = findTable({ rows: first, merges: [] })
  return headerRow === null ? [] : first.filter(({ row }) => row <= headerRow)
}

type SheetEnd = Extract<FilePart, { kind: 'sheet-end' }>

/** The end of a sheet in each of its parts, with the merged cells and repaired rows that are there. */
function* endSheet(sheet: OpenSheet, { merges, notes, repairs }: SheetEnd): Generator<SplitPiece> {
  const { sections, lastRow } = sheet
  const headerRow = headerRowOf(sheet)
  for (const [at, { part, before, lowerBy }] of sections.entries()) {
    const end = sections[at + 1]?.before ?? lastRow
    const isHere = (first: number, last: number): boolean => first > before && last <= end
    yield {
      kind: 'sheet-end',
      part,
      merges: merges.flatMap((range): MergedRange[] => {
        const { firstRow, lastRow: last } = range
        if (last <= headerRow) return [range]
        return isHere(firstRow, last) ? [{ ...range, firstRow: firstRow - lowerBy, lastRow: last - lowerBy }] : []
      }),
      notes: sections.length > 1 ? [fileNotes.partRows(before + 1, end), ...notes] : notes,
      repairs: repairs?.flatMap((repair): RowRepair[] =>
        isHere(repair.row, repair.row + repair.rows - 1) ? [{ ...repair, row: repair.row - lowerBy }] : [],
      ),
    }
  }
}
