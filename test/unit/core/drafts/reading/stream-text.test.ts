import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContentMeter, draftLimits } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { readWhole } from '../../../../../src/core/drafts/reading/file-read.ts'
import { streamText } from '../../../../../src/core/drafts/reading/stream-text.ts'
import type { SourceRow } from '../../../../../src/core/fields/source-cell.ts'
import { readFile } from './read-file.ts'
import { madeSpreadsheet } from '../../../../spreadsheets/made-spreadsheet.ts'
import { bytesSource, readInPieces, textFile, utf8 } from './text-files.ts'
import { runs } from '../../../../runs.ts'

/** As `readText` reads it, in memory. */
async function readOrdinarily(bytes: Uint8Array): Promise<unknown> {
  const answer = await readFile('list.csv', bytes)
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.file
}

describe('a sound text file that is read in pieces', () => {
  it('gives the rows, notes and repairs of the ordinary reading, or is left to it', async () => {
    let [sound, all] = [0, 0]
    await fc.assert(
      fc.asyncProperty(textFile, async (bytes) => {
        const file = await readInPieces(bytes)
        all += 1
        if (!file) return
        sound += 1
        expect(file).toEqual(await readOrdinarily(bytes))
      }),
    )
    expect(sound).toBeGreaterThan(all / 4)
  })

  it('gives the same in pieces of any size, or is left to the ordinary reading', async () => {
    await fc.assert(
      fc.asyncProperty(textFile, async (bytes) => {
        const whole = await readInPieces(bytes)
        const ordinary = await readOrdinarily(bytes).catch(() => null)
        for (const size of [1, 7, 65_536]) expect(await readInPieces(bytes, size)).toEqual(whole)
        expect(whole ?? ordinary).toEqual(ordinary)
      }),
      { numRuns: runs(100) },
    )
  })

  it('gives the same wherever its pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(textFile, async (bytes) => {
        const whole = await readInPieces(bytes)
        for (let size = 1; size <= Math.min(bytes.byteLength, 300); size += 1)
          expect(await readInPieces(bytes, size)).toEqual(whole)
      }),
      { numRuns: runs(1) },
    )
  })

  it.each([
    ['the first 640 KB', 0, 25_000],
    ['the first 2 MB, because its rows are long', 400, 5_000],
  ])('gives the same when its form is decided by %s', async (_, noteLength, rows) => {
    const lines = madeSpreadsheet(rows).split('\r\n')
    const note = noteLength > 0 ? 'x'.repeat(noteLength) : ''
    const bytes = utf8(
      lines.map((line) => (line.startsWith('"') || !line.includes(',') ? line : note + line)).join('\r\n'),
    )
    expect(bytes.byteLength).toBeGreaterThan(2_300_000)
    const file = await readInPieces(bytes, 100_003)
    for (const size of [65_536, bytes.byteLength]) expect(await readInPieces(bytes, size)).toEqual(file)
    expect(file).not.toBeNull()
    expect(file).toEqual(await readOrdinarily(bytes))
    expect(file?.sheets[0]!.rows).toHaveLength(rows + 1)
  })

  it('has rows of another width aligned and marked, also in a later piece', async () => {
    const row = (at: number): string => `1AB${at % 10}CD,VIC,Ann Lee,0412 345 67${at % 10}\n`
    const lines = Array.from({ length: 200 }, (_, at) =>
      at === 150 ? '1AB2CD,VIC,Smith, John,0412 345 678\n' : row(at),
    )
    const bytes = utf8(`Rego,State,Customer,Mobile\n${lines.join('')}`)
    const file = await readInPieces(bytes, 1_000)
    expect(file?.sheets[0]!.repairs).toMatchObject([{ row: 152, rows: 1, cause: 'cells', certain: true }])
    expect(file).toEqual(await readOrdinarily(bytes))
  })

  it.each([
    ['a cell that is longer than Excel allows', `Name,Rego\n${'x'.repeat(40_000)},XYZ789\n`],
    ['an empty line between tables', `Name,Rego\nAnn,ABC123\nBob,XYZ789\n\nDeal,Stock,Yard\n1,22,Kew\n2,33,Kew\n`],
    ['blanks behind closing quotes', 'Name,Rego\n"Ann" ,ABC123\n"Bob"\t,"XYZ789"  \n'],
    ['line ends of three kinds', 'Name,Rego\rAnn,ABC123\r\nBob,XYZ789\nCy,ABC999\r'],
  ])('gives the same with %s', async (_, text) => {
    const file = await readInPieces(utf8(text), 1_000)
    expect(file).toEqual(await readOrdinarily(utf8(text)))
    expect(file).toEqual(await readInPieces(utf8(text)))
  })

  const table = `Name,Rego,State\n${'Ann,ABC123,VIC\n'.repeat(20)}`
  it.each([
    ['a stray quote', `${table}"Bob,XYZ789,NSW\n`],
    ['text behind a closing quote', `${table}"Bob" x,XYZ789,NSW\n`],
    ['quotes with a backslash', `${table}"B \\"x\\" b",XYZ789,NSW\n`.repeat(3)],
    ['a cell over lines that could be two rows', `${table}"Bob,XYZ789,NSW\n",Cy,ABC999\n`],
    ['a control character', `${table}Bo\u0000b,XYZ789,NSW\n`],
    ['two delimiters', table.replaceAll(',', '||')],
    ['a sep= line', `sep=,\n${table}`],
    ['columns that are aligned with blanks', table.replaceAll(',', '     ')],
    ['too many columns', `${table}${'x,'.repeat(1_200)}\n`],
    ['no text', '\n\n'],
    ['another kind of file', '<table><tr><td>Name</td></tr></table>'],
  ])('is left to the ordinary reading with %s', async (_, text) => {
    expect(await readInPieces(utf8(text))).toBeNull()
    expect(await readInPieces(utf8(text), 7)).toBeNull()
  })

  it('is left to the ordinary reading with a byte that is not UTF-8', async () => {
    expect(await readInPieces(Uint8Array.from([...utf8(table), 0xe9, 0x0a]))).toBeNull()
  })

  it('of exactly the rows of old Excel is noted as cut off', async () => {
    const text = `Name,Rego\r\n${'Ann,ABC123\r\n'.repeat(65_535)}`
    expect((await readInPieces(utf8(text)))?.sheets[0]!.notes).toEqual([
      'The file has exactly 65,536 rows, the limit of old Excel. Some rows may be missing.',
    ])
    const longer = utf8(`${text}\r\n`)
    expect(await readInPieces(longer)).toEqual(await readOrdinarily(longer))
  })

  it('with a few rows too many is refused, line breaks inside of quotes not counted', async () => {
    const limits = { ...draftLimits, rows: 1_000 }
    const text = `Name,Rego,State\n${'"Ann ""A"" Lee\nor Bob",ABC123,VIC\nCy,17" rims,VIC\n'.repeat(550)}`
    const meter = createContentMeter(undefined, limits)
    const answer = await readWhole(streamText('list.csv', bytesSource(utf8(text)), { meter }))
    expect(answer).toMatchObject({
      problem: { message: 'The file has more than 1,000 rows, the most that fit in one draft.' },
    })
  })

  it('gives its first rows before a row is read, and they are those that come', async () => {
    const bytes = utf8(`\n${madeSpreadsheet(2_000)}`)
    const shown: (readonly SourceRow[])[] = []
    const onFirstRows = (rows: readonly SourceRow[]): void => void shown.push(rows)
    const parts = streamText('list.csv', bytesSource(bytes), { meter: createContentMeter(), onFirstRows })
    expect(await parts.next()).toMatchObject({ value: { kind: 'sheet' } })
    const rows = (await readInPieces(bytes))!.sheets[0]!.rows
    expect(shown[0]!.length).toBeGreaterThan(100)
    expect(shown[0]!.map(({ cells }) => cells)).toEqual(rows.slice(0, shown[0]!.length).map(({ cells }) => cells))
    while (!(await parts.next()).done);
    expect(shown).toHaveLength(1)
  })

  it('counts its content as read, and hands over every byte once', async () => {
    const bytes = utf8(`\uFEFF${madeSpreadsheet(2_000)}`)
    const meter = createContentMeter()
    const got: Uint8Array[] = []
    const onBytes = (part: Uint8Array): void => void got.push(Uint8Array.from(part))
    const parts = streamText('list.csv', bytesSource(bytes), { meter, onBytes, pieceBytes: 10_007 })
    while (!(await parts.next()).done);
    expect(Buffer.concat(got).equals(bytes)).toBe(true)
    expect(meter.counts).toMatchObject({ expectedBytes: bytes.byteLength, contentBytes: bytes.byteLength - 3 })
  })
})
