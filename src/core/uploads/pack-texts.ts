import { readBlock, syncBlockFile, writeBlocks } from '../database/block-file.ts'
import type { Database } from '../database/database.ts'
import { blockFileOf, namedBlockFile } from '../database/named-block-files.ts'
import { postedIn, unpackJournalRows, type JournalRow, type RowPack } from '../drafts/storage/row-pack.ts'

/*
 * The texts of the rows of an upload: customers as they are posted, and cells of the file. Those of a long upload are in a file of their
 * own, and its packs in the database have their places.
 */

export type StoredPack = Parameters<typeof unpackJournalRows>[0]

/** The customers of a stored pack: see `postedIn`. Throws `storage-damaged` when they are in a file that cannot be read. */
export const postedOf = ({ folder }: Database, bodies: Uint8Array): Buffer => postedIn(readBlock(folder, bodies))

/** The rows of a stored pack. Throws `storage-damaged` when their texts are in a file that cannot be read. */
export function rowsOfPack({ folder }: Database, columns: StoredPack): JournalRow[] {
  const { bodies, originals } = columns
  return unpackJournalRows({
    ...columns,
    bodies: bodies && readBlock(folder, bodies),
    originals: readBlock(folder, originals),
  })
}

/**
 * Writes the texts of packs to the file of their upload (`block-file.ts`). The packs that it returns have their places instead, and may
 * be shown when `syncTexts` has made the file durable. Only one call may write for the same upload at a time.
 */
export async function writeTexts(database: Database, uploadId: string, packs: readonly RowPack[]): Promise<RowPack[]> {
  const { folder } = database
  if (folder === null) return [...packs]
  const texts = packs.flatMap(({ bodies, originals }) => (bodies ? [bodies, originals] : [originals]))
  const places = await writeBlocks(folder, blockFileOf(database, uploadId), texts, 'later')
  const next = (text: Uint8Array): Uint8Array => places.shift() ?? text
  return packs.map(({ bodies, originals, ...pack }) => ({
    ...pack,
    bodies: bodies && next(bodies),
    originals: next(originals),
  }))
}

/** Makes the texts of an upload durable that are in its file. */
export async function syncTexts(database: Database, uploadId: string): Promise<void> {
  const { folder } = database
  const file = namedBlockFile(database, uploadId)
  if (folder !== null && file !== null) await syncBlockFile(folder, file)
}
