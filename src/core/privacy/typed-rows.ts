import type { Database } from '../database/database.ts'
import { readOverride, type StoredOverride } from '../drafts/model/overrides.ts'

/** Texts that the user typed into rows of a draft, by row. */
export function typedTexts(database: Database, draftId: string): Map<number, string[]> {
  const typed = new Map<number, string[]>()
  for (const { row, text } of typedCells(
    database.all<StoredOverride>(
      "SELECT name, value FROM draft_choice WHERE draft_id = ? AND (name LIKE 'cell:%' OR name LIKE 'cells:%')",
      [draftId],
    ),
  )) {
    const texts = typed.get(row)
    if (texts) texts.push(text)
    else typed.set(row, [text])
  }
  return typed
}

/** One text for many cells is about no one person: only lists with a text for each row are read. */
function* typedCells(stored: readonly StoredOverride[]): Generator<{ row: number; text: string }, undefined> {
  for (const override of stored.map(readOverride)) {
    if (override.kind === 'cell' && override.text !== null) yield { row: override.row, text: override.text }
    if (override.kind !== 'cells') continue
    const rows = [...override.rows]
    for (const [at, row] of rows.entries()) {
      const text = override.texts.length === 1 ? override.texts[0] : override.texts[at]
      if (text !== undefined) yield { row, text }
    }
  }
}
