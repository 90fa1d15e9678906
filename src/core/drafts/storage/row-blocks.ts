import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { SourceRow } from '../../fields/source-cell.ts'
import { createRowPacker, rowsOfBlock, type PackedRows } from '../packed/packed-rows.ts'
import { decompressBlock } from '../../database/block-codec.ts'

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

/** The rows of a stored block as objects. Throws when it is damaged. */
export function* readStoredRows(stored: Uint8Array): Generator<SourceRow, undefined> {
  const block = decompressBlock(stored)
  if (block) yield* rowsOfBlock(block)
  else for (const [row, cells] of oldRows(stored)) yield { row, cells }
}

/** A block of version 0.1: JSON, deflated. Only that version wrote them, so cells are not checked one by one. */
const OldRows = z.array(z.tuple([z.number(), z.custom<SourceRow['cells']>((cells) => Array.isArray(cells))]))

const oldRows = (stored: Uint8Array): z.infer<typeof OldRows> =>
  OldRows.parse(JSON.parse(inflateRawSync(stored).toString('utf8')))
