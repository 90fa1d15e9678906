import { z } from 'zod'
import { TableChoices } from './table-choices.ts'

/** `by-hand`: no file, all rows are added by hand. `fixed-width`: a printed list whose columns are aligned with blanks. `xml-2003`: a workbook as a single XML file. */
export const SourceKind = z.enum([
  'csv',
  'xlsx',
  'xls',
  'xlsb',
  'ods',
  'xml-2003',
  'web-page',
  'sylk',
  'dif',
  'fixed-width',
  'by-hand',
])
export type SourceKind = z.infer<typeof SourceKind>

/** A draft's file, and how it is read. */
export const SourceFile = z.object({
  kind: SourceKind,
  sizeBytes: z.number().int(),
  /** For the screen: "UTF-8 with a byte order mark", "semicolons". Null for a workbook. */
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  sheets: z.array(
    z.object({
      name: z.string(),
      rows: z.number().int(),
      hidden: z.boolean(),
      /** It has the same columns as the sheet that is read: they can be read together. */
      alike: z.boolean(),
    }),
  ),
  /** Several that are read together: their names in one text. */
  sheet: z.string(),
  choices: TableChoices,
  /** The file has columns for several cars: whether each car is a row (`each`), and how many rows have more than one. */
  cars: z.object({ choice: z.enum(['each', 'together']), rows: z.number().int() }).nullable(),
  /**
   * Whether a text file can be read with another encoding or delimiter: at once (`saved`), when the user chooses it
   * again (`needed`), or not, because it is a workbook or a part of a file (`fixed`).
   */
  file: z.enum(['saved', 'needed', 'fixed']),
  /** The draft has a part of the file, from 1. Absent: all of it. */
  part: z.object({ number: z.number().int(), of: z.number().int() }).optional(),
  /** Number of the header row in the file, from 1. Null: the table has no header. */
  headerRow: z.number().int().nullable(),
  /** Notes about the file as a whole: hidden rows, guessed encoding, rows that may be missing. */
  notes: z.array(z.string()),
  /** A text file whose last row alone has fewer cells than the header: it was probably cut off. Absent: no. */
  cutOff: z.boolean().optional(),
  /**
   * The file has other tables than the one that is read, and the user did not choose it: how many rows they have, and whether one names
   * cars. Absent: none.
   */
  otherTables: z.object({ rows: z.number().int(), hasCars: z.boolean() }).optional(),
  /** The columns are those of an earlier file with the same header. */
  remembered: z.boolean(),
  /** The name of the template that it is remembered under, and its value fixes that are in this file. */
  template: z.object({ name: z.string(), fixes: z.number().int() }).nullable().optional(),
})
export type SourceFile = z.infer<typeof SourceFile>
