import { z } from 'zod'

/** Encodings of text files that can be chosen, as the Encoding Standard of WHATWG names them, and that of DOS. */
export const TextEncoding = z.enum([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'cp850',
  'windows-1250',
  'windows-1251',
  'gb18030',
  'big5',
])
export type TextEncoding = z.infer<typeof TextEncoding>

/** How a text file is read; null: as its content suggests. */
export const TextForm = z.object({
  encoding: TextEncoding.nullable(),
  /** What separates two cells. */
  delimiter: z
    .string()
    .min(1)
    .max(2)
    .regex(/^[^\p{L}\p{N}"\r\n]+$/u)
    .nullable(),
})
export type TextForm = Readonly<z.infer<typeof TextForm>>

/** Which table of a file is read, and how. */
export const TableChoices = z.object({
  /** Null for a workbook. */
  form: TextForm.nullable(),
  /** Names of the sheets that are read, in the order of the file. Several: their rows become one table. */
  sheets: z.array(z.string()).min(1).max(256),
  /** Number of the header row. `none`: the table has no header; `detect`: as the rows suggest. */
  headerRow: z.union([z.number().int().min(1), z.enum(['none', 'detect'])]),
  /** Number of the last row that is read; null: the last row of the sheet. */
  lastRow: z.number().int().min(1).nullable(),
})
export type TableChoices = Readonly<z.infer<typeof TableChoices>>

/** The first rows of a table as they would be read. */
export const TablePreview = z.object({
  rows: z.array(
    z.object({
      row: z.number().int(),
      /** At most 30, each of at most 80 characters. */
      cells: z.array(z.string()),
      role: z.enum(['header', 'customer', 'skipped']),
    }),
  ),
  /** For the screen, as in `Draft.source`. */
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  /** How many columns the table has. */
  columns: z.number().int(),
  /** Why the file cannot be read like this; `rows` is then empty. */
  problem: z.string().nullable(),
  /** The rows cannot be shown because the file is not saved with the draft: it must be chosen again. */
  needsFile: z.boolean(),
})
export type TablePreview = z.infer<typeof TablePreview>
