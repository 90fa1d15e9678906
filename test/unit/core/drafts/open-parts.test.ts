import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { describe, expect, it, onTestFinished } from 'vitest'
import { draftLimits } from '../../../../src/core/drafts/reading/content-meter.ts'
import { readerLimits } from '../../../../src/core/drafts/file-process/process-limits.ts'
import { startReaderProcess } from '../../../twins/reader-process.ts'
import { ColumnTable } from '../../../../src/core/drafts/columns/column-table.ts'
import { unpackPiece } from '../../../../src/core/drafts/storage/row-blocks.ts'
import { createBench, signal, type DraftsBench } from './drafts-bench.ts'

const smallLimits = { ...readerLimits, content: { ...draftLimits, rows: 50, rowsPerDraft: 40 } }
const smallBench = (): DraftsBench => createBench({ readerLimits: smallLimits })

const plateOf = (at: number): string => `QX${String(at).padStart(3, '0')}Z`
const linesOf = (count: number, first = 0): string[] =>
  Array.from(
    { length: count },
    (_, at) => `Customer ${first + at},0491570006,${plateOf(first + at)},NSW,"3 doors, red"`,
  )
const header = 'Name,Mobile,Rego,State,Notes'

/** The rows of each draft as they are saved: their numbers and regos. */
const platesOf = (bench: DraftsBench, ids: readonly string[]): [number, string][][] =>
  ids.map((id) => {
    const rows = new ColumnTable()
    const sql = 'SELECT rows FROM draft_block WHERE draft_id = ? ORDER BY sheet, block'
    for (const block of bench.database.all<{ rows: Uint8Array }>(sql, [id])) rows.addPiece(unpackPiece(block.rows))
    return Array.from(rows).flatMap(({ row, cells }) =>
      String(cells[2]).startsWith('QX') ? [[row, String(cells[2])] as [number, string]] : [],
    )
  })

async function openParts(bench: DraftsBench, name: string, content: string | Uint8Array) {
  const fileId = bench.addFile(name, typeof content === 'string' ? new TextEncoder().encode(content) : content)
  return (await bench.drafts.openParts({ fileId }, signal)).drafts
}

const expectPlates = (parts: readonly (readonly [number, string][])[], count: number): void =>
  expect(parts.flatMap((rows) => rows.map(([, plate]) => plate))).toEqual(
    Array.from({ length: count }, (_, at) => plateOf(at)),
  )

