import type { Database } from '../../database/database.ts'
import type { DraftBlocks } from './draft-blocks.ts'
import { writePiece } from './write-piece.ts'

/**
 * Copies a draft with its rows, its file, all changes and what can be undone. The copy appears when it is complete; after
 * a kill, the next start removes what there is of it.
 */
export async function copyDraft(
  database: Database,
  blocks: DraftBlocks,
  id: string,
  copy: { readonly id: string; readonly name: string; readonly at: string },
): Promise<void> {
  database.run(
    `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts, name)
     SELECT ?, connection_id, region, file_name, ?, ?, step, counts, ? FROM draft WHERE id = ?`,
    [copy.id, copy.at, copy.at, copy.name, id],
  )
  try {
    for (let at = { sheet: -1, block: -1 }; ;) {
      const [block] = blocks.blocksAfter(id, at.sheet, at.block, 1)
      if (!block) break
      await blocks.addBlock(copy.id, block)
      at = block
    }
    const copyPart = (part: number): boolean =>
      database.run(
        `INSERT INTO draft_file (draft_id, part, bytes)
         SELECT ?, part, bytes FROM draft_file WHERE draft_id = ? AND part = ?`,
        [copy.id, id, part],
      ).changes > 0
    for (let part = 0; await writePiece(database, () => copyPart(part)); part += 1);
    database.transaction(() => {
      database.run(
        'INSERT INTO draft_choice (draft_id, name, value) SELECT ?, name, value FROM draft_choice WHERE draft_id = ?',
        [copy.id, id],
      )
      database.run(
        `INSERT INTO draft_change (draft_id, number, label, undone, entries)
         SELECT ?, number, label, undone, entries FROM draft_change WHERE draft_id = ?`,
        [copy.id, id],
      )
      database.run('UPDATE draft SET whole = 1, source = (SELECT source FROM draft WHERE id = ?) WHERE id = ?', [
        id,
        copy.id,
      ])
    })
  } catch (error) {
    database.run('DELETE FROM draft WHERE id = ?', [copy.id])
    throw error
  }
}

/** The name of a copy: "March (copy)", then "March (copy 2)". `word`: instead of "copy", letters and spaces. */
export function copyName(name: string, taken: ReadonlySet<string>, word = 'copy'): string {
  const stem = name.replace(new RegExp(` \\(${word}(?: \\d+)?\\)$`), '')
  for (let number = 1; ; number += 1) {
    const tried = `${stem} (${word}${number === 1 ? '' : ` ${number}`})`
    if (!taken.has(tried)) return tried
  }
}
