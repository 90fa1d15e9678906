import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import type { FileAnswer } from '../../../../../src/core/drafts/reading/file-read.ts'
import { readFile } from './read-file.ts'
import { readWhole } from '../../../../../src/core/drafts/reading/file-read.ts'
import { readWorkbook } from '../../../../../src/core/drafts/reading/read-workbook.ts'
import { zipParts } from '../../../../../src/core/drafts/reading/zip-archive.ts'
import { madeWorkbook } from '../../../../spreadsheets/made-workbook.ts'
import { main, oddWorkbook, type OddParts } from '../../../../spreadsheets/odd-workbook.ts'
import { runs } from '../../../../runs.ts'

const read = (bytes: Uint8Array, pieceBytes?: number): Promise<FileAnswer | null> =>
  readWhole(readWorkbook('list.xlsx', bytes, createContentMeter(), { pieceBytes }))

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-C09]d/mm/yyyy;@"/><numFmt numFmtId="171" formatCode="00000"/><numFmt numFmtId="172" formatCode="0.0&quot;d&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/></cellXfs></styleSheet>'

describe('a workbook that is inflated in pieces', () => {
  const texts = [
    'Ann',
    '0491570006',
    'Zoë',
    '東京',
    '👍',
    ' x ',
    '',
    '&amp;',
    '&#10;',
    '&#x1F44D;',
    '&unknown;',
    '_x000D_',
    '_xD83D_',
  ]
  const odd = [
    '_',
    'a_x',
    'a&lt;b',
    'a>b',
    '\r\n',
    'two\nlines',
    '\t',
    '“',
    '\u00a0',
    '\ufeff',
    'x'.repeat(300),
    'é'.repeat(130),
    '\u2028',
  ]
  const text = fc.oneof(
    fc.constantFrom(...texts, ...odd),
    fc.array(fc.constantFrom(...texts, ...odd), { maxLength: 4 }).map((parts) => parts.join('')),
  )
  const run = fc.oneof(
    { arbitrary: text.map((value) => `<t>${value}</t>`), weight: 60 },
    { arbitrary: text.map((value) => `<t xml:space="preserve">${value}</t>`), weight: 9 },
    fc.tuple(text, text).map(([one, other]) => `<r><rPr><b/></rPr><t>${one}</t></r><r><t>${other}</t></r>`),
    text.map((value) => `<t>${value}</t><rPh sb="0" eb="1"><t>reading</t></rPh>`),
    fc.constantFrom('<t/>', '', '<t></t>', '\n<t>x</t>\n', '<!-- no --><t>x</t>', '<t><![CDATA[<a&b>]]></t>'),
  )
  const number = fc.oneof(
    fc.constantFrom(
      '0',
      '-0',
      '00012',
      '.5',
      '5.',
      ' 7 ',
      '',
      'x',
      'NaN',
      '1e400',
      '1E21',
      '-1.5e-7',
      '45365',
      '59.5',
      '60',
    ),
    fc.constantFrom(
      '123456789012345',
      '1234567890123456',
      '123456789012345678',
      '0.30000000000000004',
      '45365.5730324074',
    ),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.tuple(fc.integer(), fc.nat({ max: 999_999_999 })).map(([whole, part]) => `${whole}.${part}`),
  )
  const formula = fc.constantFrom(
    '',
    '',
    '',
    '<f>A1&amp;"x"</f>',
    '<f t="shared" si="0"/>',
    '<f t="array" ref="A1:B2">x</f>',
    '<f></f>',
    '<fx/>',
  )
  const value = (raw: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .tuple(formula, raw, fc.constantFrom('<v>', '<v>', '<v>', '<v xml:space="preserve">', '<v />', ''))
      .map(([before, inner, open]) => before + (open.endsWith('/>') || open === '' ? open : `${open}${inner}</v>`))
  const content = fc.oneof(
    {
      arbitrary: fc.tuple(
        fc.constant('t="s"'),
        fc.nat({ max: 9 }).map((at) => `<v>${at}</v>`),
      ),
      weight: 24,
    },
    { arbitrary: fc.tuple(fc.constantFrom('', 't="n"', "t='n'"), value(number)), weight: 24 },
    fc.tuple(fc.constant('t="b"'), value(fc.constantFrom('1', '0', 'true', ' 1 '))),
    fc.tuple(fc.constant('t="e"'), value(fc.constantFrom('#N/A', '#DIV/0!', 'a&amp;b'))),
    fc.tuple(fc.constant('t="d"'), value(fc.constantFrom('2024-03-14', '2024-03-14T12:30:05', 'x'))),
    { arbitrary: fc.tuple(fc.constant('t="str"'), value(text)), weight: 8 },
    {
      arbitrary: fc.tuple(
        fc.constant('t="inlineStr"'),
        run.map((inner) => `<is>${inner}</is>`),
      ),
      weight: 12,
    },
    fc.tuple(
      fc.constantFrom('t="s"', '', 't="inlineStr"', 't="z"'),
      fc.constantFrom('', '<is/>', '<v>99</v>', '<v/>', '<extLst/>'),
    ),
  )
  const gap = fc.constantFrom('', '', '', '', '', ' ', '\n  ')
  const cell = fc.record({
    step: fc.constantFrom(1, 1, 1, 1, 2, 30),
    content,
    style: fc.constantFrom('', '', ' s="0"', ' s="1"', ' s="2"', " s='3'", ' s="4"', ' s="77"'),
    other: fc.oneof(
      { arbitrary: fc.constantFrom('', ' cm="1"', ' xml:space="preserve"'), weight: 60 },
      fc.constant(' x:r="B2"'),
    ),
    hasReference: fc.boolean(),
    closing: fc.constantFrom('</c>', '</c>', '</c>', '</c>', '/>', ' />'),
    gap,
  })
  const letters = (column: number): string =>
    (column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : '') + String.fromCharCode(65 + (column % 26))
  const row = fc
    .record({
      cells: fc.array(cell, { maxLength: 6 }),
      step: fc.constantFrom(1, 1, 1, 1, 1, 2, 9),
      attributes: fc.constantFrom(
        '',
        '',
        ' spans="1:9" x14ac:dyDescent="0.25"',
        ' hidden="1"',
        " hidden='true'",
        ' hidden="0"',
      ),
      hasReference: fc.boolean(),
      gap,
    })
    .map((one) => (number: number) => {
      let column = -1
      const cells = one.cells.map((each) => {
        const step = each.hasReference ? each.step : 1
        column += step
        const reference = each.hasReference ? ` r="${letters(column)}${number}"` : ''
        const tag = `<c${reference}${each.style} ${each.content[0]}${each.other}`
        return (each.closing === '</c>' ? `${tag}>${each.content[1]}</c>` : tag + each.closing) + each.gap
      })
      const reference = one.hasReference || one.step > 1 ? ` r="${number}"` : ''
      return `<row${reference}${one.attributes}>${one.gap}${cells.join('')}</row>`
    })
  const sheet = fc.array(fc.tuple(row, fc.constantFrom(1, 1, 1, 1, 3)), { maxLength: 8 }).map((rows) => {
    let number = 0
    return rows.map(([write, step]) => {
      number += 1
      const skipped = step > 1 ? `<row r="${(number += step - 1)}"/>` : ''
      if (step > 1) number += 1
      return skipped + write(number)
    })
  })
  const head = fc.constantFrom('', '<cols><col min="2" max="3" hidden="1"/></cols>', '<sheetFormatPr/>')
  const tail = fc.constantFrom(
    '',
    '<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="B3:B4"/></mergeCells>',
    '<!-- x -->',
  )

  it('gives the same wherever they end', async () => {
    let filled = 0
    let all = 0
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          sheet,
          head,
          tail,
          strings: fc.array(run, { minLength: 8, maxLength: 10 }),
          from1904: fc.boolean(),
        }),
        fc.integer({ min: 1, max: 90 }),
        async (parts, pieceBytes) => {
          const bytes = oddWorkbook({
            sheetXml: `<?xml version="1.0"?>\n<worksheet xmlns="${main}">${parts.head}<sheetData>${parts.sheet.join('')}</sheetData>${parts.tail}</worksheet>`,
            strings: parts.strings.map((inner) => `<si>${inner}</si>`).join(''),
            styles,
            workbookProperties: parts.from1904 ? '<workbookPr date1904="1"/>' : '',
            stored: true,
          })
          const answer = await read(bytes, pieceBytes)
          all += 1
          if (answer?.ok && answer.file.sheets[0]!.rows.length > 0) filled += 1
          expect(answer).toEqual(await read(bytes))
        },
      ),
      { numRuns: runs(50) },
    )
    // Else nothing was compared.
    expect(filled).toBeGreaterThan(all / 5)
  })

  it('is read or refused in words after bytes of it were changed', async () => {
    const folder = new URL('../../../../fixtures/workbooks/', import.meta.url)
    const partsOf = (name: string): OddParts => {
      const archive = new Uint8Array(readFileSync(new URL(name, folder)))
      const xml = (path: string): string => {
        const part = zipParts(archive)?.find((one) => one.name === path)
        if (!part) return ''
        const view = new DataView(archive.buffer)
        const from =
          part.headerAt + 30 + view.getUint16(part.headerAt + 26, true) + view.getUint16(part.headerAt + 28, true)
        return inflateRawSync(archive.subarray(from, from + part.packedBytes)).toString('utf8')
      }
      return {
        sheetXml: xml('xl/worksheets/sheet2.xml') || xml('xl/worksheets/sheet1.xml'),
        strings: /<sst[^>]*>([^]*)<\/sst>/.exec(xml('xl/sharedStrings.xml'))?.[1] ?? '',
        styles: xml('xl/styles.xml'),
        stored: true,
      }
    }
    const files = ['exceljs.xlsx', 'openpyxl.xlsx', 'libreoffice-from-exceljs.xlsx'].map(partsOf)
    const pieces = [
      '<',
      '>',
      '/',
      '"',
      "'",
      '&',
      ' ',
      '<c>',
      '</c>',
      '<row>',
      '</row>',
      '<v>',
      '<!--',
      '-->',
      '\0',
      'é',
      '_x',
      'r="',
      '=',
      '0',
    ]
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat({ max: 3 }),
      added: fc.constantFrom('', ...pieces),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.constantFrom('sheetXml', 'strings'),
        fc.array(change, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(7, 64, 1_000),
        async (parts, which, changes, pieceBytes) => {
          let xml = parts[which as 'sheetXml' | 'strings'] ?? ''
          for (const { at, removed, added } of changes) {
            const from = Math.floor(at * xml.length)
            xml = xml.slice(0, from) + added + xml.slice(from + removed)
          }
          const bytes = oddWorkbook({ ...parts, [which]: xml })
          const answer = await readFile('list.xlsx', bytes)
          expect(answer.ok ? answer.file.sheets.length : answer.problem.message.length).toBeGreaterThan(0)
          expect(await read(bytes, pieceBytes)).not.toBeUndefined()
        },
      ),
      { numRuns: runs(40) },
    )
  })
})

describe('the first rows of a long workbook', () => {
  it('come before a tenth of its sheet is inflated', async () => {
    const count = 60_000
    const rows = Array.from({ length: count }, (_, at) => [`Customer number ${at}`, `ABC${at}`])
    const meter = createContentMeter()
    const parts = readWorkbook('list.xlsx', madeWorkbook(rows), meter)
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      if (next.value.kind !== 'rows') continue
      expect(next.value.rows.length).toBeGreaterThan(20)
      expect(meter.counts.contentBytes).toBeLessThan(meter.counts.expectedBytes / 10)
      break
    }
    await parts.return(null)
    expect(meter.counts.expectedBytes).toBeGreaterThan(5_000_000)
  })
})
