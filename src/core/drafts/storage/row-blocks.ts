import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { SourceRow } from '../../fields/source-cell.ts'

/** Small enough that writing a block never blocks the program for long, large enough to compress well. */
export const rowsPerBlock = 1_000
/** A block of rows with long cells ends earlier: its JSON must stay far below the longest string of the engine. */
const charactersPerBlock = 4_000_000

/** One block of a sheet's rows: JSON, deflated. */
export interface RowBlock {
  readonly sheet: number
  readonly block: number
  readonly rows: Uint8Array<ArrayBuffer>
}

/** Cuts a sheet's rows into blocks, one at a time, so that one can be written while the next is packed. */
export function* packRows(sheet: number, rows: readonly SourceRow[]): Generator<RowBlock> {
  for (let from = 0, block = 0; from < rows.length; block += 1) {
    const end = endOfBlock(rows, from)
    const cut = rows.slice(from, end).map((row) => [row.row, row.cells])
    from = end
    const packed = deflateRawSync(JSON.stringify(cut), { level: constants.Z_BEST_SPEED })
    yield { sheet, block, rows: new Uint8Array(packed) }
  }
}

function endOfBlock(rows: readonly SourceRow[], from: number): number {
  let characters = 0
  let end = from
  for (; end < rows.length && end < from + rowsPerBlock && characters < charactersPerBlock; end += 1) {
    for (const cell of rows[end]?.cells ?? []) if (typeof cell === 'string') characters += cell.length
  }
  return end
}

/**
 * The shape of a block, down to each row. Cells are not checked one by one: only `packRows` writes them, and for 100,000
 * rows of 12 cells a schema for each cell takes 180 ms of CPU, this shape 80 ms and `JSON.parse` itself 130 ms.
 */
const PackedRows = z.array(z.tuple([z.number(), z.custom<SourceRow['cells']>((cells) => Array.isArray(cells))]))

/** Throws when the block is damaged. */
export function unpackRows(rows: Uint8Array): SourceRow[] {
  const packed = PackedRows.parse(JSON.parse(inflateRawSync(rows).toString('utf8')))
  return packed.map(([row, cells]) => ({ row, cells }))
}
