import { placeBytes, readBlock, writeBlocks } from '../../database/block-file.ts'
import type { Database } from '../../database/database.ts'
import { blockFileOf } from '../../database/named-block-files.ts'
import type { RowBlock } from './pack-rows.ts'
import { writePiece } from './write-piece.ts'

/** The stored rows of drafts. Each method is durable when it returns or resolves, unless it says otherwise. */
export interface DraftBlocks {
  /** The next blocks after one, in order; [] at the end. Throws `storage-damaged` when their file is missing or damaged. */
  blocksAfter(id: string, sheet: number, block: number, limit: number): RowBlock[]
  /**
   * Adds a block of a draft that is not finished, or of a sheet that its facts do not name so far: a power cut can undo it until they
   * are saved. Blocks of one draft are added one after the other.
   */
  addBlock(id: string, block: RowBlock): Promise<void>
  /** Removes some blocks and parts of the file: all at once would block the program. False: there are no more. */
  removeSomeBlocks(id: string): boolean
  /** Removes the rows of sheets from this one on: those of a reading that came to no end. */
  removeSheetsFrom(id: string, sheet: number): void
}

/**
 * The blocks of a sheet that are in the database. Those behind them, of lists with more than about 30,000 rows, are in a file of the
 * draft (`block-file.ts`).
 */
const blocksInDatabase = 4

export function createDraftBlocks(database: Database): DraftBlocks {
  const { folder } = database
  const insert = (id: string, { sheet, block }: RowBlock, stored: Uint8Array): void =>
    void database.run('INSERT INTO draft_block (draft_id, sheet, block, rows) VALUES (?, ?, ?, ?)', [
      id,
      sheet,
      block,
      stored,
    ])
  return {
    blocksAfter: (id, sheet, block, limit) =>
      database
        .all<{ sheet: number; block: number; rows: Uint8Array }>(
          'SELECT sheet, block, rows FROM draft_block WHERE draft_id = ? AND (sheet, block) > (?, ?) ORDER BY sheet, block LIMIT ?',
          [id, sheet, block, limit],
        )
        .map((one) => ({ sheet: one.sheet, block: one.block, rows: new Uint8Array(readBlock(folder, one.rows)) })),
    async addBlock(id, block) {
      if (folder === null || block.block < blocksInDatabase)
        return writePiece(database, () => insert(id, block, block.rows))
      const places = await writeBlocks(folder, blockFileOf(database, 'draft', id), [block.rows])
      // Saving the facts of the draft waits for the disk.
      for (const place of places) database.transaction(() => insert(id, block, place), 'later')
    },
    removeSomeBlocks(id) {
      const blocks = database.run(
        `DELETE FROM draft_block WHERE draft_id = ? AND (sheet, block) IN
           (SELECT sheet, block FROM draft_block WHERE draft_id = ? LIMIT 1)`,
        [id, id],
      )
      const places = database.run('DELETE FROM draft_block WHERE draft_id = ? AND length(rows) = ?', [id, placeBytes])
      const parts = database.run(
        'DELETE FROM draft_file WHERE draft_id = ? AND part IN (SELECT part FROM draft_file WHERE draft_id = ? LIMIT 1)',
        [id, id],
      )
      return blocks.changes + places.changes + parts.changes > 0
    },
    removeSheetsFrom: (id, sheet) =>
      void database.run('DELETE FROM draft_block WHERE draft_id = ? AND sheet >= ?', [id, sheet]),
  }
}
