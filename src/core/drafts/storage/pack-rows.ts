import type { SourceRow } from '../../fields/source-cell.ts'
import { createRowPacker } from '../packed/packed-rows.ts'
import { compressBlock } from '../../database/block-codec.ts'

/** One block of a sheet's rows: packed rows, compressed (`block-codec.ts`). */
export interface RowBlock {
  readonly sheet: number
  readonly block: number
  readonly rows: Uint8Array<ArrayBuffer>
}

/** Cuts a sheet's rows into blocks, one at a time, so that one can be written while the next is packed. */
export function* packRows(sheet: number, rows: Iterable<SourceRow>): Generator<RowBlock> {
  const packer = createRowPacker()
  let block = 0
  for (const { row, cells } of rows) {
    const packed = packer.add(row, cells)
    if (packed) yield { sheet, block: block++, rows: compressBlock(packed) }
  }
  const last = packer.finish()
  if (last) yield { sheet, block, rows: compressBlock(last) }
}
