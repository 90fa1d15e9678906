import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { SourceRow } from '../../fields/source-cell.ts'
import { createRowPacker, type PackedRows } from '../packed/packed-rows.ts'
import { compressBlock, decompressBlock } from './block-codec.ts'

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

/** Appends the rows of a stored block. Throws when it is damaged. */
export function unpackRows(stored: Uint8Array, into: PackedRows): void {
  const block = decompressBlock(stored)
  if (block) return into.addBlock(block)
  const packer = createRowPacker()
  for (const [row, cells] of oldRows(stored)) {
    const packed = packer.add(row, cells)
    if (packed) into.addBlock(packed)
  }
  const last = packer.finish()
  if (last) into.addBlock(last)
}

/** A block of version 0.1: JSON, deflated. Only that version wrote them, so cells are not checked one by one. */
const OldRows = z.array(z.tuple([z.number(), z.custom<SourceRow['cells']>((cells) => Array.isArray(cells))]))

const oldRows = (stored: Uint8Array): z.infer<typeof OldRows> =>
  OldRows.parse(JSON.parse(inflateRawSync(stored).toString('utf8')))
