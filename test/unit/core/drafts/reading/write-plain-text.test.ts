import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlainLayout } from '../../../../../src/core/drafts/model/draft-source.ts'
import { createContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { readPlainText } from '../../../../../src/core/drafts/reading/plain-text.ts'
import { PlainTextWriter } from '../../../../../src/core/drafts/reading/write-plain-text.ts'
import { madeSpreadsheet } from '../../../../spreadsheets/made-spreadsheet.ts'
import { bytesSource, textFile, utf8 } from './plain-files.ts'
import { runs } from '../../../../runs.ts'

/** The layout of a file and what is written from its rows; null: it is not plain, or its rows are not enough. */
async function writtenAgain(
  bytes: Uint8Array,
  pieceBytes = 1_000,
): Promise<{ layout: PlainLayout; bytes: Buffer } | null> {
  const parts = readPlainText('list.csv', bytesSource(bytes), { meter: createContentMeter(), pieceBytes })
  const blocks: Buffer[] = []
  for (;;) {
    const { done, value } = await parts.next()
    if (!done) {
      if (value.kind === 'block') blocks.push(Buffer.from(value.bytes))
      continue
    }
    if (!value?.ok || !value.layout) return null
    const writer = new PlainTextWriter(value.layout)
    return { layout: value.layout, bytes: Buffer.concat([...blocks.map((block) => writer.write(block)), writer.end()]) }
  }
}

/** Files as programs export them: one way of quotes and of line ends, with blank lines here and there. */
const exportedFile = fc
  .record({
    mark: fc.constantFrom('', '\uFEFF'),
    delimiter: fc.constantFrom(',', ';', '\t'),
    quotes: fc.constantFrom('needed', 'needed', 'all'),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    lineEndInCells: fc.constantFrom('\n', '\r\n'),
    endsWithLine: fc.boolean(),
    rows: fc.array(
      fc.tuple(
        fc.array(
          fc.constantFrom('Ann Lee', 'Zoë', '', '0', 'x "y"', '"', 'a, b', 'c; d', 'two¶lines', 'é'.repeat(150)),
          {
            minLength: 3,
            maxLength: 3,
          },
        ),
        fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 2),
      ),
      { minLength: 1, maxLength: 20 },
    ),
  })
  .map(({ mark, delimiter, quotes, lineEnd, lineEndInCells, endsWithLine, rows }) => {
    const written = (cell: string): string =>
      quotes === 'all' || cell.includes(delimiter) || /["¶]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
    const lines = [['Name', 'Rego', 'State'], ...rows.map(([cells]) => cells)].map((cells) =>
      cells.map(written).join(delimiter).replaceAll('¶', lineEndInCells),
    )
    const blank = rows.map(([, count]) => lineEnd.repeat(count))
    const text = lines.map((line, at) => (blank[at - 1] ?? '') + line).join(lineEnd)
    return utf8(mark + text + (endsWithLine ? lineEnd : ''))
  })

describe('a plain text file that is written again from its rows', () => {
  it.each([
    ['from any program', textFile, 1_000],
    ['as programs export them', exportedFile, 3],
  ])('has every byte of files %s, or its reading says that the rows are not enough', async (_, files, oneOf) => {
    let written = 0
    await fc.assert(
      fc.asyncProperty(files, fc.integer({ min: 1, max: 300 }), async (bytes, pieceBytes) => {
        const again = await writtenAgain(bytes, pieceBytes)
        if (!again) return
        written += 1
        expect(again.bytes.toString('latin1')).toBe(Buffer.from(bytes).toString('latin1'))
      }),
      { numRuns: runs(240) },
    )
    expect(written).toBeGreaterThan(runs(240) / oneOf)
  })

  it('has many blocks and long cells as well', async () => {
    const bytes = utf8(`\uFEFF${madeSpreadsheet(25_000)}${'x'.repeat(5_000)},"a, ${'y'.repeat(300)}"\r\n`)
    expect((await writtenAgain(bytes, 100_003))?.bytes.equals(bytes)).toBe(true)
  })

  const rows = (line: string): string => `Name,Rego\n${`${line}\n`.repeat(5)}`
  it.each([
    ['quotes where they are needed', rows('"Lee, Ann ""Al""",ABC123')],
    ['all cells in quotes', rows('"Ann","ABC123"').replace('Name,Rego', '"Name","Rego"')],
    ['CR LF in cells and LF behind rows', rows('"Ann\r\nLee",ABC123')],
    ['no line end at its end', rows('Ann,ABC123').slice(0, -1)],
    ['blank lines at its end', `${rows('Ann,ABC123')}\n\n`],
    ['tabs', rows('Ann\tABC123').replace(',', '\t')],
  ])('can have %s', async (_, text) => {
    expect((await writtenAgain(utf8(text)))?.bytes.toString()).toBe(text)
  })

  const row = '1AB2CD,VIC,Ann Lee,0412 345 678\n'
  const moved = '1AB2CD,VIC,Smith, John,0412 345 678\n'
  it.each([
    ['quotes here and there', rows('"Ann",ABC123')],
    ['an empty cell in quotes', rows('"",ABC123')],
    ['a quote in a text without quotes', rows('5" wheel,ABC123')],
    ['line ends of two kinds', `${rows('Ann,ABC123')}Bo,XYZ789\r\n`],
    ['line ends of two kinds in cells', rows('"Ann\r\nLee\nOw",ABC123')],
    ['a row of delimiters', `${rows('Ann,ABC123')},\n`],
    ['a line of spaces', `${rows('Ann,ABC123')}  \n`],
    ['a row whose cells were moved under their columns', `Rego,State,Customer,Mobile\n${row.repeat(99)}${moved}`],
  ])('is saved beside its rows when it has %s', async (_, text) => {
    expect(await writtenAgain(utf8(text))).toBeNull()
  })
})