const workbookOf = (sheets: Readonly<Record<string, readonly string[]>>): Uint8Array => {
  const book = utils.book_new()
  for (const [name, lines] of Object.entries(sheets)) {
    const rows = lines.map((line) => line.replaceAll('"', '').split(','))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  }
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

describe('a file that is too large for one draft', () => {
  it('is refused with the number of drafts that it can be imported as, and can then be opened by the same id', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-parts-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'sold.csv')
    const text = [header, ...linesOf(100), ''].join('\n')
    writeFileSync(path, text)
    const bench = createBench({ readerLimits: smallLimits, startReaderProcess })
    const { fileId, opening } = bench.begin('sold.csv', { path, sizeBytes: Buffer.byteLength(text) })
    await expect(opening).rejects.toMatchObject({
      failure: {
        kind: 'invalid-input',
        message: 'The file has 101 rows. At most 50 rows fit in one draft.',
        next: 'Import it as several drafts of up to 40 rows, or save only the rows you need in a new file.',
        split: { drafts: 3, isEstimate: false },
      },
    })
    expect(bench.database.all('SELECT id FROM draft')).toEqual([])
    const { drafts } = await bench.drafts.openParts({ fileId }, signal)
    expect(drafts.map(({ name, fileName }) => [name, fileName])).toEqual([
      ['sold.csv (1 of 3)', 'sold.csv'],
      ['sold.csv (2 of 3)', 'sold.csv'],
      ['sold.csv (3 of 3)', 'sold.csv'],
    ])
    const plates = platesOf(
      bench,
      drafts.map(({ id }) => id),
    )
    expectPlates(plates, 100)
    expect((await bench.drafts.list({}, signal)).drafts.map(({ id }) => id)).toEqual(drafts.map(({ id }) => id))
    // Another part of the file was not uploaded before.
    expect(new Set(await Promise.all(drafts.map(({ id }) => bench.drafts.fileHash(id)))).size).toBe(3)
    const query = { id: drafts[2]?.id ?? '', show: 'all', group: null, search: '', offset: 0, limit: 500 } as const
    expect((await bench.restart().drafts.rows(query, signal)).rows.at(-1)?.cells.rego?.value).toBe('QX099Z')
  })

  it.each([
    ['a plain text', (text: string) => text],
    ['a text with a misplaced quote', (text: string) => text.replace('Customer 7,', '"Customer 7,')],
    ['a text in Windows-1252', (text: string) => Buffer.from(text.replaceAll('red', 'José'), 'latin1')],
    ['a text in UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['a text with semicolons', (text: string) => text.replaceAll(/,(?! )/g, ';')],
  ])('becomes drafts that have each row of %s once, in order', async (_, asFile) => {
    const bench = smallBench()
    const title = 'Sold vehicles,,,,'
    const drafts = await openParts(bench, 'sold.csv', asFile([title, header, ...linesOf(70), ''].join('\r\n')))
    expect(drafts.map(({ counts }) => counts.rows)).toEqual([40, 30])
    const plates = platesOf(
      bench,
      drafts.map(({ id }) => id),
    )
    expectPlates(plates, 70)
    // Title and header are in front of each part.
    expect(plates.map(([first]) => first?.[0])).toEqual([3, 3])
    const second = await bench.drafts.get({ id: drafts[1]?.id ?? '' }, signal)
    expect(second.columns.map(({ target }) => target).slice(0, 4)).toEqual([
      'client_name',
      'mobile_number',
      'rego',
      'state',
    ])
    expect(second.source).toMatchObject({ headerRow: 2, file: 'fixed', part: { number: 2, of: 2 } })
    expect(second.source.notes).toContain('This is part 2 of 2 of “sold.csv”.')
    expect(second.source.notes).toContain('It has the rows 43 to 72 of the file, below the same column names.')
  })

  it('becomes drafts of fewer bytes where a draft cannot hold more', async () => {
    const content = { ...draftLimits, fileBytes: 1_000 }
    const bench = createBench({ readerLimits: { ...readerLimits, content } })
    const drafts = await openParts(bench, 'sold.csv', [header, ...linesOf(70), ''].join('\n'))
    const plates = platesOf(
      bench,
      drafts.map(({ id }) => id),
    )
    expectPlates(plates, 70)
    // A row has 50 bytes.
    for (const rows of plates) expect(rows.length).toBeLessThan(21)
    expect(plates.length).toBeLessThan(6)
  })

  it('keeps sheets of a workbook together where they fit, and continues a longer one with its column names', async () => {
    const bench = smallBench()
    const content = workbookOf({
      March: [header, ...linesOf(30)],
      April: [header, ...linesOf(60, 30)],
      May: [header, ...linesOf(10, 90)],
    })
    const drafts = await openParts(bench, 'sold.xlsx', content)
    const sources = await Promise.all(drafts.map(async ({ id }) => (await bench.drafts.get({ id }, signal)).source))
    expect(sources.map(({ sheets }) => sheets.map(({ name, rows }) => `${name} ${rows}`))).toEqual([
      ['March 31'],
      ['April 41'],
      ['April 21', 'May 11'],
    ])
  })

  it('that cannot be read to its end leaves nothing, and neither does one that is cancelled', async () => {
    const bench = smallBench()
    const content = workbookOf({ March: [header, ...linesOf(90)] })
    await expect(openParts(bench, 'sold.xlsx', content.subarray(0, 3_000))).rejects.toMatchObject({
      failure: { kind: 'invalid-input' },
    })
    const cancelling = new AbortController()
    const fileId = bench.addFile('sold.csv', new TextEncoder().encode([header, ...linesOf(90)].join('\n')))
    const opening = bench.drafts.openParts({ fileId }, cancelling.signal)
    cancelling.abort()
    await expect(opening).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
    expect(bench.database.all('SELECT id FROM draft')).toEqual([])
    expect(bench.database.all('SELECT draft_id FROM draft_block')).toEqual([])
  })

  it('that fits into one draft becomes one, with the name of the file', async () => {
    const bench = smallBench()
    const drafts = await openParts(bench, 'sold.csv', [header, ...linesOf(20), ''].join('\n'))
    expect(drafts.map(({ name }) => name)).toEqual(['sold.csv'])
  })
})
