import type { SourceRow } from '../../fields/source-cell.ts'
import type { TextForm } from '../../../contract/table-choices.ts'
import type { MergedRange, RowRepair, SourceFacts } from '../model/draft-source.ts'

/** A text file is read as its content suggests. */
export const detectedForm: TextForm = { encoding: null, delimiter: null }

/** A delimiter that the user chose for an earlier text file with these names of columns. */
export interface RememberedForm {
  readonly delimiter: string
  readonly header: readonly string[]
}

/** One sheet as in the file. Rows without a filled cell are absent; the other rows keep their numbers. */
export interface SheetRead {
  readonly name: string
  readonly hidden: boolean
  /** The name of the sheet in the file, of which this is one of several tables. */
  readonly tableOf?: string
  readonly rows: readonly SourceRow[]
  readonly merges: readonly MergedRange[]
  /** Things to know about this sheet: hidden rows, formulas without a value, a likely cut-off. */
  readonly notes: readonly string[]
  /** Rows that could be read in two ways, of a text file. */
  readonly repairs?: readonly RowRepair[]
}

/** A spreadsheet after reading, of either kind. Nothing in it is checked yet. */
export interface FileRead {
  readonly kind: SourceFacts['kind']
  /** In words, null for a workbook. */
  readonly encoding: string | null
  readonly delimiter: string | null
  /** Encoding and delimiter with which a text file was read; absent for a workbook. */
  readonly textForm?: TextForm
  readonly sheets: readonly SheetRead[]
  readonly notes: readonly string[]
}

/** Why a file cannot be read, for the user: what happened, and what to do next. */
export interface FileProblem {
  readonly message: string
  readonly next: string
}

/** What is read of a file, piece by piece: for each sheet `sheet`, then its rows in their order, then `sheet-end`. */
export type FilePart =
  | ({ readonly kind: 'sheet' } & Pick<SheetRead, 'name' | 'hidden' | 'tableOf'>)
  | { readonly kind: 'rows'; readonly rows: readonly SourceRow[] }
  | ({ readonly kind: 'sheet-end' } & Pick<SheetRead, 'merges' | 'notes' | 'repairs'>)

/** The end of a reading. Rows that came before a problem are worthless. */
export type FileEnd =
  | ({ readonly ok: true } & Omit<FileRead, 'sheets'>)
  | { readonly ok: false; readonly problem: FileProblem }

export type FileParts = AsyncGenerator<FilePart, FileEnd, void>

/** One way to read a file. Null: the file must be read in another way, and what came before is worthless. */
export type TriedParts = AsyncGenerator<FilePart, FileEnd | null, void>

export type FileAnswer =
  | { readonly ok: true; readonly file: FileRead }
  | { readonly ok: false; readonly problem: FileProblem }

export const refuseFile = (problem: FileProblem): { readonly ok: false; readonly problem: FileProblem } => ({
  ok: false,
  problem,
})

/** All that one way reads of a file; null when the file must be read in another way. */
export async function readWhole(parts: TriedParts): Promise<FileAnswer | null> {
  const sheets: (SheetRead & { readonly rows: SourceRow[] })[] = []
  for (;;) {
    const next = await parts.next()
    if (next.done) {
      const { value: end } = next
      if (!end?.ok) return end
      const { ok: _ok, ...file } = end
      return { ok: true, file: { ...file, sheets } }
    }
    const part = next.value
    const last = sheets.at(-1)
    if (part.kind === 'sheet') {
      const { kind: _, ...sheet } = part
      sheets.push({ ...sheet, rows: [], merges: [], notes: [] })
    } else if (!last) throw new Error('Rows came before their sheet')
    else if (part.kind === 'rows') for (const row of part.rows) last.rows.push(row)
    else sheets[sheets.length - 1] = { ...last, merges: part.merges, notes: part.notes, repairs: part.repairs }
  }
}

/** A little over the 1,048,576 rows that a sheet of Excel holds; a text file may hold a few more. */
export const maxRows = 1_100_000
export const maxColumns = 1_000
/** The most repaired rows whose other reading is kept. A file with more is not one that a person goes through. */
export const maxRepairs = 5_000
/** The most characters in the cells of a workbook. Cells can share a long text, so the file itself may be small. */
export const maxCharacters = 300_000_000
/** The most filled cells of a workbook. */
export const maxCells = 40_000_000
/** The most lines of a text for each row that it may have. */
export const linesPerRow = 4
/** The most columns that are given to the parser, which fails on longer arrays and ends the program. */
export const maxDelimitersInLine = 100_000
/** The most characters of a workbook between two rows: far below the longest string of the JavaScript engine. */
export const maxUnreadCharacters = 128 * 1_024 * 1_024
/** The most bytes of an unpacked workbook. A larger one is a zip bomb or not a customer list. */
export const maxInflatedBytes = 1_024 * 1_024 * 1_024
/** The row limit of Excel up to 2003: a table of exactly this size was probably cut off. */
export const oldExcelRows = 65_536
