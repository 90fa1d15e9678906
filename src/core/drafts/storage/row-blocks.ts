import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { SourceRow } from '../../fields/source-cell.ts'

/** Rows of a block: small enough that writing one is never felt, large enough to pack well. */
export const rowsPerBlock = 1_000

/** One block of a sheet's rows: JSON, deflated. */
export interface RowBlock {
  readonly sheet: number
  readonly block: number
  readonly rows: Uint8Array<ArrayBuffer>
}

/** Cuts a sheet's rows into blocks, one at a time, so that they can be written while the next is packed. */
export function* packRows(sheet: number, rows: readonly SourceRow[]): Generator<RowBlock> {
  for (let from = 0, block = 0; from < rows.length; from += rowsPerBlock, block += 1) {
    const cut = rows.slice(from, from + rowsPerBlock).map((row) => [row.row, row.cells])
    const packed = deflateRawSync(JSON.stringify(cut), { level: constants.Z_BEST_SPEED })
    yield { sheet, block, rows: new Uint8Array(packed) }
  }
}

export function unpackRows(rows: Uint8Array): SourceRow[] {
  const cut = JSON.parse(inflateRawSync(rows).toString('utf8')) as [number, SourceRow['cells']][]
  return cut.map(([row, cells]) => ({ row, cells }))
}
