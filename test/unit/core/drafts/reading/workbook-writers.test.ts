import { readFileSync, readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utils, write } from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import { createContentMeter, type ContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import type { FileRead, TriedParts } from '../../../../../src/core/drafts/reading/file-read.ts'
import { readLibraryWorkbook } from '../../../../../src/core/drafts/reading/library-workbook.ts'
import { readWhole } from '../../../../../src/core/drafts/reading/file-read.ts'
import { readWorkbook } from '../../../../../src/core/drafts/reading/read-workbook.ts'
import { uncalculated, type SourceCell, type SourceRow } from '../../../../../src/core/fields/source-cell.ts'
import { libraryRows } from '../../../../spreadsheets/library-rows.ts'
import { runs } from '../../../../runs.ts'

const folder = new URL('../../../../fixtures/workbooks/', import.meta.url)
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.xlsx'))
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, folder)))

type Way = (name: string, bytes: Uint8Array, meter: ContentMeter) => TriedParts
async function readBy(way: Way, bytes: Uint8Array): Promise<FileRead> {
  const answer = await readWhole(way('list.xlsx', bytes, createContentMeter()))
  if (!answer?.ok) throw new Error(answer?.problem.message ?? 'Its rows are not in their order')
  return answer.file
}
const bySheetJs: Way = (name, bytes, meter) => readLibraryWorkbook(name, bytes, 'xlsb', meter)

/** A cell that a library gives in another way than the file has it. */
interface Deviation {
  readonly files: RegExp
  readonly row: number
  readonly cell: SourceCell
  readonly instead: SourceCell
}

const hucreDeviations: readonly Deviation[] = [
  // A formula without its value, which exceljs does not calculate.
  { files: /^exceljs/, row: 7, cell: uncalculated, instead: null },
  // A day before the first of its calendar is a negative number, which Excel shows as "####".
  { files: /from-openpyxl-1904/, row: 8, cell: -1461, instead: { serial: 0, format: String.raw`yyyy\-mm\-dd` } },
]
const low = (code: number): string => String.fromCharCode(code)

const sheetJsDeviations: readonly Deviation[] = [
  // The format with number 14 is shown as the PC has it.
  {
    files: /^exceljs/,
    row: 5,
    cell: { serial: 45_351.57303241, format: 'm/d/yyyy' },
    instead: { serial: 45_351.57303241, format: 'm/d/yy' },
  },
  // Of a character above U+FFFF that is written as a reference, only the low 16 bits are read.
  { files: /^openpyxl/, row: 8, cell: 'Ngāti 東京 👍', instead: `Ngāti 東京 ${low(0x1f44d)}` },
  { files: /^openpyxl/, row: 11, cell: 'ﬁ é 👩‍👧', instead: `ﬁ é ${low(0x1f469)}\u200d${low(0x1f467)}` },
]

const withDeviations = (file: string, rows: readonly SourceRow[], deviations: readonly Deviation[]): SourceRow[] =>
  rows.map(({ row, cells }) => {
    const given = cells.map((cell) => {
      const found = deviations.find(
        (one) => one.files.test(file) && one.row === row && JSON.stringify(one.cell) === JSON.stringify(cell),
      )
      return found ? found.instead : cell
    })
    return { row, cells: given.slice(0, given.findLastIndex((cell) => cell !== null) + 1) }
  })

describe('a workbook that LibreOffice, openpyxl or exceljs wrote', () => {
  it('is there for each writer', () => {
    for (const writer of ['libreoffice', 'openpyxl', 'exceljs'])
      expect(fixtures.filter((name) => name.startsWith(writer)).length).toBeGreaterThan(2)
  })

  it.each(fixtures)('%s has the cells, sheets and notes that SheetJS finds', async (name) => {
    const plain = await readBy(readWorkbook, bytesOf(name))
    const library = await readBy(bySheetJs, bytesOf(name))
    const shown = plain.sheets.map(({ rows, ...sheet }) => ({
      ...sheet,
      rows: withDeviations(name, rows, sheetJsDeviations),
    }))
    // SheetJS gives an empty sheet for a chart, and counts no formula as calculated whose text is empty.
    const names = new Set(shown.map((sheet) => sheet.name))
    const found = library.sheets.filter((sheet) => names.has(sheet.name))
    expect(shown.map(({ name: title, hidden, rows, merges }) => ({ title, hidden, rows, merges }))).toEqual(
      found.map(({ name: title, hidden, rows, merges }) => ({ title, hidden, rows, merges })),
    )
  })

  // hucre does not open a workbook with a chart sheet.
  it.each(fixtures.filter((name) => !/^openpyxl(-1904)?\.xlsx$/.test(name)))(
    '%s has the cells that hucre finds',
    async (name) => {
      const { sheets } = await readBy(readWorkbook, bytesOf(name))
      expect(sheets.map(({ rows }) => withDeviations(name, rows, hucreDeviations))).toEqual(
        await libraryRows(bytesOf(name)),
      )
    },
  )
})

describe('a workbook that SheetJS or hucre wrote', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('0491570006', '1E5', ' x ', 'a\nb', '<b>&"', '_x0041_', "O'Neil"),
  )
  const value = fc.oneof(
    { arbitrary: text, weight: 5 },
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
    fc.integer({ min: -1_000_000, max: 99_999_999 }),
    fc.boolean(),
    fc.constant(null),
  )
  const table = fc.array(fc.array(value, { maxLength: 6 }), { minLength: 1, maxLength: 12 })
  /**
   * Control characters are not allowed in XML, each library has its own way with them, and line separators become spaces. Escaped quotes
   * are repaired (`html-entities.ts`).
   */
  const cleanTable = table.map((rows) =>
    rows.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? cell.replace(/[^\P{C}\n]|[\u2028\u2029]|\\(?=['"])/gu, '') : cell)),
    ),
  )
  const writers = {
    'SheetJS, texts shared': (rows: unknown[][]) => sheetJsFile(rows, true),
    'SheetJS, texts in the sheet': (rows: unknown[][]) => sheetJsFile(rows, false),
    hucre: (rows: (string | number | boolean | null)[][]) => writeXlsx({ sheets: [{ name: 'List', rows }] }),
  } as const

  function sheetJsFile(rows: unknown[][], bookSST: boolean): Uint8Array {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'List')
    return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', bookSST }) as Buffer)
  }

  it.each(Object.entries(writers))('gives the cells that both libraries find (%s)', async (writer, writeTable) => {
    await fc.assert(
      fc.asyncProperty(cleanTable, async (rows) => {
        const bytes = await writeTable(rows)
        const expected = await libraryRows(bytes)
        // SheetJS decodes the texts of formulas twice.
        const isDecodedTwice = writer.includes('in the sheet') && rows.flat().some((cell) => String(cell).includes('&'))
        const ways: Way[] = [readWorkbook, ...(isDecodedTwice ? [] : [bySheetJs])]
        const answers = ways.map((way) => readWhole(way('list.xlsx', bytes, createContentMeter())))
        for (const answer of await Promise.all(answers))
          expect(answer?.ok ? answer.file.sheets.map((sheet) => sheet.rows) : [[]]).toEqual(expected)
      }),
      { numRuns: runs(10) },
    )
  })
})
