import type { Database } from '../../database/database.ts'
import type { RowBlock } from './row-blocks.ts'
import { writePiece } from './write-piece.ts'

/** The stored rows of drafts. Each method is durable when it returns or resolves, unless it says otherwise. */
export type DraftBlocks = ReturnType<typeof createDraftBlocks>

export function createDraftBlocks(database: Database) {
  return {
    /** The next blocks after one, in order; [] at the end. */
    blocksAfter: (id: string, sheet: number, block: number, limit: number): RowBlock[] =>
      database
        .all<{ sheet: number; block: number; rows: Uint8Array }>(
          'SELECT sheet, block, rows FROM draft_block WHERE draft_id = ? AND (sheet, block) > (?, ?) ORDER BY sheet, block LIMIT ?',
          [id, sheet, block, limit],
        )
        .map((one) => ({ sheet: one.sheet, block: one.block, rows: new Uint8Array(one.rows) })),
    /**
     * Adds a block of a draft that is not finished, or of a sheet that its facts do not name so far: a power cut can undo it until they
     * are saved. Blocks of one draft are added one after the other.
     */
    addBlock: async (id: string, { sheet, block, rows }: RowBlock): Promise<void> =>
      writePiece(
        database,
        () =>
          void database.run('INSERT INTO draft_block (draft_id, sheet, block, rows) VALUES (?, ?, ?, ?)', [
            id,
            sheet,
            block,
            rows,
          ]),
      ),
    /** Removes some blocks and parts of the file: all at once would block the program. False: there are no more. */
    removeSomeBlocks(id: string): boolean {
      const blocks = database.run(
        `DELETE FROM draft_block WHERE draft_id = ? AND (sheet, block) IN
           (SELECT sheet, block FROM draft_block WHERE draft_id = ? LIMIT 1)`,
        [id, id],
      )
      const parts = database.run(
        'DELETE FROM draft_file WHERE draft_id = ? AND part IN (SELECT part FROM draft_file WHERE draft_id = ? LIMIT 1)',
        [id, id],
      )
      return blocks.changes + parts.changes > 0
    },
    /** Removes the rows of sheets from this one on: those of a reading that came to no end. */
    removeSheetsFrom: (id: string, sheet: number): void =>
      void database.run('DELETE FROM draft_block WHERE draft_id = ? AND sheet >= ?', [id, sheet]),
  }
}
