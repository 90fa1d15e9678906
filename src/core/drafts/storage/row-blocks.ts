import type { SourceRow } from '../../fields/source-cell.ts'
import { compressBlock, decompressBlock } from '../../database/block-codec.ts'
import { decodePiece, encodePiece, PieceWriter, rowsOfPiece, type RowPiece } from '../columns/row-piece.ts'

/** One block of a sheet's rows: a piece of them, compressed. */
export interface RowBlock {
  readonly sheet: number
  readonly block: number
  readonly rows: Uint8Array<ArrayBuffer>
}

/** A piece of rows as it is stored. */
export const packPiece = (piece: RowPiece): Uint8Array<ArrayBuffer> => compressBlock(encodePiece(piece))

/** A stored piece of rows. Throws when it is damaged. */
export const unpackPiece = (stored: Uint8Array): RowPiece => decodePiece(decompressBlock(stored))

/** Cuts a sheet's rows into blocks, one at a time, so that one can be written while the next is packed. */
export function* packRows(sheet: number, rows: Iterable<SourceRow>): Generator<RowBlock> {
  const writer = new PieceWriter()
  let block = 0
  for (const row of rows) {
    const piece = writer.add(row)
    if (piece) yield { sheet, block: block++, rows: packPiece(piece) }
  }
  const last = writer.finish()
  if (last) yield { sheet, block, rows: packPiece(last) }
}

/** The rows of a stored block as objects. Throws when it is damaged. */
export const readStoredRows = (stored: Uint8Array): Generator<SourceRow, undefined> => rowsOfPiece(unpackPiece(stored))
