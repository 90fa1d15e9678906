import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomBytes } from 'node:crypto'
import zlib from 'node:zlib'
import { ColumnTable } from '../../../../../src/core/drafts/columns/column-table.ts'
import { pieceOf } from '../../../../../src/core/drafts/columns/row-piece.ts'
import { compressBlock, compressesWithZstd, decompressBlock } from '../../../../../src/core/database/block-codec.ts'
import {
  packPiece,
  packRows,
  readStoredRows,
  unpackPiece,
  type RowBlock,
} from '../../../../../src/core/drafts/storage/row-blocks.ts'
import type { SourceCell, SourceRow } from '../../../../../src/core/fields/source-cell.ts'
import { runs } from '../../../../runs.ts'

const rowsOf = (count: number, cell: string): SourceRow[] =>
  Array.from({ length: count }, (_, at) => ({ row: at + 2, cells: [cell, at] }))

function tableOf(blocks: readonly Pick<RowBlock, 'rows'>[]): ColumnTable {
  const table = new ColumnTable()
  for (const { rows } of blocks) table.addPiece(unpackPiece(rows))
  return table
}

const cell = fc.oneof<fc.Arbitrary<SourceCell>[]>(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'Renée “O’Brien” 😀',
    'half \ud83d',
    'é'.repeat(79),
    'é'.repeat(80),
    'x'.repeat(239),
    'x'.repeat(240),
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
  fc.record({ serial: fc.integer({ min: 1, max: 60_000 }), format: fc.constantFrom('d-mmm', '') }),
  fc.record({ error: fc.constant('#N/A') }),
)
const row = fc.record({ row: fc.integer({ min: 1, max: 1_048_576 }), cells: fc.array(cell, { maxLength: 8 }) })

describe('blocks of rows', () => {
  it('give back every row and kind of cell, by position as well', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
        const blocks = [...packRows(3, rows)]
        const table = tableOf(blocks)
        expect([...table]).toEqual(rows)
        expect(rows.map((_, at) => table.at(at))).toEqual(rows)
        expect(blocks.flatMap((block) => [...readStoredRows(block.rows)])).toEqual(rows)
        expect([...ColumnTable.of(rows)]).toEqual(rows)
        expect(blocks.every(({ sheet }) => sheet === 3)).toBe(true)
      }),
      { numRuns: runs(50) },
    )
  })

  it('are numbered from 0, and lose no row between them, whether cells repeat or not', () => {
    const rows = rowsOf(60_000, 'y'.repeat(60))
    const blocks = [...packRows(0, rows)]
    expect(blocks.length).toBeGreaterThan(3)
    expect(blocks.map(({ block }) => block)).toEqual(blocks.map((_, at) => at))
    expect([...tableOf(blocks)]).toEqual(rows)
  })

  it('hold rows that are longer than a block', () => {
    const rows = rowsOf(4, 'é'.repeat(900_000))
    expect([...tableOf([...packRows(0, rows)])]).toEqual(rows)
  })

  it('tell cells apart that look alike', () => {
    const cells: SourceCell[] = [
      '1',
      1,
      'TRUE',
      true,
      '',
      null,
      '#N/A',
      { error: '#N/A' },
      { serial: 1, format: '' },
      '{"error":"#N/A"}',
    ]
    const rows = [...cells, ...cells].map((cell, at) => ({ row: at + 1, cells: [cell] }))
    expect([...tableOf([...packRows(0, rows)])]).toEqual(rows)
    expect([
      ...ColumnTable.of([
        { row: 1, cells: [] },
        { row: 2, cells: ['', null] },
      ]),
    ]).toEqual([
      { row: 1, cells: [] },
      { row: 2, cells: ['', null] },
    ])
  })

  it('stay one when their rows get longer', () => {
    const rows = rowsOf(16_384, 'y'.repeat(100)).map(({ row, cells }) => ({ row, cells: [`${row}${cells[0]}`] }))
    expect([...readStoredRows(packPiece(pieceOf(rows)!))]).toEqual(rows)
  })

  it.each([true, false])('are compressed with and without Zstandard (%s)', (useZstd) => {
    const block = Buffer.from('some rows, some rows, some rows')
    const stored = compressBlock(block, useZstd)
    expect(stored[0]).toBe(useZstd ? 0x0f : 0x07)
    expect(decompressBlock(stored)).toEqual(block)
  })

  it('are compressed with Zstandard only where it gives back what it got', () => {
    expect(compressesWithZstd(zlib)).toBe(true)
    expect(compressesWithZstd({})).toBe(false)
    expect(compressesWithZstd({ ...zlib, zstdDecompressSync: () => Buffer.from('other') })).toBe(false)
  })

  it.each([true, false])('of any size are given back (Zstandard: %s)', (useZstd) => {
    for (const size of [20_000, 524_288, 1_048_576, 1_179_648, 1_179_649, 3_000_000]) {
      const block = randomBytes(size).fill('many equal rows ', 0, size >> 1)
      expect(decompressBlock(compressBlock(block, useZstd)).equals(block)).toBe(true)
    }
  })

  it('of no rows are none', () => {
    expect([...packRows(0, [])]).toEqual([])
  })

  it('that are damaged are refused', () => {
    const [block] = packRows(0, rowsOf(3, 'x'))
    const cut = decompressBlock(block!.rows)!.subarray(0, -1)
    expect(() => unpackPiece(block!.rows.slice(0, 8))).toThrow('unexpected end of file')
    expect(() => unpackPiece(compressBlock(cut))).toThrow('JSON')
    expect(() => unpackPiece(compressBlock(Buffer.concat([cut, cut])))).toThrow('JSON')
  })
})
