import type { Database } from '../database/database.ts'
import { readOverride, toStored, type StoredOverride } from '../drafts/model/overrides.ts'
import { pieceOf } from '../drafts/columns/row-piece.ts'
import { packPiece } from '../drafts/storage/row-blocks.ts'
import { cellText, type SourceCell, type SourceRow } from '../fields/source-cell.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import type { IsPerson } from './person.ts'
import { keysOfCells, type PersonKey } from './person-keys.ts'
import type { Region } from '../../contract/region.ts'
import { replaceIn } from './replace-texts.ts'
import { readDraftBlock } from './traces.ts'
import { typedTexts } from './typed-rows.ts'

export interface DraftErasing {
  readonly isPerson: IsPerson
  /** Keys of the person, as for single texts. */
  readonly keys: ReadonlySet<PersonKey>
  /** Finds the person in other texts; null: nothing is unmistakable. */
  readonly pattern: RegExp | null
}

/**
 * Empties the rows of a person in all drafts and excludes them from sending. The saved file of such a draft goes, and so does its undo
 * history, which has the earlier texts. Returns how many rows there were.
 */
export function* eraseFromDrafts(database: Database, erasing: DraftErasing): Steps<number> {
  let rows = 0
  for (const draft of database.all<{ id: string; region: Region }>('SELECT id, region FROM draft')) {
    rows += yield* eraseFromDraft(database, draft, erasing)
  }
  return rows
}

function* eraseFromDraft(
  database: Database,
  { id, region }: { readonly id: string; readonly region: Region },
  { isPerson, keys, pattern }: DraftErasing,
): Steps<number> {
  const typed = typedTexts(database, id)
  const emptied = new Set<number>()
  const untouched = new Set(typed.keys())
  let isChanged = false
  for (const { sheet, block } of database.all<{ sheet: number; block: number }>(
    'SELECT sheet, block FROM draft_block WHERE draft_id = ? ORDER BY sheet, block',
    [id],
  )) {
    let isBlockChanged = false
    const rows = readDraftBlock(database, id, sheet, block).map((row): SourceRow => {
      untouched.delete(row.row)
      if (isPerson(keysOfCells([...row.cells.map(cellText), ...(typed.get(row.row) ?? [])], region))) {
        emptied.add(row.row)
        isBlockChanged = true
        return { row: row.row, cells: row.cells.map(() => null) }
      }
      const cells = row.cells.map((cell): SourceCell => (typeof cell === 'string' ? replaceIn(cell, pattern) : cell))
      if (cells.some((cell, at) => cell !== row.cells[at])) isBlockChanged = true
      return { row: row.row, cells }
    })
    if (isBlockChanged) {
      isChanged = true
      saveBlock(database, { id, sheet, block }, rows)
    }
    yield
  }
  for (const row of untouched) if (isPerson(keysOfCells(typed.get(row) ?? [], region))) emptied.add(row)
  if (emptied.size === 0 && !isChanged) return 0
  database.transaction(() => {
    const stored = database.all<StoredOverride>('SELECT name, value FROM draft_choice WHERE draft_id = ?', [id])
    const left = withoutPerson(stored, { rows: emptied, keys, region })
    database.run('DELETE FROM draft_choice WHERE draft_id = ?', [id])
    const excluded = [...emptied].map((row) => toStored({ kind: 'row', row, include: false }))
    for (const { name, value } of [...left, ...excluded]) {
      database.run('INSERT OR REPLACE INTO draft_choice (draft_id, name, value) VALUES (?, ?, ?)', [id, name, value])
    }
    database.run('DELETE FROM draft_change WHERE draft_id = ?', [id])
    database.run('DELETE FROM draft_file WHERE draft_id = ?', [id])
  })
  return emptied.size
}

function saveBlock(
  database: Database,
  { id, sheet, block }: { readonly id: string; readonly sheet: number; readonly block: number },
  rows: readonly SourceRow[],
): void {
  const piece = pieceOf(rows)
  if (!piece) return
  database.run('UPDATE draft_block SET rows = ? WHERE draft_id = ? AND sheet = ? AND block = ?', [
    packPiece(piece),
    id,
    sheet,
    block,
  ])
}

/** What the user decided, without the texts of these rows and without texts that are a person's. */
export function withoutPerson(
  stored: readonly StoredOverride[],
  {
    rows,
    keys,
    region,
  }: { readonly rows: ReadonlySet<number>; readonly keys: ReadonlySet<PersonKey>; readonly region: Region },
): StoredOverride[] {
  const isOfPerson = (text: string): boolean => keysOfCells([text], region).some((key) => keys.has(key))
  return stored.flatMap((one): StoredOverride[] => {
    const override = readOverride(one)
    switch (override.kind) {
      case 'cell':
        return rows.has(override.row) || (override.text !== null && isOfPerson(override.text)) ? [] : [one]
      case 'replacement':
        return isOfPerson(override.original) || isOfPerson(override.text) ? [] : [one]
      case 'cells': {
        const all = [...override.rows]
        const texts = override.texts.map((text, at) =>
          (override.texts.length > 1 && rows.has(all[at] ?? 0)) || isOfPerson(text) ? '' : text,
        )
        return [toStored({ ...override, texts })]
      }
      default:
        return [one]
    }
  })
}
