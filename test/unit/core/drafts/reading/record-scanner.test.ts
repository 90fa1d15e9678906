import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecordScanner } from '../../../../../src/core/drafts/reading/record-scanner.ts'
import type { PlainForm } from '../../../../../src/core/drafts/reading/plain-form.ts'
import { PlainRows } from '../../../../../src/core/drafts/reading/plain-rows.ts'
import { runs } from '../../../../runs.ts'

/** Cells as they stand in a file; `|` is the delimiter, and `¶` a line end. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    'Ann Lee',
    '1AB2CD',
    ' ',
    'Zoë',
    '\u00A0',
    '\t',
    '\u007F',
    '""',
    '"Ann"',
    '"a|b"',
    '"a""b"',
    '" "',
    '"x¶y"',
  ),
  fc.constantFrom(
    'a"b',
    '"a',
    'a"',
    '"a"b',
    '"a" ',
    '\r',
    '\u0000',
    'x\u0001',
    '"\u0001"',
    '"\u0000',
    '\u2028',
    '""""',
  ),
  // Around the lengths at which bytes are read together, and where a text has another form.
  fc
    .tuple(fc.constantFrom(14, 15, 16, 17, 31, 32, 33, 238, 239, 240, 255, 256), fc.constantFrom('', '"'))
    .map(([length, quote]) => `${quote}${'n'.repeat(length)}${quote}`),
)
const record = fc.oneof(
  { weight: 4, arbitrary: fc.constant(['Ann', '0412 345 678', 'ABC123']) },
  { weight: 4, arbitrary: fc.array(cell, { minLength: 3, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(cell, { minLength: 0, maxLength: 5 }) },
)
const file = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    width: fc.constantFrom(3, null),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    records: fc.array(record, { maxLength: 30 }),
    tail: fc.constantFrom('', '¶', '¶¶', 'x'.repeat(40_000)),
    maxRows: fc.constantFrom(5, 10, 1_000),
    pieceBytes: fc.integer({ min: 1, max: 2_000 }),
  })
  .map(({ delimiter, lineEnd, records, tail, ...more }) => ({
    ...more,
    delimiter,
    text: (records.map((cells) => cells.join('|')).join('¶') + tail)
      .replaceAll('|', delimiter)
      .replaceAll('¶', lineEnd),
  }))

type MadeFile = typeof file extends fc.Arbitrary<infer Made> ? Made : never

/** Everything that is known after each step of reading a file in pieces, and after the last one. */
function read({ text, delimiter, width, maxRows, pieceBytes }: MadeFile, useCode: boolean): unknown[] {
  const form: PlainForm = {
    markBytes: 0,
    encoding: 'UTF-8',
    delimiter,
    delimiterName: 'comma',
    linesPerRow: 1,
    width,
    lineWidth: width,
    firstRecords: [],
    shape: () => null,
  }
  const bytes = Buffer.from(text)
  const rows = new PlainRows(form, maxRows, pieceBytes, useCode)
  const seen: unknown[] = []
  for (let [position, kept] = [0, 0]; position < bytes.length;) {
    const count = bytes.copy(rows.input, kept, position, position + pieceBytes)
    position += count
    const end = kept + count
    // What stands behind the zero byte is of earlier bytes.
    rows.input[end] = 0
    const step = rows.read(0, end, position === bytes.length)
    const { at, lastRow, filledRow, hasGaps, alignedRows, repairs } = rows
    seen.push({ step, lastRow, ...(step === 'more' && { at, filledRow, hasGaps, alignedRows, repairs: [...repairs] }) })
    if (step !== 'more') return seen
    kept = end - at
    rows.input.copyWithin(0, at, end)
  }
  const block = rows.takeBlock()
  return [...seen, block && { rows: block.rowCount, bytes: block.bytes.toString('latin1') }, rows.layout()]
}

describe('the scanner of records', () => {
  it('writes the rows that the loop over bytes writes, wherever the pieces of a file end', () => {
    fc.assert(
      fc.property(file, (made) => {
        expect(read(made, true)).toEqual(read(made, false))
      }),
      { numRuns: runs(60) },
    )
  })

  it('reads all plain records of a file up to the first that is not plain', () => {
    const scanner = new RecordScanner({ delimiter: 0x2c, width: 3, maxRecordBytes: 32_767 }, 1_000, 1_000)
    const text = 'Ann,"Lee, the 2nd",1AB2CD\r\n"Zoë",,x\n"a""b",c,d\nBob,Lee,y\n'
    scanner.input.write(text)
    const end = Buffer.byteLength(text)
    const found = scanner.read(0, end, 0, 900, 7, 100)
    const counts = { rows: 2, unquoted: 4, needlessQuotes: 1, linesLf: 1, linesCrlf: 1 }
    expect(found).toMatchObject({ ...counts, at: Buffer.byteLength(text.slice(0, text.indexOf('"a""b"'))) })
    expect(scanner.read(found!.at, end, found!.into, 900, 9, 100)).toBeNull()
    expect(scanner.block.subarray(0, 8)).toEqual(Buffer.from([7, 0, 0, 0, 3, 0, 0, 0]))
  })

  it('stops when a block is full and when there are enough rows', () => {
    const scanner = new RecordScanner({ delimiter: 0x2c, width: -1, maxRecordBytes: 32_767 }, 1_000, 1_000)
    scanner.input.write('a,b\n'.repeat(100))
    // A row takes twelve bytes: its head, and two cells of two.
    expect(scanner.read(0, 400, 0, 100, 1, 1_000)).toMatchObject({ rows: 9, at: 36, into: 108 })
    expect(scanner.read(0, 400, 0, 100, 1, 4)).toMatchObject({ rows: 4, at: 16, into: 48 })
  })
})
